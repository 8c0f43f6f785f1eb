package flow

import (
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/link"
)

// Event is something that happened: a message of the host or an act of the person.
type Event interface {
	// apply returns the state after the event and what is to be done about it.
	apply(m *Machine, s State) (State, []Effect)
}

// What the host and the browser tell.
type (
	// Requested: the host hands over a round. A single request is a round of one.
	Requested struct {
		ID       elicit.Value
		Requests []elicit.InputRequest
		elicit.Notes
		// Now is the time, in milliseconds since 1970.
		Now int64
	}
	// WaitResumed: an opened page of an earlier round, which has had its answer, is
	// shown again. It is the only one of the Requests.
	WaitResumed Requested
	// CalledOff: the host or the server takes a request back. The zero outcome is Withdrawn; Sent says
	// that the host learns late that the answers have arrived.
	CalledOff struct {
		ID      elicit.Value
		Outcome Outcome
	}
	// QueueChanged: other requests wait now behind the one that is shown, or no longer.
	QueueChanged struct {
		ID    elicit.Value
		Queue elicit.Queue
	}
	// Completed: the server says that an opened page is completed. ID is the request that opened it,
	// if the host said so. With Server, the wait is over already, and the person is only told.
	Completed struct {
		ElicitationID string
		ID            elicit.Value
		Server        elicit.Server
	}
	// Received: the host has settled the answer to a request.
	Received struct{ ID elicit.Value }
	// AnswerRefused: the host does not settle the answer to a request, because of
	// these problems. Without any, the host could not check the answer.
	AnswerRefused struct {
		ID       elicit.Value
		Problems []elicit.Refusal
	}
	// BackAsked: the page around the form wants to lead the person back from review.
	BackAsked struct{}
	// LinkOpened: the host has opened the page, or did not.
	LinkOpened struct{ OK bool }
	// Copied: the address is in the clipboard, or only selected.
	Copied struct{ OK bool }
	// Woken: the time of a [Wake] has come. Now is in milliseconds since 1970.
	Woken struct {
		Alarm Alarm
		Now   int64
	}
	// Viewed: the browser says whether the whole form can be seen without scrolling.
	Viewed struct{ Whole bool }
	// Compile: the browser is idle, so that the schemas that Continue needs can be compiled.
	Compile struct{}
	// Adapted: the host's locale or time zone changed.
	Adapted struct {
		Reader
		// Focused is the field that the focus is in, counted from 1; 0 for none.
		Focused int
	}
)

// What the person does.
type (
	// Edited: the person typed or chose. Draft is what all controls of the field hold.
	Edited struct {
		Field int
		Draft answer.Draft
		// Outdated says that the controls are still those of before the last
		// change of the locale or the time zone: the new ones are not drawn yet.
		Outdated bool
	}
	// Widened: the person pasted text with newlines into a single line. The control
	// becomes one of several lines, so that nothing is joined or cut.
	Widened struct {
		Field int
		Text  string
	}
	// Left: the focus has moved to another field, counted from 1, or to none.
	Left struct{ Focused int }
	// Refilled: the person emptied a field, takes the server's suggestion again, or wants to leave
	// a required answer empty.
	Refilled struct {
		Field            int
		Suggested, Empty bool
	}

	// ChangeAsked: the person wants to change an answer on review; Field -1 is a whole request.
	ChangeAsked struct{ Request, Field int }
	// SecretShown: the person wants to see a secret on review, or not any more.
	SecretShown struct {
		Request, Field int
		Shown          bool
	}
	// Agreed: the person ticked that the secrets may be sent, or took that back.
	Agreed struct{ Yes bool }
)

// Press is a press of a button of a step. Its text is the name that tests of chats find the
// button by, in any language.
type Press string

// The buttons.
const (
	// Continue leads from the form to the review, or sends one choice.
	Continue Press = "continue"
	// Back leads from review to the form, or to the request before.
	Back Press = "back"
	// Send sends the reviewed answers.
	Send Press = "send"
	// Confirm accepts a request without fields.
	Confirm Press = "confirm"
	// OpenPage opens the page, for the first time or again. The browser itself follows the
	// link, unless the host opens pages.
	OpenPage Press = "open"
	// CopyLink copies the address of the page.
	CopyLink Press = "copy"
	// Finish says that the person has finished on the opened page.
	Finish Press = "done"
	// Resend sends an answer again that the host has not confirmed.
	Resend Press = "resend"
	// Decline declines.
	Decline Press = "decline"
	// Cancel, which is called "Not now", closes the request without an answer.
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
	// These two are for what has been sent, or has ended.
	if p != Resend && p != Close {
		if !s.takesAnswers() {
			return s, nil
		}
		// The press takes the person out of the field that they were in.
		s, _ = Left{}.apply(m, s)
	}
	return presses[p](s)
}

// Rehearsal is a request that no server has made. It is drawn out of sight, so that the browser has
// compiled the functions that draw the first one. It changes and sends nothing.
type Rehearsal struct{ Requested }

func (Rehearsal) apply(_ *Machine, s State) (State, []Effect) { return s, nil }

// Fresh reports whether no request has come yet.
func (s *State) Fresh() bool { return s.Step == Idle && s.Serial == 0 }

// Machine takes states from one event to the next. It has no state of its own.
type Machine struct {
	// ParseURL is the browser's URL parser.
	ParseURL func(raw string) link.Parts
	// Decompose is the browser's normalization of a text to NFKD, for texts that are compared by how they look. Without it they
	// are compared as they are written.
	Decompose func(text string) string
}

// Update returns the state after an event and what is to be done about it. It
// changes nothing that the given state shares: a caller may keep old states.
func (m *Machine) Update(s State, event Event) (State, []Effect) {
	switch event.(type) {
	case Edited, Widened, Refilled, DayPicked, ListTyped, ListKey, ListClicked, ListTaken, ListLeft,
		ChangeAsked, SecretShown, Agreed:
		if !s.takesAnswers() {
			return s, nil
		}
	}
	next, effects := event.apply(m, s)
	return next.updateView(s, effects)
}

// takesAnswers reports whether acts of the person count: a late click on something
// that has ended or has been sent changes nothing.
func (s *State) takesAnswers() bool {
	return s.Sending == NotSending && (s.Open() || s.Step == Waiting)
}
