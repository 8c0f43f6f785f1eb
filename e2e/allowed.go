package e2e

import "strings"

// allowance excuses one rule of axe for one kind of element.
type allowance struct {
	rule, kind string
	// html is a part of the element's markup; empty means any element.
	html   string
	reason string
}

// allowances is the only place where a finding of axe may be excused, each
// with its reason.
var allowances = []allowance{
	{rule: "frame-tested", kind: "incomplete", reason: "the tests run axe inside the frame by themselves"},
}

// excuse is the reason why a finding does not count; empty when it does.
func excuse(f axeFinding) string {
	for _, a := range allowances {
		if a.rule == f.Rule && a.kind == f.Kind && strings.Contains(f.HTML, a.html) {
			return a.reason
		}
	}
	return ""
}
