package request

import "github.com/elicitform/elicitform/internal/safetext"

// The messages between host and program for which MCP has no members. Package bridge/wire reads and writes them.

// Server is the MCP server that asks.
type Server struct {
	// ID is the host's own name for the server, and the only trustworthy one.
	ID safetext.Text
	// Name and Title are the server's own claims.
	Name, Title safetext.Text
}

// DisplayName is the trusted name of the server, safe to show.
func (s Server) DisplayName() string { return safetext.Display(s.ID, safetext.TitleLimit).Shown }

// Claim is the server's own name for itself, safe to show; empty if it equals the trusted name.
func (s Server) Claim() string {
	for _, name := range []safetext.Text{s.Title, s.Name} {
		if shown := safetext.Display(name, safetext.TitleLimit).Shown; shown != "" && shown != s.DisplayName() {
			return shown
		}
	}
	return ""
}

// Queue is the position of a request among the waiting ones, counted from 1; zero for the only one.
type Queue struct{ Position, Total int }

// Notes are the host's facts about a round, beside the servers' params.
type Notes struct {
	Server Server
	// Focus: the form may take the focus from the chat when it appears.
	Focus bool
	Queue Queue
	// Deadline is the time of expiry in milliseconds since 1970; 0 for never.
	Deadline int64
	// HostOpens: the host can open pages itself.
	HostOpens bool
	// ShortReview: one visible choice may be sent without a review.
	ShortReview bool
	// Approval: the host itself asks for leave to run a tool.
	Approval bool
	// WaitForPages: the answer waits until every page is finished.
	WaitForPages bool
	// Drafts: the host stores unfinished answers; Draft is the stored one.
	Drafts bool
	Draft  Value
	// Findings: the host wants findings about the request.
	Findings bool
	// OutcomeMillis is how long the outcome is shown, in milliseconds: 0 until the next request, a negative
	// number not at all.
	OutcomeMillis int
}

// InputRequest is one request of a round.
type InputRequest struct {
	// Key names the request within its round; a single request needs no key.
	Key    string
	Params Value
	// Err is the reason for missing params: the request is unreadable or too large.
	Err *Error
}

// InputResponse is the answer to one request of a round.
type InputResponse struct {
	Key    string
	Result Result
	// Wait tells how the wait for an opened page ended; empty without a wait.
	Wait WaitEnd
}

// WaitEnd is the way in which the wait for an opened page ended.
type WaitEnd string

// Refusal is one objection of the host to the answers, in its own words.
type Refusal struct {
	// Key names the request of a round, Name the exact property; an unknown name means the whole form.
	Key, Name string
	Message   safetext.Text
}

// Finding is a peculiarity of a request, for its author.
type Finding struct {
	// Key names the request of a round, Property the field; each may be empty.
	Key, Property string
	// Code is "secret", or a kind and a reason such as "unsupported:nested-object" and "link:not-encrypted".
	Code string
}

// AuditEntry records the source of one accepted answer, never its value.
type AuditEntry struct {
	// Key names the request of a round; empty for a single request.
	Key, Property string
	Origin        AnswerOrigin
}

// AnswerOrigin is the source of an answer.
type AnswerOrigin string
