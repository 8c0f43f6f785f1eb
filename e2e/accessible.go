package e2e

import (
	"fmt"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/e2e/axe"
)

// axTree returns the accessibility tree as a list, in document order.
func (d Document) axTree() []Node {
	d.t.Helper()
	nodes, err := d.chromium.Tree(d.place)
	must(d.t, err)
	return nodes
}

// axDump returns the accessibility tree as text, for messages and comparisons.
func (d Document) axDump() string {
	d.t.Helper()
	var text strings.Builder
	for _, n := range d.axTree() {
		fmt.Fprintf(&text, "%s%s\n", strings.Repeat("  ", n.Depth), n)
	}
	return text.String()
}

// axeFindings runs axe on the document as it is now.
func (d Document) axeFindings() []axe.Finding {
	d.t.Helper()
	return d.axeRun(axe.Run)
}

// axeRun runs a function of package axe.
func (d Document) axeRun(run string) []axe.Finding {
	d.t.Helper()
	source, err := axe.Source()
	must(d.t, err)
	if !eval[bool](d, `typeof axe === "object"`) {
		d.run("(() => {" + source + "\n})()") // Not every engine takes a script that is no expression.
	}
	d.waitUntilLeft()
	findings, err := axe.Read(eval[string](d, "("+run+")()"))
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
