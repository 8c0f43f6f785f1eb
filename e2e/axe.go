package e2e

import (
	"slices"

	"github.com/elicitform/elicitform/e2e/axe"
)

// axeFindings runs axe on the document as it is now.
func (d Document) axeFindings() []axe.Finding {
	d.t.Helper()
	source, err := axe.Source()
	must(d.t, err)
	if !eval[bool](d, `typeof axe === "object"`) {
		d.run(source)
	}
	d.waitUntilLeft()
	findings, err := axe.Read(eval[string](d, "("+axe.Run+")()"))
	must(d.t, err)
	return findings
}

// expectAccessible fails the test for everything that axe finds or cannot decide, except
// for what package axe excuses and for the given rules, which make no sense in this case.
func (d Document) expectAccessible(when string, without ...string) {
	d.t.Helper()
	for _, finding := range d.axeFindings() {
		if reason := axe.Excuse(finding); reason == "" && !slices.Contains(without, finding.Rule) {
			d.t.Errorf("axe, %s: %s", when, finding)
		}
	}
}
