package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/internal/wording"
)

// The host may check the answers before it settles the request, and refuse them:
// then nothing has been decided, and the person is back at the form with everything
// that they have answered.

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
	for i := range requests {
		if problems := refusals(requests, i, e.Problems); len(problems) > 0 {
			requests[i].refuse(problems, s.Words)
			if first < 0 {
				first = i
			}
		}
	}
	if first < 0 {
		s.Unchecked = true
		return s, append(effects, Announce{Text: s.Words.Text(wording.NotConfirmed)})
	}
	s = s.move(first)
	s.Attempt++
	// The person may have gone on elsewhere.
	return s, append(effects, Focus{Target: OnSummary, IfInside: true}, Alert{Text: s.Words.Text(wording.ProblemHeading)}, s.announceProblems())
}

// refusals are what the host has against one request. A key that no request has
// means the first one that was answered.
func refusals(requests []Request, at int, all []elicit.Refusal) []elicit.Refusal {
	if !requests[at].answered() {
		return nil
	}
	first := slices.IndexFunc(requests, func(q Request) bool { return q.answered() })
	var mine []elicit.Refusal
	for _, r := range all {
		to := slices.IndexFunc(requests, func(q Request) bool { return q.answered() && q.Key == r.Key })
		if to < 0 {
			to = first
		}
		if to == at {
			mine = append(mine, r)
		}
	}
	return mine
}

// refuse makes problems of what the host has against the request: first what is
// about the whole form, then one for each field, in their order.
func (q *Request) refuse(refusals []elicit.Refusal, words *wording.Words) {
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
	q.setProblems(problems, words)
}
