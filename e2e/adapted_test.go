package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const bookingForm = `"d":{"type":"string","title":"Day","format":"date"},"n":{"type":"number","title":"Price"},` +
	`"m":{"type":"string","title":"Start","format":"date-time"},"t":{"type":"string","title":"Name"}`

// dateInputs is a list of the inputs of the first question, which is a date, in their order.
const dateInputs = `[...document.querySelectorAll("input[id^=f0-]:is([id$=-day], [id$=-month], [id$=-year])")]`

// dateLabels returns the labels of these inputs.
func (d Document) dateLabels() string {
	d.t.Helper()
	return strings.Join(eval[[]string](d, dateInputs+`.map((input) => input.labels[0].textContent)`), " ")
}

// TestRegionChange covers B42 and T18: the host changes to another region while
// a form is open. Days, numbers and moments keep their values, the date tells
// that its inputs have changed places, and an unfinished date keeps its text.
// Rows: B42, T18.
func TestRegionChange(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.setLocale("en-US", "America/New_York")
	key, form := host.show(fields(bookingForm), nil)
	if got := form.dateLabels(); got != "Month Day Year" {
		t.Fatalf("the date asks for %q", got)
	}
	form.dateOf(0, "4", "3", "2026")
	form.setText("f1", "1.234")
	form.dateOf(2, "4", "3", "2026")
	form.setText("f2-time", "10:30")
	form.setText("f3", "Ada")
	form.waitUntilIdle()
	echo := form.echo(2)

	host.setLocale("en-GB", "Asia/Tokyo")
	form.wait("the order of the region", dateInputs+`[0].id === "f0-day"`)
	if got := eval[string](form, `["day", "month", "year"].map((part) => document.getElementById("f0-" + part).value).join()`); got != "4,3,2026" {
		t.Errorf("the date is %s", got)
	}
	const note = "The day, the month and the year have changed places. Check this date."
	if got := form.question(0).Description; !strings.Contains(got, note) {
		t.Errorf("the date is described as %q", got)
	}
	if got := eval[string](form, `document.getElementById("f2-zone").value`); got != "America/New York" {
		t.Errorf("the time zone is %q", got)
	}
	if got := form.echo(2); !strings.Contains(got, "UTC-05:00") || !strings.Contains(echo, "UTC-05:00") {
		t.Errorf("10:30 is understood as %q, was %q", got, echo)
	}
	form.wait("the note to be told", `(note) => document.getElementById("status").textContent === note`, note)
	form.expectAccessible("another region")

	host.setLocale("de", "Asia/Tokyo")
	form.wait("the German notation", `f1.value === "1,234"`)
	if got := eval[string](form, `f3.value`); got != "Ada" {
		t.Errorf("the text is %q", got)
	}
	// An edit of the date removes the note.
	form.setText("f0-day", "5")
	form.waitUntilIdle()
	if eval[bool](form, `document.querySelector("#f0-after .reordered") !== null`) {
		t.Error("after an edit the note is still there")
	}
	form.goToReview(uiTextsOf["de"])
	host.setLocale("en-US", "UTC")
	form.onHeading(uiTextsOf["en"].Review)
	if got := form.rows()[0].Value; got != "Thursday, March 5, 2026" {
		t.Errorf("review says %q", got)
	}
	if got := host.sendAnswers(uiTextsOf["en"], key); got != `{"d":"2026-03-05","n":1.234,"m":"2026-03-04T10:30:00-05:00","t":"Ada"}` {
		t.Errorf("sent %s", got)
	}
	host.expectQuiet()
}

// TestLanguageChangeInAField covers B42, F8 and G8: if the language changes while somebody types in
// a field, only the texts around them change. The control, the focus, the caret, the undo history
// and the order of the inputs of the date stay.
// Rows: B42, F8, G8.
func TestLanguageChangeInAField(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.page().run(`host.setContext({ locale: "en-US", timeZone: undefined })`)
	key, form := host.show(fields(bookingForm), nil)
	form.setText("f3", "Ada Lovelace")
	form.Key(kb.ArrowLeft + kb.ArrowLeft)
	form.run(`window.built = document.activeElement`)
	label := func(language string) {
		t.Helper()
		form.wait(language, `(language) => document.documentElement.lang === language`, language)
		form.waitUntilIdle()
	}
	host.setLocale("de", "UTC")
	label("de")
	if got := form.caret(); got != (caret{"Ada Lovelace", 10, 10}) || !eval[bool](form, `built === document.activeElement`) {
		t.Errorf("after the change: %+v", got)
	}
	form.pressEditingKey('z', "undo")
	if got := form.caret(); got.Value == "Ada Lovelace" {
		t.Error("nothing can be undone any more")
	}

	// In a date the inputs stay where they are until the focus leaves the date.
	host.setLocale("en-US", "UTC")
	label("en")
	form.run(`document.getElementById("f0-month").focus()`)
	host.setLocale("en-GB", "UTC")
	host.waitUntilIdle()
	form.Key("3" + kb.Tab + "4" + kb.Tab + "2026")
	form.waitUntilIdle()
	if got := form.dateLabels(); got != "Month Day Year" || eval[string](form, `document.activeElement.id`) != "f0-year" {
		t.Errorf("in the date: %q, focus on %s", got, eval[string](form, `document.activeElement.id`))
	}
	form.run(`f1.focus()`)
	form.wait("the new order", dateInputs+`[0].id === "f0-day"`)
	if at := eval[string](form, `document.activeElement.id`); at != "f1" {
		t.Errorf("the focus is on %q", at)
	}

	// A number keeps the notation in which its first key was typed.
	form.Key("1.2")
	host.setLocale("de", "UTC")
	label("de")
	form.Key("34")
	form.waitUntilIdle()
	if got := form.caret(); got != (caret{"1.234", 5, 5}) || !strings.Contains(form.echo(1), "1,234") {
		t.Errorf("the number is %+v, understood as %q", got, form.echo(1))
	}
	form.run(`f3.focus()`)
	form.wait("the number in the new notation", `f1.value === "1,234"`)
	form.setText("f3", "")
	form.goToReview(uiTextsOf["de"])
	if got := host.sendAnswers(uiTextsOf["de"], key); got != `{"d":"2026-03-04","n":1.234}` {
		t.Errorf("sent %s", got)
	}
	host.expectQuiet()
}
