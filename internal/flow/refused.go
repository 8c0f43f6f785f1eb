package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
)

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
