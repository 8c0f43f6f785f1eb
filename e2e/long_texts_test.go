package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// word is a text without any place to break it.
var word = strings.Repeat("Donaudampfschifffahrt", 12)

// TestLongWords covers G13: on a narrow screen, texts without spaces from the server
// and the person are wrapped, in each kind of question and on review. R7: long
// answers keep their lines there, and none is cut off.
// Rows: G13, R7.
func TestLongWords(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.viewport(320, 640, 1)
	params := fmt.Sprintf(`{"message": %[1]q, "requestedSchema": {"type": "object", "properties": {
		"text": {"type": "string", "title": %[1]q, "description": %[1]q, "maxLength": 2000},
		"pick": {"type": "string", "title": %[1]q, "oneOf": [{"const": "a", "title": %[1]q, "description": %[1]q}, {"const": "b", "title": "B"}]},
		"many": {"type": "array", "title": %[1]q, "items": {"type": "string", "enum": [%[1]q, "C"]}},
		"list": {"type": "string", "title": %[1]q, "enum": ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", %[1]q]},
		"when": {"type": "string", "format": "date-time", "title": %[1]q},
		"yes": {"type": "boolean", "title": %[1]q}
	}, "required": ["text", "pick", "many", "list", "when", "yes"]}}`, word)
	key, form := host.show(params, map[string]any{"server": map[string]any{"id": word}})
	host.expectNoScrolling("form", form)
	form.do("continue")
	form.wait("problems", listedProblems+`.length > 0`)
	host.expectNoScrolling("errors", form)
	for _, text := range eval[[]string](form, clippedText) {
		t.Errorf("errors: %s", text)
	}

	long := word + "\n\n" + strings.Repeat("line after line\n", 30) + "the end"
	form.run(`(text) => { f0.focus(); document.execCommand("insertText", false, text); }`, long)
	form.click(form.byID("f1"), 1)
	form.click(form.byID("f2"), 1)
	form.run(`(() => { const list = document.getElementById("f3"); list.selectedIndex = list.options.length - 1; list.dispatchEvent(new Event("change", { bubbles: true })); })()`)
	form.fillDate(4)
	form.fill("f4-time", "14:30")
	form.click(form.byID("f5"), 1)
	form.do("continue")
	form.button("send")
	host.expectNoScrolling("review", form)
	form.run(`document.querySelectorAll("[aria-expanded=false]").forEach((button) => button.click())`)
	form.wait("the answer to be whole", `document.querySelector("[aria-expanded=true]")`)
	host.expectNoScrolling("unfolded", form)
	for _, text := range eval[[]string](form, clippedText) {
		t.Errorf("R7: review: %s", text)
	}
	if rows := form.rows(); rows[0].Value != long || rows[1].Value != word || rows[2].Value != word || rows[3].Value != word {
		t.Errorf("R7: answers are cut: %.300q", rows)
	}
	if lines := eval[float64](form, `(() => { const value = document.querySelector("dd").firstElementChild; return value.getBoundingClientRect().height / parseFloat(getComputedStyle(value).lineHeight); })()`); lines < 40 {
		t.Errorf("R7: 30 lines and a long word take the height of %.0f lines", lines)
	}
	form.do("cancel")
	host.outcome(key)
	host.expectQuiet()
}

// TestManyErrors covers E11: the summary of thirty errors is as high as they
// are, on a very small screen too, and scrolls with the page.
// Rows: E11.
func TestManyErrors(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.viewport(320, 256, 1)
	names := make([]string, 30)
	for i := range names {
		names[i] = fmt.Sprintf(`"p%d"`, i)
	}
	key, form := host.show(`{"message": "m", "requestedSchema": {"type": "object", "properties": {`+many(30, `{"type": "string", "title": "A rather long question"}`)+`}, "required": [`+strings.Join(names, ",")+`]}}`, nil)
	form.continueWithErrors()
	host.expectNoScrolling("errors", form)
	got := eval[struct {
		Links             int
		Inner             []string
		Height, LastsDown float64
	}](form, `(() => {
		const summary = document.getElementById("summary"), links = summary.querySelectorAll("a");
		const inner = [summary, ...summary.querySelectorAll("*")].filter((e) => !e.matches(".visually-hidden") && (e.scrollHeight > e.clientHeight + 1 && getComputedStyle(e).overflowY !== "visible"));
		return { links: links.length, inner: inner.map((e) => e.outerHTML.slice(0, 80)), height: summary.getBoundingClientRect().height, lastsDown: links[links.length - 1].getBoundingClientRect().bottom - summary.getBoundingClientRect().top };
	})()`)
	if got.Links != 30 || len(got.Inner) > 0 || got.Height < got.LastsDown {
		t.Errorf("%+v", got)
	}
	form.Press("Not now")
	host.outcome(key)
	host.expectQuiet()
}
