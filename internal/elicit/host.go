package elicit

import "github.com/elicitform/elicitform/internal/untrusted"

// This file holds what the host and the program tell each other about a request
// beside what MCP has members for. Package bridge/wire reads and writes it.

// Server is who asks.
type Server struct {
	// ID is the host's own name for the server, and the only one to trust.
	ID untrusted.Text
	// Name and Title are what the server says about itself.
	Name, Title untrusted.Text
}

// Shown is the trusted name of the server, safe to show.
func (s Server) Shown() string { return untrusted.Display(s.ID, untrusted.TitleLimit).Shown }

// Claim is what the server calls itself where that differs from its trusted name, safe to show.
func (s Server) Claim() string {
	for _, name := range []untrusted.Text{s.Title, s.Name} {
		if shown := untrusted.Display(name, untrusted.TitleLimit).Shown; shown != "" && shown != s.Shown() {
			return shown
		}
	}
	return ""
}

// Queue is the place of a request among those that wait, counted from 1; zero for the only one.
type Queue struct{ Position, Total int }

// Notes is what the host says about a round, beside what the servers wrote.
type Notes struct {
	Server Server
	// Focus says that the form may take the focus from the chat when it appears.
	Focus bool
	Queue Queue
	// Deadline is when the request expires, in milliseconds since 1970; 0 for never.
	Deadline int64
	// HostOpens says that the host opens pages itself, when it is asked to.
	HostOpens bool
	// ShortReview says that one visible choice may be sent from where it is made.
	ShortReview bool
	// WaitForPages says that the answer waits until every page is finished.
	WaitForPages bool
	// Drafts says that the host keeps unfinished answers, and Draft is what it kept before.
	Drafts bool
	Draft  Value
	// Findings says that the host wants to be told what is noteworthy.
	Findings bool
	// OutcomeShown is for how many milliseconds the outcome is shown: 0 until the next
	// request, less than 0 not at all.
	OutcomeShown int
	// Receipt says that the host leaves a line about the round in its place.
	Receipt bool
}

// InputRequest is one request of a round.
type InputRequest struct {
	// Key names the request in its round; a single request needs none.
	Key    string
	Params Value
	// Err is why there are no params: the request cannot be read, or is too large.
	Err *Error
}

// InputResponse is the answer to one request of a round.
type InputResponse struct {
	Key    string
	Result Result
	// Wait says how the wait for an opened page ended; empty when nobody waited.
	Wait WaitEnd
}

// WaitEnd says how the wait for an opened page ended.
type WaitEnd string

// Refusal is one thing that the host has against the answers, in its own words.
type Refusal struct {
	// Key names the request of a round, Name the exact name of the property; any
	// other name is about the whole form.
	Key, Name string
	Message   untrusted.Text
}

// Finding is something noteworthy about a request, for its author.
type Finding struct {
	// Key names the request of a round, Property the field; either may be empty.
	Key, Property string
	// Code is "secret", or a kind and a reason: "unsupported:nested-object",
	// "note:default-dropped", "link:not-encrypted".
	Code string
}

// AuditEntry says where one accepted answer comes from, never what it is.
type AuditEntry struct {
	// Key names the request of a round; empty otherwise.
	Key, Property string
	Origin        AnswerOrigin
}

// AnswerOrigin is where an answer comes from.
type AnswerOrigin string
