// Package flow is the state machine of the frame: what is on the screen, the answers, what is wrong
// with them, and what leaves.
//
// [Machine.Update] is pure. It takes a state and an event, and returns the next state and the effects,
// which the components and the port carry out: only those touch the browser. A behaviour is tested as
// state, event, expected state and effects.
//
// The frame shows one thing at a time: a request, an opened page that is waited for, or nothing. The
// host decides which request comes next.
package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/wording"
)

// State is everything that the person can see, and nothing else. The State with
// nothing but a Reader is Idle.
type State struct {
	// Reader is the language of the screen. It follows the host.
	Reader
	Step Step
	// Round is the requests on the screen, with all that was entered so far.
	Round
	// At is the index of the request that the person is at.
	At int
	// Serial changes with the round and the request in it: no two of them share a component.
	Serial int
	// Rounds counts those that were shown, with the pages that are waited for.
	Rounds int
	// Left are the seconds until the deadline.
	Left int

	// Attempt counts the times that Continue found something wrong, so that the
	// same problems are announced again.
	Attempt int
	// Change is what the person changes from review.
	Change Change
	// Unadapted is the field with controls of before the last change of locale or time zone, because
	// the focus is in it, from 1; 0 for none. adaptedFrom is what fields were read by before.
	Unadapted   int
	adaptedFrom answer.Env

	// Reviewed is what review shows, and Agreement what sending a secret needs.
	Reviewed  Reviewed
	Agreement Agreement
	// Visit is the state of the page that is to be opened.
	Visit
	// Delivery is how far the answer is on its way.
	Delivery

	// Outcome is how the request ended, and Ended when, in milliseconds since 1970.
	// Rejected is why it is Unshown.
	Outcome  Outcome
	Ended    int64
	Rejected elicit.Reason

	// View is what the person has opened on the screen.
	View View
}

// Reader is what the screen is written in and what the answers are read by. Both
// follow the host's locale and time zone.
type Reader struct {
	Words *wording.Words
	Env   answer.Env
}

// Round is the requests that are shown and answered together.
type Round struct {
	// ID is the JSON-RPC id of the message that asks the round.
	ID elicit.Value
	// Notes is what the host says about the round.
	elicit.Notes
	// Requests are the requests of the round.
	Requests []Request
	// DraftRestored says that answers of an earlier visit are back.
	DraftRestored bool
}

// Visit is the state of a page that the server wants to open.
type Visit struct {
	// NotOpened says that the host was asked to open the page and did not.
	NotOpened bool
	// CopyResult says what the last Copy link has done; empty before.
	CopyResult wording.Key
	// opening: the host was asked to open the page and has not answered yet. early:
	// meanwhile the server has said that the page is finished.
	opening, early bool
}

// Delivery is how far the answer to the request is on its way to the host.
type Delivery struct {
	Sending Sending
	// Unchecked says that the host could not check the answer, so that nothing is
	// settled and the same answer can be sent again.
	Unchecked bool
	// Replied says that the request has had its answer although the screen stays:
	// the person still waits for the opened page.
	Replied bool
	// ending is the outcome to show once the host has confirmed the answer.
	ending Outcome
}

// Step is which screen is shown.
type Step uint8

// The steps.
const (
	// Idle: there is nothing to see.
	Idle Step = iota
	// Form: the fields, or a bare confirmation when there are none.
	Form
	// Review: the answers, before anything is sent.
	Review
	// Consent: a page that the server wants to open, before it is opened.
	Consent
	// Waiting: the page was opened in another tab.
	Waiting
	// Done: the request has been answered or withdrawn.
	Done
	// Unshown: the request could not be shown; the host has been told.
	Unshown
)

// Outcome is how a request ended: the key of the heading of the done step, but for a page
// that the server calls finished.
type Outcome wording.Key

// The outcomes.
const (
	Pending   Outcome = ""
	Sent      Outcome = "Sent"
	Confirmed Outcome = "Confirmed"
	Declined  Outcome = "Declined"
	Cancelled Outcome = "Cancelled"
	// Withdrawn: the server or the host took the request back.
	Withdrawn Outcome = "Withdrawn"
	// Expired: the person did not answer in time.
	Expired Outcome = "Expired"
	// Elsewhere: the person has answered in another window.
	Elsewhere Outcome = "Elsewhere"
	// FinishedByPerson: the person says that they are through with the opened page.
	FinishedByPerson Outcome = "SaidFinished"
	// PageCompleted: the server says so.
	PageCompleted Outcome = "by the server"
)

// Sending says whether an answer is on its way.
type Sending uint8

// The stages of sending.
const (
	NotSending Sending = iota
	// InTransit: it has left, and the host has not confirmed it yet.
	InTransit
	// Unconfirmed: the host has been silent for too long.
	Unconfirmed
)

// Open reports whether the request waits for an answer.
func (s *State) Open() bool {
	switch s.Step {
	case Form, Review, Consent:
		return true
	case Waiting:
		return !s.Replied
	}
	return false
}

// Request is the one that the person is at, for reading; an empty one for none.
func (s *State) Request() *Request {
	if s.At >= len(s.Requests) {
		return &Request{}
	}
	return &s.Requests[s.At]
}

// mutableRequest is the request that the person is at, in a copy that no earlier state
// shares, so that it can be changed.
func (s *State) mutableRequest() *Request {
	return &s.mutableRequests()[s.At]
}

// mutableRequests are all requests, in a copy that no earlier state shares.
func (s *State) mutableRequests() []Request {
	s.Requests = slices.Clone(s.Requests)
	return s.Requests
}

// Position is the place of the current request in its round, or of the request
// in the queue; zero when there is only one.
func (s *State) Position() elicit.Queue {
	switch {
	case len(s.Requests) < 2:
		return s.Queue
	case s.Step == Review:
		return elicit.Queue{} // It shows all of them.
	}
	return elicit.Queue{Position: s.At + 1, Total: len(s.Requests)}
}

// ServerID is the trusted name of the server, safe to show.
func (s *State) ServerID() string { return s.Server.DisplayName() }
