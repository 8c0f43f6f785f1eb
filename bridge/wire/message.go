// Package wire encodes and decodes the messages between host and frame: JSON-RPC 2.0 as JSON text.
//
// The params of a server cross as text inside the message: they cannot imitate a member of the host, and a
// message with unreadable params can still be read.
package wire

import (
	"strconv"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
)

// Message is a request, a notification without ID, or a response without Method.
type Message struct {
	// ID is a String or a Number; Missing for a notification.
	ID     request.Value
	Method string
	Params request.Value
	Result request.Value
}

// Decode reads one message; false for another text, and for a batch, which lacks an id for a response.
func Decode(message string) (Message, bool) {
	v, err := request.ParseTrusted(message)
	version, id, method, params := v.Get("jsonrpc"), v.Get("id"), v.Get("method"), v.Get("params")
	result, failure := v.Get("result"), v.Get("error")
	identified := (id.Type == request.String || id.Type == request.Number) && !id.Lossy
	if err != nil || version.Type != request.String || version.Text != "2.0" || id.Exists() && !identified {
		return Message{}, false
	}
	m := Message{ID: id, Method: text(method), Params: params, Result: result}
	if method.Exists() {
		return m, m.Method != "" && !result.Exists() && !failure.Exists()
	}
	failed := failure.Get("code").Type == request.Number && failure.Get("message").Type == request.String
	return m, identified && !params.Exists() && result.Exists() != failure.Exists() && result.Exists() != failed
}

// Request writes a request. Params may be Missing.
func Request(id, method string, params request.Value) string {
	return message().With("id", request.StringValue(id)).With("method", request.StringValue(method)).With("params", params).JSON()
}

// Notification writes a notification. Params may be Missing.
func Notification(method string, params request.Value) string {
	return message().With("method", request.StringValue(method)).With("params", params).JSON()
}

// Effect writes the message that tells the host of an effect; empty for an effect within the frame.
func Effect(effect flow.Effect) string {
	switch e := effect.(type) {
	case flow.Reply:
		responses := request.ArrayValue(e.Responses, func(r request.InputResponse) request.Value {
			return request.ObjectValue().With("key", optional(r.Key)).With("result", r.Result.Value()).With("finished", optional(string(r.Wait)))
		})
		return message().With("id", e.ID).With("result", request.ObjectValue().With("responses", responses)).JSON()
	case flow.Fail:
		return rejection(e)
	case flow.KeepDraft:
		if !e.Draft.Exists() {
			e.Draft.Type = request.Null
		}
		return Notification(MethodDraft, idParams(e.ID).With("draft", e.Draft))
	case flow.Audit:
		return Notification(MethodAudit, idParams(e.ID).With("answers", request.ArrayValue(e.Entries, func(a request.AuditEntry) request.Value {
			return request.ObjectValue().With("property", request.StringValue(a.Property)).
				With("state", request.StringValue(string(a.Origin))).With("key", optional(a.Key))
		})))
	case flow.TellFindings:
		return Notification(MethodFindings, idParams(e.ID).With("findings", request.ArrayValue(e.Findings, func(f request.Finding) request.Value {
			return request.ObjectValue().With("property", optional(f.Property)).
				With("code", request.StringValue(f.Code)).With("key", optional(f.Key))
		})))
	case flow.Receipt:
		params := idParams(e.ID).With("language", request.StringValue(e.Language)).With("withdrawn", request.StringValue(e.Withdrawn)).
			With("expired", request.StringValue(e.Expired)).With("person", request.StringValue(e.Finished))
		if e.Answered != "" {
			params = params.With("answered", request.StringValue(e.Answered)).
				With("answers", request.ArrayValue(e.Answers, func(answer [2]string) request.Value {
					return request.ArrayValue(answer[:], request.StringValue)
				}))
		}
		return Notification(MethodReceipt, params)
	case flow.Shown:
		return Notification(MethodShown, idParams(e.ID))
	case flow.WaitOver:
		return Notification(MethodFinished, idParams(e.ID).With("how", request.StringValue(string(e.How))))
	case flow.OnReview:
		return Notification(MethodReview, request.ObjectValue().With("now", request.BoolValue(e.Now)))
	case flow.PutAway:
		return Notification(MethodClosed, request.ObjectValue())
	}
	return ""
}

// rejection writes the error for a round that cannot be shown; the message is for developers.
func rejection(e flow.Fail) string {
	data := request.ObjectValue()
	if e.Err == nil {
		return Failure(e.ID, InternalError, "internal error", data.With(ErrorCode, request.StringValue(CodeInternal)))
	}
	code := CodeInvalidRequest
	if e.Err.Reason == request.UnknownMode {
		code = CodeUnsupportedMode
	}
	// The detail is the server's text and may be long or hide something.
	const maxDetail = 100
	short := &request.Error{Reason: e.Err.Reason, Detail: safetext.Display(safetext.Text(e.Err.Detail), maxDetail).Shown}
	return Failure(e.ID, InvalidParams, short.Error(), data.With(ErrorCode, request.StringValue(code)).
		With(ErrorReason, request.StringValue(string(e.Err.Reason))).With(ErrorKey, optional(e.Key)))
}

// Failure writes an error. Its data may be Missing.
func Failure(id request.Value, code int, text string, data request.Value) string {
	failure := request.ObjectValue().With("code", request.NumberValue(strconv.Itoa(code))).With("message", request.StringValue(text))
	return message().With("id", id).With("error", failure.With("data", data)).JSON()
}

func message() request.Value {
	return request.ObjectValue().With("jsonrpc", request.StringValue("2.0"))
}

func idParams(id request.Value) request.Value { return request.ObjectValue().With("requestId", id) }

func optional(text string) request.Value {
	if text == "" {
		return request.Value{}
	}
	return request.StringValue(text)
}
