package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/internal/wording"
)

// A host that confirms answers may look at them before it settles the request,
// and refuse them: then nothing has been decided, and the person is back at the
// form with everything that they have answered.

// sentBack takes back answers that have left. Without problems the host could
// not look at them: they can be sent again as they are, or changed.
func (s State) sentBack(e SentBack) (State, []Effect) {
	if s.Sending == NotSending || !s.ID.Equal(e.ID) || s.ending != Sent && s.ending != Confirmed {
		return s, nil
	}
	s.Sending = NotSending
	var effects []Effect
	if s.Deadline > 0 {
		// The time may have been up meanwhile.
		effects = append(effects, Wake{Alarm: DeadlineAlarm, After: 1})
	}
	parts := s.all()
	first := -1
	for i := range parts {
		if problems := refusals(parts, i, e.Problems); len(problems) > 0 {
			parts[i].refuse(problems, s.Words)
			if first < 0 {
				first = i
			}
		}
	}
	if first < 0 {
		s.Unchecked = true
		return s, append(effects, Announce{Text: s.Words.Text(wording.NotConfirmed)})
	}
	s.parts, s.Question = parts, parts[s.at]
	s = s.move(first)
	s.Attempt++
	// The person may have gone on elsewhere; the summary is an alert then.
	return s, append(effects, Focus{Target: OnSummary, IfInside: true})
}

// refusals are what the host has against one part. A key that no part has means
// the first one that was answered.
func refusals(parts []Question, at int, all []elicit.Refusal) []elicit.Refusal {
	answered := func(p Question) bool { return p.Decision == Accepted && !p.Page() }
	if !answered(parts[at]) {
		return nil
	}
	first := slices.IndexFunc(parts, answered)
	var mine []elicit.Refusal
	for _, r := range all {
		to := slices.IndexFunc(parts, func(p Question) bool { return answered(p) && p.Key == r.Key })
		if to < 0 {
			to = first
		}
		if to == at {
			mine = append(mine, r)
		}
	}
	return mine
}

// refuse makes problems of the part of what the host has against it: one for
// each field, in their order, after what is about the whole form.
func (p *Question) refuse(refusals []elicit.Refusal, words *wording.Words) {
	said := map[int]untrusted.Text{}
	for _, r := range refusals {
		field := -1
		for i, f := range p.Form.Fields {
			if f.Name == r.Name && f.Unsupported == "" {
				field = i
			}
		}
		if said[field] != "" {
			r.Message = said[field] + "\n" + r.Message
		}
		said[field] = r.Message
	}
	p.Decision = Undecided
	var problems []check.Problem
	for field := -1; field < len(p.Fields); field++ {
		if message, told := said[field]; told {
			problems = append(problems, check.Problem{Field: field, Code: check.HostRefused, Message: message})
		}
	}
	p.tell(problems, words)
}

// HostRefused reports whether the host has refused the answers on the form.
func (s State) HostRefused() bool {
	return slices.ContainsFunc(s.Problems, func(p check.Problem) bool { return p.Code == check.HostRefused })
}
