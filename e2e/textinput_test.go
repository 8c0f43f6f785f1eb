package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const textInputs = `{"message":"m","requestedSchema":{"type":"object","properties":{
	"free":{"type":"string","title":"Free"},
	"email":{"type":"string","format":"email","title":"Email"},
	"uri":{"type":"string","format":"uri","title":"Site"},
	"username":{"type":"string","title":"Username"},
	"code":{"type":"string","title":"Code","pattern":"^[A-Z]{3}$","maxLength":3},
	"password":{"type":"string","title":"Password"},
	"count":{"type":"integer","title":"Count","minimum":0},
	"share":{"type":"number","title":"Share","minimum":0},
	"change":{"type":"number","title":"Change"}}}}`

// TestTextInputs covers T1, T2 and T4: how the browser may help with an input,
// and its direction; T9: the keyboard for numbers, which has a minus sign if
// one may be needed; and T5: a width that suggests the length of the answer.
func TestTextInputs_T1_T2_T4_T5_T9(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	_, form := host.show(textInputs, nil)
	type input struct {
		Type, Spellcheck, Capitals, Dir, Mode, Complete string
		Width                                           float64
	}
	got := eval[map[string]input](form, `Object.fromEntries([...document.querySelectorAll("input")].map((i) => [i.labels[0].textContent.replace(" (optional)", ""),
		{ type: i.type, spellcheck: String(i.spellcheck), capitals: i.getAttribute("autocapitalize") ?? "", dir: i.dir, mode: i.inputMode, complete: i.autocomplete, width: i.getBoundingClientRect().width }]))`)
	want := map[string]input{
		"Free":     {"text", "true", "", "auto", "", "", 0},
		"Email":    {"email", "false", "none", "ltr", "", "email", 0},
		"Site":     {"text", "false", "none", "ltr", "url", "", 0},
		"Username": {"text", "false", "", "auto", "", "username", 0},
		"Code":     {"text", "false", "", "auto", "", "", 0},
		"Password": {"text", "false", "", "auto", "", "off", 0},
		"Count":    {"text", "false", "", "ltr", "numeric", "", 0},
		"Share":    {"text", "false", "", "ltr", "decimal", "", 0},
		"Change":   {"text", "false", "", "ltr", "", "", 0},
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

// TestEmailAddress covers T2: the address is sent as it was typed, without the
// spaces around it. An address that servers refuse stays as it is, with the
// reason.
func TestEmailAddress_T2(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(`{"message":"m","requestedSchema":{"type":"object","properties":{"email":{"type":"string","format":"email","title":"Email"}}}}`, nil)
	form.Type("Email", "jürgen@bücher.example")
	if got := form.continueWithErrors().Inline; len(got) != 1 || !strings.Contains(got[0], "letters a to z") {
		t.Errorf("T2: said %q", got)
	}
	if got := eval[string](form, `f0.value`); got != "jürgen@bücher.example" {
		t.Errorf("T2: the field holds %q", got)
	}
	form.Type("Email", " ada+test@example.com ")
	form.toReview()
	if got, content := host.send(key); got.Action != "accept" || content != `{"email":"ada+test@example.com"}` {
		t.Errorf("T2: settled as %+v with %s", got, content)
	}
}

// TestFocusIsSeen covers G11: on a small screen nothing covers the element that
// has the focus.
func TestFocusIsSeen_G11(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.viewport(320, 256, 1)
	host.waitUntilReady()
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
