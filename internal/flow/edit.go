package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/wording"
)

func (s *State) hasField(field int) bool {
	q := s.Request()
	return s.Step == Form && field >= 0 && field < len(q.Fields) && !q.Blocked() &&
		(!s.Changing() || slices.Contains(s.Change.shown, q.Form.Question(field).Index))
}

// Edited: the person typed or chose. Draft is the content of all controls of the field.
type Edited struct {
	Field int
	Draft answer.Draft
	// Outdated says that the new controls of a change of locale or time zone were not drawn yet.
	Outdated bool
}

func (e Edited) apply(_ *Machine, s State) (State, []Effect) { return s.edit(e) }

func (s State) edit(e Edited) (State, []Effect) {
	if !s.hasField(e.Field) {
		return s, nil
	}
	before := *s.Request().Fields[e.Field]
	if e.Outdated {
		if !before.restated {
			return s, nil // The person has changed the answer since.
		}
		e.Draft = answer.Restate(s.Request().Form.Fields[e.Field], e.Draft, s.adaptedFrom, s.Env)
	}
	if e.Draft.Same(before.Draft) {
		return s, nil
	}
	e.Draft.Origin, e.Draft.Locale = answer.Edited, nil
	if e.Field == s.Unadapted-1 {
		e.Draft.Locale = before.Draft.Locale // The controls keep their notation.
	}
	if changesLocalTime(before.Draft, e.Draft) {
		// The new time may exist only once.
		e.Draft.Fold = answer.FoldUnknown
	}
	q := s.mutableRequest()
	field := q.mutableField(e.Field)
	field.Draft, field.FilledOrder = e.Draft, before.Order
	if e.Outdated {
		field.Serial++
	}
	field.refresh(q.Form.Fields[e.Field], s.Reader)
	q.recheck(e.Field, field, s.Reader)
	q.followConditions(s.Reader)
	effects := q.editOwnAnswer(e.Field, before.Draft, s.Reader)
	if field.NearLimit && field.Over != before.Over {
		effects = append(effects, Announce{Text: s.Words.Counter(field.Over), Later: true})
	}
	if q.DeclineInstead() {
		effects = append(effects, Announce{Text: s.Words.Text("DeclineInstead", wording.Server(s.ServerID())), Later: true})
	}
	if field.HoldsCode && !before.HoldsCode {
		effects = append(effects, Announce{Text: s.Words.Text("SecretWarningHeading"), Later: true})
	}
	return s, append(effects, s.scheduleDraft()...)
}

// editOwnAnswer applies a change to or from the choice that stands for a text: the text opens and takes the focus, and its problem is
// solved.
func (q *Request) editOwnAnswer(choice int, before answer.Draft, r Reader) []Effect {
	f := &q.Form.Fields[choice]
	now := q.Fields[choice].Draft.ChoosesOwn(f)
	if f.OwnAnswer() < 0 || before.ChoosesOwn(f) == now {
		return nil
	}
	text := f.Companion - 1
	field := q.mutableField(text)
	if !now {
		q.recheck(text, field, r)
		return nil
	}
	return []Effect{Focus{Target: OnControl, Field: text}}
}

func changesLocalTime(before, now answer.Draft) bool {
	return before.Day != now.Day || before.Month != now.Month || before.Year != now.Year ||
		before.Clock != now.Clock || before.Zone != now.Zone
}

// Widened: the person pasted text with newlines into a single line, which becomes a text area to keep them.
type Widened struct {
	Field int
	Text  string
}

func (e Widened) apply(_ *Machine, s State) (State, []Effect) {
	if !s.hasField(e.Field) || s.Request().Form.Fields[e.Field].Kind != schema.Text {
		return s, nil
	}
	draft := s.Request().Fields[e.Field].Draft
	draft.Text = e.Text
	s, effects := s.edit(Edited{Field: e.Field, Draft: draft})
	field := s.mutableRequest().mutableField(e.Field)
	field.Lines, field.restated = true, false
	field.Serial++
	return s, append(effects, Focus{Target: OnControl, Field: e.Field})
}

// Refilled: the person cleared a field, takes the server's suggestion again, or wants to leave a required answer empty.
type Refilled struct {
	Field            int
	Suggested, Empty bool
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
	before := q.Fields[e.Field].Draft
	q.replaceDraft(e.Field, draft, s.Reader)
	q.editOwnAnswer(e.Field, before, s.Reader)
	return s, append([]Effect{Focus{Target: OnControl, Field: e.Field}}, s.scheduleDraft()...)
}
