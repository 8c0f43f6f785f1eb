package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/elicit"
)

// maxWaiting bounds the requests that wait behind the one being shown. A host
// queues by itself; only a flood gets here.
const maxWaiting = 100

// maxParts bounds the requests of a round.
const maxParts = 50

// requested opens a request, or lets it wait while another is open: a form is
// never replaced under the person's hands.
func (s State) requested(e Requested) (State, []Effect) {
	again, repeated := s.repeated(e)
	switch {
	case repeated:
		return s, again
	case s.Open() && len(s.waiting) < maxWaiting:
		s.waiting = append(append([]Requested(nil), s.waiting...), e)
		return s, nil
	case s.Open():
		return s, []Effect{Fail{ID: e.ID, Err: &elicit.Error{Reason: elicit.TooLarge, Detail: "too many requests are waiting"}}}
	}
	s, effects := s.park()

	reading, refused := s.read(e)
	s.Serial++
	s.ID, s.asked, s.Server, s.Queue = e.ID, e.question(), e.Server, e.Queue
	s.Question, s.parts, s.at, s.round = Question{}, nil, 0, e.Round != nil
	s.Changing, s.busy, s.Outcome, s.Refusal = -1, 0, Pending, ""
	s.HostOpens, s.hold, s.drafts = e.HostOpens, e.Hold, e.Drafts
	s.settled, s.opening, s.Restored, s.Sending, s.Unchecked = false, false, false, NotSending, false
	s.Deadline, s.Left, s.unclocked = e.Deadline, 0, false
	s.work = work{opening: reading}

	done := false
	if refused == nil {
		if e.Deadline > 0 && e.Deadline <= e.Now {
			next, more := s.expired()
			return next, append(effects, more...)
		}
		done, refused = reading.step(s, s.pace.first)
	}
	if refused != nil {
		next, more := s.refuse(*refused)
		return next, append(effects, more...)
	}
	s.parts, s.Question = reading.drafted, reading.drafted[0]
	if done {
		next, more := s.present(false)
		return next, append(effects, more...)
	}
	next, more := s.prepare()
	return next, append(effects, more...)
}

// introduction is what is announced of a new request: who asks, and how much
// time there is.
func (s *State) introduction(now int64) string {
	text := s.Heading()
	if s.Deadline > 0 {
		s.Left = left(s.Deadline, now)
		if timeLeft := s.TimeLeft(); timeLeft != "" {
			text += ". " + timeLeft
		}
	}
	return text
}

// unclock says nothing of the time that was left when a request arrived that has
// waited since: the clock is looked at before it is announced.
func (s State) unclock(effects []Effect) (State, []Effect) {
	s.unclocked = true
	effects = slices.DeleteFunc(effects, func(e Effect) bool {
		_, told := e.(Announce)
		return told
	})
	return s, append(effects, Wake{Alarm: DeadlineAlarm, After: 1})
}
