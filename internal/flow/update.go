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
}

// New returns a machine.
func New(services Services) *Machine { return &Machine{services: services} }

// Update returns the state after an event and what is to be done about it. It
// changes nothing that the given state shares: a caller may keep old states.
func (m *Machine) Update(s State, event Event) (State, []Effect) {
	next, effects := s, []Effect(nil)
	switch event.(type) {
	case Edited, Widened, Cleared, SuggestionTaken, DayPicked, ListTyped, ListKey, ListClicked, ListTaken, ListLeft:
		// This the person does in a field.
		if s.takesAnswers() {
			next, effects = event.apply(m, s)
		}
	case Continued, WentBack, ChangeAsked, SecretShown, Agreed, SendPressed, ConfirmPressed,
		OpenPressed, CopyPressed, FinishPressed, DeclinePressed, CancelPressed:
		// This takes the person out of the field that they were in.
		if s.takesAnswers() {
			next, _ = s.leftField(0)
			next, effects = event.apply(m, next)
		}
	default:
		next, effects = event.apply(m, s)
	}
	return next.updateView(s, effects)
}

// takesAnswers reports whether acts of the person count: a late click on something
// that has ended or has been sent changes nothing.
func (s *State) takesAnswers() bool {
	return s.Sending == NotSending && (s.Open() || s.Step == Waiting)
}
