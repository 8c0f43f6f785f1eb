package wire

import (
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// RequestError returns the error with which a request is answered that cannot
// be shown. The data tell the host's script which of its error codes to use and
// why, and which request of a round it was; the message is for developers. A nil
// error is a fault of our own.
func RequestError(err *elicit.Error, key string) (code int, message string, data elicit.Value) {
	if err == nil {
		return InternalError, "internal error", object(member(ours+"code", elicit.StringValue("internal")))
	}
	kind := "invalid-request"
	if err.Reason == elicit.UnknownMode {
		kind = "unsupported-mode"
	}
	// The detail is the server's text and may be long or hide something.
	const enough = 100
	short := &elicit.Error{Reason: err.Reason, Detail: untrusted.Display(untrusted.Text(err.Detail), enough).Shown}
	return InvalidParams, short.Error(), object(
		member(ours+"code", elicit.StringValue(kind)),
		member(ours+"reason", elicit.StringValue(string(err.Reason))),
		member(ours+"key", optional(key)),
	)
}
