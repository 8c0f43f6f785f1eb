package e2e

import (
	"slices"
	"strings"
	"testing"
)

// TestAnsweringAddsNoControls covers G9: the Tab key finds the same controls before and after
// an answer. The form adds no Clear button for an answer that the keyboard can clear.
// Rows: G9.
func TestAnsweringAddsNoControls(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	_, form := host.show(everyKind, nil)
	const controls = `[...document.querySelectorAll("button, input, select, textarea, a, summary")]
		.filter((control) => control.checkVisibility()).map((control) => control.id || control.textContent)`
	before := eval[[]string](form, controls)
	form.answerEverything(everyKind)
	form.waitUntilIdle()
	if after := eval[[]string](form, controls); !slices.Equal(before, after) {
		t.Errorf("the controls are %q, and %q when all is answered", before, after)
	}
}

// TestNothingMovesWhileAnswering: the counter, and the buttons that restore a suggestion and clear
// choices, have a place of their own, at 320 px too.
// Rows: F10, F12.
func TestNothingMovesWhileAnswering(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.viewport(320, 800, 1)
	countries := `"Austria","Belgium","Bulgaria","Croatia","Cyprus","Czechia","Denmark","Estonia","Finland","France","Germany",
		"Greece","Hungary","Ireland","Italy","Latvia","Lithuania","Luxembourg","Malta","Netherlands","Poland","Portugal"`
	_, form := host.show(`{"message":"m","requestedSchema":{"type":"object","required":["name"],"properties":{`+strings.Join([]string{
		`"name":{"type":"string","title":"Name","maxLength":10}`,
		`"city":{"type":"string","title":"City","default":"Oslo"}`,
		`"speed":{"type":"string","title":"Speed","enum":["slow","fast"],"default":"slow"}`,
		`"countries":{"type":"array","title":"Countries","items":{"type":"string","enum":[` + countries + `]}}`,
		`"last":{"type":"string","title":"Last"}`,
	}, ",")+`}}}`, nil)
	const places = `[...document.querySelectorAll("label, legend")].map((label) => Math.round(label.getBoundingClientRect().top))`
	shown := func(what, selector string) {
		t.Helper()
		form.wait(what, `(selector) => document.querySelector(selector) !== null`, selector)
	}
	before := eval[[]int](form, places)
	form.setText("f0", "Adalberta")
	shown("the counter", ".counter")
	form.setText("f0", "Adalberta and more")
	shown("the counter", ".counter.over")
	form.setText("f1", "")
	form.find("button", "Use suggestion for “City”")
	form.Choose("Speed", "fast")
	form.find("button", "Use suggestion for “Speed”")
	form.Tick("Countries", "Belgium")
	form.find("button", "Clear “Countries”")
	if after := eval[[]int](form, places); !slices.Equal(before, after) {
		t.Errorf("labels are at %d, and at %d when something is answered", before, after)
	}
	form.Press("Clear “Countries”")
	form.wait("no choice", `document.querySelectorAll("#f3, [name=f3]:checked").length === 1`)
	if after := eval[[]int](form, places); !slices.Equal(before, after) {
		t.Errorf("labels are at %d, and at %d when the choice is taken back", before, after)
	}
}

// TestOneQuestionFits: in 480 px of a chat a form of one question needs no scrolling, and a
// wide page has more room between the questions. The layout depends on the size of the text:
// at twice the size, a frame of twice the width has the layout for narrow frames.
// Rows: G13.
func TestOneQuestionFits(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	between := func(form Document) int {
		return eval[int](form, `Math.round(`+questions+`[1].parentElement.getBoundingClientRect().top - `+questions+`[0].parentElement.getBoundingClientRect().bottom)`)
	}
	const height = `Math.round(document.documentElement.getBoundingClientRect().height)`
	around := eval[int](host.page(), `innerWidth - document.getElementById("place").clientWidth`)
	for _, width := range []int{320, 390, 480, 640} {
		host.viewport(width+around, 480, 1)
		for _, field := range []string{
			`"type":"string","title":"City","description":"Where it should go"`,
			`"type":"string","title":"Comment","maxLength":500`,
			`"type":"boolean","title":"Parking"`,
			`"type":"string","title":"Speed","enum":["slow","fast","fastest"]`,
			`"type":"array","title":"Extras","minItems":1,"items":{"type":"string","enum":["Breakfast","Bicycle"]}`,
			`"type":"string","title":"Arrival","format":"date"`,
		} {
			key, form := host.show(`{"message":"Where should it go?","requestedSchema":{"type":"object","required":["a"],"properties":{"a":{`+field+`}}}}`, nil)
			if got := eval[int](form, height); got > 480 {
				t.Errorf("%d px wide: {%s} is %d px high", width, field, got)
			}
			form.Press("Decline")
			host.outcome(key)
		}
	}
	_, form := host.show(everyKind, nil)
	compact := between(form)
	host.viewport(1000, 800, 1)
	form.waitUntilIdle()
	if comfortable := between(form); comfortable <= compact {
		t.Errorf("%d px between the questions of a wide page, %d in a chat", comfortable, compact)
	}
	form.run(`document.documentElement.style.fontSize = "200%"`)
	if got := between(form); got != 2*compact {
		t.Errorf("%d px between the questions in text of twice the size, want %d", got, 2*compact)
	}
}

// TestTextGrowsWithItsLines: a text box grows with its lines, so that nobody scrolls in it
// while writing.
// Rows: T6.
func TestTextGrowsWithItsLines(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	_, form := host.show(everyKind, nil)
	const height = `document.getElementById("f11").offsetHeight`
	empty := eval[int](form, height)
	form.setText("f11", strings.Repeat("line\n", 8))
	if got := eval[int](form, height); got < empty+100 || eval[bool](form, `document.getElementById("f11").scrollHeight > document.getElementById("f11").clientHeight`) {
		t.Errorf("%d px high with nothing in it, %d with nine lines", empty, got)
	}
}
