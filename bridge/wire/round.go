package wire

import (
	"slices"
	"strconv"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// ReadRequests reads the requests of a [MethodAsk], a [MethodWait] or a
// [MethodRehearse] in their order. They are an array, so that keys which look like
// numbers keep the order of the server. What cannot be read or exceeds a limit has
// an Err in place of params.
func ReadRequests(params elicit.Value) []elicit.InputRequest {
	var requests []elicit.InputRequest
	seen, size := map[string]bool{}, 0
	for _, item := range params.Get("requests").Items {
		key, written, rejected := item.Get("key"), item.Get("params"), elicit.Reason(text(item.Get("rejected")))
		request := elicit.InputRequest{Key: text(key)}
		size += len(written.Text)
		switch {
		case seen[request.Key]:
			request.Err = &elicit.Error{Reason: elicit.DuplicateName, Detail: request.Key}
		case key.Lossy: // No answer could be given under that key.
			request.Err = &elicit.Error{Reason: elicit.WrongType, Detail: "key"}
		case rejected != "":
			request.Err = &elicit.Error{Reason: known(rejected)}
		case size > elicit.MaxText:
			request.Err = &elicit.Error{Reason: elicit.TooLarge, Detail: strconv.Itoa(size)}
		default:
			request.Params, request.Err = readParams(written)
		}
		seen[request.Key] = true
		requests = append(requests, request)
	}
	return requests
}

// readParams reads the text of a server.
func readParams(written elicit.Value) (elicit.Value, *elicit.Error) {
	params, err := elicit.Parse([]byte(written.Text))
	reason, rejected := err.(*elicit.Error)
	switch {
	case rejected:
		return elicit.Value{}, reason
	case params.Kind != elicit.Object:
		return elicit.Value{}, &elicit.Error{Reason: elicit.NotAnObject, Detail: "params"}
	case written.Lossy: // Half a character, which no JSON text in UTF-8 can hold.
		return elicit.Value{}, &elicit.Error{Reason: elicit.NotJSON, Detail: "params"}
	}
	return params, nil
}

// known returns the reason for which a host rejects a request. One that is not
// known here still rejects it.
func known(reason elicit.Reason) elicit.Reason {
	if slices.Contains(elicit.Reasons, reason) {
		return reason
	}
	return elicit.NotJSON
}

// RequestID is the round that a message of the host is about.
func RequestID(params elicit.Value) elicit.Value { return params.Get("requestId") }

// ReadReason reads why a host takes a round back: a word of the host.
func ReadReason(params elicit.Value) string { return text(params.Get("reason")) }

// ReadCompletion reads the params of [MethodCompleted].
func ReadCompletion(params elicit.Value) elicit.Completion {
	return elicit.Completion{
		ElicitationID: text(params.Get("elicitationId")),
		ID:            RequestID(params),
		Server:        readServer(params.Get(noteServer)),
	}
}

// ReadRefused reads the problems of a [MethodRefused].
func ReadRefused(params elicit.Value) []elicit.Refusal {
	var refusals []elicit.Refusal
	problems := params.Get("problems").Items
	for _, problem := range problems[:min(len(problems), elicit.MaxRefusals)] {
		refusals = append(refusals, elicit.Refusal{
			Key: text(problem.Get("key")), Name: text(problem.Get("name")), Message: untrusted.Text(text(problem.Get("message"))),
		})
	}
	return refusals
}

// text is the text of a String; empty for any other value.
func text(v elicit.Value) string {
	if v.Kind != elicit.String {
		return ""
	}
	return v.Text
}
