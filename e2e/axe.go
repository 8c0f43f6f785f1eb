package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
)

var axeSource = sync.OnceValues(func() (string, error) {
	source, err := os.ReadFile(projectFile("node_modules", "axe-core", "axe.min.js"))
	return string(source), err
})

// axeFinding is one rule that one element breaks, or that axe could not decide
// for it.
type axeFinding struct {
	Rule, Kind, Target, HTML, Summary string
}

func (f axeFinding) String() string {
	return fmt.Sprintf("%s (%s) at %s: %s\n\t%s", f.Rule, f.Kind, f.Target, strings.ReplaceAll(f.Summary, "\n", " "), f.HTML)
}

const runAxe = `async () => {
	const results = await axe.run(document, {
		iframes: false,
		// Reading the style sheets would need an inline style, which the policy refuses.
		preload: false,
		runOnly: {type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
		rules: {"label-content-name-mismatch": {enabled: true}},
		resultTypes: ["violations", "incomplete"],
	});
	const list = [];
	for (const kind of ["violations", "incomplete"]) {
		for (const rule of results[kind]) {
			for (const node of rule.nodes) {
				list.push({Rule: rule.id, Kind: kind, Target: node.target.join(" "), HTML: node.html.slice(0, 300), Summary: node.failureSummary ?? ""});
			}
		}
	}
	return JSON.stringify({list, ran: results.passes.length + list.length});
}`

// axeFindings runs axe on the document as it is now.
func (d Document) axeFindings() []axeFinding {
	d.t.Helper()
	source, err := axeSource()
	must(d.t, err)
	if !eval[bool](d, `typeof axe === "object"`) {
		d.run(source)
	}
	var results struct {
		List []axeFinding
		Ran  int
	}
	must(d.t, json.Unmarshal([]byte(eval[string](d, "("+runAxe+")()")), &results))
	if results.Ran == 0 {
		d.t.Fatal("axe ran no rule")
	}
	return results.List
}

// expectAccessible fails the test for everything that axe finds or cannot
// decide, except for what allowed.go excuses and for the given rules, which
// make no sense in this case.
func (d Document) expectAccessible(when string, without ...string) {
	d.t.Helper()
	for _, finding := range d.axeFindings() {
		if reason := excuse(finding); reason == "" && !slices.Contains(without, finding.Rule) {
			d.t.Errorf("axe, %s: %s", when, finding)
		}
	}
}
