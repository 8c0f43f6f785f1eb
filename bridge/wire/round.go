package wire

import (
	"slices"
	"strconv"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// withdrawals maps the reasons for which a host takes a request back to outcomes. Another
// reason means withdrawn.
var withdrawals = map[string]flow.Outcome{
	CancelledExpired: flow.Expired, CancelledElsewhere: flow.Elsewhere, CancelledSent: flow.Sent,
}

// Event returns the meaning of a host's message for the state machine, or nil.
func Event(m Message) flow.Event {
	params, id := m.Params, m.Params.Get("requestId")
	round := func(id elicit.Value) flow.Requested {
		return flow.Requested{ID: id, Requests: ReadRequests(params), Notes: ReadNotes(params)}
	}
	switch m.Method {
	case MethodAsk:
		return round(m.ID)
	case MethodRehearse:
		return flow.Rehearsal{Requested: round(m.ID)}
	case MethodWait:
		return flow.WaitResumed(round(id))
	case MethodCancelled:
		return flow.CalledOff{ID: id, Outcome: withdrawals[text(params.Get("reason"))]}
	case MethodCompleted:
		return flow.Completed{ElicitationID: text(params.Get("elicitationId")), ID: id, Server: readServer(params.Get(noteServer))}
	case MethodReceived:
		return flow.Received{ID: id}
	case MethodRefused:
		return flow.AnswerRefused{ID: id, Problems: ReadRefused(params)}
	case MethodQueue:
		return flow.QueueChanged{ID: id, Queue: ReadQueue(params)}
	case MethodBack:
		return flow.BackAsked{}
	}
	return nil
}

// ReadRequests reads the requests of a round in their order, which an array preserves even for keys that
// look like numbers. An unreadable request, or one beyond a limit, has an Err in place of params.
func ReadRequests(params elicit.Value) []elicit.InputRequest {
	var requests []elicit.InputRequest
	keys, size := map[string]bool{}, 0
	for _, item := range params.Get("requests").Items {
		key, written, rejected := item.Get("key"), item.Get("params"), elicit.Reason(text(item.Get("rejected")))
		request := elicit.InputRequest{Key: text(key)}
		size += len(written.Text)
		switch {
		case keys[request.Key]:
			request.Err = &elicit.Error{Reason: elicit.DuplicateName, Detail: request.Key}
		case key.Lossy: // No answer could be sent under this key.
			request.Err = &elicit.Error{Reason: elicit.WrongType, Detail: "key"}
		case rejected != "":
			request.Err = &elicit.Error{Reason: knownReason(rejected)}
		case size > elicit.MaxText:
			request.Err = &elicit.Error{Reason: elicit.TooLarge, Detail: strconv.Itoa(size)}
		default:
			request.Params, request.Err = readParams(written)
		}
		keys[request.Key] = true
		requests = append(requests, request)
	}
	return requests
}

func readParams(written elicit.Value) (elicit.Value, *elicit.Error) {
	params, err := elicit.Parse([]byte(written.Text))
	reason, rejected := err.(*elicit.Error)
	switch {
	case rejected:
		return elicit.Value{}, reason
	case params.Type != elicit.Object:
		return elicit.Value{}, &elicit.Error{Reason: elicit.NotAnObject, Detail: "params"}
	case written.Lossy: // Half a character, which JSON text in UTF-8 cannot contain.
		return elicit.Value{}, &elicit.Error{Reason: elicit.NotJSON, Detail: "params"}
	}
	return params, nil
}

// knownReason returns the host's reason for rejecting a request. An unknown reason still rejects it.
func knownReason(reason elicit.Reason) elicit.Reason {
	if slices.Contains(elicit.Reasons, reason) {
		return reason
	}
	return elicit.NotJSON
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

// text returns the text of a String; empty for any other value.
func text(v elicit.Value) string {
	if v.Type != elicit.String {
		return ""
	}
	return v.Text
}
