package flow

import (
	"errors"
	"slices"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/link"
	"github.com/elicitform/elicitform/internal/schema"
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

	parts, refused := s.read(e)
	s.Serial++
	s.ID, s.asked, s.Server, s.Queue = e.ID, e.question(), e.Server, e.Queue
	s.Part, s.parts, s.at, s.round = Part{}, nil, 0, e.Round != nil
	s.Changing, s.Outcome, s.Refusal = -1, Pending, ""
	s.HostOpens, s.hold, s.drafts = e.HostOpens, e.Hold, e.Drafts
	s.settled, s.opening, s.Restored, s.Sending, s.Unchecked = false, false, false, NotSending, false
	s.Deadline, s.Left, s.unclocked = e.Deadline, 0, false

	if refused != nil {
		s.Step, s.Refusal, s.Deadline = Unshown, refused.Err.Reason, 0
		effects = append(effects, s.remember(*refused)...)
		return s, append(effects, *refused, Focus{Target: OnHeading, IfInside: true}, Announce{Text: s.Heading()})
	}
	if e.Deadline > 0 && e.Deadline <= e.Now {
		next, more := s.expired()
		return next, append(effects, more...)
	}
	for i, p := range parts {
		s.begin(p)
		parts[i] = s.Part
	}
	s.parts, s.Part = parts, parts[0]
	s.restore(e.Draft)
	s = s.move(0)

	effects = append(effects, Shown{ID: s.ID})
	if e.Findings {
		effects = append(effects, Find{ID: s.ID, Findings: s.findings()})
	}
	// What had the focus is gone when the request takes the place of a screen
	// that somebody was in.
	effects = append(effects, Focus{Target: OnHeading, IfInside: !e.Focus}, Announce{Text: s.introduction(e.Now)})
	if s.Deadline > 0 {
		effects = append(effects, s.nextAlarm(e.Now))
	}
	return s, effects
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

// read decodes the parts of a request as far as they have to be known before
// anything is shown.
func (s State) read(e Requested) ([]Part, *Fail) {
	refuse := func(err *elicit.Error, key string) ([]Part, *Fail) {
		return nil, &Fail{ID: e.ID, Err: err, Key: key}
	}
	asked := e.Round
	switch {
	case e.Err != nil:
		return refuse(e.Err, "")
	case e.Round == nil:
		asked = []Asked{{Params: e.Params}}
	case len(e.Round) == 0:
		return refuse(&elicit.Error{Reason: elicit.WrongType, Detail: "requests"}, "")
	case len(e.Round) > maxParts:
		return refuse(&elicit.Error{Reason: elicit.TooLarge, Detail: "requests"}, "")
	}
	parts := make([]Part, 0, len(asked))
	budget := schema.NewBudget()
	for _, a := range asked {
		p, err := s.readPart(a, budget)
		if err != nil {
			return refuse(err, a.Key)
		}
		parts = append(parts, p)
	}
	return parts, nil
}

func (s State) readPart(asked Asked, budget *schema.Budget) (Part, *elicit.Error) {
	request, err := elicit.Decode(asked.Params)
	p := Part{Key: asked.Key, Mode: request.Mode, Message: request.Message, elicitationID: request.ElicitationID}
	switch {
	case err != nil:
	case p.Page():
		p.Link = link.Judge(request.URL, s.Links.ParseURL(request.URL))
	default:
		p.Form, err = schema.ReadWithin(request, budget)
	}
	if err == nil {
		return p, nil
	}
	var refusal *elicit.Error
	if !errors.As(err, &refusal) {
		refusal = &elicit.Error{Reason: elicit.WrongType, Detail: err.Error()}
	}
	return Part{}, refusal
}
