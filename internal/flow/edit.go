package flow

import (
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/wording"
)

// hasField reports whether a form is on the screen in which that field can be answered.
func (s *State) hasField(field int) bool {
	q := s.Question()
	return s.Step == Form && field >= 0 && field < q.Fields.Len() && !q.Blocked()
}

func (e Edited) apply(_ *Machine, s State) (State, []Effect) { return s.edited(e) }

// edited takes what stands in a field's controls now.
func (s State) edited(e Edited) (State, []Effect) {
	if !s.hasField(e.Field) {
		return s, nil
	}
	before := *s.Question().Fields.At(e.Field)
	if e.Outdated {
		if !before.restated {
			return s, nil // The person has put something else in its place.
		}
		e.Draft = answer.Restate(s.Question().Form.Fields[e.Field], e.Draft, s.adaptedFrom, s.Env)
	}
	if e.Draft.Same(before.Draft) {
		return s, nil
	}
	e.Draft.Origin, e.Draft.Locale = answer.Edited, nil
	if e.Field == s.Unadapted-1 {
		e.Draft.Locale = before.Draft.Locale // Its controls are still as they were.
	}
	if moved(before.Draft, e.Draft) {
		// Which of two instants was meant has to be asked again.
		e.Draft.Fold = answer.FoldUnasked
	}
	q := s.change()
	field := q.Fields.change(e.Field)
	field.Draft, field.FilledIn = e.Draft, before.Order
	if e.Outdated {
		field.Generation++
	}
	field.reread(q.Form.Fields[e.Field], s.Reader)
	q.recheck(e.Field, field, s.Reader)
	return s.changed(s.counted(e.Field, before))
}

// changed is what follows when an answer has changed: a check that is under way
// starts anew, and the host gets the draft when the person stops typing.
func (s State) changed(effects []Effect) (State, []Effect) {
	s, effects = s.again(effects)
	if s.Drafts {
		effects = append(effects, Wake{Alarm: DraftAlarm, After: draftDelay})
	}
	return s, effects
}

// moved reports whether a date-time names another local time than before.
func moved(before, now answer.Draft) bool {
	return before.Day != now.Day || before.Month != now.Month || before.Year != now.Year ||
		before.Clock != now.Clock || before.Zone != now.Zone
}

// counted announces how many characters are left, once the person stops typing,
// from the moment that it is shown.
func (s *State) counted(field int, before Field) []Effect {
	now := s.Question().Fields.At(field)
	if !now.NearLimit || now.Over == before.Over {
		return nil
	}
	return []Effect{AnnounceLater{Text: s.Words.Counter(now.Over)}}
}

func (e Widened) apply(_ *Machine, s State) (State, []Effect) {
	if !s.hasField(e.Field) || s.Question().Form.Fields[e.Field].Kind != schema.Text {
		return s, nil
	}
	draft := s.Question().Fields.At(e.Field).Draft
	draft.Text = e.Text
	s, effects := s.edited(Edited{Field: e.Field, Draft: draft})
	field := s.change().Fields.change(e.Field)
	field.Lines, field.restated = true, false
	field.Generation++
	return s, append(effects, Focus{Target: OnControl, Field: e.Field})
}

func (e Cleared) apply(_ *Machine, s State) (State, []Effect) { return s.refilled(e.Field, false) }

func (e SuggestionTaken) apply(_ *Machine, s State) (State, []Effect) {
	return s.refilled(e.Field, true)
}

// refilled puts the server's suggestion back into a field, or removes what stands
// there.
func (s State) refilled(field int, suggested bool) (State, []Effect) {
	if !s.hasField(field) {
		return s, nil
	}
	q := s.change()
	draft := answer.Clear(q.Form.Fields[field])
	if suggested {
		draft = q.start(field, s.Reader)
	}
	q.put(field, draft, s.Reader)
	return s.changed([]Effect{Focus{Target: OnControl, Field: field}})
}

// apply checks every answer and goes on, or says what is wrong.
func (Continued) apply(m *Machine, s State) (State, []Effect) {
	if q := s.Question(); s.Step != Form || q.Confirmation() || q.Blocked() || s.Checking() {
		return s, nil
	}
	s.work = s.work.next(work{run: s.Question().newRun(s.Reader)})
	next, effects := s.checkOn(m.pace.first)
	if next.Checking() {
		effects = append([]Effect{Announce{Text: s.Words.Text(wording.Checking)}}, effects...)
	}
	return next, effects
}
