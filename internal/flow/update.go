package flow

import "github.com/elicitform/elicitform/internal/link"

// Services are what the machine needs of the browser.
type Services struct {
	// Links is the browser's URL parser.
	Links link.Parser
}

// Machine takes states from one event to the next. It has no state of its own.
type Machine struct {
	services Services
	pace     pace
}

// New returns a machine.
func New(services Services) *Machine { return &Machine{services: services, pace: ordinary} }

// Update returns the state after an event and what is to be done about it. It
// changes nothing that the given state shares: a caller may keep old states.
func (m *Machine) Update(s State, event Event) (State, []Effect) {
	next, effects := m.update(s, event)
	return next.viewed(s, effects)
}

func (m *Machine) update(s State, event Event) (State, []Effect) {
	switch e := event.(type) {
	case Requested:
		return m.requested(s, e)
	case CalledOff:
		return s.calledOff(e)
	case WaitResumed:
		return m.waitResumed(s, e)
	case Completed:
		return s.completed(e)
	case Received:
		return s.received(e)
	case AnswerRefused:
		return s.answerRefused(e)
	case BackAsked:
		return s.backAsked()
	case LinkOpened:
		return s.linkOpened(e)
	case Copied:
		return s.copied(e)
	case Woken:
		return s.woken(e)
	case Worked:
		return m.worked(s, e)
	case Adapted:
		next, effects := s.adapted(e)
		return next.again(effects)
	case Left:
		return s.leftField(e.Focused)
	case Closed:
		return s.closed()
	case Expanded:
		return s.expanded(e)
	case DrawTurn:
		return s.drawTurn(e)
	case ListMore:
		return s.listMore(e.Field)
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
	if !s.Open() && s.Step != Waiting {
		return s, nil
	}
	return m.acted(s, event)
}

// acted is what the person does.
func (m *Machine) acted(s State, event Event) (State, []Effect) {
	switch e := event.(type) {
	case Edited:
		return s.edited(e)
	case Widened:
		return s.widened(e)
	case Cleared:
		return s.refilled(e.Field, false)
	case SuggestionTaken:
		return s.refilled(e.Field, true)
	case DayPicked:
		return s.dayPicked(e)
	case ListTyped:
		return s.listTyped(e)
	case ListKey:
		return s.listKey(e)
	case ListClicked:
		return s.listClicked(e.Field)
	case ListTaken:
		return s.listTaken(e)
	case ListLeft:
		return s.listLeft(e)
	}
	s, _ = s.leftField(0) // All else takes the person out of the field.
	switch e := event.(type) {
	case Continued:
		return s.continued(m.pace.first)
	case WentBack:
		return s.wentBack()
	case ChangeAsked:
		return s.changeAsked(e)
	case SecretShown:
		return s.secretShown(e)
	case Agreed:
		return s.agreed(e)
	case OpenPressed:
		return s.openPressed()
	case CopyPressed:
		return s.copyPressed()
	case FinishPressed:
		return s.finishPressed()
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
