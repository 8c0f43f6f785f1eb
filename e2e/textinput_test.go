package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestTextInputs covers T5: the width suggests the length of the answer.
// Rows: T5.
func TestTextInputs(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	_, form := host.show(fields(
		`"email":{"type":"string","format":"email","title":"Email"}`,
		`"code":{"type":"string","title":"Code","pattern":"^[A-Z]{3}$","maxLength":3}`), nil)
	width := func(id string) float64 {
		return eval[float64](form, `(id) => document.getElementById(id).getBoundingClientRect().width`, id)
	}
	if email, code := width("f0"), width("f1"); code > 200 || email < 300 {
		t.Errorf("the code is %g px wide, the email %g px", code, email)
	}
}

// TestFocusIsSeen covers G11: on a small screen nothing covers the element that
// has the focus.
// Rows: G11.
func TestFocusIsSeen(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.viewport(320, 256, 1)
	host.waitUntilReady()
	_, form := host.show(everyKind, nil)
	form.run(`document.querySelector("input").focus()`)
	for range 25 {
		problem := eval[string](form, `(() => {
			const e = document.activeElement;
			if (e === document.body) return "";
			const r = e.getBoundingClientRect(), at = document.elementFromPoint(r.left + r.width / 2, r.top + Math.min(r.height / 2, 20));
			return at === e || e.contains(at) || e.labels?.[0]?.contains(at) ? "" : e.outerHTML.slice(0, 120) + " is behind " + at?.outerHTML.slice(0, 120);
		})()`)
		if problem != "" {
			t.Error(problem)
		}
		form.Key(kb.Tab)
	}
}
