package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/wording"
)

// adapted follows the host's language and time zone. Every answer keeps its
// value: what stands in the fields is restated for what they are read by now,
// and what was found right stays as it was found and is only worded anew.
//
// The field that the person is in is left alone until they leave it. Its words
// change, its controls do not: nothing is moved or rewritten under somebody's
// fingers, no composition of an input method is cut off, and half a number goes
// on in the notation that it began in.
func (s State) adapted(e Adapted) (State, []Effect) {
	from := s.Env
	s.before = from
	s.Words, s.Env = e.Words, e.Env
	s.busy = 0
	if s.Step == Form {
		s.busy = e.Focused
	}
	parts, reordered := s.all(), false
	if len(parts) == 0 {
		return s, nil
	}
	for i, p := range parts {
		s.Question = p
		s.Fields = slices.Clone(s.Fields)
		for j := range s.Fields {
			if i == s.at && j == s.busy-1 {
				s.Fields[j].Draft = answer.Keep(s.Form.Fields[j], s.Fields[j].Draft, from, s.Env)
				s.reread(j)
			} else if s.restate(j, from) && i == s.at {
				reordered = true
			}
		}
		if s.found != nil {
			s.rows = s.review()
		}
		s.retell()
		parts[i] = s.Question
	}
	s.parts, s.Question = parts, parts[s.at]
	switch {
	case s.Step == Review:
		return s.snapshot(), nil
	case s.Step == Form && reordered:
		return s, s.tellOrder()
	}
	return s, nil
}

// Busy is the field that waits for the person to leave it, counted from 1; 0
// for none.
func (s State) Busy() int { return s.busy }

// left catches up with the field that the person was in, once they are in
// another one, counted from 1, or in none.
func (s State) left(focused int) (State, []Effect) {
	field := s.busy - 1
	if field < 0 || field == focused-1 {
		return s, nil
	}
	s.busy = 0
	if field >= len(s.Fields) {
		return s, nil
	}
	s.Fields = slices.Clone(s.Fields)
	reordered := s.restate(field, s.Env)
	if answer.Zoned(s.Form.Fields[field]) {
		// The time zone beside it may still be the one before the change.
		s.Fields[field].Generation++
		s.Fields[field].restated = true
	}
	if reordered {
		return s, s.tellOrder()
	}
	return s, nil
}

func (s State) tellOrder() []Effect {
	return []Effect{AnnounceLater{Text: s.Words.Text(wording.DateReordered)}}
}

// restate brings a field up to date with the locale and the time zone, and
// reports whether the parts of an answered date have changed places. Its
// controls are built anew where something else stands in them now. The caller
// owns s.Fields.
func (s *State) restate(field int, from answer.Env) (reordered bool) {
	f, state := s.Form.Fields[field], &s.Fields[field]
	before := *state
	state.Draft = answer.Restate(f, before.Draft, from, s.Env)
	if f.Kind.Dated() {
		state.Order = s.Env.Locale.DateOrder
	}
	elsewhere := answer.Zoned(f) && from.Zones != nil && from.Zones.Local() != s.Env.Zones.Local()
	if elsewhere || state.Order != before.Order || !state.Draft.Same(before.Draft) {
		state.Generation++
		state.restated = true
	}
	s.reread(field)
	return state.Order != before.Order && state.Reordered()
}

// retell brings what is said of the problems up to date. Two of them say how an
// answer could be read, which is written as in the form around it.
func (s *State) retell() {
	problems := slices.Clone(s.Problems)
	for i, p := range problems {
		if p.Field < 0 {
			continue
		}
		if p.Code == check.AmbiguousNumber || p.Code == check.TimeSkipped {
			if _, now := s.checker.Field(p.Field, s.Fields[p.Field].Draft, s.Env); now != nil && now.Code == p.Code {
				problems[i] = *now
			}
		}
	}
	s.tell(problems, s.Words)
}
