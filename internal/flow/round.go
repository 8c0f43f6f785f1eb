package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/wording"
)

// A decision on a request of the round leads to the next undecided one; after the last one, everything
// is reviewed once and answered at once.

func (s State) pressConfirm() (State, []Effect) {
	if s.Step != Form || !s.Request().Confirmation() {
		return s, nil
	}
	q := s.mutableRequest()
	q.content, q.Problems = elicit.Value{Type: elicit.Object}, nil
	return s.decided(elicit.Accept)
}

// pressDecline declines the request that is shown; on review, the whole round.
func (s State) pressDecline() (State, []Effect) {
	switch s.Step {
	case Waiting:
		return s, nil // The page was opened.
	case Review:
		return s.settle(elicit.Decline, Declined)
	}
	return s.decided(elicit.Decline)
}

// pressCancel closes the whole round. What was declined stays declined, and a
// page that was opened stays opened: those are decisions of the person.
func (s State) pressCancel() (State, []Effect) {
	if !s.Open() {
		return s, nil
	}
	return s.settle(undecided, Cancelled)
}

// settle ends the round with one decision for each request that has no final one.
func (s State) settle(decision elicit.Action, outcome Outcome) (State, []Effect) {
	for i, q := range s.mutableRequests() {
		if q.Decision != elicit.Decline && !q.opened() {
			s.Requests[i].Decision = decision
		}
	}
	return s.send(outcome)
}

func (s State) decided(decision elicit.Action) (State, []Effect) {
	s.mutableRequest().Decision = decision
	if to := s.nextUndecided(); to >= 0 {
		s = s.move(to)
		focus := Focus{Target: OnHeading}
		if len(s.Request().Problems) > 0 {
			focus.Target = OnSummary
		}
		return s, []Effect{focus, s.introduce(s.Place(), s.asked())}
	}
	switch {
	case !s.reviewable():
		return s.send(s.outcome())
	case s.OneChoice():
		return s.send(Sent)
	}
	focus := Focus{Target: OnHeading}
	if s.Changing() && decision == elicit.Accept {
		focus = s.toRow() // What is declined has no rows.
	}
	return s.reviewed(focus)
}

func (s *State) nextUndecided() int {
	return slices.IndexFunc(s.Requests, func(q Request) bool { return q.Decision == undecided })
}

// move goes to another request of the round, and to its step.
func (s State) move(to int) State {
	if to != s.At {
		s.At = to
		s.Serial++
	}
	s.Step = Form
	if s.Request().Page() {
		s.Step = Consent
	}
	s.mutableRequest().forgetSolved()
	s.Reviewed, s.Change, s.Unchecked = Reviewed{}, Change{}, false
	// The state of a page of another request is not about this one.
	s.Visit = Visit{}
	return s
}

// Place is the place of the current request in words; empty where there is only one.
func (s *State) Place() wording.Sentence {
	if place := s.Position(); place.Total > 1 {
		return s.Words.Sentence("RequestPosition", wording.Count("a", place.Position), wording.Count("b", place.Total))
	}
	return ""
}

// reviewable reports whether there are answers to review before they are sent.
func (s *State) reviewable() bool {
	return slices.ContainsFunc(s.Requests, func(q Request) bool {
		return q.answered() && (len(s.Requests) > 1 || !q.Confirmation())
	})
}

// outcome is how a round without anything to review ends: one yes is enough to
// call it confirmed, and one no to call it declined.
func (s *State) outcome() Outcome {
	decided := func(decision elicit.Action) bool {
		return slices.ContainsFunc(s.Requests, func(q Request) bool { return q.Decision == decision })
	}
	switch {
	case decided(elicit.Accept):
		return Confirmed
	case decided(elicit.Decline):
		return Declined
	}
	return Cancelled
}

// pressSend sends the reviewed snapshot, not the drafts: what was shown leaves.
func (s State) pressSend() (State, []Effect) {
	switch {
	case s.Step != Review:
		return s, nil
	case len(s.Reviewed.Secrets) > 0 && !s.Agreement.Given:
		s.Agreement.Missing = true
		missing := s.Words.Text("SecretUnconfirmed", wording.Server(s.ServerID()))
		return s, []Effect{Focus{Target: OnAgreement}, Announce{Text: missing}}
	}
	return s.send(Sent)
}
