package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/wording"
)

// apply follows the host's language and time zone. Every answer keeps its value: drafts are rewritten
// in the notation of the new locale; checked answers are only worded anew.
//
// The field that the person is in changes its words, but not its controls before they leave it:
// nothing moves while they type, no composition of an input method is cut off, and half a number goes
// on in its notation.
func (e Adapted) apply(_ *Machine, s State) (State, []Effect) {
	from, language := s.Env, s.Words.Tag
	s.Reader, s.adaptedFrom, s.Unadapted = e.Reader, from, 0
	if s.Step == Form {
		s.Unadapted = e.Focused
	}
	reordered := false
	requests := s.mutableRequests()
	for i := range requests {
		if i == s.At {
			reordered = requests[i].adapt(from, s.Reader, s.Unadapted-1)
		} else {
			requests[i].adapt(from, s.Reader, -1)
		}
	}
	s.Change.reviewed.adapt(from, s.Reader, -1)
	if s.Step == Review {
		s = s.snapshot()
	}
	var order []wording.Sentence
	if s.Step == Form && reordered {
		order = append(order, s.Words.Sentence("DateReordered"))
	}
	switch {
	case s.Step != Idle && s.Words.Tag != language:
		effects := []Effect{Announce{Text: s.introduction(order...).Outside}}
		if s.Open() && s.Sending == NotSending {
			effects = append(effects, s.receipt(Pending)...)
		}
		return s, effects
	case order != nil:
		return s, s.announceOrder()
	}
	return s, nil
}

// adapt brings a request up to date with the locale and the time zone, but for the controls of the field
// that the person is in, or -1. It reports whether the segments of a date have changed places.
func (q *Request) adapt(from answer.Env, r Reader, focused int) (reordered bool) {
	for i := range len(q.Fields) {
		if i == focused {
			state := q.mutableField(i)
			state.Draft = answer.Keep(q.Form.Fields[i], state.Draft, from, r.Env)
			state.reread(q.Form.Fields[i], r)
		} else if q.restate(i, from, r) {
			reordered = true
		}
	}
	if q.found != nil {
		q.rows = q.review(r)
	}
	q.rewordProblems(r)
	return reordered
}

// apply catches up with the field that the person was in when the language changed,
// once they are in another one or in none.
func (e Left) apply(_ *Machine, s State) (State, []Effect) {
	field := s.Unadapted - 1
	if field < 0 || field == e.Focused-1 {
		return s, nil
	}
	s.Unadapted = 0
	if field >= len(s.Request().Fields) {
		return s, nil
	}
	q := s.mutableRequest()
	reordered := q.restate(field, s.Env, s.Reader)
	if answer.HasZone(q.Form.Fields[field]) {
		// The time zone beside it may still be the one before the change.
		state := q.mutableField(field)
		state.Serial++
		state.restated = true
	}
	if reordered {
		return s, s.announceOrder()
	}
	return s, nil
}

func (s *State) announceOrder() []Effect {
	return []Effect{Announce{Text: s.Words.Text("DateReordered"), Later: true}}
}

// restate brings a field up to date with the locale and the time zone, with new controls where their
// text changes. It reports whether the segments of an answered date have changed places.
func (q *Request) restate(field int, from answer.Env, r Reader) (reordered bool) {
	f, state := q.Form.Fields[field], q.mutableField(field)
	before := *state
	state.Draft = answer.Restate(f, before.Draft, from, r.Env)
	if f.Kind.HasDate() {
		state.Order = r.Env.Locale.DateOrder
	}
	elsewhere := answer.HasZone(f) && from.Zones != nil && from.Zones.Local() != r.Env.Zones.Local()
	if elsewhere || state.Order != before.Order || !state.Draft.Same(before.Draft) {
		state.Serial++
		state.restated = true
	}
	state.reread(f, r)
	return state.Order != before.Order && state.Reordered()
}

// rewordProblems brings what is said of the problems up to date. Some say how an
// answer could be read, which is written as in the form around it.
func (q *Request) rewordProblems(r Reader) {
	problems := slices.Clone(q.Problems)
	for i, p := range problems {
		if p.Field < 0 || p.Solved {
			continue
		}
		if p.Code == check.AmbiguousNumber || p.Code == check.TimeSkipped || p.Code == check.DateUnreal {
			if _, now := q.checker.CheckField(p.Field, q.Fields[p.Field].Draft, r.Env); now != nil && now.Code == p.Code {
				problems[i] = *now
			}
		}
	}
	q.setProblems(problems)
}
