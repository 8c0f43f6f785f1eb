// Package flow is the state machine of one elicitation: which step the person
// is on, what stands in the fields, what is wrong, and what leaves.
//
// [Update] is pure. It takes a state and an event and returns the next state
// and the effects that somebody else has to carry out: only the component tree
// and the port touch the browser. A behaviour is tested as state, event,
// expected state and effects.
package flow

import (
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/plain"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/wording"
)

// Step is where the person is.
type Step uint8

// The steps. Consent and waiting, the steps of URL mode, stand between Review
// and Done when they come.
const (
	// Idle: no request yet, or the last one was put away.
	Idle Step = iota
	// Form: the fields, or a bare confirmation when there are none.
	Form
	// Review: the answers, before anything is sent.
	Review
	// Done: the request has been answered or withdrawn.
	Done
	// Unshown: the request could not be shown; the host has been told.
	Unshown
)

// Outcome is how a request ended, as the done step tells it.
type Outcome uint8

// The outcomes.
const (
	Pending Outcome = iota
	Sent
	Confirmed
	Declined
	Cancelled
	// Withdrawn: the server or the host took the request back.
	Withdrawn
)

// Server is who asks.
type Server struct {
	// ID is the host's own, trusted name of the server.
	ID plain.Untrusted
	// Name and Title are what the server says of itself.
	Name, Title plain.Untrusted
}

// Field is one field's share of the state.
type Field struct {
	Draft answer.Draft
	// Understood is how the draft is read, where that is not obvious.
	Understood string
	// Over counts the code points over the limit, negative while some are
	// left; only meaningful where the field has a MaxLength.
	Over int
	// Lines says that the text takes several lines: the schema wants it so,
	// or what stands in it has some.
	Lines bool
	// Problem is what is wrong, shown beside the field; nil while nothing is.
	Problem *check.Problem
	// Notes are the schema's notes and the checker's.
	Notes []schema.Note
	// Version changes whenever something that is drawn for the field changes.
	Version int
	// Generation changes when the controls must be built anew, because the
	// program and not the person changed what stands in them.
	Generation int
}

// State is everything that the person can see, and nothing else is. The zero
// State, given Words and an Env by [New], is Idle.
type State struct {
	Step Step
	// ID is the JSON-RPC id of the request being shown.
	ID elicit.Value
	// Serial counts the requests shown, so that two of them never share a
	// component.
	Serial  int
	Server  Server
	Message plain.Untrusted
	Form    schema.Form
	Fields  []Field
	// Problems are what the last Continue found and is still wrong, in field
	// order.
	Problems []check.Problem
	// Attempt counts the times that Continue found something wrong, so that
	// the same problems are told again.
	Attempt int
	// Changing is the field that the person came back from review to change;
	// -1 when none.
	Changing int
	Reviewed Reviewed
	Outcome  Outcome
	// Refusal is why the request is Unshown.
	Refusal elicit.Reason

	// Words and Env follow the host's locale and time zone.
	Words *wording.Words
	Env   answer.Env

	checker *check.Checker
	// waiting are requests that came while another was open.
	waiting []Requested
	// last is the request that ended last and what was answered, so that a
	// repeated request gets the same answer and never a second one.
	last answered
}

type answered struct {
	id     elicit.Value
	effect Effect
}

// Reviewed is the snapshot that the review step shows. Send sends exactly its
// Content.
type Reviewed struct {
	Rows    []Row
	Content elicit.Value
	// JSON is Content as it will leave, byte for byte.
	JSON string
}

// Row is one field on the review step.
type Row struct {
	Field int
	// Value is the answer as the person understands it; empty when the field
	// is left out.
	Value string
	// Sent is the value as it leaves, where it reads differently from Value.
	Sent string
	// Instant is the moment in UTC of a date-time.
	Instant string
	// Provided reports whether the field is part of the content.
	Provided bool
	// Suggested reports whether the answer is the server's own suggestion.
	Suggested bool
	// Refill is the default that the server may put back for a field that is
	// left out, as the person would read it; empty when there is none.
	Refill string
}

// New returns the state before the first request.
func New(words *wording.Words, env answer.Env) State {
	return State{Words: words, Env: env, Changing: -1}
}

// Open reports whether a request waits for the person.
func (s State) Open() bool { return s.Step == Form || s.Step == Review }

// Confirmation reports whether the request asks for nothing but a yes.
func (s State) Confirmation() bool { return len(s.Form.Fields) == 0 && len(s.Form.Missing) == 0 }

// Blocked reports whether only Decline and Cancel are left.
func (s State) Blocked() bool { return s.Form.Blocked() }

// Optional reports whether every field may be left out.
func (s State) Optional() bool {
	for _, f := range s.Form.Fields {
		if f.Required {
			return false
		}
	}
	return true
}

// ServerID is the trusted name of the server, safe to show.
func (s State) ServerID() string { return plain.Display(s.Server.ID, plain.TitleLimit).Shown }

// Claim is what the server calls itself, where that differs from its trusted
// name; empty otherwise.
func (s State) Claim() string {
	for _, name := range []plain.Untrusted{s.Server.Title, s.Server.Name} {
		if shown := plain.Display(name, plain.TitleLimit).Shown; shown != "" && shown != s.ServerID() {
			return shown
		}
	}
	return ""
}
