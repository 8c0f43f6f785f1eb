package flow

import (
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
)

// Event is something that happened: a message of the host or an act of the
// person.
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
	WaitResumed struct {
		ID       elicit.Value
		Requests []elicit.InputRequest
		elicit.Notes
	}
	// CalledOff: the host or the server takes a request back. The outcome is Withdrawn where
	// it is not given, Expired when its time is up, Elsewhere, or Sent when the host
	// learns late that the answers of this form have arrived.
	CalledOff struct {
		ID      elicit.Value
		Outcome Outcome
	}
	// QueueChanged: other requests wait now behind the one that is shown, or no longer.
	QueueChanged struct {
		ID    elicit.Value
		Queue elicit.Queue
	}
	// Completed: the server says that an opened page is completed.
	Completed elicit.Completion
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
	// Compile: the browser is idle, so that the program can compile the schemas that
	// Continue will need.
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
	// Edited: the person typed or chose. Draft is what all controls of the field hold
	// now.
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
	// Cleared: the person emptied a field.
	Cleared struct{ Field int }
	// SuggestionTaken: the person takes the server's suggestion again.
	SuggestionTaken struct{ Field int }

	// Continued: the person pressed Continue.
	Continued struct{}
	// WentBack: the person goes back, from review to the form or to the request
	// before.
	WentBack struct{}
	// ChangeAsked: the person wants to change one answer on review; Field is -1
	// for a request that has no answers.
	ChangeAsked struct{ Request, Field int }
	// SecretShown: the person wants to see a secret on review, or not any more.
	SecretShown struct {
		Request, Field int
		Shown          bool
	}
	// Agreed: the person ticked that the secrets may be sent, or took that back.
	Agreed struct{ Yes bool }
	// SendPressed sends the reviewed answers.
	SendPressed struct{}
	// ConfirmPressed accepts a request without fields.
	ConfirmPressed struct{}
	// OpenPressed opens the page, for the first time or again. The browser
	// itself follows the link, unless the host opens pages.
	OpenPressed struct{}
	// CopyPressed copies the address of the page.
	CopyPressed struct{}
	// FinishPressed: the person says that they have finished on the opened page.
	FinishPressed struct{}
	// ResendPressed sends an answer again that the host has not confirmed.
	ResendPressed struct{}
	// DeclinePressed declines.
	DeclinePressed struct{}
	// CancelPressed closes the request without an answer.
	CancelPressed struct{}
	// Closed puts a finished or unshown request away, or an opened page.
	Closed struct{}
)

// Rehearsal is a request that no server has made. The component tree draws it out of
// sight, so that the first request of a server is drawn by functions that the browser has
// compiled already. It changes nothing on the screen, and sends nothing.
type Rehearsal struct{ Requested }

func (Rehearsal) apply(_ *Machine, s State) (State, []Effect) { return s, nil }

// Fresh reports whether no request has come yet.
func (s *State) Fresh() bool { return s.Step == Idle && s.Serial == 0 }
