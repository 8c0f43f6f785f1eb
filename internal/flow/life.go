package flow

import (
	"cmp"
	"slices"

	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// This file is the life of what is on the screen, from top to bottom: a request comes, is read, shown
// and answered, and its answer confirmed; or it is taken back. What the person does in between is in
// round.go, edit.go, review.go and visit.go.

// apply shows a request. A form is never replaced under the person's hands: the host sends the next
// request after the answer, so that a second open request is a fault.
func (e Requested) apply(m *Machine, s State) (State, []Effect) {
	switch {
	case s.Open() && s.ID.Equal(e.ID):
		return s, nil // An error would be taken for the answer to what is open.
	case s.Open():
		return s, []Effect{Fail{ID: e.ID}}
	}
	requests, restored, rejected := m.read(e, s.Reader)
	s = s.blank(e.ID, e.Notes)
	if rejected != nil {
		s.Step, s.Rejected, s.Deadline = Unshown, rejected.Err.Reason, 0
		return s, []Effect{*rejected, Focus{Target: OnHeading, IfInside: true}, s.introduction()}
	}
	s.Requests, s.DraftRestored = requests, restored
	s.Requests[0].oneChoice = s.isOneChoice()
	return s.show(e.Now)
}

// blank is the state with nothing of what was on the screen before.
func (s State) blank(id elicit.Value, notes elicit.Notes) State {
	notes.Draft = elicit.Value{} // What was typed once goes into the fields, and only there.
	return State{
		Reader: s.Reader, Serial: s.Serial + 1, Rounds: s.Rounds + 1, Attempt: s.Attempt,
		Round: Round{ID: id, Notes: notes},
	}
}

// show shows the request that was read. What Continue will need beyond the rules of the
// fields is compiled afterwards, while the person reads.
func (s State) show(now int64) (State, []Effect) {
	s = s.move(0)
	effects := append(s.receipt(Pending), Shown{ID: s.ID})
	if slices.ContainsFunc(s.Requests, func(q Request) bool { return q.checker != nil && q.checker.NeedsCompiling() }) {
		effects = append(effects, CompileLater{})
	}
	if s.Findings {
		effects = append(effects, TellFindings{ID: s.ID, Findings: s.findings()})
	}
	if s.Deadline > 0 {
		s.Left = secondsLeft(s.Deadline, now)
	}
	effects = append(effects, Focus{Target: OnHeading, IfInside: !s.Focus}, s.introduction())
	return s, append(effects, s.nextAlarm(now)...)
}

func (Compile) apply(_ *Machine, s State) (State, []Effect) {
	for _, q := range s.Requests {
		if q.checker != nil {
			q.checker.Compile()
		}
	}
	return s, nil
}

// apply shows another place in the queue. That there is a queue is said once, when the person stops
// typing; changes of its length are not said.
func (e QueueChanged) apply(_ *Machine, s State) (State, []Effect) {
	if !s.Open() || !s.ID.Equal(e.ID) {
		return s, nil
	}
	before := s.Place()
	s.Queue = e.Queue
	if place := s.Place(); before == "" && place != "" {
		return s, []Effect{Announce{Text: place.Plain(), Later: true}}
	}
	return s, nil
}

// send sends the decisions. The outcome is shown once the host has confirmed them.
func (s State) send(outcome Outcome) (State, []Effect) {
	s.Unchecked = false
	var effects []Effect
	if entries := audit(s.Requests); len(entries) > 0 {
		effects = append(effects, Audit{ID: s.ID, Entries: entries})
	}
	effects = append(append(effects, s.lastDraft()...), s.receipt(outcome)...)
	effects = append(effects, s.reply())
	s.Sending, s.ending = InTransit, outcome
	if outcome == Sent {
		effects = append(effects, Announce{Text: s.Words.Text("Sending")})
	}
	return s, append(effects, Wake{Alarm: AckTimeout, After: ackTimeout})
}

// reply is the message to the host with the results that the round has at this moment.
func (s *State) reply() Reply {
	all := Reply{ID: s.ID}
	for _, q := range s.Requests {
		all.Responses = append(all.Responses, elicit.InputResponse{Key: q.Key, Result: q.result(), Wait: q.wait})
	}
	return all
}

// ackTimeout is how long the host may take to confirm an answer, in milliseconds.
const ackTimeout = 10_000

func (s State) pressResend() (State, []Effect) {
	switch {
	case s.Unchecked && s.Step == Review:
		return s.pressSend()
	case s.Unchecked && s.OneChoice():
		return s.pressContinue()
	case s.Unchecked:
		return s.pressConfirm()
	case s.Sending != Unconfirmed:
		return s, nil
	}
	s.Sending = InTransit
	return s, []Effect{s.reply(), Announce{Text: s.Words.Text("Sending")}, Wake{Alarm: AckTimeout, After: ackTimeout}}
}

func (e Received) apply(_ *Machine, s State) (State, []Effect) {
	if s.Sending == NotSending || !s.ID.Equal(e.ID) {
		return s, nil
	}
	return s.finish(s.ending)
}

// apply closes the request that the host or the server took back. Nothing is
// answered: the host has settled the request itself.
func (e CalledOff) apply(_ *Machine, s State) (State, []Effect) {
	if !s.ID.Equal(e.ID) || !s.Open() && !s.Replied {
		return s, nil
	}
	outcome := cmp.Or(e.Outcome, Withdrawn)
	if outcome == Sent && s.ending == Confirmed {
		outcome = Confirmed
	}
	next, effects := s.finish(outcome)
	if s.Replied {
		// The answer came too late, and no notification will say that the page is finished.
		effects = append([]Effect{WaitOver{ID: e.ID, How: elicit.EndedByClosing}}, effects...)
	}
	return next, effects
}

// finish shows the outcome as long as the host wants it. Answers do not outlive the request.
func (s State) finish(outcome Outcome) (State, []Effect) {
	if s.OutcomeMillis < 0 {
		return s.putAway()
	}
	s = s.forget()
	s.Step, s.Outcome, s.Ended = Done, outcome, s.Env.Zones.Now()*1000
	effects := []Effect{Focus{Target: OnHeading, IfInside: true}, s.introduction()}
	if s.OutcomeMillis > 0 {
		effects = append(effects, Wake{Alarm: OutcomeAlarm, After: s.OutcomeMillis})
	}
	return s, effects
}

func (s State) pressClose() (State, []Effect) {
	switch {
	case s.Step == Waiting && s.Sending == NotSending:
		return s.endWait(elicit.EndedByClosing)
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

// The host may refuse the answers before it settles the request: then nothing has been decided, and
// the person is back at the form with all answers.

// apply takes back answers that have left. Without problems the host could
// not check them: the person can send them again as they are, or change them.
func (e AnswerRefused) apply(_ *Machine, s State) (State, []Effect) {
	if s.Sending == NotSending || !s.ID.Equal(e.ID) || s.ending != Sent && s.ending != Confirmed {
		return s, nil
	}
	s.Sending = NotSending
	var effects []Effect
	if s.Deadline > 0 {
		// The time may have been up meanwhile.
		effects = append(effects, Wake{Alarm: DeadlineAlarm, After: 1})
	}
	requests, first := s.mutableRequests(), -1
	refusals := refusals(requests, e.Problems)
	for i := range requests {
		if len(refusals[i]) > 0 {
			requests[i].refuse(refusals[i])
			if first < 0 {
				first = i
			}
		}
	}
	if first < 0 {
		s.Unchecked = true
		return s, append(effects, Announce{Text: s.Words.Text("NotConfirmed")})
	}
	s = s.move(first)
	s.Attempt++
	// The person may have gone on elsewhere.
	return s, append(effects, Focus{Target: OnSummary, IfInside: true}, Alert{Text: s.Words.Text("ProblemHeading")}, s.announceProblems())
}

// refusals are what the host has against each request. A key that no request has
// means the first one that was answered.
func refusals(requests []Request, all []elicit.Refusal) map[int][]elicit.Refusal {
	refusals := map[int][]elicit.Refusal{}
	for _, r := range all {
		to := slices.IndexFunc(requests, func(q Request) bool { return q.answered() && q.Key == r.Key })
		if to < 0 {
			to = slices.IndexFunc(requests, func(q Request) bool { return q.answered() })
		}
		refusals[to] = append(refusals[to], r)
	}
	return refusals
}

// refuse makes problems of what the host has against the request: first what is
// about the whole form, then one for each field, in their order.
func (q *Request) refuse(refusals []elicit.Refusal) {
	said := map[int]untrusted.Text{}
	for _, r := range refusals {
		field := -1
		for i, f := range q.Form.Fields {
			if f.Name == r.Name && f.Unsupported == "" {
				field = i
			}
		}
		if said[field] != "" {
			r.Message = said[field] + "\n" + r.Message
		}
		said[field] = r.Message
	}
	q.Decision = undecided
	var problems []check.Problem
	for field := -1; field < len(q.Fields); field++ {
		if message, told := said[field]; told {
			problems = append(problems, check.Problem{Field: field, Code: check.HostRefused, Message: message})
		}
	}
	q.setProblems(problems)
}
