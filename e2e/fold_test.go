package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/e2e/driver"
)

// foldsOf lists the long texts of the server, each with the number of its visible lines and the text of
// its button.
const foldsOf = `[...document.querySelectorAll("main .fold")].filter((e) => e.getClientRects().length > 0).map((text) => {
	const button = text.nextElementSibling;
	return {
		Lines: Math.round(text.clientHeight / parseFloat(getComputedStyle(text).lineHeight)),
		Whole: text.scrollHeight <= text.clientHeight + 1,
		Button: button.getClientRects().length > 0 ? button.textContent + " " + button.ariaExpanded : "",
	};
})`

type fold struct {
	Lines  int
	Whole  bool
	Button string
}

// belowTheLast is the distance from the last question to the end of the buttons.
const belowTheLast = `(() => {
	const last = ` + questions + `.at(-1)?.parentElement ?? document.getElementById("message-from");
	return Math.max(...` + stepButtons + `.map((b) => b.getBoundingClientRect().bottom)) - last.getBoundingClientRect().top;
})()`

// TestLongTextsAreFolded: the form shows twelve lines of a long message or description, with a button
// for the rest. The buttons are within one screen below the last question.
// Rows: B29, B30.
func TestLongTextsAreFolded(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	const height = 720
	texts := map[string]string{
		"one word":    strings.Repeat("x", 4000),
		"wide words":  strings.Repeat("WWWWWWWW ", 22),
		"newlines":    strings.Repeat("\n", 4000),
		"short lines": strings.Repeat("a\n", 2000),
		"Chinese":     strings.Repeat("这是一个问题。", 100),
		"Arabic":      strings.Repeat("هذا سؤال طويل ", 200),
		"wide signs":  strings.Repeat("﷽", 200),
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			host.reportTo(t)
			for step, params := range map[string]string{
				"confirmation": fmt.Sprintf(`{"message":%q,"requestedSchema":{"type":"object","properties":{}}}`, text),
				"form":         fmt.Sprintf(`{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string","title":"City","description":%q}}}}`, text),
				"consent":      fmt.Sprintf(`{"mode":"url","message":%q,"url":"https://shop.example/","elicitationId":"e"}`, text),
			} {
				key, form := host.show(params, nil)
				for _, width := range []int{320, 900} {
					host.viewport(width, height, 1)
					form.run(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`)
					for _, f := range eval[[]fold](form, foldsOf) {
						if f.Lines > 12 || f.Whole != (f.Button == "") || !f.Whole && f.Button != "Show all false" {
							t.Errorf("%s, %d px: %+v", step, width, f)
						}
					}
					if below := eval[float64](form, belowTheLast); below > height {
						t.Errorf("%s, %d px: the buttons end %.0f px below the last question", step, width, below)
					}
				}
				form.Press("Decline")
				host.expectAction(key, "decline")
			}
		})
	}
}

// TestUnfolding: Show all shows all of a text, and folds it again, by keyboard too.
// Rows: B29.
func TestUnfolding(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.viewport(320, 720, 1)
	long := strings.Repeat("word ", 799) + "end."
	params := fmt.Sprintf(`{"message":%[1]q,"requestedSchema":{"type":"object","properties":{"a":{"type":"string","title":"City","description":%.1800q}}}}`, long, long)
	key, form := host.show(params, nil)
	expect := func(when string, want ...string) {
		t.Helper()
		form.wait(when, `(want) => JSON.stringify(`+foldsOf+`.map(({ Whole, Button }) => Whole + " " + Button)) === JSON.stringify(want)`, want)
	}
	expect("both to be folded", "false Show all false", "false Show all false")
	form.expectAccessible("folded")
	form.run(`document.querySelectorAll("[aria-expanded]")[0].focus()`)
	host.Key("\r")
	expect("the message to be whole", "true Show less true", "false Show all false")
	if focused := eval[string](form, `document.activeElement.textContent`); focused != "Show less" {
		t.Errorf("the focus is on %q", focused)
	}
	form.expectAccessible("unfolded")
	host.Key("\r")
	expect("the message to be folded again", "false Show all false", "false Show all false")
	form.run(`document.querySelectorAll("[aria-expanded]")[1].click()`)
	expect("the description to be whole", "false Show all false", "true Show less true")
	form.Press("Decline")
	host.expectAction(key, "decline")
	host.expectQuiet()
}

// TestLongAnswersAreFoldedOnReview: review shows twelve lines of an answer, or of a revealed secret,
// with a button that is named after the question. The buttons are within one screen below the last
// answer.
// Rows: B29, B30.
func TestLongAnswersAreFoldedOnReview(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	const height = 720
	long := strings.Repeat("word ", 3999) + "end."
	key, form := host.show(fmt.Sprintf(`{"message":"m","requestedSchema":{"type":"object","properties":{
		"short":{"type":"string","title":"City","default":"Oslo"},
		"lines":{"type":"string","title":"Poem","default":%q},
		"secret":{"type":"string","title":"Private key","maxLength":5000},
		"last":{"type":"string","title":"Letter","default":%q}}}}`, strings.Repeat("a\n", 2000), long), nil)
	form.Type("Private key", strings.Repeat("key ", 1000))
	form.toReview()
	expect := func(when string, want ...string) {
		t.Helper()
		form.wait(when, `(want) => JSON.stringify(`+foldsOf+`.map(({ Whole, Button }) => Whole + " " + Button)) === JSON.stringify(want)`, want)
	}
	const folded = "false Show all false"
	for _, width := range []int{320, 900} {
		host.viewport(width, height, 1)
		expect("both to be folded", folded, folded)
		for _, f := range eval[[]fold](form, foldsOf) {
			if f.Lines > 12 {
				t.Errorf("%d px: %+v", width, f)
			}
		}
		below := eval[float64](form, driver.Button("send")+`.getBoundingClientRect().bottom -
			[...document.querySelectorAll("dt")].at(-1).getBoundingClientRect().top`)
		if below > height {
			t.Errorf("%d px: the button ends %.0f px below the last answer", width, below)
		}
	}
	form.expectAccessible("folded")
	form.Press("Show all Letter")
	expect("the last answer to be whole", folded, "true Show less true")
	form.expectAccessible("unfolded")
	form.Press("Show “Private key”")
	expect("the secret to be folded", folded, folded, "true Show less true")
	form.Press("Show all Private key")
	form.Press("Show less Letter")
	expect("the secret alone to be whole", folded, "true Show less true", folded)
	form.Press("Decline")
	host.expectAction(key, "decline")
	host.expectQuiet()
}
