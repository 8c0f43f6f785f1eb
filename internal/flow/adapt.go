package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/validate"
	"github.com/elicitform/elicitform/internal/wording"
)

// Adapted: the host's locale or time zone has changed.
type Adapted struct {
	Reader
	// Focused is the field that has the focus, counted from 1; 0 for none.
	Focused int
}

// Every answer keeps its value: drafts are rewritten in the new notation, and checked answers are worded again.
//
// The focused field changes its words at once, but its controls only when the focus leaves it. Nothing moves while the
// person types, no composition of an input method is cut off, and half a number goes on in its notation.
func (e Adapted) apply(_ *Machine, s State) (State, []Effect) {
	from, language := s.Env, s.Words.Tag
	s.Reader, s.adaptedFrom, s.Unadapted = e.Reader, from, 0
	s.Env.Now = from.Now
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
	s.Change.original.adapt(from, s.Reader, -1)
	if s.Step == Review {
		s = s.takeSnapshot()
	}
	var order []wording.Sentence
	if s.Step == Form && reordered {
		order = append(order, s.Words.Sentence("DateReordered"))
	}
	switch {
	case s.Step != Idle && s.Words.Tag != language:
		effects := []Effect{Announce{Text: s.announceStep(order...).Outside}}
		if s.Open() && s.Sending == NotSending {
			effects = append(effects, s.receipt(Pending))
		}
		return s, effects
	case order != nil:
		return s, s.announceOrder()
	}
	return s, nil
}

// adapt rewrites a request, except for the controls of the focused field. It reports a new order of segments.
func (q *Request) adapt(from answer.Env, r Reader, focused int) (reordered bool) {
	for i := range len(q.Fields) {
		if i == focused {
			state := q.mutableField(i)
			state.Draft = answer.Keep(q.Form.Fields[i], state.Draft, from, r.Env)
			state.refresh(q.Form.Fields[i], r)
		} else if q.restate(i, from, r) {
			reordered = true
		}
	}
	if q.answers != nil {
		q.rows = q.makeRows(r)
	}
	q.rewordProblems(r)
	return reordered
}

// FieldBlurred: the focus has moved to another field, counted from 1; 0 for none.
type FieldBlurred struct{ Focused int }

// The field that had the focus during a change of the language gets its new controls.
func (e FieldBlurred) apply(_ *Machine, s State) (State, []Effect) {
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
		// The control may still show the time zone of before the change.
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

func (q *Request) restate(field int, from answer.Env, r Reader) (reordered bool) {
	f, state := q.Form.Fields[field], q.mutableField(field)
	before := *state
	state.Draft = answer.Restate(f, before.Draft, from, r.Env)
	if f.Kind.HasDate() {
		state.Order = r.Env.Locale.DateOrder
	}
	newZone := answer.HasZone(f) && from.Zones != nil && from.Zones.Local() != r.Env.Zones.Local()
	if newZone || state.Order != before.Order || !state.Draft.Same(before.Draft) {
		state.Serial++
		state.restated = true
	}
	state.refresh(f, r)
	return state.Order != before.Order && state.Reordered()
}

// Some unsolved problems and all solved problems quote an answer in the locale's notation.
func (q *Request) rewordProblems(r Reader) {
	problems := slices.Clone(q.Problems)
	for i, p := range problems {
		if p.Field < 0 {
			continue
		}
		if p.Solved {
			problems[i] = q.checkAgain(p.Field, p, q.Fields[p.Field], r)
			continue
		}
		if p.Code == validate.AmbiguousNumber || p.Code == validate.TimeSkipped || p.Code == validate.DateUnreal {
			if _, now := q.checker.CheckField(p.Field, q.Fields[p.Field].Draft, r.Env); now != nil && now.Code == p.Code {
				problems[i] = *now
			}
		}
	}
	q.setProblems(problems)
}
