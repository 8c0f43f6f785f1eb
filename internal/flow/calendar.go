package flow

import (
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/validate"
)

// Calendar is the calendar that the form draws for one field, unless the browser's own is better. It follows the APG's date picker
// dialog: https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/examples/datepicker-dialog/. It is not modal, because it
// stands in the flow of the page, where the frame's edge never cuts it off.
type Calendar struct {
	Open  bool
	Field int
	// Day has the focus, or gets it next.
	Day answer.Day
}

type (
	// FocusDay moves the focus to a day, after the drawing.
	FocusDay struct {
		Field int
		Day   answer.Day
	}
	// FocusCalendar moves the focus to the button of the calendar, before the focused day is removed.
	FocusCalendar struct{ Field int }
)

// Calendar returns the calendar of a field.
func (s *State) Calendar(field int) Calendar {
	if s.View.calendar.Field != field {
		return Calendar{}
	}
	return s.View.calendar
}

func (s *State) hasCalendar(field int) bool {
	return s.hasField(field) && s.Request().Fields[field].Order != "" && s.Env.Locale.OwnCalendar() != nil
}

// CalendarPressed: the person pressed the button that opens and closes the calendar.
type CalendarPressed struct{ Field int }

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

func (s State) showDay(field int, day answer.Day) State {
	s.View.calendar = Calendar{Open: true, Field: field, Day: day}
	return s
}

// CalendarTurned: the person wants the month that is Months later.
type CalendarTurned struct{ Field, Months int }

// The focus stays on the button that was pressed.
func (e CalendarTurned) apply(_ *Machine, s State) (State, []Effect) {
	if calendar := s.Calendar(e.Field); calendar.Open && s.hasCalendar(e.Field) {
		s = s.showDay(e.Field, calendar.Day.PlusMonths(e.Months))
	}
	return s, nil
}

// CalendarKey: the person pressed a key on a day, with or without Shift, or Escape anywhere.
type CalendarKey struct {
	Field int
	Key   string
	Shift bool
}

func (e CalendarKey) apply(m *Machine, s State) (State, []Effect) {
	calendar := s.Calendar(e.Field)
	if !calendar.Open || !s.hasCalendar(e.Field) {
		return s, nil
	}
	switch e.Key {
	case "Escape":
		return s.closeCalendar(e.Field)
	case "Enter", " ":
		return DayPicked{Field: e.Field, Day: calendar.Day.Text()}.apply(m, s)
	}
	day, moves := e.moveDay(calendar.Day, s.Reader)
	if !moves {
		return s, nil
	}
	return s.showDay(e.Field, day), []Effect{FocusDay{e.Field, day}}
}

// Handles reports whether a key belongs to a calendar, so that the browser must not act on it.
func (e CalendarKey) Handles(r Reader) bool {
	_, moves := e.moveDay(0, r)
	return moves || e.Key == "Enter" || e.Key == " " || e.Key == "Escape"
}

const daysInWeek, monthsInYear = 7, 12

func (e CalendarKey) moveDay(day answer.Day, r Reader) (to answer.Day, moves bool) {
	ahead, months := 1, 1
	if r.Words.RTL {
		ahead = -1
	}
	if e.Shift {
		months = monthsInYear
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
	days, moves := map[string]int{"ArrowRight": ahead, "ArrowLeft": -ahead, "ArrowDown": daysInWeek, "ArrowUp": -daysInWeek}[e.Key]
	return day.Plus(days), moves
}

// DayPicked: the person picked a day, YYYY-MM-DD.
type DayPicked struct {
	Field int
	Day   string
}

// The calendar closes and moves the focus to its button, so that the day has to be announced.
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
	s, effects := s.fillDate(e.Field, draft)
	return s, append(effects, after...)
}

func (s State) fillDate(field int, draft answer.Draft) (State, []Effect) {
	s, effects := s.edit(Edited{Field: field, Draft: draft})
	fill := func(part validate.Segment, text string) Effect {
		return Fill{Field: field, Segment: part, Text: text}
	}
	return s, append(effects,
		fill(validate.DaySegment, draft.Day), fill(validate.MonthSegment, draft.Month), fill(validate.YearSegment, draft.Year))
}

// FocusPart moves the focus to a control of a date, and selects its text.
type FocusPart struct {
	Field   int
	Segment validate.Segment
}

// DateTyped: the person typed into a control of a date. A whole date fills all three, with the focus on the last one, whose text is
// selected: a sign that ends the date, such as 日, does not replace it. A separator moves on to the next control.
type DateTyped struct {
	Edited
	Segment validate.Segment
}

func (e DateTyped) apply(_ *Machine, s State) (State, []Effect) {
	if e.Outdated || !s.hasField(e.Field) || s.Request().Fields[e.Field].Order == "" {
		return s.edit(e.Edited)
	}
	part := answer.DatePart(e.Segment - validate.DaySegment)
	if text, ok := e.Draft.WithoutSign(part, s.Request().Fields[e.Field].Draft, s.Env); ok {
		return s, []Effect{Fill{e.Field, e.Segment, text}}
	}
	s, effects := s.edit(e.Edited)
	field := s.Request().Fields[e.Field]
	segments := field.DateSegments()
	if day, ok := field.Draft.TypedDay(part, s.Env); ok {
		s, more := s.fillDate(e.Field, field.Draft.PickDay(day.Text(), s.Env))
		return s, append(append(effects, more...), FocusPart{e.Field, segments[len(segments)-1]})
	}
	draft, text, ok := field.Draft.CutSeparator(part, s.Env)
	next := slices.Index(segments, e.Segment) + 1
	if !ok || next == len(segments) {
		return s, effects
	}
	s, more := s.edit(Edited{Field: e.Field, Draft: draft})
	effects = append(effects, more...)
	return s, append(effects, Fill{e.Field, e.Segment, text}, FocusPart{e.Field, segments[next]})
}

// DateSegments returns the controls of a date in the order of the person's locale; nil for another field.
func (f *Field) DateSegments() (segments []validate.Segment) {
	for _, letter := range f.Order {
		segments = append(segments, validate.DaySegment+validate.Segment(strings.IndexRune("DMY", letter)))
	}
	return segments
}
