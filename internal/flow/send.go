package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/validate"
)

// ackTimeout is the time, in milliseconds, that the host has to confirm an answer.
const ackTimeout = 10_000

func (s State) send(outcome Outcome) (State, []Effect) {
	s.Unchecked = false
	var effects []Effect
	if entries := audit(s.Requests); len(entries) > 0 {
		effects = append(effects, Audit{ID: s.ID, Entries: entries})
	}
	effects = append(append(effects, s.saveDraft()...), s.receipt(outcome), s.reply())
	s.Sending, s.pendingOutcome = InTransit, outcome
	if outcome == Sent {
		effects = append(effects, Announce{Text: s.Words.Text("Sending")})
	}
	return s, append(effects, Wake{Alarm: AckTimeout, After: ackTimeout})
}

func (s *State) reply() Reply {
	all := Reply{ID: s.ID}
	for _, q := range s.Requests {
		all.Responses = append(all.Responses, request.InputResponse{Key: q.Key, Result: q.result(), Wait: q.wait})
	}
	return all
}

func audit(requests []Request) []request.AuditEntry {
	var all []request.AuditEntry
	for _, q := range requests {
		if !q.sendsAnswers() {
			continue
		}
		for i, f := range q.Form.Fields {
			origin := request.FromPerson
			switch {
			case !q.content.Get(f.Name).Exists():
				origin = request.LeftOut
			case q.Fields[i].Draft.Origin == answer.Suggested:
				origin = request.FromDefault
			}
			all = append(all, request.AuditEntry{Key: q.Key, Property: f.Name, Origin: origin})
		}
	}
	return all
}

func (s State) pressResend() (State, []Effect) {
	switch {
	case s.Unchecked && s.Step == Review:
		return s.pressSend()
	case s.Unchecked && s.SendsFromForm():
		return s.pressContinue()
	case s.Unchecked:
		return s.pressConfirm()
	case s.Sending != Unconfirmed:
		return s, nil
	}
	s.Sending = InTransit
	return s, []Effect{s.reply(), Announce{Text: s.Words.Text("Sending")}, Wake{Alarm: AckTimeout, After: ackTimeout}}
}

// Received: the host has settled the answer.
type Received struct{ ID request.Value }

func (e Received) apply(_ *Machine, s State) (State, []Effect) {
	if s.Sending == NotSending || !s.ID.Equal(e.ID) {
		return s, nil
	}
	return s.finish(s.pendingOutcome)
}

// AnswerRefused: the host does not settle the answer. Without problems, it could not check the answer.
type AnswerRefused struct {
	ID       request.Value
	Problems []request.Refusal
}

// Nothing has been decided then. Without problems, the person can send the same answers again, or change them.
func (e AnswerRefused) apply(_ *Machine, s State) (State, []Effect) {
	if s.Sending == NotSending || !s.ID.Equal(e.ID) || s.pendingOutcome != Sent && s.pendingOutcome != Confirmed {
		return s, nil
	}
	s.Sending = NotSending
	var effects []Effect
	if s.Deadline > 0 {
		// The deadline may have passed meanwhile.
		effects = append(effects, Wake{Alarm: DeadlineAlarm, After: 1})
	}
	requests, first := s.mutableRequests(), -1
	refusals := groupRefusals(requests, e.Problems)
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
	focus := s.Request().problemFocus()
	focus.IfInside = true
	return s, append(effects, focus, Alert{Text: s.Words.Text("ProblemHeading")}, s.announceProblems())
}

func groupRefusals(requests []Request, all []request.Refusal) map[int][]request.Refusal {
	groups := map[int][]request.Refusal{}
	for _, r := range all {
		to := slices.IndexFunc(requests, func(q Request) bool { return q.sendsAnswers() && q.Key == r.Key })
		if to < 0 {
			to = slices.IndexFunc(requests, func(q Request) bool { return q.sendsAnswers() })
		}
		groups[to] = append(groups[to], r)
	}
	return groups
}

func (q *Request) refuse(refusals []request.Refusal) {
	messages := map[int]safetext.Text{}
	for _, r := range refusals {
		field := -1
		for i, f := range q.Form.Fields {
			if f.Name == r.Name && f.Unsupported == "" {
				field = i
			}
		}
		if messages[field] != "" {
			r.Message = messages[field] + "\n" + r.Message
		}
		messages[field] = r.Message
	}
	q.Decision = undecided
	var problems []validate.Problem
	for field := -1; field < len(q.Fields); field++ {
		if message, refused := messages[field]; refused {
			problems = append(problems, validate.Problem{Field: field, Code: validate.HostRefused, Message: message})
		}
	}
	q.setProblems(problems)
}
