package flow

import (
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/wording"
)

// Update returns the state after an event and what is to be done about it. It
// changes nothing that the given state shares: a caller may keep old states.
func Update(s State, event Event) (State, []Effect) {
	switch e := event.(type) {
	case Requested:
		return s.requested(e)
	case CalledOff:
		return s.calledOff(e)
	case Adapted:
		return s.adapted(e)
	case Closed:
		return s.closed()
	}
	// What follows are acts of a person on an open request; a late click on
	// a request that has ended changes nothing.
	if !s.Open() {
		return s, nil
	}
	switch e := event.(type) {
	case Edited:
		return s.edited(e)
	case Widened:
		return s.widened(e)
	case Cleared:
		return s.replaced(e.Field, false)
	case Restored:
		return s.replaced(e.Field, true)
	case Continued:
		return s.continued()
	case WentBack:
		return s.wentBack()
	case ChangeAsked:
		return s.changeAsked(e.Field)
	case SendPressed:
		return s.sendPressed()
	case ConfirmPressed:
		return s.confirmPressed()
	case DeclinePressed:
		return s.end(Declined, elicit.Result{Action: elicit.Decline})
	case CancelPressed:
		return s.end(Cancelled, elicit.Result{Action: elicit.Cancel})
	}
	return s, nil
}

// sendPressed sends the reviewed snapshot, not the drafts: what was shown is
// what leaves.
func (s State) sendPressed() (State, []Effect) {
	if s.Step != Review {
		return s, nil
	}
	content := s.Reviewed.Content
	return s.end(Sent, elicit.Result{Action: elicit.Accept, Content: &content})
}

func (s State) confirmPressed() (State, []Effect) {
	if s.Step != Form || !s.Confirmation() {
		return s, nil
	}
	return s.end(Confirmed, elicit.Result{Action: elicit.Accept, Content: &elicit.Value{Kind: elicit.Object}})
}

// end answers the request and forgets what was entered.
func (s State) end(outcome Outcome, result elicit.Result) (State, []Effect) {
	reply := Reply{ID: s.ID, Result: result}
	next, effects := s.finish(outcome)
	next.last = answered{id: s.ID, effect: reply}
	return next, append([]Effect{reply}, effects...)
}

// finish shows the outcome, or the next request where one waits.
func (s State) finish(outcome Outcome) (State, []Effect) {
	s.Step = Done
	s.Outcome = outcome
	// Answers do not outlive the request.
	s.Fields, s.Problems, s.Reviewed, s.checker = nil, nil, Reviewed{}, nil
	s.Changing = -1
	focus := Focus{Target: OnHeading, IfInside: true}
	if len(s.waiting) > 0 {
		following := s.waiting[0]
		s.waiting = append([]Requested(nil), s.waiting[1:]...)
		s.Step = Idle
		next, effects := s.requested(following)
		return next, append(effects, focus)
	}
	return s, []Effect{focus, Announce{Text: s.Heading()}}
}

// calledOff closes the request that the host or the server took back. Nothing
// is answered: the host has settled the request itself.
func (s State) calledOff(e CalledOff) (State, []Effect) {
	for i, waiting := range s.waiting {
		if waiting.ID.Equal(e.ID) {
			s.waiting = append(append([]Requested(nil), s.waiting[:i]...), s.waiting[i+1:]...)
			return s, nil
		}
	}
	if !s.Open() || !s.ID.Equal(e.ID) {
		return s, nil
	}
	return s.finish(Withdrawn)
}

// closed puts the last screen away.
func (s State) closed() (State, []Effect) {
	if s.Open() {
		return s, nil
	}
	s.Step = Idle
	return s, nil
}

// adapted follows the host's language and time zone. What was typed stays as
// it is; what is read from it may change, so a review goes back to the form.
func (s State) adapted(e Adapted) (State, []Effect) {
	elsewhere := s.Env.Zones != nil && s.Env.Zones.Local() != e.Env.Zones.Local()
	s.Words, s.Env = e.Words, e.Env
	if !s.Open() {
		return s, nil
	}
	s.Fields = append([]Field(nil), s.Fields...)
	for i := range s.Fields {
		s.reread(i)
		if elsewhere && s.Form.Fields[i].Kind == schema.DateTime {
			// The zone that is chosen without having been chosen is another.
			s.Fields[i].Generation++
		}
	}
	if s.Step == Review {
		return s.reviewed(Focus{Target: OnHeading, IfInside: true})
	}
	return s, nil
}

// Heading is the h1 of the step.
func (s State) Heading() string {
	server := wording.Server(s.ServerID())
	switch s.Step {
	case Idle:
		return s.Words.Text(wording.Loading)
	case Review:
		return s.Words.Text(wording.ReviewHeading)
	case Unshown:
		return s.Words.Text(wording.Unshown)
	case Done:
		return s.Words.Text(outcomes[s.Outcome])
	}
	if s.Confirmation() {
		return s.Words.Text(wording.ConfirmHeading, server)
	}
	return s.Words.Text(wording.FormHeading, server)
}

// Title is the document's title: step and server, and whether there is a
// problem.
func (s State) Title() string {
	title := s.Heading()
	if s.Step == Review || s.Step == Done || s.Step == Unshown {
		title += " - " + s.ServerID()
	}
	if s.Step == Form && len(s.Problems) > 0 {
		title = s.Words.Text(wording.TitleErrorPrefix) + title
	}
	return title
}

var outcomes = map[Outcome]wording.Key{
	Sent:      wording.Sent,
	Confirmed: wording.Confirmed,
	Declined:  wording.Declined,
	Cancelled: wording.Cancelled,
	Withdrawn: wording.Withdrawn,
}
