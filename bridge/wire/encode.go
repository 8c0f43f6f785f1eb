package wire

import (
	"strconv"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// Request writes a request. Params may be Missing.
func Request(id, method string, params elicit.Value) string {
	return write(
		member("id", elicit.StringValue(id)),
		member("method", elicit.StringValue(method)),
		member("params", params),
	)
}

// Notification writes a notification. Params may be Missing.
func Notification(method string, params elicit.Value) string {
	return write(member("method", elicit.StringValue(method)), member("params", params))
}

// Responses writes the answer to a [MethodAsk], in the order of its requests.
func Responses(id elicit.Value, all []elicit.InputResponse) string {
	responses := elicit.Value{Kind: elicit.Array}
	for _, answer := range all {
		responses.Items = append(responses.Items, object(
			member("key", optional(answer.Key)),
			member("result", answer.Result.Value()),
			member("finished", optional(string(answer.Wait))),
		))
	}
	return write(member("id", id), member("result", object(member("responses", responses))))
}

// Rejection writes the error with which a round is answered that cannot be shown.
// The data tell the host's script which of its error codes to use and why, and
// which request it was; the message is for developers. A nil error is a fault of
// our own.
func Rejection(id elicit.Value, err *elicit.Error, key string) string {
	if err == nil {
		return Failure(id, InternalError, "internal error", member(ErrorCode, elicit.StringValue(CodeInternal)))
	}
	code := CodeInvalidRequest
	if err.Reason == elicit.UnknownMode {
		code = CodeUnsupportedMode
	}
	// The detail is the server's text and may be long or hide something.
	const enough = 100
	short := &elicit.Error{Reason: err.Reason, Detail: untrusted.Display(untrusted.Text(err.Detail), enough).Shown}
	return Failure(id, InvalidParams, short.Error(),
		member(ErrorCode, elicit.StringValue(code)),
		member(ErrorReason, elicit.StringValue(string(err.Reason))),
		member(ErrorKey, optional(key)),
	)
}

// Failure writes an error, with the members of its data.
func Failure(id elicit.Value, code int, message string, data ...elicit.Member) string {
	failure := object(member("code", elicit.NumberValue(strconv.Itoa(code))), member("message", elicit.StringValue(message)))
	if len(data) > 0 {
		failure.Members = append(failure.Members, member("data", object(data...)))
	}
	return write(member("id", id), member("error", failure))
}

// Draft writes a [MethodDraft]; a Missing draft says that there is nothing to
// keep.
func Draft(id, draft elicit.Value) string {
	if !draft.Exists() {
		draft.Kind = elicit.Null
	}
	return notice(MethodDraft, id, member("draft", draft))
}

// Audit writes a [MethodAudit].
func Audit(id elicit.Value, entries []elicit.AuditEntry) string {
	list := elicit.Value{Kind: elicit.Array}
	for _, e := range entries {
		list.Items = append(list.Items, object(
			member("property", elicit.StringValue(e.Property)),
			member("state", elicit.StringValue(string(e.Origin))),
			member("key", optional(e.Key)),
		))
	}
	return notice(MethodAudit, id, member("answers", list))
}

// Shown writes a [MethodShown].
func Shown(id elicit.Value) string { return notice(MethodShown, id) }

// Findings writes a [MethodFindings].
func Findings(id elicit.Value, findings []elicit.Finding) string {
	list := elicit.Value{Kind: elicit.Array}
	for _, f := range findings {
		list.Items = append(list.Items, object(
			member("property", optional(f.Property)),
			member("code", elicit.StringValue(f.Code)),
			member("key", optional(f.Key)),
		))
	}
	return notice(MethodFindings, id, member("findings", list))
}

// Review writes a [MethodReview].
func Review(now bool) string {
	return Notification(MethodReview, object(member("now", elicit.BoolValue(now))))
}

// Finished writes a [MethodFinished].
func Finished(id elicit.Value, how elicit.WaitEnd) string {
	return notice(MethodFinished, id, member("how", elicit.StringValue(string(how))))
}

// OpenLink writes a [MethodOpenLink], the one request that the program makes.
func OpenLink(id, url string) string {
	return Request(id, MethodOpenLink, object(member("url", elicit.StringValue(url))))
}

func notice(method string, id elicit.Value, more ...elicit.Member) string {
	return Notification(method, object(append([]elicit.Member{member("requestId", id)}, more...)...))
}

func write(members ...elicit.Member) string {
	return object(append([]elicit.Member{member("jsonrpc", elicit.StringValue("2.0"))}, members...)...).JSON()
}

// object leaves members out whose value is Missing when it is written.
func object(members ...elicit.Member) elicit.Value {
	return elicit.Value{Kind: elicit.Object, Members: members}
}

func member(name string, value elicit.Value) elicit.Member {
	return elicit.Member{Name: name, Value: value}
}

// optional leaves an empty text out.
func optional(text string) elicit.Value {
	if text == "" {
		return elicit.Value{}
	}
	return elicit.StringValue(text)
}
