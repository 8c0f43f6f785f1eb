// Package flow is the state machine of the frame.
//
// [Machine.Update] is a pure function: a state, an event and its time give the next state and its effects. Package
// component and package port carry the effects out, so that a test of a behaviour needs no browser.
//
// A state can be kept: no later event changes it. States share one thing that changes, the [validate.Checker] of each
// request with its budget. It caches the rules that it has compiled, and gives the same results with a full cache as
// with an empty one.
//
// The files follow the life of a request:
//
//	arrive.go     a round comes, is read and shown; or it is rejected
//	edit.go       the person types and chooses; list.go and calendar.go have the controls with a part that opens
//	continue.go   Continue checks the answers, then leads to the next request, to the review, or sends one choice
//	visit.go      a page is opened and finished
//	review.go     the review; change.go leads from it to a question and back, secret.go hides secrets on it
//	approve.go    a tool call is allowed or declined, and its arguments are changed
//	decide.go     Confirm, Decline, Not now and Send
//	send.go       the answer leaves, and the host confirms or refuses it
//	end.go        the outcome is shown and put away, also when the host takes the round back
//
// Beside that life, adapt.go follows the host's language, clock.go counts down to the deadline, view.go keeps the opened
// parts of the screen, and heading.go words the steps.
package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/wording"
)

// State is everything that the person can see. A State with a Reader alone is Idle.
type State struct {
	Reader
	Step Step
	Round
	// At is the index of the current request.
	At int
	// Serial changes with the round and with the current request, so that requests never share a component.
	Serial int
	// Rounds counts the rounds and the resumed pages that were shown.
	Rounds int
	// SecondsLeft is the time until the deadline.
	SecondsLeft int

	// Attempt counts the presses of Continue that found problems, so that the same problems are announced again.
	Attempt int
	Change  Change
	// Unadapted is the field, counted from 1, whose controls keep the notation of adaptedFrom while they have the focus.
	Unadapted   int
	adaptedFrom answer.Env

	// Snapshot holds the answers on review, and Agreement the consent to send secrets.
	Snapshot  Snapshot
	Agreement Agreement
	Visit
	Delivery

	// Outcome is the end of the round, and Ended its time in milliseconds since 1970. Rejected is the reason of Unshown.
	Outcome  Outcome
	Ended    int64
	Rejected request.Reason

	View View
}

// Reader is the language of the screen and the notation of the answers. The present of Env is the time of the last event.
type Reader struct {
	Words *wording.Words
	Env   answer.Env
}

// Round is the requests that are shown and answered together.
type Round struct {
	// ID is the JSON-RPC id of the message that asks the round.
	ID request.Value
	request.Notes
	Requests []Request
	// DraftRestored says that answers of an earlier visit are back.
	DraftRestored bool
}

// Visit is the state of a page that the server wants to open.
type Visit struct {
	// NotOpened says that the host failed to open the page.
	NotOpened bool
	// CopyResult is the result of the last Copy link; empty before the first.
	CopyResult wording.Key
	// isOpening: the host has not answered yet whether the page is open. completedEarly: the page is completed already.
	isOpening, completedEarly bool
}

// Delivery is the state of the answer on its way to the host.
type Delivery struct {
	Sending Sending
	// Unchecked says that the host could not check the answer: nothing is settled, and the same answer can be sent again.
	Unchecked bool
	// Replied says that the request is answered although the screen stays: the person still visits the opened page.
	Replied        bool
	pendingOutcome Outcome
}

// Step is the screen that is shown.
type Step uint8

const (
	Idle Step = iota
	// Form: the fields, or a bare confirmation for a request without fields.
	Form
	// Review: the answers, before anything is sent.
	Review
	// Consent: a page that the server wants to open, before it is opened.
	Consent
	// Approve: a tool call that needs leave.
	Approve
	// Waiting: the page was opened in another tab.
	Waiting
	// Done: the request has been answered or withdrawn.
	Done
	// Unshown: the request could not be shown, and the host has an error.
	Unshown
)

// Outcome is the end of a round. Except for PageCompleted, it is the key of the heading of the done step.
type Outcome wording.Key

const (
	Pending   Outcome = ""
	Sent      Outcome = "Sent"
	Confirmed Outcome = "Confirmed"
	// Allowed: the tool may run.
	Allowed  Outcome = "Allowed"
	Declined Outcome = "Declined"
	// Skipped: the person declined, and the agent goes on without an answer.
	Skipped   Outcome = "Skipped"
	Cancelled Outcome = "Cancelled"
	// Withdrawn: the server or the host took the request back.
	Withdrawn Outcome = "Withdrawn"
	// Expired: the person did not answer in time.
	Expired Outcome = "Expired"
	// Elsewhere: the person has answered in another window.
	Elsewhere Outcome = "Elsewhere"
	// FinishedByPerson: the person has finished on the opened page.
	FinishedByPerson Outcome = "SaidFinished"
	PageCompleted    Outcome = "by the server"
)

// Sending says whether an answer is on its way.
type Sending uint8

const (
	NotSending Sending = iota
	// InTransit: the answer is sent, and the host has not confirmed it yet.
	InTransit
	// Unconfirmed: the host has been silent for too long.
	Unconfirmed
)

// Open reports whether the round waits for an answer.
func (s *State) Open() bool {
	switch s.Step {
	case Form, Review, Consent, Approve:
		return true
	case Waiting:
		return !s.Replied
	}
	return false
}

// Request returns the current request for reading; empty after the round.
func (s *State) Request() *Request {
	if s.At >= len(s.Requests) {
		return &Request{}
	}
	return &s.Requests[s.At]
}

func (s *State) mutableRequest() *Request {
	return &s.mutableRequests()[s.At]
}

// mutableRequests returns all requests in a copy that no earlier state shares.
func (s *State) mutableRequests() []Request {
	s.Requests = slices.Clone(s.Requests)
	return s.Requests
}

// Position returns the place of the current request in its round, or of a single request in the queue.
func (s *State) Position() request.Queue {
	switch {
	case len(s.Requests) < 2:
		return s.Queue
	case s.Step == Review:
		return request.Queue{}
	}
	return request.Queue{Position: s.At + 1, Total: len(s.Requests)}
}

// ServerID returns the trusted name of the server, safe to show.
func (s *State) ServerID() string { return s.Server.DisplayName() }
