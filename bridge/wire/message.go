// Package wire encodes and decodes the messages between host and frame: JSON-RPC 2.0 as
// JSON text. It is pure: it neither sends nor receives.
//
// The params of a server cross as text inside the message: they cannot imitate a member of
// the host, and a message with unreadable params can still be read.
package wire

import (
	"strconv"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// Message is a request (ID and Method), a notification (Method only) or a
// response (ID, with a Result unless it is an error).
type Message struct {
	// ID is a String or a Number; Missing for a notification.
	ID     elicit.Value
	Method string
	Params elicit.Value
	Result elicit.Value
}

// Decode reads one message. Names are exact and not repeated; unknown members are ignored. It reports
// false for another text, and for a batch, which lacks an id for a response.
func Decode(message string) (Message, bool) {
	v, err := elicit.ParseTrusted(message)
	version, id, method, params := v.Get("jsonrpc"), v.Get("id"), v.Get("method"), v.Get("params")
	result, failure := v.Get("result"), v.Get("error")
	identified := (id.Type == elicit.String || id.Type == elicit.Number) && !id.Lossy
	if err != nil || version.Type != elicit.String || version.Text != "2.0" || id.Exists() && !identified {
		return Message{}, false
	}
	m := Message{ID: id, Method: text(method), Params: params, Result: result}
	if method.Exists() {
		return m, m.Method != "" && !result.Exists() && !failure.Exists()
	}
	failed := failure.Get("code").Type == elicit.Number && failure.Get("message").Type == elicit.String
	return m, identified && !params.Exists() && result.Exists() != failure.Exists() && result.Exists() != failed
}

// Request writes a request. Params may be Missing.
func Request(id, method string, params elicit.Value) string {
	return message().With("id", elicit.StringValue(id)).With("method", elicit.StringValue(method)).With("params", params).JSON()
}

// Notification writes a notification. Params may be Missing.
func Notification(method string, params elicit.Value) string {
	return message().With("method", elicit.StringValue(method)).With("params", params).JSON()
}

// Effect writes the message that tells the host of an effect; empty for an effect within the
// frame.
func Effect(effect flow.Effect) string {
	switch e := effect.(type) {
	case flow.Reply:
		responses := elicit.ArrayValue(e.Responses, func(r elicit.InputResponse) elicit.Value {
			return elicit.ObjectValue().With("key", optional(r.Key)).With("result", r.Result.Value()).With("finished", optional(string(r.Wait)))
		})
		return message().With("id", e.ID).With("result", elicit.ObjectValue().With("responses", responses)).JSON()
	case flow.Fail:
		return rejection(e)
	case flow.KeepDraft:
		if !e.Draft.Exists() {
			e.Draft.Type = elicit.Null
		}
		return Notification(MethodDraft, idParams(e.ID).With("draft", e.Draft))
	case flow.Audit:
		return Notification(MethodAudit, idParams(e.ID).With("answers", elicit.ArrayValue(e.Entries, func(a elicit.AuditEntry) elicit.Value {
			return elicit.ObjectValue().With("property", elicit.StringValue(a.Property)).
				With("state", elicit.StringValue(string(a.Origin))).With("key", optional(a.Key))
		})))
	case flow.TellFindings:
		return Notification(MethodFindings, idParams(e.ID).With("findings", elicit.ArrayValue(e.Findings, func(f elicit.Finding) elicit.Value {
			return elicit.ObjectValue().With("property", optional(f.Property)).
				With("code", elicit.StringValue(f.Code)).With("key", optional(f.Key))
		})))
	case flow.Receipt:
		return Notification(MethodReceipt, idParams(e.ID).With("lang", elicit.StringValue(e.Lang)).With("answered", optional(e.Answered)).
			With("withdrawn", elicit.StringValue(e.Withdrawn)).With("expired", elicit.StringValue(e.Expired)).
			With("person", elicit.StringValue(e.Finished)).With("answers", elicit.ArrayValue(e.Answers, func(answer [2]string) elicit.Value {
			return elicit.ArrayValue(answer[:], elicit.StringValue)
		})))
	case flow.Shown:
		return Notification(MethodShown, idParams(e.ID))
	case flow.WaitOver:
		return Notification(MethodFinished, idParams(e.ID).With("how", elicit.StringValue(string(e.How))))
	case flow.OnReview:
		return Notification(MethodReview, elicit.ObjectValue().With("now", elicit.BoolValue(e.Now)))
	case flow.PutAway:
		return Notification(MethodClosed, elicit.ObjectValue())
	}
	return ""
}

// rejection writes the error for a round that cannot be shown. The data give the host's script the error
// code, the reason and the request; the message is for developers.
func rejection(e flow.Fail) string {
	data := elicit.ObjectValue()
	if e.Err == nil {
		return Failure(e.ID, InternalError, "internal error", data.With(ErrorCode, elicit.StringValue(CodeInternal)))
	}
	code := CodeInvalidRequest
	if e.Err.Reason == elicit.UnknownMode {
		code = CodeUnsupportedMode
	}
	// The detail is the server's text and may be long or hide something.
	const maxDetail = 100
	short := &elicit.Error{Reason: e.Err.Reason, Detail: untrusted.Display(untrusted.Text(e.Err.Detail), maxDetail).Shown}
	return Failure(e.ID, InvalidParams, short.Error(), data.With(ErrorCode, elicit.StringValue(code)).
		With(ErrorReason, elicit.StringValue(string(e.Err.Reason))).With(ErrorKey, optional(e.Key)))
}

// Failure writes an error. Its data may be Missing.
func Failure(id elicit.Value, code int, text string, data elicit.Value) string {
	failure := elicit.ObjectValue().With("code", elicit.NumberValue(strconv.Itoa(code))).With("message", elicit.StringValue(text))
	return message().With("id", id).With("error", failure.With("data", data)).JSON()
}

func message() elicit.Value { return elicit.ObjectValue().With("jsonrpc", elicit.StringValue("2.0")) }

// idParams returns the params of a notification about a round.
func idParams(id elicit.Value) elicit.Value { return elicit.ObjectValue().With("requestId", id) }

func optional(text string) elicit.Value {
	if text == "" {
		return elicit.Value{}
	}
	return elicit.StringValue(text)
}
