package relay

import "github.com/modelcontextprotocol/go-sdk/jsonrpc"

// Error explains why a round has no decision. A server gets it as a JSON-RPC error, never as a decline.
type Error struct {
	// Code is "expired", "withdrawn" by another process, "disposed" when the relay closes, "invalid-request" or
	// "unsupported-mode" for a round that cannot be shown, or "internal".
	Code string
	// Reason is the fact behind the code, such as "key-in-use", "too-many-requests" or "not-json".
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
