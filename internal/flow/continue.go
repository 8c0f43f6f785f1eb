package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/validate"
	"github.com/elicitform/elicitform/internal/wording"
)

// pressContinue checks the answers of a form. With problems, the focus moves to their summary, or to the field of a single
// problem.
func (s State) pressContinue() (State, []Effect) {
	if q := s.Request(); s.Step != Form || q.Confirmation() || q.Blocked() {
		return s, nil
	}
	right, newSecret := s.mutableRequest().check(s.Reader)
	if right && s.lacksAnswer() {
		s.Request().setProblems([]validate.Problem{{Field: s.Request().OnlyQuestion(), Code: validate.Empty}})
		right = false
	}
	switch {
	case !right:
		s.Attempt++
		if s.Changing() {
			s.Change = s.Change.withProblems(s.Request())
		}
		return s, []Effect{s.Request().problemFocus(), s.announceProblems()}
	case newSecret:
		if s.Agreement.Given {
			s.Agreement.Serial++ // The tick was for another answer.
		}
		s.Agreement = Agreement{Serial: s.Agreement.Serial}
	}
	if s.Request().Approval != nil {
		return s.showReview(s.focusRow())
	}
	return s.decide(request.Accept)
}

// check stores the content and the rows, or the problems. newSecret: one differs from the last review.
func (q *Request) check(r Reader) (right, newSecret bool) {
	drafts := make([]answer.Draft, len(q.Fields))
	for i, field := range q.Fields {
		drafts[i] = field.Draft
	}
	content, answers, problems := q.checker.CheckAll(drafts, r.Env)
	q.setProblems(problems)
	if len(problems) > 0 {
		return false, false
	}
	for i, f := range q.Form.Fields {
		if f.Secret && !content.Get(f.Name).Equal(q.content.Get(f.Name)) {
			q.mutableField(i).Revealed, newSecret = false, true
		}
	}
	q.content, q.answers = content, answers
	q.rows = q.makeRows(r)
	return true, newSecret
}

// decide leads to the next undecided request. After the last one it shows the review, or sends a round without one.
func (s State) decide(decision request.Action) (State, []Effect) {
	s.mutableRequest().Decision = decision
	if next := s.nextUndecided(); next >= 0 {
		s = s.move(next)
		focus := Focus{Target: OnHeading}
		if len(s.Request().Problems) > 0 {
			focus = s.Request().problemFocus()
		}
		return s, []Effect{focus, s.announce(s.Place(), s.quoteMessage())}
	}
	switch {
	case !s.hasReview():
		return s.send(s.roundOutcome())
	case s.SendsFromForm():
		return s.send(Sent)
	}
	focus := Focus{Target: OnHeading} // A declined request has lost its row.
	if s.Changing() && decision == request.Accept {
		focus = s.focusRow()
	}
	return s.showReview(focus)
}

func (s *State) nextUndecided() int {
	return slices.IndexFunc(s.Requests, func(q Request) bool { return q.Decision == undecided })
}

func (s State) move(to int) State {
	if to != s.At {
		s.At = to
		s.Serial++
	}
	s.Step = Form
	switch q := s.Request(); {
	case q.Approval != nil:
		s.Step = Approve
	case q.Page():
		s.Step = Consent
	}
	s.mutableRequest().forgetSolved()
	s.Snapshot, s.Change, s.Unchecked = Snapshot{}, Change{}, false
	s.Visit = Visit{}
	return s
}

// Place words the place of the current request; empty for a single one.
func (s *State) Place() wording.Sentence {
	if place := s.Position(); place.Total > 1 {
		return s.Words.Sentence("RequestPosition", wording.Count("a", place.Position), wording.Count("b", place.Total))
	}
	return ""
}

func (s *State) hasReview() bool {
	return slices.ContainsFunc(s.Requests, func(q Request) bool {
		return q.sendsAnswers() && (len(s.Requests) > 1 || !q.Confirmation())
	})
}

// roundOutcome counts a round with one yes as confirmed, and else with one no as declined.
func (s *State) roundOutcome() Outcome {
	has := func(decision request.Action) bool {
		return slices.ContainsFunc(s.Requests, func(q Request) bool { return q.Decision == decision })
	}
	switch {
	case has(request.Accept) && s.Requests[0].Approval != nil:
		return Allowed
	case has(request.Accept):
		return Confirmed
	case has(request.Decline):
		return s.declineOutcome()
	}
	return Cancelled
}

func (s *State) declineOutcome() Outcome {
	if slices.ContainsFunc(s.Requests, func(q Request) bool { return !q.Form.OfAgent }) {
		return Declined
	}
	return Skipped
}
