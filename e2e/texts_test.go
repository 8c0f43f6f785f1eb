package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// pasteInto pastes text into the focused control, as from the clipboard: the
// page gets the event first, and the browser inserts the text only if the page
// does not handle it.
func (d Document) pasteInto(text string) {
	d.t.Helper()
	refused := eval[bool](d, `(text) => {
		const data = new DataTransfer();
		data.setData("text/plain", text);
		return !document.activeElement.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
	}`, text)
	if !refused {
		d.insert(text)
	}
	d.waitUntilIdle()
}

// TestPastedLines covers T6: an input becomes a text area if lines are pasted
// into it. Nothing is joined or cut, and the focus stays.
// Rows: T6, F9.
func TestPastedLines(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.inEachLanguage(t, func(t *testing.T, _ string, p uiTexts) {
		key, form := host.show(fields(`"a":{"type":"string","title":"A"}`, `"b":{"type":"string","title":"B"}`), nil)
		if got := eval[string](form, `f0.tagName`); got != "INPUT" {
			t.Errorf("it starts as %s", got)
		}
		form.setText("f0", "😀before after")
		form.Key(strings.Repeat(kb.ArrowLeft, 5))
		form.pasteInto("one\r\ntwo\nthree")
		form.wait("several lines", `document.getElementById("f0").tagName === "TEXTAREA"`)
		const want = "😀before one\ntwo\nthreeafter"
		if got := eval[string](form, `f0.value`); got != want {
			t.Errorf("pasted: %q, want %q", got, want)
		}
		form.wait("the focus", `document.activeElement?.id === "f0"`)
		if got := form.caret(); got.Start != units("😀before one\ntwo\nthree") {
			t.Errorf("the caret stands at %d of %q", got.Start, got.Value)
		}
		form.run(`f1.focus()`)
		form.pasteInto("one line\n") // as spreadsheets copy a cell
		if got := eval[string](form, `f1.tagName + f1.value.trim()`); got != "INPUTone line" {
			t.Errorf("one line: %q", got)
		}
		form.goToReview(p)
		if got := form.rows()[0].Value; got != want {
			t.Errorf("review %q", got)
		}
		if got := host.sendAnswers(p, key); !strings.HasPrefix(got, `{"a":"😀before one\ntwo\nthreeafter","b":"one line`) {
			t.Errorf("sent %s", got)
		}
	})
	host.expectQuiet()
}

// TestPatternIsNotShown covers N6: the expression of a pattern can be seen only once its disclosure is open.
// Rows: N6.
func TestPatternIsNotShown(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	const expression = `^(?=.*[A-Z])[A-Z]{2}\d{3}$`
	_, form := host.show(fields(`"a":{"type":"string","title":"Badge","description":"Two letters and three digits","pattern":`+quote(expression)+`}`), nil)
	if text := eval[string](form, `document.body.innerText`); strings.Contains(text, "(?=") || strings.Contains(text, `\d`) {
		t.Errorf("the expression is shown: %q", text)
	}
	if strings.Contains(form.byID("f0").Description, "(?=") {
		t.Error("the expression is read out")
	}
	form.click(form.element(`document.querySelector("summary")`), 1)
	form.wait("the expression", `(expression) => { const code = document.querySelector("code"); return code.checkVisibility() && code.innerText === expression; }`, expression)
}
