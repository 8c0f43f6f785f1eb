package wire

import (
	"strconv"

	"github.com/elicitform/elicitform/internal/elicit"
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

// Response writes the answer to the request with the given id.
func Response(id elicit.Value, result elicit.Value) string {
	if !result.Exists() {
		result = elicit.Value{Kind: elicit.Object} // An answer has to have a result.
	}
	return write(member("id", orNull(id)), member("result", result))
}

// ErrorResponse writes an error as the answer to the request with the given id;
// a Missing id, of a request whose id could not be read, becomes null. Data may
// be Missing.
func ErrorResponse(id elicit.Value, code int, message string, data elicit.Value) string {
	return write(member("id", orNull(id)), member("error", object(
		member("code", elicit.NumberValue(strconv.Itoa(code))),
		member("message", elicit.StringValue(message)),
		member("data", data),
	)))
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

func orNull(id elicit.Value) elicit.Value {
	if !id.Exists() {
		return elicit.Value{Kind: elicit.Null}
	}
	return id
}
