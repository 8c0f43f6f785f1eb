package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const textInputs = `{"message":"m","requestedSchema":{"type":"object","properties":{
	"free":{"type":"string","title":"Free"},
	"email":{"type":"string","format":"email","title":"Email"},
	"uri":{"type":"string","format":"uri","title":"Site"},
	"username":{"type":"string","title":"Username"},
	"code":{"type":"string","title":"Code","pattern":"^[A-Z]{3}$","maxLength":3}}}}`

// TestTextInputs covers T1 and T5: what the browser should and should not help
// with, the direction, and a width that hints at the length of the answer.
func TestTextInputs_T1_T5(t *testing.T) {
	t.Parallel()
	host := openHost(t, english)
	host.warm()
	_, form := host.show(textInputs, nil)
	type input struct {
		Type, Spellcheck, Capitals, Dir string
		Width                           float64
	}
	got := eval[map[string]input](form, `Object.fromEntries([...document.querySelectorAll(".field input")].map((i) => [i.labels[0].textContent.replace(" (optional)", ""),
		{ type: i.type, spellcheck: String(i.spellcheck), capitals: i.getAttribute("autocapitalize") ?? "", dir: i.dir, width: i.getBoundingClientRect().width }]))`)
	want := map[string]input{
		"Free":     {"text", "true", "", "auto", 0},
		"Email":    {"email", "false", "none", "ltr", 0},
		"Site":     {"text", "false", "none", "ltr", 0},
		"Username": {"text", "false", "", "auto", 0},
		"Code":     {"text", "false", "", "auto", 0},
	}
	for name, w := range want {
		g := got[name]
		g.Width = 0
		if g != w {
			t.Errorf("%s: %+v, want %+v", name, g, w)
		}
	}
	if code, email := got["Code"].Width, got["Email"].Width; code > 200 || email < 300 {
		t.Errorf("T5: the code is %g px wide, the email %g px", code, email)
	}
}

// TestFocusIsSeen covers G11: whatever has the focus on a small screen is not
// behind anything.
func TestFocusIsSeen_G11(t *testing.T) {
	t.Parallel()
	host := openHost(t, english)
	host.viewport(320, 256, 1)
	host.warm()
	_, form := host.show(everyKind, nil)
	form.run(`document.querySelector("input").focus()`)
	for range 25 {
		seen := eval[string](form, `(() => {
			const e = document.activeElement;
			if (e === document.body) return "";
			const r = e.getBoundingClientRect(), at = document.elementFromPoint(r.left + r.width / 2, r.top + Math.min(r.height / 2, 20));
			return at === e || e.contains(at) || e.labels?.[0]?.contains(at) ? "" : e.outerHTML.slice(0, 120) + " is behind " + at?.outerHTML.slice(0, 120);
		})()`)
		if seen != "" {
			t.Error(seen)
		}
		form.Key(kb.Tab)
	}
}
