package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/wording"
)

// hasField reports whether a form is on the screen in which that field can be answered.
func (s *State) hasField(field int) bool {
	q := s.Request()
	return s.Step == Form && field >= 0 && field < len(q.Fields) && !q.Blocked() &&
		(!s.Changing() || slices.Contains(s.Change.shown, field))
}

func (e Edited) apply(_ *Machine, s State) (State, []Effect) { return s.edited(e) }

func (s State) edited(e Edited) (State, []Effect) {
	if !s.hasField(e.Field) {
		return s, nil
	}
	before := *s.Request().Fields[e.Field]
	if e.Outdated {
		if !before.restated {
			return s, nil // The person has put something else in its place.
		}
		e.Draft = answer.Restate(s.Request().Form.Fields[e.Field], e.Draft, s.adaptedFrom, s.Env)
	}
	if e.Draft.Same(before.Draft) {
		return s, nil
	}
	e.Draft.Origin, e.Draft.Locale = answer.Edited, nil
	if e.Field == s.Unadapted-1 {
		e.Draft.Locale = before.Draft.Locale // Its controls are still as they were.
	}
	if changesLocalTime(before.Draft, e.Draft) {
		// Which of two instants was meant has to be asked again.
		e.Draft.Fold = answer.FoldUnknown
	}
	q := s.mutableRequest()
	field := q.mutableField(e.Field)
	field.Draft, field.FilledIn = e.Draft, before.Order
	if e.Outdated {
		field.Serial++
	}
	field.reread(q.Form.Fields[e.Field], s.Reader)
	q.recheck(e.Field, field, s.Reader)
	var effects []Effect
	if field.NearLimit && field.Over != before.Over {
		effects = append(effects, Announce{Text: s.Words.Counter(field.Over), Later: true})
	}
	if q.DeclineInstead() {
		effects = append(effects, Announce{Text: s.Words.Text("DeclineInstead", wording.Server(s.ServerID())), Later: true})
	}
	if field.HoldsCode && !before.HoldsCode {
		effects = append(effects, Announce{Text: s.Words.Text("SecretWarningHeading"), Later: true})
	}
	return s, append(effects, s.keepDraft()...)
}

// keepDraft hands an answer that has changed to the host when the person stops typing.
func (s *State) keepDraft() []Effect {
	if !s.Drafts {
		return nil
	}
	return []Effect{Wake{Alarm: DraftAlarm, After: draftDelay}}
}

func changesLocalTime(before, now answer.Draft) bool {
	return before.Day != now.Day || before.Month != now.Month || before.Year != now.Year ||
		before.Clock != now.Clock || before.Zone != now.Zone
}

func (e Widened) apply(_ *Machine, s State) (State, []Effect) {
	if !s.hasField(e.Field) || s.Request().Form.Fields[e.Field].Kind != schema.Text {
		return s, nil
	}
	draft := s.Request().Fields[e.Field].Draft
	draft.Text = e.Text
	s, effects := s.edited(Edited{Field: e.Field, Draft: draft})
	field := s.mutableRequest().mutableField(e.Field)
	field.Lines, field.restated = true, false
	field.Serial++
	return s, append(effects, Focus{Target: OnControl, Field: e.Field})
}

func (e Refilled) apply(_ *Machine, s State) (State, []Effect) {
	if !s.hasField(e.Field) {
		return s, nil
	}
	q := s.mutableRequest()
	draft := answer.Clear(q.Form.Fields[e.Field])
	switch {
	case e.Empty:
		draft.Origin = answer.LeftEmpty
	case e.Suggested:
		draft = answer.Start(q.Form.Fields[e.Field], s.Env)
	}
	q.put(e.Field, draft, s.Reader)
	return s, append([]Effect{Focus{Target: OnControl, Field: e.Field}}, s.keepDraft()...)
}

func (s State) pressContinue() (State, []Effect) {
	if q := s.Request(); s.Step != Form || q.Confirmation() || q.Blocked() {
		return s, nil
	}
	right, secrets := s.mutableRequest().check(s.Reader)
	switch {
	case !right:
		s.Attempt++
		if s.Changing() {
			s.Change = s.Change.showing(s.Request().Problems)
		}
		return s, []Effect{Focus{Target: OnSummary}, s.announceProblems()}
	case secrets:
		if s.Agreement.Given {
			s.Agreement.Serial++ // The tick was for another answer.
		}
		s.Agreement = Agreement{Serial: s.Agreement.Serial}
	}
	return s.decided(elicit.Accept)
}
