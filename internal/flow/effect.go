package flow

import (
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/validate"
)

// Effect is an order to the components or to the port: a type of this file, list.go or calendar.go.
type Effect any

type (
	// Reply answers a round. A second reply leaves only after a refusal, or when the person resends it.
	Reply struct {
		ID        request.Value
		Responses []request.InputResponse
	}
	// Fail answers a round with an error, because no person has decided it. Without Err, the program has a fault.
	Fail struct {
		ID  request.Value
		Err *request.Error
		Key string
	}
	// KeepDraft hands over the unsent answers for a later visit. Draft is Missing if every field is as it came.
	KeepDraft struct {
		ID    request.Value
		Draft request.Value
	}
	// Audit says where the accepted answers come from. It never holds an answer.
	Audit struct {
		ID      request.Value
		Entries []request.AuditEntry
	}
	// Receipt has a line for each end of the round, for the transcript of the chat. Answers are labels and values without secrets.
	Receipt struct {
		ID                                     request.Value
		Language                               string
		Answered, Withdrawn, Expired, Finished string
		Answers                                [][2]string
	}
	// Shown says, after the drawing, that a round is on the screen.
	Shown struct{ ID request.Value }
	// TellFindings lists the warnings about a round and its questions that cannot be answered.
	TellFindings struct {
		ID       request.Value
		Findings []request.Finding
	}
	// WaitOver says that the person no longer visits the opened page.
	WaitOver struct {
		ID  request.Value
		How request.WaitEnd
	}
	// OpenLink asks the host to open a page.
	OpenLink struct{ URL string }
	PutAway  struct{}
	// OnReview says whether the person is on review, or changes an answer from there.
	OnReview struct{ Now bool }
)

type (
	// Focus moves the focus, after the drawing.
	Focus struct {
		Target  Target
		Request int
		Field   int
		Segment validate.Segment
		// IfInside moves the focus only within the frame, so that an event of the host never takes it from the chat.
		IfInside bool
	}
	// Announce has a screen reader say Text, after the drawing.
	Announce struct {
		Text string
		// Outside replaces Text while the focus is outside the frame; inside, the heading has the focus.
		Outside string
		// Later waits until the person stops typing. A newer text replaces the waiting one.
		Later bool
	}
	// Alert has a screen reader say a text at once, but only while the focus is outside the frame.
	Alert struct{ Text string }
	// CompileLater asks for [State.Compile] in a task of its own after the next paint.
	CompileLater struct{}
	Copy         struct{ Text string }
	// Wake asks for a [Woken] in After milliseconds. It replaces the earlier Wake of its alarm.
	Wake struct {
		Alarm Alarm
		After int
	}
)

// Alarm is the purpose of a Wake.
type Alarm uint8

const (
	// DeadlineAlarm: the displayed time changes.
	DeadlineAlarm Alarm = iota
	AckTimeout
	// DraftAlarm: the person has stopped typing.
	DraftAlarm
	OutcomeAlarm
)

// Target is the element that gets the focus.
type Target uint8

const (
	OnHeading Target = iota
	OnSummary
	OnControl
	OnChange
	OnAgreement
)
