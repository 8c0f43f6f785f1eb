package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/elicitform/elicitform/e2e/driver"
)

func many(n int, property string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(`"p%d":%s`, i, property)
	}
	return strings.Join(all, ",")
}

func enum(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(`"Option %d"`, i)
	}
	return `"enum":[` + strings.Join(all, ",") + `]`
}

// shared is a form of n properties that all refer to one definition.
func shared(n int, definition string) string {
	return `{"message":"x","requestedSchema":{"type":"object","properties":{` + many(n, `{"$ref":"#/$defs/a"}`) + `},"$defs":{"a":` + definition + `}}}`
}

// waitUntilDrawn waits until the form has drawn everything, and returns the
// number of its elements.
func (d Document) waitUntilDrawn() int {
	d.t.Helper()
	elements, same := 0, 0
	d.waitFor("the form to be drawn", func() bool {
		d.waitUntilIdle()
		now := eval[int](d, `document.body.getElementsByTagName("*").length`)
		if same++; now != elements {
			elements, same = now, 0
		}
		return same > 5
	})
	return elements
}

// TestLongForms checks forms at the ceiling and beyond it: up to 300 questions are drawn within
// their budget of elements, and keys and Decline work. A longer form is rejected with a sentence.
// Rows: N34.
func TestLongForms(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	for _, test := range []struct {
		name, params string
		fields       int
		reason       string
	}{
		{"a hundred moments", shared(100, `{"type":"string","format":"date-time"}`), 100, ""},
		{"300 texts", shared(300, `{"type":"string","title":"Text"}`), 300, ""},
		{"301 texts", shared(301, `{"type":"string","title":"Text"}`), 0, "too-many-properties"},
		{"300 moments", shared(300, `{"type":"string","format":"date-time"}`), 0, "too-many-properties"},
		{"3,000 radio buttons", shared(300, `{"type":"string",`+enum(10)+`}`), 300, ""},
		{"ten thousand boxes", shared(5, `{"type":"array","items":{`+enum(2000)+`}}`), 5, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			host.reportTo(t)
			if test.reason != "" {
				key := host.start(test.params, nil)
				if got := host.outcome(key); got.Reason != test.reason {
					t.Errorf("rejected with %q", got.Reason)
				}
				host.form().wait("the reason in words", `document.querySelector("main").innerText.includes("too many questions")`)
				host.form().Press("Close")
				return
			}
			key, form := host.show(test.params, nil)
			if got := form.waitUntilDrawn(); got > 5500 || form.fields() != test.fields {
				t.Errorf("%d elements, %d fields are drawn", got, form.fields())
			}
			id := eval[string](form, `document.querySelector("input[type=text]").id`)
			form.setText(id, "x")
			form.Press("Decline")
			host.expectAction(key, "decline")
		})
	}
	host.expectQuiet()
}

// longest is a form at the ceiling.
func longest() string { return shared(300, `{"type":"string","title":"Text"}`) }

// TestDeclineWhileDrawing checks that a long form can be declined before it
// is drawn completely.
// Rows: N34.
func TestDeclineWhileDrawing(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key := host.start(longest(), nil)
	form := host.form()
	form.wait("the buttons, and at once a press", `(() => {
		const button = `+driver.Button("decline")+`;
		if (!button) return false;
		window.fieldsThen = `+questions+`.length;
		button.click();
		return true;
	})()`)
	host.expectAction(key, "decline")
	if got := eval[int](form, `window.fieldsThen`); got < 20 || got > 300 {
		t.Errorf("%d fields were drawn with the buttons", got)
	}
	host.expectQuiet()
}

func (d Document) fields() int { return eval[int](d, questions+`.length`) }

// TestLongForms_Review checks that a problem far down gets the focus, that
// review shows every answer, and that nothing is lost on the way back.
// Rows: N34.
func TestLongForms_Review(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	params := `{"message":"x","requestedSchema":{"type":"object","properties":{` + many(298, `{"type":"string","title":"Text"}`) +
		`,"last":{"type":"string","title":"Last","default":"kept"},"end":{"type":"string","title":"End"}},"required":["end"]}}`
	key, form := host.show(params, nil)
	form.waitUntilDrawn()
	form.setText("f0", "typed")
	form.run(driver.Button("continue") + `.click()`)
	form.wait("the focus in the question of the problem", `document.activeElement.id === "f299"`)
	form.insert("done")
	form.run(driver.Button("continue") + `.click()`)
	form.onHeading("Check your answers")
	if rows := eval[int](form, `document.querySelectorAll("dt").length`); rows != 300 {
		t.Errorf("%d rows", rows)
	}
	form.run(`document.getElementById("change-0-298").click()`)
	form.wait("the focus in a question far down", `document.activeElement.id === "f298" && document.activeElement.value === "kept"`)
	form.Key(kb.End + "!")
	form.run(driver.Button("continue") + `.click()`)
	form.onHeading("Check your answers")
	if _, sent := host.send(key); sent != `{"p0":"typed","last":"kept!","end":"done"}` {
		t.Errorf("sent %.200s", sent)
	}
	host.expectQuiet()
}

// TestLongSummary checks that the summary of a form with hundreds of
// problems lists some and counts the others.
// Rows: N34.
func TestLongSummary(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	_, form := host.show(shared(300, `{"type":"number"}`), nil)
	form.waitUntilDrawn()
	form.run(`for (const input of document.querySelectorAll("input")) input.value = "x"`)
	form.run(driver.Button("continue") + `.click()`)
	form.wait("the summary", problemFocused)
	wrong := eval[int](form, errorsBeside+`.length`)
	listed := eval[int](form, `document.querySelectorAll("[href^='#f']").length`)
	last := withoutIsolates(eval[string](form, listedProblems+`.at(-1).textContent`))
	if want := fmt.Sprintf("%d more problems further down", wrong-listed); wrong != 300 || wrong <= listed || last != want {
		t.Errorf("%d problems, %d listed, then %q", wrong, listed, last)
	}
	host.expectQuiet()
}
