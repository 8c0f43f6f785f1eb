package flow

import (
	"strings"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/wording"
)

// edited takes what stands in a field's controls now.
func (s State) edited(e Edited) (State, []Effect) {
	if s.Step != Form || e.Field < 0 || e.Field >= len(s.Fields) {
		return s, nil
	}
	before := s.Fields[e.Field]
	if e.Outdated {
		if !before.restated {
			return s, nil // The person has put something else in its place.
		}
		e.Draft = answer.Restate(s.Form.Fields[e.Field], e.Draft, s.before, s.Env)
	}
	if e.Draft.Same(before.Draft) {
		return s, nil
	}
	e.Draft.Origin, e.Draft.Locale = answer.Edited, nil
	if e.Field == s.busy-1 {
		e.Draft.Locale = before.Draft.Locale // Its controls are still as they were.
	}
	if moved(before.Draft, e.Draft) {
		// Which of two instants was meant has to be asked again.
		e.Draft.Fold = answer.FoldUnasked
	}
	s.Fields = append([]Field(nil), s.Fields...)
	s.Fields[e.Field].Draft = e.Draft
	s.Fields[e.Field].FilledIn = before.Order
	if e.Outdated {
		s.Fields[e.Field].Generation++
	}
	s.reread(e.Field)
	s.recheck(e.Field)
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

// widened gives a text several lines, because what was pasted has some.
func (s State) widened(e Widened) (State, []Effect) {
	if s.Step != Form || e.Field < 0 || e.Field >= len(s.Fields) || s.Form.Fields[e.Field].Kind != schema.Text {
		return s, nil
	}
	draft := s.Fields[e.Field].Draft
	draft.Text = e.Text
	s, effects := s.edited(Edited{Field: e.Field, Draft: draft})
	s.Fields = append([]Field(nil), s.Fields...)
	s.Fields[e.Field].Lines = true
	s.Fields[e.Field].Generation++
	s.Fields[e.Field].restated = false
	return s, append(effects, Focus{Target: OnControl, Field: e.Field})
}

// moved reports whether a date-time names another local time than before.
func moved(before, now answer.Draft) bool {
	return before.Day != now.Day || before.Month != now.Month || before.Year != now.Year ||
		before.Clock != now.Clock || before.Zone != now.Zone
}

// replaced removes what stands in a field, or puts the server's suggestion
// back, by building its controls anew.
func (s State) replaced(field int, suggestion bool) (State, []Effect) {
	if s.Step != Form || field < 0 || field >= len(s.Fields) {
		return s, nil
	}
	s.Fields = append([]Field(nil), s.Fields...)
	draft := answer.Clear(s.Form.Fields[field])
	if suggestion {
		draft = s.start(field)
	}
	s.Fields[field].Draft = draft
	s.Fields[field].FilledIn = s.Fields[field].Order
	s.Fields[field].Lines = s.Fields[field].Lines || severalLines(s.Form.Fields[field], draft)
	s.Fields[field].Generation++
	s.Fields[field].restated = false
	s.reread(field)
	s.recheck(field)
	return s.changed([]Effect{Focus{Target: OnControl, Field: field}})
}

// severalLines reports whether a text opens with several lines.
func severalLines(f schema.Field, d answer.Draft) bool {
	return f.Multiline || f.Kind == schema.List || strings.ContainsAny(d.Text, "\r\n")
}

// reread brings what is drawn beside a field's controls up to date. The
// caller owns s.Fields.
func (s *State) reread(field int) {
	f, state := s.Form.Fields[field], &s.Fields[field]
	state.Version++
	state.Understood = ""
	if f.Unsupported != "" {
		return
	}
	if answer.Echoes(f) {
		if read, fault := answer.Read(f, state.Draft, s.Env); fault == answer.FaultNone {
			state.Understood = read.Understood
		}
	}
	if f.MaxLength >= 0 {
		state.Over = answer.CountCodePoints(state.Draft.Text) - f.MaxLength
	}
}

// recheck looks again at a field that is in error, and only at such a one: no
// new error appears while somebody types. The words stay those of the last
// Continue until the answer is right, so that nobody is told something else
// with every key.
func (s *State) recheck(field int) {
	state := &s.Fields[field]
	if state.Problem != nil {
		if _, problem := s.checker.Field(field, state.Draft, s.Env); problem == nil {
			state.Problem = nil
			state.Version++
		}
	}
	// A problem of the answers together cannot be looked at alone: it waits
	// for the next Continue, like every problem of a field still in error.
	var left []check.Problem
	for _, problem := range s.Problems {
		if problem.Field < 0 || s.Fields[problem.Field].Problem != nil {
			left = append(left, problem)
		}
	}
	s.Problems = left
}

// counted announces how many characters are left, once the person stops
// typing, from the moment that it matters: the last fifth of the limit.
func (s State) counted(field int, before Field) []Effect {
	limit, state := s.Form.Fields[field].MaxLength, s.Fields[field]
	if limit < 0 || state.Over == before.Over || state.Over < -limit/5 {
		return nil
	}
	return []Effect{AnnounceLater{Text: s.Words.Counter(state.Over)}}
}

// continued checks every answer and goes on, or says what is wrong.
func (s State) continued() (State, []Effect) {
	if s.Step != Form || s.Confirmation() || s.Blocked() {
		return s, nil
	}
	if s.Checking() {
		return s, nil
	}
	before := s
	s.work = work{run: s.newRun()}
	next, effects := s.check(s.pace.first)
	if !next.Checking() {
		return next, effects
	}
	goesOn := before.begun(s.work)
	return before, []Effect{Announce{Text: s.Words.Text(wording.Checking)}, goesOn}
}

// newRun is a check of the current part as it stands.
func (s State) newRun() *check.Run {
	drafts := make([]answer.Draft, len(s.Fields))
	for i := range s.Fields {
		drafts[i] = s.Fields[i].Draft
	}
	return s.checker.Begin(drafts, s.Env)
}

// checked takes what the check of the current part has found. It keeps the
// content and what review says of it, or the problems.
func (s *State) checked(content elicit.Value, answers []answer.Answer, problems []check.Problem) bool {
	s.tell(problems, s.Words)
	if len(problems) > 0 {
		return false
	}
	for i, f := range s.Form.Fields {
		if f.Secret && !content.Get(f.Name).Equal(s.content.Get(f.Name)) {
			// What was shown and agreed to was another answer.
			s.Fields[i].Revealed, s.Agreement = false, s.Agreement.withdraw()
		}
	}
	s.content, s.found = content, answers
	s.rows = s.review()
	return true
}
