// Package wire is the codec of what host and frame say to each other:
// JSON-RPC 2.0 as JSON text. It is pure: nothing here sends or receives.
//
// What a server wrote crosses as text inside the message: nothing in it can pass
// for a word of the host, and the message can be read where the text cannot.
package wire

import "github.com/elicitform/elicitform/internal/elicit"

//go:generate go test . -run TestNamesAreGenerated -update

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
// false for a text that is no message, or a batch, which has no id to answer.
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
