package flow

import (
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
)

// Effect is something that the component tree or the port has to do. Update only
// says so. It is one of the types below, of a list's or of a calendar's.
type Effect any

// What the host is told.
type (
	// Reply answers a round, in the server's order. At most one Reply or Fail leaves for a round,
	// unless the host refuses the answer or the person sends it again.
	Reply struct {
		ID        elicit.Value
		Responses []elicit.InputResponse
	}
	// Fail answers a request with an error: no person has decided it. Without Err the fault is in the
	// program. Key names the request of a round that could not be shown.
	Fail struct {
		ID  elicit.Value
		Err *elicit.Error
		Key string
	}
	// KeepDraft hands over the unsent answers, for a later visit. Draft is Missing when
	// there are none to keep.
	KeepDraft struct {
		ID    elicit.Value
		Draft elicit.Value
	}
	// Audit tells where the accepted answers come from, never what they are.
	Audit struct {
		ID      elicit.Value
		Entries []elicit.AuditEntry
	}
	// Receipt tells the line that stays in place of the frame, for each way that the round may end: once
	// it is answered, withdrawn or expired, or when the person has finished on its page. Answers are
	// those that leave, as a person reads them, each after its label. No secret is part of it.
	Receipt struct {
		ID                                     elicit.Value
		Lang                                   string
		Answered, Withdrawn, Expired, Finished string
		Answers                                [][2]string
	}
	// Shown tells, after the drawing, that a request is on the screen.
	Shown struct{ ID elicit.Value }
	// TellFindings tells what is noteworthy about a request.
	TellFindings struct {
		ID       elicit.Value
		Findings []elicit.Finding
	}
	// WaitOver tells that the wait for an opened page is over.
	WaitOver struct {
		ID  elicit.Value
		How elicit.WaitEnd
	}
	// OpenLink asks the host to open a page.
	OpenLink struct{ URL string }
	// PutAway tells that the person has closed the last screen.
	PutAway struct{}
	// OnReview tells that the person is on review, or changes an answer from there, or no longer.
	OnReview struct{ Now bool }
)

// What the browser does.
type (
	// Focus moves the focus, after the drawing.
	Focus struct {
		Target Target
		// Field and Segment belong to OnControl, Request and Field to OnChange.
		Request int
		Field   int
		Segment check.Segment
		// IfInside moves the focus only when it is in the frame already, so
		// that an event of the host never takes it from the chat.
		IfInside bool
	}
	// Announce has a screen reader say Text, after the drawing.
	Announce struct {
		Text string
		// Outside is said in place of Text while the focus is outside the frame: inside, the
		// focus moves to a heading, which is read out by that.
		Outside string
		// Later: the text is said when the person stops typing. A newer text replaces it.
		Later bool
	}
	// Alert has a screen reader say a text at once, but only while the focus is outside
	// the frame: inside, the focus moves to an element that says the same.
	Alert struct{ Text string }
	// CompileLater asks for a [Compile] in a task of its own after the next paint.
	CompileLater struct{}
	// Copy puts text into the clipboard.
	Copy struct{ Text string }
	// Wake asks for a [Woken] after some milliseconds, in place of an earlier one for its alarm.
	Wake struct {
		Alarm Alarm
		After int
	}
)

// Alarm says what the clock is for.
type Alarm uint8

// The alarms.
const (
	// DeadlineAlarm: another time left has to be shown.
	DeadlineAlarm Alarm = iota
	// AckTimeout: the host should have confirmed an answer by now.
	AckTimeout
	// DraftAlarm: the person has stopped typing.
	DraftAlarm
	// OutcomeAlarm: the outcome has been shown for long enough.
	OutcomeAlarm
)

// Target names what gets the focus.
type Target uint8

// The targets.
const (
	OnHeading Target = iota
	OnSummary
	OnControl
	// OnChange is the Change control of a row on review.
	OnChange
	// OnAgreement is the tick that sending a secret needs.
	OnAgreement
)
