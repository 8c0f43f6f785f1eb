package e2e

import (
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// shortOf returns a request with a field of every kind, whose "required" also names questions that
// it lacks.
func shortOf(names string) string {
	return strings.Replace(everyKind, `"required": [`, `"required": [`+names+`, `, 1)
}

// TestFormShortOfAQuestion: an unknown name in "required" hides no question. Each question is
// listed, and the reason stands above. It describes the only buttons that Tab reaches.
// Rows: B13, G9.
func TestFormShortOfAQuestion(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(everyKind, nil)
	names := eval[[]string](form, fieldNames)
	form.Press("Not now")
	host.expectAction(key, "cancel")

	key, form = host.show(shortOf(`"Name", "", "\u202eשם\u0007"`), nil)
	if got := eval[[]string](form, questions+`.map((x) => x.querySelector("[dir]").textContent)`); len(got) != 14 || strings.Join(got, "|") != strings.Join(names, "|") {
		t.Errorf("shown are %q, want %q", got, names)
	}
	if controls := eval[int](form, `document.querySelectorAll("input, select, textarea").length`); controls != 0 {
		t.Errorf("there are %d controls", controls)
	}
	const why = "Example needs an answer to a question that it did not send (Name, (empty), שם), so this form cannot be sent."
	if got := eval[string](form, `document.getElementById("blocked").textContent`); got != why {
		t.Errorf("the reason is %q, want %q", got, why)
	}
	form.expectAccessible("short of a question")
	form.run(`document.getElementById("heading").focus()`)
	for _, want := range []string{"Decline", "Not now"} {
		host.Key(kb.Tab)
		if got := eval[string](form, `document.activeElement.textContent || document.activeElement.ariaLabel`); got != want {
			t.Errorf("Tab reaches %q, want %q", got, want)
		}
	}
	for _, n := range form.axTree() {
		if n.Role == "button" && n.Name == "Decline" && n.Description != why {
			t.Errorf("Decline is described as %q", n.Description)
		}
	}
	host.Key(kb.Enter)
	host.expectAction(key, "cancel")
	host.expectSettledOnce(key)
	host.expectQuiet()
}

// fieldNames are the names in the labels and legends of the form.
const fieldNames = questions + `.map((x) => (x.querySelector("bdi") ?? x).textContent)`

// TestBlockedForms checks both kinds of blocked forms in every language in a narrow frame.
// Rows: B12, B13, G13, P22.
func TestBlockedForms(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.viewport(320, 800, 1)
	for _, locale := range []string{"en", "ar", "de", "es", "fr", "he", "ja", "ko", "pt-BR", "zh-CN"} {
		host.setLocale(locale, "UTC")
		for name, params := range map[string]string{"short of a question": shortOf(`"ticket"`), "with a question that cannot be answered": blockedForm} {
			key, form := host.show(params, nil)
			if overflow := eval[int](form, `document.documentElement.scrollWidth - innerWidth`); overflow > 0 {
				t.Errorf("%s, %s: %d px too wide", locale, name, overflow)
			}
			if params == blockedForm {
				listed := regexp.MustCompile(`\s+`).ReplaceAllString(eval[string](form, questions+`.map((x) => (document.getElementById("blocked").parentElement.contains(x) ? "reason " : "other ") + x.querySelector("[dir]").textContent).join(", ")`), " ")
				if listed != "reason Place, other Street" {
					t.Errorf("%s: %s", locale, listed)
				}
			}
			form.expectAccessible(locale + " " + name)
			form.do("decline")
			host.expectAction(key, "decline")
		}
	}
	host.expectQuiet()
}
