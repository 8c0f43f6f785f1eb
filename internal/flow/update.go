package flow

import (
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/urlcheck"
)

// Event is something that happened: a message of the host, an act of the person, or a time that has come.
type Event interface {
	apply(m *Machine, s State) (State, []Effect)
}

// Machine leads from one state to the next. It is itself stateless.
type Machine struct {
	ParseURL func(raw string) urlcheck.Parts
	// Decompose is the browser's NFKD, by which options that look alike are found; nil compares them as written.
	Decompose func(text string) string
	// CountElements returns how many elements a field is drawn with; nil bounds no form.
	CountElements func(*schema.Field) int
}

// Update returns the state after an event, and its effects. now is in milliseconds since 1970.
func (m *Machine) Update(s State, event Event, now int64) (State, []Effect) {
	before := s
	s.Env.Now = now
	switch event.(type) {
	case Edited, Widened, Refilled, DayPicked, ListTyped, ListKey, ListClicked, ListPicked, ListBlurred,
		ChangeAsked, SecretShown, Agreed, Picked, Chosen:
		if !s.takesAnswers() {
			return s, nil
		}
	}
	next, effects := event.apply(m, s)
	return next.updateView(before, effects)
}

// takesAnswers is false after the answer: a late click on an element changes nothing.
func (s *State) takesAnswers() bool {
	return s.Sending == NotSending && (s.Open() || s.Step == Waiting)
}

// Press is a press of a button of a step. Its text names the button in tests of chats, in any language.
type Press string

const (
	// Continue leads from the form to the review, or sends one choice.
	Continue Press = "continue"
	// Back leads from review to the form, or to the previous request.
	Back    Press = "back"
	Send    Press = "send"
	Confirm Press = "confirm"
	// OpenPage opens the page, for the first time or again. Usually the browser itself follows the link.
	OpenPage Press = "open"
	CopyLink Press = "copy"
	// Finish ends the visit: the person has finished on the opened page.
	Finish Press = "done"
	// Resend sends an answer again that the host has not confirmed.
	Resend  Press = "resend"
	Decline Press = "decline"
	// Cancel, which is called "Not now", closes the round without an answer.
	Cancel Press = "cancel"
	// Close puts a finished or unshown request away, or an opened page.
	Close Press = "close"
)

var presses = map[Press]func(State) (State, []Effect){
	Continue: State.pressContinue, Back: State.pressBack, Send: State.pressSend, Confirm: State.pressConfirm,
	OpenPage: State.pressOpenPage, CopyLink: State.pressCopyLink, Finish: State.pressFinish, Resend: State.pressResend,
	Decline: State.pressDecline, Cancel: State.pressCancel, Close: State.pressClose,
}

func (p Press) apply(m *Machine, s State) (State, []Effect) {
	if p != Resend && p != Close {
		if !s.takesAnswers() {
			return s, nil
		}
		// The press takes the focus out of its field.
		s, _ = FieldBlurred{}.apply(m, s)
	}
	return presses[p](s)
}
