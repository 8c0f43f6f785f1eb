package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestCounterIsQuiet covers T7: the description of the input has the limit, the
// visible number is hidden from assistive technology, and near the limit the
// status region announces the remaining characters.
// Rows: T7.
func TestCounterIsQuiet(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(fields(`"a":{"type":"string","title":"Nickname","maxLength":20}`), nil)
	if got := form.byID("f0").Description; !strings.Contains(got, "20 characters") {
		t.Errorf("the input is described as %q", got)
	}
	form.Type("Nickname", "Ada Lovelace, 1815")
	form.wait("what is left, announced", `/^\D*2 characters/.test(document.getElementById("status").textContent) && !document.getElementById("status").closest("[aria-hidden=true]")`)
	counters := eval[string](form, `[...document.querySelectorAll(".counter")].map((e) => e.textContent + " " + e.getAttribute("aria-hidden")).join()`)
	if !strings.Contains(counters, "2 characters") || !strings.HasSuffix(counters, " true") {
		t.Errorf("the counter is %q", counters)
	}
	if got := form.byID("f0").Description; strings.Contains(got, "You have") {
		t.Errorf("each key is read: the input is described as %q", got)
	}
	form.Press("Not now")
	host.outcome(key)
	host.expectQuiet()
}

// TestFirstLineOfAList covers T15: the browser's list starts with a line that is
// no answer, and typing finds an option.
// Rows: T15.
func TestFirstLineOfAList(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	params := strings.Replace(fields(choiceProperty("a", "City", 12)), `"type":"object",`, `"type":"object","required":["a"],`, 1)
	key, form := host.show(params, nil)
	if first := eval[string](form, `f0.selectedIndex + f0.options[0].text`); first != "0Choose an answer" {
		t.Errorf("the first line is %q", first)
	}
	if got := form.continueWithErrors().Links; len(got) != 1 {
		t.Errorf("the first line counts as an answer: %q", got)
	}
	form.run(`f0.focus()`)
	host.Key("Item 7")
	form.toReview()
	host.expectSent(key, `{"a":"v7"}`)
	host.expectQuiet()
}

// TestSecretQuestion covers T20: the warning belongs to the question and comes
// before its input, Decline is there, and the person can see the typed secret.
// Rows: T20.
func TestSecretQuestion(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(fields(`"password":{"type":"string","title":"Password"}`), nil)
	warning := eval[string](form, `(() => {
		const warning = [...document.querySelectorAll("p")].find((p) => p.innerText.includes("secret"));
		return warning.checkVisibility() && warning.getBoundingClientRect().bottom <= f0.getBoundingClientRect().top ? warning.innerText : "";
	})()`)
	if !strings.Contains(warning, "secret") {
		t.Errorf("the warning says %q", warning)
	}
	if kind := eval[string](form, `f0.type`); kind != "text" {
		t.Errorf("the input is of the type %s, as if it were safe", kind)
	}
	form.run(`f0.focus()`)
	for range 12 {
		host.Key(kb.Tab)
		if eval[string](form, `document.activeElement.textContent`) == "Decline" {
			host.Key(kb.Enter)
			host.expectAction(key, "decline")
			host.expectQuiet()
			return
		}
	}
	t.Error("Decline is not in reach")
}
