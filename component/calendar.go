package component

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/wording"
)

func (f *field) ownCalendar() *answer.Calendar { return f.store.state.Env.Locale.OwnCalendar() }

// calendar draws the button of a calendar. The style sheet draws the browser's own as a button. Chromium stops twice at it
// with Tab, at the input and at the button in it; without that button, no key would open it.
func (f *field) calendar() app.UI {
	words := f.store.state.Words
	id := calendarID(f.Index)
	if f.ownCalendar() != nil {
		return elem("button").Attr("type", "button").Class("part calendar").ID(id).
			Aria("label", words.Text("Calendar")).Aria("haspopup", "dialog").Aria("expanded", strconv.FormatBool(f.Look.Calendar.Open)).
			On("click", f.handler(func(app.Event) flow.Event { return flow.CalendarPressed{Field: f.Index} }))
	}
	return elem("label").Class("part calendar").Attr("for", id).Body(
		// The type comes last, because a date input is rebuilt for each bound that it gets.
		elem("input").Attr("min", "0001-01-01").Attr("max", "9999-12-31").Attr("type", "date").ID(id).
			Attr("autocomplete", "off").Aria("label", words.Text("Calendar")).
			On("change", f.handler(func(app.Event) flow.Event { return flow.DayPicked{Field: f.Index, Day: valueOf(id)} })),
	)
}

// month stands below the inputs in the flow of the page, where the frame's edge never cuts it off.
func (f *field) month() app.UI { return drawIf(f.Look.Calendar.Open, f.openMonth) }

func (f *field) openMonth() app.UI {
	words, id := f.store.state.Words, calendarID(f.Index)
	return elem("div").Class("days").Role("dialog").Aria("label", words.Text("Calendar")).
		On("keydown", f.handler(f.calendarKey)).
		Body(
			elem("div").Class("turn").Body(
				f.turn("PreviousYear", -12),
				f.turn("PreviousMonth", -1),
				elem("p").ID(id+"-month").Aria("live", "polite").Text(f.ownCalendar().Heading(f.Look.Calendar.Day)),
				f.turn("NextMonth", 1),
				f.turn("NextYear", 12),
			),
			elem("table").Role("grid").Aria("labelledby", id+"-month").
				On("click", f.handler(f.dayPressed)).
				Body(f.columns(), f.weeks()),
		)
}

func (f *field) turn(name wording.Key, months int) app.UI {
	return elem("button").Attr("type", "button").Aria("label", f.store.state.Words.Text(name)).
		On("click", f.handler(func(app.Event) flow.Event { return flow.CalendarTurned{Field: f.Index, Months: months} }))
}

func (f *field) columns() app.UI {
	row := make([]app.UI, answer.Weekdays)
	for i := range row {
		short, name := f.ownCalendar().Column(i)
		row[i] = elem("th").Attr("scope", "col").Aria("label", name).Text(short)
	}
	return elem("thead").Body(elem("tr").Body(row...))
}

func (f *field) weeks() app.UI {
	calendar, state := f.ownCalendar(), &f.store.state
	today := state.Env.Today()
	chosen, isChosen := f.state().Draft.WholeDay(state.Env)
	rows := make([]app.UI, answer.Weeks)
	for week := range rows {
		row := make([]app.UI, answer.Weekdays)
		for column := range row {
			day, ok := calendar.Month(f.Look.Calendar.Day, week, column)
			if !ok {
				row[column] = elem("td")
				continue
			}
			cell := elem("td").ID(dayID(f.Index, day)).Attr("tabindex", "-1").Aria("label", calendar.Name(day))
			if day == f.Look.Calendar.Day {
				cell = cell.Attr("tabindex", "0")
			}
			if isChosen && day == chosen {
				cell = cell.Aria("selected", "true")
			}
			if day == today {
				cell = cell.Aria("current", "date")
			}
			row[column] = cell.Text(calendar.Number(day))
		}
		rows[week] = elem("tr").Body(row...)
	}
	return elem("tbody").Body(rows...)
}

func calendarID(field int) string { return idIn(field, "-calendar") }

func dayID(field int, day answer.Day) string { return calendarID(field) + "-" + day.Text() }

func (f *field) calendarKey(e app.Event) flow.Event {
	pressed := flow.CalendarKey{Field: f.Index, Key: page.Text(e, "key"), Shift: page.Flag(e, "shiftKey")}
	_, onDay := f.dayOf(page.Get(e, "target"))
	if page.Flag(e, "ctrlKey") || page.Flag(e, "altKey") || page.Flag(e, "metaKey") ||
		!onDay && pressed.Key != "Escape" || !pressed.Handles(f.store.state.Reader) {
		return nil
	}
	prevent(e)
	return pressed
}

func (f *field) dayOf(element app.Value) (day string, ok bool) {
	return strings.CutPrefix(page.Text(element, "id"), calendarID(f.Index)+"-")
}

func (f *field) dayPressed(e app.Event) flow.Event {
	if day, ok := f.dayOf(page.Call(page.Get(e, "target"), "closest", "td")); ok {
		return flow.DayPicked{Field: f.Index, Day: day}
	}
	return nil
}
