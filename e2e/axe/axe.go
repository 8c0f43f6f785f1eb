// Package axe has the script that runs axe-core in a document, and reads its findings. It also holds the only list of findings
// that the tests ignore.
package axe

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/elicitform/elicitform/e2e/testsite"
)

// Source returns the script of axe-core, which the document must run before Run.
var Source = sync.OnceValues(func() (string, error) {
	source, err := os.ReadFile(testsite.Path("node_modules", "axe-core", "axe.min.js"))
	return string(source), err
})

// Run is the source of an async function that returns a text for Read. Contrast checks only the colours.
var (
	Run      = run(`{type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}`, `{"label-content-name-mismatch": {enabled: true}}`)
	Contrast = run(`["color-contrast"]`, `{}`)
)

func run(only, rules string) string {
	return `async () => {
	const results = await axe.run(document, {
		iframes: false,
		// Reading the style sheets would need an inline style, which the policy refuses.
		preload: false,
		runOnly: ` + only + `,
		rules: ` + rules + `,
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
}

// Finding is a rule that an element breaks, or that axe could not decide for the element.
type Finding struct {
	Rule, Kind, Target, HTML, Summary string
}

func (f Finding) String() string {
	return fmt.Sprintf("%s (%s) at %s: %s\n\t%s", f.Rule, f.Kind, f.Target, strings.ReplaceAll(f.Summary, "\n", " "), f.HTML)
}

func Read(text string) ([]Finding, error) {
	var results struct {
		List []Finding
		Ran  int
	}
	if err := json.Unmarshal([]byte(text), &results); err != nil {
		return nil, fmt.Errorf("%w in %.300s", err, text)
	}
	if results.Ran == 0 {
		return nil, errors.New("axe ran no rule")
	}
	return results.List, nil
}

// allowance excuses the findings of one rule at one kind of element.
type allowance struct {
	rule, kind string
	// html is a part of the element's markup; empty means any element.
	html   string
	reason string
}

var allowances = []allowance{
	{rule: "frame-tested", kind: "incomplete", reason: "the tests run axe inside the frame by themselves"},
	{rule: "color-contrast", kind: "incomplete", html: "<select", reason: "axe does not judge a text with a picture behind it, which is the arrow at its end; TestContrast measures it"},
}

// Excuse returns the reason why a finding is ignored, or "" if it counts.
func Excuse(f Finding) string {
	for _, a := range allowances {
		if a.rule == f.Rule && a.kind == f.Kind && strings.Contains(f.HTML, a.html) {
			return a.reason
		}
	}
	return ""
}
