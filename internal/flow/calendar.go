package flow

import (
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
)

// Where the browser has no calendar, the form draws one, for one field at a time. It follows the APG's
// date picker dialog: the focus is on a day, arrows move it by days and weeks, Page Up and Page Down
// by months, Enter and Space choose, Escape closes. It is no modal dialog, because it is in the flow
// of the page, where it is never cut off at the frame's edge.
// See https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/examples/datepicker-dialog/.

// Calendar is the calendar of a field.
type Calendar struct {
	Open  bool
	Field int
	// Day is the one that has the focus, or gets it next. Its month is shown.
	Day answer.Day
}

// What the person does with a calendar.
type (
	// DayPicked: the person picked a day, YYYY-MM-DD.
	DayPicked struct {
		Field int
		Day   string
	}
	// CalendarPressed: the person pressed the button that opens the calendar and closes it.
	CalendarPressed struct{ Field int }
	// CalendarKey: the person pressed a key on a day, alone or with Shift, or Escape anywhere.
	CalendarKey struct {
		Field int
		Key   string
		Shift bool
	}
	// CalendarTurned: the person wants to see the month that is Months later.
	CalendarTurned struct{ Field, Months int }
)

// Where the focus goes with a calendar.
type (
	// FocusDay moves the focus to a day, once that is drawn.
	FocusDay struct {
		Field int
		Day   answer.Day
	}
	// FocusCalendar moves the focus to the button of the calendar, before the focused day is removed.
	FocusCalendar struct{ Field int }
)

// Calendar is how the calendar of a field is shown.
func (s *State) Calendar(field int) Calendar {
	if s.View.calendar.Field != field {
		return Calendar{}
	}
	return s.View.calendar
}

// hasCalendar reports whether a field asks for a date, and the form draws the calendar.
func (s *State) hasCalendar(field int) bool {
	return s.hasField(field) && s.Request().Fields[field].Order != "" && s.Env.Locale.OwnCalendar() != nil
}

func (e CalendarPressed) apply(_ *Machine, s State) (State, []Effect) {
	if !s.hasCalendar(e.Field) {
		return s, nil
	}
	if s.Calendar(e.Field).Open {
		return s.closeCalendar(e.Field)
	}
	day := s.Request().Fields[e.Field].Draft.CalendarStart(s.Env)
	return s.showDay(e.Field, day), []Effect{FocusDay{e.Field, day}}
}

func (s State) closeCalendar(field int) (State, []Effect) {
	s.View.calendar = Calendar{}
	return s, []Effect{FocusCalendar{field}}
}

// showDay shows the month of a day, which takes the focus next.
func (s State) showDay(field int, day answer.Day) State {
	s.View.calendar = Calendar{Open: true, Field: field, Day: day}
	return s
}

// apply shows another month. The focus stays on the button that was pressed.
func (e CalendarTurned) apply(_ *Machine, s State) (State, []Effect) {
	if now := s.Calendar(e.Field); now.Open && s.hasCalendar(e.Field) {
		s = s.showDay(e.Field, now.Day.PlusMonths(e.Months))
	}
	return s, nil
}

func (e CalendarKey) apply(m *Machine, s State) (State, []Effect) {
	now := s.Calendar(e.Field)
	if !now.Open || !s.hasCalendar(e.Field) {
		return s, nil
	}
	switch e.Key {
	case "Escape":
		return s.closeCalendar(e.Field)
	case "Enter", " ":
		return DayPicked{Field: e.Field, Day: now.Day.Text()}.apply(m, s)
	}
	day, moves := dayAfter(now.Day, e, s.Reader)
	if !moves {
		return s, nil
	}
	return s.showDay(e.Field, day), []Effect{FocusDay{e.Field, day}}
}

// Handles reports whether a key belongs to a calendar, so that the browser must not act on it.
func (e CalendarKey) Handles(r Reader) bool {
	_, moves := dayAfter(0, e, r)
	return moves || e.Key == "Enter" || e.Key == " " || e.Key == "Escape"
}

func dayAfter(day answer.Day, e CalendarKey, r Reader) (to answer.Day, moves bool) {
	ahead, months := 1, 1
	if r.Words.RTL {
		ahead = -1
	}
	if e.Shift {
		months = aYear
	}
	switch e.Key {
	case "Home":
		return r.Env.Locale.OwnCalendar().WeekStart(day), true
	case "End":
		return r.Env.Locale.OwnCalendar().WeekEnd(day), true
	case "PageDown":
		return day.PlusMonths(months), true
	case "PageUp":
		return day.PlusMonths(-months), true
	}
	days, moves := map[string]int{"ArrowRight": ahead, "ArrowLeft": -ahead, "ArrowDown": aWeek, "ArrowUp": -aWeek}[e.Key]
	return day.Plus(days), moves
}

// A week in days, and a year in months.
const aWeek, aYear = 7, 12

// apply writes the day into the three controls of a date. The form's own calendar closes, and the day
// is announced, because the focus is on the button then.
func (e DayPicked) apply(_ *Machine, s State) (State, []Effect) {
	if !s.hasField(e.Field) || s.Request().Fields[e.Field].Order == "" {
		return s, nil
	}
	var after []Effect
	if day, ok := answer.ReadDay(e.Day); ok && s.Calendar(e.Field).Open {
		s, after = s.closeCalendar(e.Field)
		after = append(after, Announce{Text: s.Env.Locale.OwnCalendar().Name(day)})
	}
	draft := s.Request().Fields[e.Field].Draft.PickDay(e.Day, s.Env)
	s, effects := s.edited(Edited{Field: e.Field, Draft: draft})
	fill := func(part check.Segment, text string) Effect { return Fill{Field: e.Field, Segment: part, Text: text} }
	effects = append(effects, fill(check.DaySegment, draft.Day), fill(check.MonthSegment, draft.Month), fill(check.YearSegment, draft.Year))
	return s, append(effects, after...)
}
