package flow

import (
	"cmp"

	"github.com/elicitform/elicitform/internal/request"
)

// CalledOff: the host or the server takes a round back. With the outcome Sent, the host confirms late
// that the answer has arrived.
type CalledOff struct {
	ID      request.Value
	Outcome Outcome
}

// No reply is sent: the host has settled the round itself.
func (e CalledOff) apply(_ *Machine, s State) (State, []Effect) {
	if !s.ID.Equal(e.ID) || !s.Open() && !s.Replied {
		return s, nil
	}
	outcome := cmp.Or(e.Outcome, Withdrawn)
	if outcome == Sent && s.pendingOutcome == Confirmed {
		outcome = Confirmed
	}
	next, effects := s.finish(outcome)
	if s.Replied {
		// The answer came too late, and no notification will call the page completed.
		effects = append([]Effect{WaitOver{ID: e.ID, How: request.EndedByClosing}}, effects...)
	}
	return next, effects
}

// finish shows the outcome for as long as the host wants it. The answers are forgotten.
func (s State) finish(outcome Outcome) (State, []Effect) {
	if s.OutcomeMillis < 0 {
		return s.putAway()
	}
	s = s.forget()
	s.Step, s.Outcome, s.Ended = Done, outcome, s.Env.Now
	effects := []Effect{Focus{Target: OnHeading, IfInside: true}, s.announceStep()}
	if s.OutcomeMillis > 0 {
		effects = append(effects, Wake{Alarm: OutcomeAlarm, After: s.OutcomeMillis})
	}
	return s, effects
}

func (s State) pressClose() (State, []Effect) {
	switch {
	case s.Step == Waiting && s.Sending == NotSending:
		return s.endWait(request.EndedByClosing)
	case s.Open() || s.Step == Idle:
		return s, nil
	}
	return s.putAway()
}

func (s State) putAway() (State, []Effect) {
	s = s.forget()
	s.Step = Idle
	return s, []Effect{PutAway{}}
}

func (s State) forget() State {
	round := Round{ID: s.ID, Notes: s.Notes}
	round.Deadline = 0
	return State{Reader: s.Reader, Serial: s.Serial, Rounds: s.Rounds, Attempt: s.Attempt, View: s.View, Round: round}
}
