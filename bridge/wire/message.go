// Package wire is the codec of what host and frame say to each other:
// JSON-RPC 2.0 as JSON text, in the method names of MCP and MCP Apps. It is
// pure: nothing here sends or receives.
package wire

import (
	"errors"
	"fmt"

	"github.com/elicitform/elicitform/internal/elicit"
)

// MaxMessage is the length of the longest message that is read, in bytes.
const MaxMessage = 256 << 10

// Methods of MCP.
const (
	MethodCreate    = "elicitation/create"
	MethodCancelled = "notifications/cancelled"
	MethodComplete  = "notifications/elicitation/complete"
)

// Methods of MCP Apps, for what a view and its host need of each other. The
// boot script speaks more of them: it shakes hands and tells the height.
const (
	MethodContextChanged = "ui/notifications/host-context-changed"
	MethodOpenLink       = "ui/open-link"
)

// Methods of our own, which no standard has a name for.
const (
	// MethodRound asks for the answers to several requests at once.
	MethodRound = "elicitform/round"
	// MethodReceived confirms that the host has settled an answer.
	MethodReceived = "elicitform/received"
	// MethodRefused says why the host does not settle an answer.
	MethodRefused = "elicitform/refused"
	// MethodQueue tells another place of the request that is shown.
	MethodQueue = "elicitform/queue"
	// MethodDraft hands unfinished answers to the host.
	MethodDraft = "elicitform/draft"
	// MethodAudit tells where accepted answers come from.
	MethodAudit = "elicitform/audit"
	// MethodFinished says that nobody waits for an opened page any more.
	MethodFinished = "elicitform/finished"
	// MethodWait shows an opened page of an earlier request again. It gets no
	// answer; the wait ends with a [MethodFinished].
	MethodWait = "elicitform/wait"
	// MethodShown says that a request is on the screen.
	MethodShown = "elicitform/shown"
	// MethodFindings tells what is noteworthy about a request.
	MethodFindings = "elicitform/findings"
	// MethodClosed says that there is nothing left to see.
	MethodClosed = "elicitform/closed"
	// MethodFollow asks to be told when answers are on review.
	MethodFollow = "elicitform/follow"
	// MethodReview tells that answers are on review, or no longer.
	MethodReview = "elicitform/review"
	// MethodBack leads from review back to the form.
	MethodBack = "elicitform/back"
	// MethodRehearse asks to draw a form that nobody sees, as what follows is faster
	// then. The boot script sends it.
	MethodRehearse = "elicitform/rehearse"
	// MethodReady says that the program runs and shows what it is sent.
	MethodReady = "elicitform/ready"
)

// Error codes of JSON-RPC.
const (
	MethodNotFound = -32601
	InvalidParams  = -32602
	InternalError  = -32603
)

// Message is a request (ID and Method), a notification (Method only) or a
// response (ID, and Result or Error).
type Message struct {
	// ID is a String or a Number; Missing for a notification.
	ID     elicit.Value
	Method string
	// Params is an Object, or Missing.
	Params elicit.Value
	// Result and Error are Missing but in a response.
	Result, Error elicit.Value
}

// ErrNotAMessage marks a text that is not a JSON-RPC 2.0 message at all.
// There is nobody to answer: such a text is dropped and counted.
var ErrNotAMessage = errors.New("not a JSON-RPC message")

// Decode reads one message. Member names are exact, repeated names and batches
// are refused, unknown members are ignored.
//
// A text that is no message gives an error that wraps [ErrNotAMessage]. A
// message that is fine but for its payload gives an *[elicit.Error] alone,
// and then ID and Method are filled so that it can be answered. Params then
// holds at most our own members of _meta, so that the person can still be told
// who asked.
//
// A text longer than [MaxMessage] is not read, but its first bytes are searched
// for ID and Method for the same reason.
func Decode(text string) (Message, error) {
	if len(text) > MaxMessage {
		// Our own envelopes begin with the small members.
		members, _ := splitMembers(text[:4<<10])
		m, _ := envelope(members)
		return m, &elicit.Error{Reason: elicit.TooLarge, Detail: fmt.Sprint(len(text))}
	}
	members, whole := splitMembers(text)
	if !whole {
		return Message{}, fmt.Errorf("%w: not one JSON object", ErrNotAMessage)
	}
	m, err := envelope(members)
	if err != nil {
		return m, err
	}
	if err := readPayload(&m, members); err != nil {
		return m, err
	}
	return m, checkShape(m)
}

// envelope reads the members that say what kind of message this is.
func envelope(members []rawMember) (Message, error) {
	var m Message
	for i, p := range members {
		if position(members[:i], p.name) >= 0 {
			return Message{}, fmt.Errorf("%w: %q twice", ErrNotAMessage, p.name)
		}
	}
	if version, _ := elicit.Parse([]byte(find(members, "jsonrpc"))); version.Text != "2.0" || version.Kind != elicit.String {
		return Message{}, fmt.Errorf("%w: jsonrpc is not \"2.0\"", ErrNotAMessage)
	}
	if raw := find(members, "id"); raw != "" {
		id, err := elicit.Parse([]byte(raw))
		if err != nil || (id.Kind != elicit.String && id.Kind != elicit.Number) || id.Lossy {
			return Message{}, fmt.Errorf("%w: id is neither text nor a number", ErrNotAMessage)
		}
		m.ID = id
	}
	if raw := find(members, "method"); raw != "" {
		method, err := elicit.Parse([]byte(raw))
		if err != nil || method.Kind != elicit.String || method.Text == "" {
			return Message{}, fmt.Errorf("%w: method is not text", ErrNotAMessage)
		}
		m.Method = method.Text
	}
	return m, nil
}

// readPayload parses params, result and error, and checks what is ignored.
func readPayload(m *Message, members []rawMember) error {
	for _, p := range members {
		value, err := elicit.Parse([]byte(p.raw))
		if p.name == "params" {
			if err == nil && value.Kind != elicit.Object {
				err = &elicit.Error{Reason: elicit.NotAnObject, Detail: "params"}
			}
			if err != nil {
				m.Params = salvage(p.raw)
				return err
			}
			m.Params = value
			continue
		}
		var refusal *elicit.Error
		if errors.As(err, &refusal) && refusal.Reason == elicit.NotJSON {
			// Not wrapped: a payload error would mean that there is one to answer.
			return fmt.Errorf("%w: %v", ErrNotAMessage, err)
		}
		switch p.name {
		case "result":
			if err != nil {
				return err
			}
			m.Result = value
		case "error":
			if err != nil {
				return err
			}
			m.Error = value
		}
	}
	return nil
}

// checkShape refuses what is neither request, notification nor response.
func checkShape(m Message) error {
	answers := m.Result.Exists() || m.Error.Exists()
	switch {
	case m.Method != "" && answers:
		return fmt.Errorf("%w: both call and answer", ErrNotAMessage)
	case m.Method != "":
		return nil
	case !answers:
		return fmt.Errorf("%w: neither call nor answer", ErrNotAMessage)
	case !m.ID.Exists():
		return fmt.Errorf("%w: answer without id", ErrNotAMessage)
	case m.Result.Exists() && m.Error.Exists():
		return fmt.Errorf("%w: both result and error", ErrNotAMessage)
	case m.Error.Exists() && (m.Error.Get("code").Kind != elicit.Number || m.Error.Get("message").Kind != elicit.String):
		return fmt.Errorf("%w: error without code or message", ErrNotAMessage)
	case m.Params.Exists():
		return fmt.Errorf("%w: answer with params", ErrNotAMessage)
	}
	return nil
}
