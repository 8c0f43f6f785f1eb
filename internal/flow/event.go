package flow

import (
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/wording"
)

// Event is something that happened: a message of the host or an act of the
// person.
type Event interface{ event() }

type (
	// Requested: the host hands over an elicitation request.
	Requested struct {
		ID     elicit.Value
		Params elicit.Value
		Server Server
		// Focus asks to move the focus to the form's heading; without it a
		// form never takes the focus from the chat.
		Focus bool
		// Err is set when the request could not even be read.
		Err *elicit.Error
	}
	// CalledOff: the host or the server takes a request back.
	CalledOff struct{ ID elicit.Value }
	// Adapted: the host's locale or time zone changed.
	Adapted struct {
		Words *wording.Words
		Env   answer.Env
	}

	// Edited: the person typed or chose. Draft is the whole of what stands
	// in the field's controls now.
	Edited struct {
		Field int
		Draft answer.Draft
	}
	// Widened: text with a newline came into a single line, which turns into
	// several: nothing is joined or cut.
	Widened struct {
		Field int
		Text  string
	}
	// Cleared: the person removed what stands in a field.
	Cleared struct{ Field int }
	// Restored: the person takes the server's suggestion again.
	Restored struct{ Field int }

	// Continued: the person is through with the form.
	Continued struct{}
	// WentBack: the person goes back from review to the form.
	WentBack struct{}
	// ChangeAsked: the person wants to change one answer on review.
	ChangeAsked struct{ Field int }
	// SendPressed sends the reviewed answers.
	SendPressed struct{}
	// ConfirmPressed accepts a request without fields.
	ConfirmPressed struct{}
	// DeclinePressed says no.
	DeclinePressed struct{}
	// CancelPressed closes the request without an answer.
	CancelPressed struct{}
	// Closed puts a finished or unshown request away.
	Closed struct{}
)

func (Requested) event()      {}
func (CalledOff) event()      {}
func (Adapted) event()        {}
func (Edited) event()         {}
func (Widened) event()        {}
func (Cleared) event()        {}
func (Restored) event()       {}
func (Continued) event()      {}
func (WentBack) event()       {}
func (ChangeAsked) event()    {}
func (SendPressed) event()    {}
func (ConfirmPressed) event() {}
func (DeclinePressed) event() {}
func (CancelPressed) event()  {}
func (Closed) event()         {}
