package relay

import "github.com/modelcontextprotocol/go-sdk/jsonrpc"

// Error says why a round has no decision. A server gets it as a JSON-RPC error with RPCCode, never as a decline.
type Error struct {
	// Code is "expired" past the deadline, "withdrawn" when another process took the round back, "disposed" when the
	// relay was closed, "invalid-request" or "unsupported-mode" when the round cannot be shown, and "internal".
	Code string
	// Reason is the fact behind the code, for example "key-in-use" when the same key was used for another round,
	// "too-many-requests", "not-json" or "acknowledged".
	Reason string
	// Key names the request of a round that caused the error, if it is known.
	Key string
	// RPCCode is -32602 for a fault of the server, otherwise -32603.
	RPCCode int64
}

func newError(code, reason string) *Error {
	e := &Error{Code: code, Reason: reason, RPCCode: jsonrpc.CodeInternalError}
	if code == codeInvalidRequest || code == codeUnsupportedMode {
		e.RPCCode = jsonrpc.CodeInvalidParams
	}
	return e
}

// Error returns the text for a log.
func (e *Error) Error() string {
	text := "elicitation: " + e.Code
	if e.Reason != "" {
		text += ": " + e.Reason
	}
	return text
}

// Unwrap returns the JSON-RPC error that the Go SDK sends to the server.
func (e *Error) Unwrap() error {
	return &jsonrpc.Error{Code: e.RPCCode, Message: e.Error()}
}

// rejectionError reads the reason for which a device rejected a round.
func rejectionError(result string) *Error {
	facts := readMembers([]byte(result))
	code := readString(facts["code"])
	if code != codeInvalidRequest && code != codeUnsupportedMode {
		code = codeInternal
	}
	e := newError(code, readString(facts["reason"]))
	e.Key = readString(facts["key"])
	return e
}
