package flow

import "github.com/elicitform/elicitform/internal/check"

// DayPicked: the person picked a day in the browser's own calendar, YYYY-MM-DD.
type DayPicked struct {
	Field int
	Day   string
}

// apply writes the day into the three controls of a date, which stay the
// answer.
func (e DayPicked) apply(_ *Machine, s State) (State, []Effect) {
	if !s.hasField(e.Field) || s.Question().Fields.At(e.Field).Order == "" {
		return s, nil
	}
	draft := s.Question().Fields.At(e.Field).Draft.Picked(e.Day, s.Env)
	s, effects := s.edited(Edited{Field: e.Field, Draft: draft})
	fill := func(part check.DatePart, text string) Effect { return Fill{Field: e.Field, Part: part, Text: text} }
	return s, append(effects, fill(check.PartDay, draft.Day), fill(check.PartMonth, draft.Month), fill(check.PartYear, draft.Year))
}
