// Package request decodes MCP elicitation requests with exact member names and in document order, within limits that keep
// a hostile request from freezing the page, and it writes results. Its input is JSON text, its output a request or the
// reason for a rejection. Package schema interprets the schema of a request.
package request

import (
	"slices"
	"strconv"
	"strings"

	"github.com/elicitform/elicitform/internal/safetext"
)

// Mode is the way in which the server asks.
type Mode string

// The modes of the protocol. A request without a mode is a form (revision 2025-11-25).
const (
	ModeForm Mode = "form"
	ModeURL  Mode = "url"
)

// Request is a decoded elicitation request.
type Request struct {
	Mode    Mode
	Message safetext.Text
	// Schema is requestedSchema; Missing for a confirmation.
	Schema Value
	// URL and ElicitationID belong to URL mode.
	URL, ElicitationID string
	// Approval is the tool call that the request is about; nil for all other requests.
	Approval *Approval
}

// Action is the person's decision.
type Action string

// The actions of the protocol.
const (
	Accept  Action = "accept"
	Decline Action = "decline"
	Cancel  Action = "cancel"
)

// Result is the answer to the server. Content is Missing except for an accepted form. Choice, counted from 1, and Reason are those of
// an approval; All declines those that wait behind it, too.
type Result struct {
	Action  Action
	Content Value
	Choice  int
	Reason  string
	All     bool
}

// Value returns the result as JSON. Only an accepted form has a content member: official SDKs refuse
// "content": null, and some refuse any content beside decline or cancel.
func (r Result) Value() Value {
	value := ObjectValue().With("action", StringValue(string(r.Action)))
	if r.Action == Accept {
		value = value.With("content", r.Content)
	}
	if r.Choice > 0 {
		value = value.With("choice", NumberValue(strconv.Itoa(r.Choice-1)))
	}
	if r.Reason != "" {
		value = value.With("reason", StringValue(r.Reason))
	}
	if r.All {
		value = value.With("all", BoolValue(true))
	}
	return value
}

// IsEntry reports whether a list in the content of a result can contain the server's exact value.
func (v Value) IsEntry() bool { return !v.Lossy && strings.Contains(EntryTypes, v.Type.String()) }

// IsAnswer reports whether the content of a result can contain the server's exact value. A host refuses any other.
func (v Value) IsAnswer() bool {
	if v.Type == Array {
		return !slices.ContainsFunc(v.Items, func(item Value) bool { return !item.IsEntry() })
	}
	return !v.Lossy && strings.Contains(AnswerTypes, v.Type.String())
}

// Reason is the reason why a request cannot be shown. Package wording chooses the sentence.
type Reason string

// Error is a request that cannot be shown to the person.
type Error struct {
	Reason Reason
	// Detail is the offending name or value, as untrusted text for developers.
	Detail string
}

// Error implements error. The text is for developers, never for the person.
func (e *Error) Error() string {
	if e.Detail == "" {
		return "elicitation request: " + string(e.Reason)
	}
	return "elicitation request: " + string(e.Reason) + ": " + e.Detail
}

// Decode reads the params of elicitation/create. It rejects an unclear request instead of guessing: a wrong
// guess would show another request than the server's. Errors are of type *[Error].
func Decode(params Value) (Request, error) {
	mode, message, schema := params.GetNonNull("mode"), params.GetNonNull("message"), params.GetNonNull("requestedSchema")
	url, id := params.GetNonNull("url"), params.GetNonNull("elicitationId")
	// A request without a message is shown, because its fields may be clear enough.
	request := Request{Mode: ModeForm, Message: safetext.Text(message.Text)}
	if mode.Exists() {
		request.Mode = Mode(mode.Text)
	}
	isForm, isURL := request.Mode == ModeForm, request.Mode == ModeURL
	reason, detail := Reason(""), ""
	switch {
	case params.Type != Object:
		reason = NotAnObject
	case mode.Exists() && mode.Type != String:
		reason, detail = WrongType, "mode"
	case !isForm && !isURL:
		reason, detail = UnknownMode, mode.Text
	case message.Exists() && message.Type != String:
		reason, detail = WrongType, "message"
	case isForm && url.Exists():
		reason, detail = ModeConflict, "url"
	case isForm && schema.Type == Object:
		request.Schema = schema
	case isForm && schema.Exists():
		reason, detail = NotAFormSchema, schema.Type.String()
	case isForm:
	case schema.Exists():
		reason, detail = ModeConflict, "requestedSchema"
	case url.Type != String || url.Lossy:
		// With replaced characters, the URL would open another page than the server named.
		reason, detail = WrongType, "url"
	case id.Exists() && (id.Type != String || id.Lossy):
		reason, detail = WrongType, "elicitationId"
	default:
		// The identifier is optional: the revision 2026-07-28 dropped it.
		request.URL, request.ElicitationID = url.Text, id.Text
	}
	if reason != "" {
		return Request{}, &Error{Reason: reason, Detail: detail}
	}
	return request, nil
}
