package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// onDay waits until a day of the first calendar has the focus.
func (d Document) onDay(day string) {
	d.t.Helper()
	d.wait("the focus on "+day, `(id) => document.activeElement?.id === id`, "f0-calendar-"+day)
}

// TestOwnCalendar covers T18 and N33: the form draws its own calendar while that is open. Keys alone can use it.
// Rows: T18, N33.
func TestOwnCalendar(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(fields(aDate, aMoment), nil)
	if calendars := eval[int](form, `document.querySelectorAll("input[type=date], [role=dialog]").length`); calendars != 0 {
		t.Errorf("%d calendars are drawn before one is opened", calendars)
	}
	form.dateOf(0, "29", "2", "2028")
	form.tabTo(form.byID("f0-calendar"))
	host.Key(kb.Enter)
	form.onDay("2028-02-29")
	// The chosen day is readable under the pointer too.
	x, y := form.clickPoint(form.byID("f0-calendar-2028-02-29"))
	host.mouse(chromedp.MouseMoved, x, y)
	form.expectAccessible("calendar")
	tree := form.axDump()
	for _, want := range []string{
		"dialog | Choose a date", "button | Previous month", "grid | February 2028", "columnheader | Monday",
		"gridcell | Tuesday, 29 February 2028 |", "gridcell | Monday, 28 February 2028",
	} {
		if !strings.Contains(tree, want) {
			t.Errorf("no %q in\n%s", want, tree)
		}
	}
	if got := eval[string](form, `[...document.querySelectorAll("td[aria-selected=true]")].map((day) => day.textContent).join() + " " + document.querySelectorAll("td[tabindex='0']").length`); got != "29 1" {
		t.Errorf("chosen are %s", got)
	}
	for _, move := range []struct {
		key  string
		with []chromedp.Modifier
		day  string
	}{
		{kb.ArrowRight, nil, "2028-03-01"}, {kb.ArrowUp, nil, "2028-02-23"}, {kb.Home, nil, "2028-02-21"}, {kb.End, nil, "2028-02-27"},
		{kb.PageDown, nil, "2028-03-27"}, {kb.PageUp, []chromedp.Modifier{chromedp.ModifierShift}, "2027-03-27"}, {kb.ArrowLeft, nil, "2027-03-26"}, {kb.ArrowDown, nil, "2027-04-02"},
	} {
		host.Key(move.key, move.with...)
		form.onDay(move.day)
	}
	if got := eval[string](form, `document.getElementById("f0-calendar-month").textContent`); got != "April 2027" {
		t.Errorf("the month is called %q", got)
	}
	host.Key(kb.Escape)
	form.wait("the calendar to close", `!document.querySelector("[role=dialog]") && document.activeElement?.id === "f0-calendar"`)
	if got := eval[string](form, `document.getElementById("f0-year").value`); got != "2028" {
		t.Errorf("Escape left the year %q", got)
	}
	host.Key(kb.Enter)
	form.onDay("2028-02-29")
	host.Key(kb.ArrowLeft)
	form.onDay("2028-02-28")
	host.Key(kb.Enter)
	form.wait("the day", `!document.querySelector("[role=dialog]") && document.activeElement?.id === "f0-calendar" && document.getElementById("f0-day").value === "28"`)
	form.wait("what is said", `document.getElementById("status").textContent === "Monday, 28 February 2028"`)

	// One calendar is open at a time, and a day can be pressed.
	host.Key(kb.Enter)
	form.onDay("2028-02-28")
	form.click(form.findIn(form.find("group", "M"), "button", "Choose a date"), 1)
	form.wait("the other calendar", `document.querySelectorAll("[role=dialog]").length === 1 && document.activeElement?.id.startsWith("f1-calendar-")`)
	form.click(form.find("button", "Next month"), 1)
	form.click(form.find("button", "Previous month"), 1)
	day := eval[string](form, `document.querySelector("td[tabindex='0']").getAttribute("aria-label")`)
	form.click(form.find("gridcell", day), 1)
	form.wait("the pressed day", `!document.querySelector("[role=dialog]") && document.activeElement?.id === "f1-calendar" && document.getElementById("f1-year").value.length === 4`)
	form.Type("Time", "10:30")
	form.toReview()
	if _, sent := host.send(key); !strings.HasPrefix(sent, `{"d":"2028-02-28","m":"`) {
		t.Errorf("sent %s", sent)
	}
	host.expectQuiet()
}

// TestOwnCalendarFits covers G18 and N33: at 320 px, from right to left, in light, dark
// and forced colours, all of the calendar is in the frame, and each day can be pressed.
// Rows: G18, N33.
func TestOwnCalendarFits(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.setLocale("ar-EG", "UTC")
	host.form().wait("the words in Arabic", `document.documentElement.lang === "ar"`)
	host.viewport(320, 800, 1)
	_, form := host.show(fields(aDate), nil)
	form.dateOf(0, "29", "2", "2028")
	form.tabTo(form.byID("f0-calendar"))
	host.Key(" ")
	form.onDay("2028-02-29")
	host.Key(kb.ArrowRight)
	form.onDay("2028-02-28")
	for name, features := range map[string]map[string]string{
		"light": {"prefers-color-scheme": "light"}, "dark": {"prefers-color-scheme": "dark"}, "forced colours": {"forced-colors": "active"},
	} {
		host.media(features)
		// axe cannot tell a single Arabic digit from a sign, so the names are read below.
		without := []string{"label-content-name-mismatch"}
		if name == "forced colours" {
			without = append(without, "color-contrast") // The system chooses these colours.
		}
		form.expectAccessible(name, without...)
	}
	if unnamed := eval[int](form, `[...document.querySelectorAll("td[tabindex]")].filter((day) => !day.getAttribute("aria-label").includes(" " + day.textContent + " ")).length`); unnamed != 0 {
		t.Errorf("the names of %d days lack their numbers", unnamed)
	}
	form.wait("room for the calendar", `document.querySelector("[role=dialog]").getBoundingClientRect().bottom < innerHeight`)
	if got := eval[string](form, `(() => {
		const small = [...document.querySelectorAll("[role=dialog] button, td[tabindex]")].map((each) => each.getBoundingClientRect()).filter(({ width, height }) => width < 24 || height < 24);
		const [first, second] = [...document.querySelectorAll("th")].map((each) => each.getBoundingClientRect().left);
		return [small.length + " too small", first > second ? "right to left" : "left to right", document.documentElement.scrollWidth <= innerWidth ? "fits" : "too wide"].join();
	})()`); got != "0 too small,right to left,fits" {
		t.Errorf("at 320 px: %s", got)
	}
	host.expectQuiet()
}
