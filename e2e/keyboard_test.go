package e2e

import (
	"cmp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const keyboardForm = `{
	"message": "Fill this in without a mouse",
	"requestedSchema": {
		"type": "object",
		"properties": {
			"name": {"type": "string", "title": "Name"},
			"arrival": {"type": "string", "title": "Arrival", "format": "date"},
			"room": {"type": "string", "title": "Room", "enum": ["Single", "Double", "Suite"]},
			"month": {"type": "string", "title": "Month", "enum": ["m01", "m02", "m03", "m04", "m05", "m06", "m07", "m08", "m09", "m10", "m11", "m12"]},
			"extras": {"type": "array", "title": "Extras", "items": {"type": "string", "enum": ["Breakfast", "Bicycle"]}},
			"notes": {"type": "string", "title": "Notes", "maxLength": 500},
			"guests": {"type": "integer", "title": "Guests"}
		},
		"required": ["name", "arrival", "room", "month", "extras", "notes", "guests"]
	}
}`

// stop is an element that the Tab key reaches.
type stop struct {
	ID, Text string
	Top      float64
	Ring     bool
	Tabindex int
}

const focusedStop = `(() => {
	const e = document.activeElement;
	const box = e.getBoundingClientRect();
	// The ring of an option is that of its box.
	const hasRing = [null, "::after"].map((part) => getComputedStyle(e, part)).some((s) => s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2 || s.boxShadow !== "none");
	return {ID: e.id, Text: (e.textContent || e.ariaLabel || "").slice(0, 40), Top: box.top, Tabindex: e.tabIndex, Ring: hasRing};
})()`

// TestTabOrder covers G9 (the order, no focus trap, Shift+Tab leaves the
// frame), G10 (a focus ring of at least 2 px) and T14 (Tab stops once in a
// group of radio buttons).
// Rows: G9, G10.
func TestTabOrder(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	_, form := host.show(keyboardForm, nil)
	host.waitUntilIdle() // The frame is as high as the form, so that all controls are in their final places.
	host.page().run(`document.getElementById("before").focus()`)
	var stops []stop
	for range 60 {
		host.Key(kb.Tab)
		if eval[string](host.page(), `document.activeElement.tagName`) != "IFRAME" {
			break
		}
		stops = append(stops, eval[stop](form, focusedStop))
	}
	if id := eval[string](host.page(), `document.activeElement.id`); id != "after" {
		t.Fatalf("Tab ended on %q after %+v", id, stops)
	}
	var order []string
	for i, s := range stops {
		order = append(order, cmp.Or(s.ID, s.Text))
		if i > 0 && s.Top < stops[i-1].Top-40 && s.Text != "Not now" {
			t.Errorf("%q comes after %q but stands above it", s.ID, stops[i-1].ID)
		}
		if s.Tabindex > 0 {
			t.Errorf("%q has a positive tabindex", s.ID)
		}
		if !s.Ring {
			t.Errorf("G10: %q %q shows no focus ring", s.ID, s.Text)
		}
	}
	got := strings.Join(order, " ")
	for _, want := range []string{"f0 f1-day f1-month f1-year f1-calendar f2 f3 f4 f4-2 f5 f6 Review Decline Not now"} {
		if !strings.Contains(got, want) {
			t.Errorf("the order %q lacks %q", got, want)
		}
	}
	host.page().run(`document.getElementById("after").focus()`)
	for range 60 {
		host.Key(kb.Tab, chromedp.ModifierShift)
		if eval[string](form, `document.activeElement.id`) == "f0" {
			break
		}
	}
	if id := eval[string](form, `document.activeElement.id`); id != "f0" {
		t.Errorf("Shift+Tab led back to %q", id)
	}
	host.Key(kb.Tab, chromedp.ModifierShift)
	if id := eval[string](host.page(), `document.activeElement.id`); id != "before" {
		t.Errorf("Shift+Tab left the frame to %q", id)
	}
	host.expectQuiet()
}

// ringStyle finds the style that draws a ring of 2 px for an element. That of an option is drawn
// by its box, which is a part of the control.
const ringStyle = `((e) => [null, "::after"].map((part) => getComputedStyle(e, part)).find((s) => s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2))`

// ringContrast returns the contrast between the focus ring and the colours around
// it, as in WCAG 2.2, 1.4.11. Without a ring of 2 px it is 0.
const ringContrast = `(() => {
	const ringed = document.activeElement;
	const style = ` + ringStyle + `(ringed);
	if (!style) return 0;
	const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
	const paint = (colour) => { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); };
	const light = () => {
		const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const around = [];
	for (let e = ringed.parentElement; e; e = e.parentElement) around.unshift(e);
	paint(matchMedia("(prefers-color-scheme: dark)").matches ? "black" : "white");
	for (const e of around) paint(getComputedStyle(e).backgroundColor);
	const behind = light();
	paint(style.outlineColor);
	const ring = light();
	return (Math.max(behind, ring) + 0.05) / (Math.min(behind, ring) + 0.05);
})()`

// TestFocusRing covers G10 in light, dark and forced colours.
// Rows: G10.
func TestFocusRing(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(keyboardForm, nil)
	for name, features := range map[string]map[string]string{
		"light": {"prefers-color-scheme": "light"}, "dark": {"prefers-color-scheme": "dark"}, "forced": {"forced-colors": "active"},
	} {
		host.media(features)
		host.page().run(`document.getElementById("before").focus()`)
		stops := 0
		for range 60 {
			host.Key(kb.Tab)
			if eval[string](host.page(), `document.activeElement.tagName`) != "IFRAME" {
				break
			}
			stops++
			if got := eval[float64](form, ringContrast); got < 3 {
				t.Errorf("%s: the ring of %q has a contrast of %.2f", name, eval[string](form, `document.activeElement.id`), got)
			}
		}
		if stops < 10 {
			t.Errorf("%s: only %d stops", name, stops)
		}
	}
	host.media(nil)
	form.Press("Not now")
	host.outcome(key)
	host.expectQuiet()
}

// TestWholeFlowByKeyboard covers F11 (Enter in an input continues; in a text
// area it makes a new line, and Ctrl+Enter continues), T14 (radio buttons), T16
// (check boxes), T15 (typing selects), N23 and F10.
// Rows: F10, F11, T14, T15, T16, N23.
func TestWholeFlowByKeyboard(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(keyboardForm, nil)
	host.page().run(`document.getElementById("before").focus()`)
	on := func(id string) {
		t.Helper()
		form.wait("the focus on "+id, `(id) => document.activeElement?.id === id`, id)
	}
	host.Key(kb.Tab)
	on("f0")
	host.Key("Ada")
	host.Key(kb.Enter)
	on("summary")
	host.Key(kb.Tab) // To the first link.
	host.Key(kb.Enter)
	on("f1-day")
	host.Key("12")
	host.Key(kb.Tab)
	host.Key("May")
	host.Key(kb.Tab)
	host.Key("2027")
	if got := eval[string](form, `["f1-day", "f1-month", "f1-year"].map((id) => document.getElementById(id).value).join()`); got != "12,May,2027" {
		t.Errorf("the date is %s", got)
	}
	form.tabTo(form.byID("f2"))
	host.Key(" ")
	host.Key(kb.ArrowDown)
	on("f2-1")
	form.tabTo(form.byID("f3"))
	host.Key("m07")
	form.tabTo(form.byID("f4"))
	host.Key(" ")
	host.Key(kb.Tab)
	on("f4-2")
	host.Key(" ")
	form.tabTo(form.byID("f5"))
	host.Key("one")
	host.Key(kb.Enter)
	host.Key("two")
	form.tabTo(form.byID("f6"))
	host.Key("2")
	if at := form.heading(); at != askingHeading("Example") {
		t.Fatalf("F10: it went to %q by itself", at)
	}
	host.Key(kb.Tab, chromedp.ModifierShift)
	host.Key(kb.Enter, chromedp.ModifierCtrl)
	form.onHeading(reviewHeading)
	if n := len(host.outcomes(key)); n != 0 {
		t.Fatal("Ctrl+Enter sent the answers")
	}
	// The same keys send, once the button has been on the screen for half a second.
	host.waitFor("Ctrl+Enter to send", func() bool {
		host.Key(kb.Enter, chromedp.ModifierCtrl)
		return len(host.outcomes(key)) > 0
	})
	host.expectAction(key, "accept")
	expectSameJSON(t, "content", host.lastContent(), `{"name":"Ada","arrival":"2027-05-12","room":"Double","month":"m07","extras":["Breakfast","Bicycle"],"notes":"one\ntwo","guests":2}`)
	host.expectSettledOnce(key)
	host.expectQuiet()
}

// TestEnterHeldDown covers F11 and B34: if Enter is held down, the form
// continues once and sends nothing.
// Rows: F11, B34.
func TestEnterHeldDown(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(oneText("Hold"), nil)
	form.Type("Word", "on")
	for i := range 12 {
		params := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: "Enter", Code: "Enter", Text: "\r", WindowsVirtualKeyCode: 13, AutoRepeat: new(i > 0)}
		_, err := chromedp.Call(host.ctx, input.DispatchKeyEvent, params)
		must(t, err)
	}
	form.onHeading(reviewHeading)
	host.waitUntilIdle()
	host.expectOpen(key)
	host.expectQuiet()
}

// TestTypingIsUndisturbed covers F8: a redraw of the field while somebody types keeps
// the caret, the undo history and the composition. T12 and N10: wheel and arrow
// keys never change a number. P3: a number keeps its notation.
// Rows: F8, T12, N10, P3.
func TestTypingIsUndisturbed(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	_, form := host.show(`{"message": "m", "requestedSchema": {"type": "object", "properties": {
		"price": {"type": "number", "title": "Price", "minimum": 100}, "word": {"type": "string", "title": "Word"}}, "required": ["price", "word"]}}`, nil)
	form.continueWithErrors()
	price := form.find("textbox", "Price")
	form.click(price, 1)
	for _, step := range []struct{ key, want string }{{"-", "-"}, {kb.Backspace, ""}, {"1", "1"}, {".", "1."}, {"5", "1.5"}, {"0", "1.50"}} {
		host.Key(step.key)
		if got := eval[string](form, `f0.value`); got != step.want {
			t.Errorf("P3: after %q it is %q", step.want, got)
		}
	}
	host.Key(kb.ArrowUp + kb.ArrowDown + kb.ArrowDown)
	x, y := form.clickPoint(price)
	_, err := chromedp.Call(host.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: chromedp.MouseWheel, X: x, Y: y, DeltaX: 1, DeltaY: 100})
	must(t, err)
	if got := eval[string](form, `f0.value`); got != "1.50" {
		t.Errorf("T12: it became %q", got)
	}

	form.click(form.find("textbox", "Word"), 1)
	host.Key("Osl")
	host.Key(kb.ArrowLeft)
	host.Key("x")
	if got := eval[string](form, `f1.value + f1.selectionStart`); got != "Osxl3" {
		t.Errorf("F8: value and caret are %q", got)
	}
	host.Key(kb.End)
	ime := func(text string) {
		t.Helper()
		_, err := chromedp.Call(host.ctx, input.ImeSetComposition, input.ImeSetCompositionParams{Text: text, SelectionStart: int64(len([]rune(text))), SelectionEnd: int64(len([]rune(text)))})
		must(t, err)
	}
	ime("か")
	ime("かん")
	ime("かんじ")
	if got := eval[string](form, `f1.value`); got != "Osxlかんじ" {
		t.Errorf("F8: composing gives %q", got)
	}
	host.insert("漢字")
	if got := eval[string](form, `f1.value`); got != "Osxl漢字" {
		t.Errorf("F8: composed %q", got)
	}
	host.expectQuiet()
}

// TestForeignValues covers B43: if a password manager or speech input sets a
// value without an event, Continue reads it. Elements that an extension adds do
// no harm.
// Rows: B43.
func TestForeignValues(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(oneText("Filled in by a program"), nil)
	form.run(`(() => { f0.value = "dictated"; f0.after(document.createElement("span")); document.body.append(document.createElement("div")); })()`)
	form.toReview()
	host.expectSent(key, `{"word":"dictated"}`)
	host.expectQuiet()
}

// TestLeaveEmpty covers G9 and P9: by keyboard from the summary to the field, to the button after it, and back into the
// field, which is described as left empty. Enter leads on from there.
// Rows: G9, P9.
func TestLeaveEmpty(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(corpus(t, "183-real-empty-to-stop.json"), nil)
	focusOn := func(what, is string) {
		t.Helper()
		form.wait("the focus on "+what, `(is) => document.activeElement.id === is || document.activeElement.getAttribute("aria-label") === is`, is)
	}
	form.focus(form.byID("f0"))
	host.Key(kb.Enter)
	form.wait("the error", `!!document.getElementById("f0-error")`)
	focusOn("the field", "f0")
	form.expectAccessible("the error with its button")
	host.Key(kb.Tab)
	focusOn("the button", "Leave empty: “Input”")
	host.Key(kb.Enter)
	focusOn("the field again", "f0")
	form.wait("the description", `document.getElementById("f0").ariaDescribedByElements.some((e) => e.textContent === "Will be sent empty")`)
	form.expectAccessible("the field that is left empty")
	host.Key(kb.Enter)
	form.onHeading(reviewHeading)
	if rows := form.rows(); len(rows) != 1 || rows[0].Value != "(empty)" {
		t.Errorf("review: %+v", rows)
	}
	if outcome, content := host.send(key); outcome.Action != "accept" || content != `{"input":""}` {
		t.Errorf("%s, sent %s", outcome.Action, content)
	}
	host.expectQuiet()
}
