package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// many returns n properties with the same schema.
func many(n int, property string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(`"p%d":%s`, i, property)
	}
	return strings.Join(all, ",")
}

// enum returns an enum with n values.
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
		d.waitForRender()
		now := eval[int](d, `document.querySelectorAll("body *").length`)
		if same++; now != elements {
			elements, same = now, 0
		}
		return same > 5
	})
	return elements
}

// textOf returns the text of an element, without the invisible characters
// around inserted texts.
func (d Document) textOf(selector string) string {
	d.t.Helper()
	return withoutIsolates(eval[string](d, `(selector) => document.querySelector(selector).textContent`, selector))
}

// TestLongForms_N34 checks requests that cost far more than their length
// suggests: the form draws a limited number of elements, and keys and Decline
// work.
func TestLongForms_N34(t *testing.T) {
	t.Parallel()
	host := openHost(t, english)
	for _, test := range []struct {
		name, params string
		fields       int
	}{
		{"a hundred moments", shared(100, `{"type":"string","format":"date-time"}`), 100},
		{"a thousand moments", shared(1000, `{"type":"string","format":"date-time"}`), 1000},
		{"a thousand texts", shared(1000, `{"type":"string","title":"Text"}`), 1000},
		{"ten thousand radio buttons", shared(1000, `{"type":"string",`+enum(10)+`}`), 1000},
		{"ten thousand boxes", shared(5, `{"type":"array","items":{`+enum(2000)+`}}`), 5},
	} {
		t.Run(test.name, func(t *testing.T) {
			host.reportTo(t)
			key, form := host.show(test.params, nil)
			if got := form.waitUntilDrawn(); got > 6500 {
				t.Errorf("%d elements are drawn", got)
			}
			id := eval[string](form, `document.querySelector(".fields input[type=text]").id`)
			form.setText(id, "x")
			form.Press("Decline")
			host.expectAction(key, "decline")
		})
	}
	host.expectQuiet()
}

// TestDeclineWhileDrawing_N34 checks that a long form can be declined before it
// is drawn completely.
func TestDeclineWhileDrawing_N34(t *testing.T) {
	t.Parallel()
	host := openReadyHost(t, english)
	key := host.start(shared(1000, `{"type":"string","format":"date-time"}`), nil)
	form := host.form()
	form.wait("the buttons, and at once a press", `(() => {
		const button = [...document.querySelectorAll(".actions button")].find((b) => b.textContent === "Decline");
		if (!button) return false;
		window.fieldsThen = document.querySelectorAll(".field").length;
		button.click();
		return true;
	})()`)
	host.expectAction(key, "decline")
	if got := eval[int](form, `window.fieldsThen`); got >= 100 {
		t.Errorf("%d fields were drawn before the buttons", got)
	}
	host.expectQuiet()
}

// declinedOnceDrawn shows a long form, declines it when it is drawn completely,
// and returns how many fields it has.
func declinedOnceDrawn(t testing.TB) (host *Host, form Document, request string, all int) {
	t.Helper()
	host = openHost(t, english)
	request = shared(1000, `{"type":"string","format":"date-time"}`)
	key, form := host.show(request, nil)
	form.waitUntilDrawn()
	all = form.fields()
	form.Press("Decline")
	host.outcome(key)
	return host, form, request, all
}

// fields counts the fields that are drawn.
func (d Document) fields() int { return eval[int](d, `document.querySelectorAll(".field").length`) }

// TestPressWhileDrawing_N34 checks that a long form does not move its buttons
// while the pointer is pressed, although it is still being drawn.
func TestPressWhileDrawing_N34(t *testing.T) {
	t.Parallel()
	host, form, request, all := declinedOnceDrawn(t)
	// The button gets a fixed place, so that the test can press it early.
	form.run(`(() => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync(".actions > .quiet { position: fixed !important; inset: 20px auto auto 20px; inline-size: 200px; block-size: 60px; z-index: 1 }");
		document.adoptedStyleSheets = [sheet];
	})()`)
	for range 20 {
		key := host.start(request, nil)
		form.wait("a button to press", `document.querySelector(".step:not(.idle) .actions > .quiet") && document.querySelector(".field")`)
		// The page scrolls when the form gets the focus.
		at := eval[[]float64](host.page(), `(() => { const { left, top } = document.querySelector("iframe").getBoundingClientRect(); return [left + 100, top + 50]; })()`)
		host.mouse(chromedp.MousePressed, at[0], at[1])
		pressed, before := eval[bool](form, `document.querySelector(".step:not(.idle) .actions > .quiet:active") !== null`), form.fields()
		host.pause(100)
		after := form.fields()
		host.mouse(chromedp.MouseReleased, at[0], at[1])
		if !pressed {
			form.Press("Cancel")
		}
		host.expectAction(key, "cancel")
		if pressed && before < all {
			if after != before {
				t.Errorf("%d fields, and %d later in the same press", before, after)
			}
			host.expectQuiet()
			return
		}
		form.onHeading(cancelledHeading)
	}
	t.Fatal("no press came in the middle of drawing")
}

// TestMenuWhileDrawing_N34 checks that a long form goes on drawing after a
// press that opened a menu. The page never sees the end of such a press.
func TestMenuWhileDrawing_N34(t *testing.T) {
	t.Parallel()
	host, _, request, all := declinedOnceDrawn(t)
	at := eval[[]float64](host.page(), `(() => { scrollTo(0, 0); const { left, top } = document.querySelector("iframe").getBoundingClientRect(); return [left + 100, top + 50]; })()`)
	_, form := host.show(request, nil)
	params := input.DispatchMouseEventParams{Type: chromedp.MousePressed, X: at[0], Y: at[1], Button: input.MouseButtonRight, ClickCount: 1}
	_, err := chromedp.Call(host.ctx, input.DispatchMouseEvent, params)
	must(t, err)
	form.wait("all to be drawn", `(all) => document.querySelectorAll(".field").length >= all`, all)
	host.expectQuiet()
}

// TestMoreQuestions_N34 checks that questions which are not drawn yet are drawn
// when somebody needs them: by the button, from the error summary and from
// review. Nothing is lost.
func TestMoreQuestions_N34(t *testing.T) {
	t.Parallel()
	host := openHost(t, english)
	params := `{"message":"x","requestedSchema":{"type":"object","properties":{` + many(999, `{"type":"string","title":"Text"}`) +
		`,"last":{"type":"string","title":"Last","default":"kept"},"end":{"type":"string","title":"End"}},"required":["end"]}}`
	key, form := host.show(strings.Replace(params, `"p998":{"type":"string","title":"Text"},`, ``, 1), nil)
	form.waitUntilDrawn()
	count := func() int { return eval[int](form, `document.querySelectorAll(".field").length`) }
	first := count()
	if got, want := form.textOf("#more"), fmt.Sprintf("Show more questions (%d left)", 1000-first); first < 200 || got != want {
		t.Fatalf("%d fields and the button %q, want %q", first, got, want)
	}
	form.setText("f0", "typed")
	form.run(`document.getElementById("more").click()`)
	form.waitUntilDrawn()
	if got := count(); got <= first {
		t.Errorf("%d fields after the press", got)
	}
	if got := eval[string](form, `document.activeElement.id`); got != fmt.Sprintf("f%d", first) {
		t.Errorf("the focus is on %q, want the first new question, %d", got, first)
	}
	form.run(`document.querySelector("button.primary").click()`)
	form.wait("the summary", `document.activeElement.id === "summary"`)
	form.run(`document.querySelector("#summary a").click()`)
	form.wait("the focus in the question of the problem", `document.activeElement.id === "f999"`)
	if got := form.textOf("#more"); count() != 1000 || eval[bool](form, `document.getElementById("more").checkVisibility()`) {
		t.Errorf("%d fields and the button %q", count(), got)
	}
	form.insert("done")
	form.run(`document.querySelector("button.primary").click()`)
	form.onHeading("Check your answers")
	form.waitUntilDrawn()
	if rows := eval[int](form, `document.querySelectorAll(".answer").length`); rows < 200 || rows >= 1000 || form.textOf("#more") != fmt.Sprintf("Show more answers (%d left)", 1000-rows) {
		t.Errorf("%d rows and the button %q", rows, form.textOf("#more"))
	}
	if got := eval[string](form, `document.querySelector("button.primary").getAttribute("aria-describedby") ?? ""`); got != "more" {
		t.Errorf("Send is described by %q, want the answers that are not seen yet", got)
	}
	form.run(`document.getElementById("change-0-0").click()`)
	form.wait("the form", `document.activeElement.id === "f0" && document.activeElement.value === "typed"`)
	form.Key(kb.End + "!")
	form.run(`document.querySelector("button.primary").click()`)
	form.onHeading("Check your answers")
	form.waitUntilDrawn()
	if _, sent := host.send(key); sent != `{"p0":"typed!","last":"kept","end":"done"}` {
		t.Errorf("sent %.200s", sent)
	}
	host.expectQuiet()
}

// TestMoreQuestions_N34_FocusStaysOnTheButton checks that the button for more
// questions does not disappear while it has the focus.
func TestMoreQuestions_N34_FocusStaysOnTheButton(t *testing.T) {
	t.Parallel()
	host := openHost(t, english)
	_, form := host.show(shared(600, `{"type":"string","title":"Text"}`), nil)
	form.waitUntilDrawn()
	count := func() int { return eval[int](form, `document.querySelectorAll(".field").length`) }
	first := count()
	form.run(`const more = document.getElementById("more");
		new IntersectionObserver((seen) => { window.moreSeen = seen.at(-1).isIntersecting }).observe(more);
		more.focus({preventScroll: true});
		more.scrollIntoView({block: "end"})`)
	form.wait("the button to be seen", `window.moreSeen`)
	form.waitUntilDrawn()
	if got := eval[string](form, `document.activeElement.id`); got != "more" || count() != first || first >= 600 {
		t.Errorf("the focus is on %q, %d of %d fields are drawn", got, count(), first)
	}
	form.Key(kb.Enter)
	form.wait("the focus in the first new question", fmt.Sprintf(`document.activeElement.id === "f%d"`, first))
	form.waitUntilDrawn()
	if count() != 600 {
		t.Errorf("%d fields after the press", count())
	}
	host.expectQuiet()
}

// TestLongSummary_N34 checks that the summary of a form with a thousand
// problems lists some and counts the others.
func TestLongSummary_N34(t *testing.T) {
	t.Parallel()
	host := openHost(t, english)
	_, form := host.show(shared(600, `{"type":"number","default":-1}`), nil)
	form.waitUntilDrawn()
	form.run(`for (const input of document.querySelectorAll(".fields input")) input.value = "x"`)
	form.run(`document.querySelector("button.primary").click()`)
	form.wait("the summary", `document.activeElement.id === "summary"`)
	wrong := eval[int](form, `document.querySelectorAll(".field.bad").length`)
	listed := eval[int](form, `document.querySelectorAll("#summary a").length`)
	if want := fmt.Sprintf("%d more problems further down", wrong-listed); wrong <= listed || form.textOf("#summary li:last-child") != want {
		t.Errorf("%d problems, %d listed, then %q", wrong, listed, form.textOf("#summary li:last-child"))
	}
	host.expectQuiet()
}
