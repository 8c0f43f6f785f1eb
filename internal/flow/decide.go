package flow

import (
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/wording"
)

func (s State) pressConfirm() (State, []Effect) {
	if s.Step != Form || !s.Request().Confirmation() {
		return s, nil
	}
	q := s.mutableRequest()
	q.content, q.Problems = request.Value{Type: request.Object}, nil
	return s.decide(request.Accept)
}

// pressDecline declines the current request; on review, the whole round. An opened page cannot be declined.
func (s State) pressDecline() (State, []Effect) {
	switch s.Step {
	case Waiting:
		return s, nil
	case Review:
		return s.settle(request.Decline, s.declineOutcome())
	}
	return s.decide(request.Decline)
}

// pressCancel closes the whole round. The person's declines and opened pages stay.
func (s State) pressCancel() (State, []Effect) {
	if !s.Open() {
		return s, nil
	}
	return s.settle(undecided, Cancelled)
}

func (s State) settle(decision request.Action, outcome Outcome) (State, []Effect) {
	for i, q := range s.mutableRequests() {
		if q.Decision != request.Decline && !q.isOpened() {
			s.Requests[i].Decision = decision
		}
	}
	return s.send(outcome)
}

// pressSend sends the snapshot on review, not the drafts: the person has seen the snapshot.
func (s State) pressSend() (State, []Effect) {
	switch {
	case s.Step != Review:
		return s, nil
	case len(s.Snapshot.Secrets) > 0 && !s.Agreement.Given:
		s.Agreement.Missing = true
		missing := s.Words.Text("SecretUnconfirmed", wording.Server(s.ServerID()))
		return s, []Effect{Focus{Target: OnAgreement}, Announce{Text: missing}}
	}
	return s.send(Sent)
}
