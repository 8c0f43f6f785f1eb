package wire

import (
	"slices"
	"strconv"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
)

// withdrawals maps the reasons of a host to outcomes. Another reason means withdrawn.
var withdrawals = map[string]flow.Outcome{
	CancelledExpired: flow.Expired, CancelledElsewhere: flow.Elsewhere, CancelledSent: flow.Sent,
}

// Event returns the meaning of a host's message for the state machine, or nil.
func Event(m Message) flow.Event {
	params, id := m.Params, m.Params.Get("requestId")
	round := func(id request.Value) flow.Requested {
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
// look like numbers. An unreadable request has an Err in place of params.
func ReadRequests(params request.Value) []request.InputRequest {
	var requests []request.InputRequest
	keys, size := map[string]bool{}, 0
	for _, item := range params.Get("requests").Items {
		key, written, rejected := item.Get("key"), item.Get("params"), request.Reason(text(item.Get("rejected")))
		req := request.InputRequest{Key: text(key)}
		size += len(written.Text)
		switch {
		case keys[req.Key]:
			req.Err = &request.Error{Reason: request.DuplicateName, Detail: req.Key}
		case key.Lossy: // No answer could be sent under this key.
			req.Err = &request.Error{Reason: request.WrongType, Detail: "key"}
		case rejected != "":
			req.Err = &request.Error{Reason: knownReason(rejected)}
		case size > request.MaxText:
			req.Err = &request.Error{Reason: request.TooLarge, Detail: strconv.Itoa(size)}
		default:
			req.Params, req.Err = readParams(written)
		}
		keys[req.Key] = true
		requests = append(requests, req)
	}
	return requests
}

func readParams(written request.Value) (request.Value, *request.Error) {
	params, err := request.Parse([]byte(written.Text))
	reason, rejected := err.(*request.Error)
	switch {
	case rejected:
		return request.Value{}, reason
	case params.Type != request.Object:
		return request.Value{}, &request.Error{Reason: request.NotAnObject, Detail: "params"}
	case written.Lossy: // Half a character, which JSON text in UTF-8 cannot contain.
		return request.Value{}, &request.Error{Reason: request.NotJSON, Detail: "params"}
	}
	return params, nil
}

// knownReason returns the host's reason for rejecting a request. An unknown reason still rejects it.
func knownReason(reason request.Reason) request.Reason {
	if slices.Contains(request.Reasons, reason) {
		return reason
	}
	return request.NotJSON
}

// ReadRefused reads the problems of a [MethodRefused].
func ReadRefused(params request.Value) []request.Refusal {
	var refusals []request.Refusal
	problems := params.Get("problems").Items
	for _, problem := range problems[:min(len(problems), request.MaxRefusals)] {
		refusals = append(refusals, request.Refusal{
			Key: text(problem.Get("key")), Name: text(problem.Get("name")), Message: safetext.Text(text(problem.Get("message"))),
		})
	}
	return refusals
}

func text(v request.Value) string {
	if v.Type != request.String {
		return ""
	}
	return v.Text
}
