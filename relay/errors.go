package relay

import (
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// Error says why there is no decision. It is never turned into a decline: a server gets it
// as a JSON-RPC error with RPCCode.
type Error struct {
	// Code is "expired" past the deadline, "withdrawn" when another process took the
	// round back, "disposed" when the relay was closed, "invalid-request" or
	// "unsupported-mode" when the round cannot be shown, and "internal".
	Code string
	// Reason is the fact behind the code: "key-in-use" when the same key was used for
	// another round, "too-many-requests", "not-json" and others.
	Reason string
	// Key is the request of a round that it is about, where that is known.
	Key string
	// RPCCode is -32602 where the server is to blame, otherwise -32603.
	RPCCode int64
}

func newError(code, reason string) *Error {
	e := &Error{Code: code, Reason: reason, RPCCode: jsonrpc.CodeInternalError}
	if code == invalidRequest || code == unsupportedMode {
		e.RPCCode = jsonrpc.CodeInvalidParams
	}
	return e
}

const (
	invalidRequest  = "invalid-request"
	unsupportedMode = "unsupported-mode"
)

// Error says it in words for a log.
func (e *Error) Error() string {
	text := "elicitation: " + e.Code
	if e.Reason != "" {
		text += ": " + e.Reason
	}
	return text
}

// Unwrap gives the JSON-RPC error that the Go SDK sends to the server.
func (e *Error) Unwrap() error {
	return &jsonrpc.Error{Code: e.RPCCode, Message: e.Error()}
}
