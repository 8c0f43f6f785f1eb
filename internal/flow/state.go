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
	"github.com/elicitform/elicitform/internal/link"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/internal/wording"
)

// Step is where the person is.
type Step uint8

// The steps.
const (
	// Idle: no request yet, or the last one was put away.
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
	// Preparing: a long form is being read. Who asks is shown already, and the
	// person can say no.
	Preparing
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
	// Expired: nobody answered in time.
	Expired
	// FinishedByPerson: the person says that they are through with the opened page.
	FinishedByPerson
	// PageCompleted: the server says so.
	PageCompleted
)

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
	// Order is the order that the parts of a date are drawn in, and FilledIn
	// the one that they were filled in.
	Order, FilledIn string
	// restated says that the controls were last built anew because of a change
	// of the locale or the time zone.
	restated bool
	// Problem is what is wrong, shown beside the field; nil while nothing is.
	Problem *check.Problem
	// Notes are the schema's notes and the checker's.
	Notes []schema.Note
	// Version changes whenever something that is drawn for the field changes.
	Version int
	// Generation changes when the controls must be built anew, because the
	// program and not the person changed what stands in them.
	Generation int
	// Revealed says that the person wants to see this secret on review.
	Revealed bool
}

// Reordered reports whether the parts of a date stand in another order than
// when they were filled in.
func (f Field) Reordered() bool { return f.Order != f.FilledIn && !f.Draft.Blank() }

// State is everything that the person can see, and nothing else is. The zero
// State, given Words and an Env by [New], is Idle.
type State struct {
	Step Step
	// ID is the JSON-RPC id of the request being shown.
	ID elicit.Value
	// Serial counts the requests and parts shown, so that two of them never
	// share a component.
	Serial int
	// HostNotes is what the host says about the request.
	elicit.HostNotes
	// Question is what the person is at. A request has one part; a round has one
	// for each of its requests.
	Question
	// Attempt counts the times that Continue found something wrong, so that
	// the same problems are told again.
	Attempt int
	// Changing is the field that the person came back from review to change;
	// -1 when none.
	Changing int
	Reviewed Reviewed
	// Agreement is what sending a secret needs.
	Agreement Agreement
	Outcome   Outcome
	// Ended is when the request ended, in milliseconds since 1970; 0 while
	// nobody has read the clock.
	Ended int64
	// View is what the person has opened on the screen.
	View View
	// Refusal is why the request is Unshown.
	Refusal elicit.Reason
	// Sending says how far the answer is on its way.
	Sending Sending
	// Unchecked says that the host could not check the answer, so that nothing
	// is settled.
	Unchecked bool
	// Left are the seconds until the deadline.
	Left int
	// NotOpened says that the host was asked to open the page and did not.
	NotOpened bool
	// Copy says what became of the last Copy link.
	Copy CopyState
	// busy is the field that the person was in when the locale or the time zone
	// changed, counted from 1: its controls stay until the focus leaves it.
	busy int
	// before is what fields were read by before the last change.
	before answer.Env
	// Restored says that the answers of an earlier visit are back.
	Restored bool

	// Words and Env follow the host's locale and time zone.
	Words *wording.Words
	Env   answer.Env
	// Links is the browser's URL parser.
	Links link.Parser

	// parts are the parts of a round; the current one is in Part and stale
	// here. at is its position.
	parts []Question
	at    int
	round bool
	// opening: the host was asked to open the page.
	opening bool
	// early: meanwhile the server has said that the page is finished.
	early bool
	// replied: the page was opened and the request answered; the person still
	// waits for the page.
	replied bool
	// ending is the outcome to show once the host has acknowledged it.
	ending Outcome
	// work is what takes several slices, worked counts such pieces.
	work   work
	worked int
	pace   pace
}

// Sending says how far an answer is on its way.
type Sending uint8

// The ways.
const (
	NotSending Sending = iota
	// InTransit: it has left, and the host has not confirmed it yet.
	InTransit
	// Unconfirmed: the host has been silent for too long.
	Unconfirmed
)

// CopyState says what became of an address that was to be copied.
type CopyState uint8

// The states.
const (
	NotCopied CopyState = iota
	InClipboard
	// OnlySelected: the browser refused, and the person has to copy it.
	OnlySelected
)

// Reviewed is the snapshot that the review step shows. Send sends exactly what
// it holds.
type Reviewed struct {
	// Sections are the parts, in the server's order.
	Sections []Section
	// Miscounted says that some servers may refuse a number that is right; see
	// [check.Miscounted].
	Miscounted bool
	// JSON is what will leave, byte for byte, but for the secrets that are not
	// shown: the content of a form, or the responses of a round by their keys.
	JSON string
	// Secrets are the labels of the answers that look like secrets, Masked
	// reports whether one of them is not shown.
	Secrets []string
	Masked  bool
}

// Section is one part on the review step.
type Section struct {
	Part     int
	Message  untrusted.Text
	Decision Decision
	// Page says that the part is a page that was opened, and Host which.
	Page bool
	Host string
	// Rows are the answers; none for a page, a confirmation and what was
	// declined.
	Rows []Row
}

// Row is one field on the review step.
type Row struct {
	Field int
	// Label is what the field is called.
	Label string
	// Value is the answer as the person understands it; empty when the field
	// is left out.
	Value string
	// Sent is the value as it leaves, where it reads differently from Value.
	Sent string
	// Instant is the moment in UTC of a date-time.
	Instant string
	// Lang is the language of Value and Instant where it is another than that
	// of the page.
	Lang string
	// Provided reports whether the field is part of the content.
	Provided bool
	// Suggested reports whether the answer is the server's own suggestion.
	Suggested bool
	// Secret says that the answer looks like a secret, Hidden that it is
	// therefore not here.
	Secret, Hidden bool
	// Refill is the default that the server may put back for a field that is
	// left out, as the person would read it; empty when there is none.
	Refill string
}

// New returns the state before the first request.
func New(words *wording.Words, env answer.Env, links link.Parser) State {
	return State{Words: words, Env: env, Links: links, Changing: -1, pace: ordinary}
}

// Open reports whether a request waits for an answer.
func (s State) Open() bool {
	switch s.Step {
	case Preparing, Form, Review, Consent:
		return true
	case Waiting:
		return !s.replied
	}
	return false
}

// Replied reports whether the answer has left although the person is still
// waiting for an opened page.
func (s State) Replied() bool { return s.replied }

// Position is the place of the current part in its round, or of the request
// in the queue; zero when there is only one.
func (s State) Position() elicit.Queue {
	switch {
	case len(s.parts) < 2:
		return s.Queue
	case s.Step == Review:
		return elicit.Queue{} // It shows all of them.
	}
	return elicit.Queue{Position: s.at + 1, Total: len(s.parts)}
}

// Questions is how many requests are answered together.
func (s State) Questions() int { return len(s.parts) }

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
func (s State) ServerID() string { return s.Server.Shown() }
