package axe

import "strings"

// allowance excuses a finding: one rule of axe at one kind of element.
type allowance struct {
	rule, kind string
	// html is a part of the element's markup; empty means any element.
	html   string
	reason string
}

// allowances are all findings of axe that the tests ignore, each with its
// reason. Nothing is ignored anywhere else.
var allowances = []allowance{
	{rule: "frame-tested", kind: "incomplete", reason: "the tests run axe inside the frame by themselves"},
	{rule: "color-contrast", kind: "incomplete", html: "<select", reason: "axe does not judge a text with a picture behind it, which is the arrow at its end; TestContrast_G16 measures it"},
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
