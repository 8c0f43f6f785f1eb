package flow

import (
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/wording"
)

// Update returns the state after an event and what is to be done about it. It
// changes nothing that the given state shares: a caller may keep old states.
func Update(s State, event Event) (State, []Effect) {
	next, effects := s.update(event)
	return next.viewed(s, effects)
}

func (s State) update(event Event) (State, []Effect) {
	switch e := event.(type) {
	case Requested:
		return s.requested(e)
	case CalledOff:
		return s.calledOff(e)
	case WaitResumed:
		return s.waitResumed(e)
	case Finished:
		return s.completed(e)
	case Received:
		return s.received(e)
	case SentBack:
		return s.sentBack(e)
	case LinkOpened:
		return s.linkOpened(e)
	case Copied:
		return s.copied(e)
	case Woken:
		return s.woken(e)
	case Worked:
		return s.doWork(e)
	case Adapted:
		next, effects := s.adapted(e)
		return next.again(effects)
	case Left:
		return s.left(e.Focused)
	case Closed:
		return s.closed()
	case Expanded:
		return s.expanded(e)
	case DrawTurn:
		return s.drawTurn(e)
	case ListScrolled:
		return s.listScrolled(e.Field)
	case ListClosed:
		return s.listClosed(e.Field)
	case MoreAsked:
		return s.moreAsked()
	case MoreSeen:
		return s.moreSeen(e)
	case ProblemFollowed:
		return s.problemFollowed(e)
	case ClockRead:
		return s.clockRead(e)
	case ResendPressed:
		return s.resent()
	}
	// What follows are acts of a person on what is shown; a late click on
	// something that has ended or has been sent changes nothing.
	if s.Sending != NotSending {
		return s, nil
	}
	if s.Step == Consent || s.Step == Waiting {
		return s.visiting(event)
	}
	if !s.Open() {
		return s, nil
	}
	if s.Step == Preparing {
		return s.refusing(event)
	}
	return s.acted(event)
}

// acted is what the person does on the form and on review.
func (s State) acted(event Event) (State, []Effect) {
	switch e := event.(type) {
	case Edited:
		return s.edited(e)
	case Widened:
		return s.widened(e)
	case Cleared:
		return s.replaced(e.Field, false)
	case Restored:
		return s.replaced(e.Field, true)
	case FilterTyped:
		return s.filterTyped(e)
	case BoxesAsked:
		return s.boxesAsked(e)
	case ListTyped, ListKey, ListClicked, ListTaken, ListLeft:
		return s.listed(event)
	}
	s, _ = s.left(0) // All else takes the person out of the field.
	switch e := event.(type) {
	case Continued:
		return s.continued()
	case WentBack:
		return s.wentBack()
	case ChangeAsked:
		return s.changeAsked(e)
	case SecretShown:
		return s.secretShown(e)
	case Agreed:
		return s.agreed(e)
	case SendPressed:
		return s.sendPressed()
	case ConfirmPressed:
		return s.confirmPressed()
	case DeclinePressed:
		return s.declinePressed()
	case CancelPressed:
		return s.cancelPressed()
	}
	return s, nil
}

// finish shows the outcome. Answers do not outlive the request.
func (s State) finish(outcome Outcome) (State, []Effect) {
	s.Step, s.Outcome = Done, outcome
	s.Question, s.parts, s.Reviewed = Question{}, nil, Reviewed{}
	s.Changing, s.Sending, s.Unchecked, s.Deadline = -1, NotSending, false, 0
	s.Agreement = Agreement{}
	s.replied, s.opening, s.Restored, s.work = false, false, false, work{}
	return s, []Effect{Focus{Target: OnHeading, IfInside: true}, Announce{Text: s.Heading()}}
}

// calledOff closes the request that the host or the server took back. Nothing
// is answered: the host has settled the request itself.
func (s State) calledOff(e CalledOff) (State, []Effect) {
	if !s.ID.Equal(e.ID) || !s.Open() && !s.replied {
		return s, nil
	}
	outcome := Withdrawn
	if e.Expired {
		outcome = Expired
	}
	next, effects := s.finish(outcome)
	if s.replied {
		// The answer came too late, and nobody will say that the page is finished.
		effects = append([]Effect{WaitOver{ID: e.ID, How: elicit.EndedByClosing}}, effects...)
	}
	return next, effects
}

// closed puts the last screen away.
func (s State) closed() (State, []Effect) {
	switch {
	case s.Step == Waiting && s.Sending == NotSending:
		return s.through(elicit.EndedByClosing)
	case s.Open() || s.Step == Idle:
		return s, nil
	}
	return s.putAway()
}

// Heading is the h1 of the step.
func (s State) Heading() string {
	server := wording.Server(s.ServerID())
	switch s.Step {
	case Idle:
		return s.Words.Text(wording.Loading)
	case Preparing:
		return s.Words.Text(wording.ShellHeading, server)
	case Review:
		return s.Words.Text(wording.ReviewHeading)
	case Consent:
		return s.Words.Text(wording.ConsentHeading, server)
	case Waiting:
		return s.Words.Text(wording.WaitingHeading)
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
	switch s.Step {
	case Review, Done, Unshown, Waiting:
		title += " - " + s.ServerID()
	}
	if s.Step == Form && len(s.Problems) > 0 || s.Step == Review && s.Agreement.Missing {
		title = s.Words.Text(wording.TitleErrorPrefix) + title
	}
	return title
}

var outcomes = map[Outcome]wording.Key{
	Sent:             wording.Sent,
	Confirmed:        wording.Confirmed,
	Declined:         wording.Declined,
	Cancelled:        wording.Cancelled,
	Withdrawn:        wording.Withdrawn,
	Expired:          wording.Expired,
	FinishedByPerson: wording.Confirmed,
	PageCompleted:    wording.Confirmed,
}
