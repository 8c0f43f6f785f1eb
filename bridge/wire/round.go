package wire

import (
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// ReadRound reads the requests of a round in their order. They stand in an
// array, so that keys which look like numbers stay where the server put them.
// ok is false when params are no round, or a key comes twice.
func ReadRound(params elicit.Value) (requests []elicit.InputRequest, ok bool) {
	list := params.Get("requests")
	if list.Kind != elicit.Array {
		return nil, false
	}
	seen := map[string]bool{}
	requests = []elicit.InputRequest{}
	for _, item := range list.Items {
		key := item.Get("key")
		if key.Kind != elicit.String || key.Lossy || seen[key.Text] {
			return nil, false
		}
		seen[key.Text] = true
		requests = append(requests, elicit.InputRequest{Key: key.Text, Params: item.Get("params")})
	}
	return requests, true
}

// RoundResult is the result of a round.
func RoundResult(answers []elicit.InputResponse) elicit.Value {
	responses := elicit.Value{Kind: elicit.Array}
	for _, answer := range answers {
		responses.Items = append(responses.Items, object(
			member("key", elicit.StringValue(answer.Key)),
			member("result", answer.Result.Value()),
			member("finished", optional(string(answer.Wait))),
		))
	}
	return object(member("responses", responses))
}

// ReadCompletion reads the params of [MethodComplete].
func ReadCompletion(params elicit.Value) elicit.Completion {
	return elicit.Completion{
		ElicitationID: text(params.Get("elicitationId")),
		ID:            RequestID(params),
		Server:        readServer(params.Get("_meta")),
	}
}

// RequestID is the request that a notification is about, where _meta says so.
func RequestID(params elicit.Value) elicit.Value { return params.Get("_meta").Get(ours + "requestId") }

// ReadCancelled reads the params of [MethodCancelled]; the reason is a word of the host.
func ReadCancelled(params elicit.Value) (id elicit.Value, reason string) {
	return params.Get("requestId"), text(params.Get("reason"))
}

// maxRefusals bounds what a host can have against the answers.
const maxRefusals = 100

// ReadRefused reads the params of [MethodRefused].
func ReadRefused(params elicit.Value) (id elicit.Value, refusals []elicit.Refusal) {
	problems := params.Get("problems").Items
	for _, problem := range problems[:min(len(problems), maxRefusals)] {
		refusals = append(refusals, elicit.Refusal{
			Key: text(problem.Get("key")), Name: text(problem.Get("name")), Message: untrusted.Text(text(problem.Get("message"))),
		})
	}
	return params.Get("requestId"), refusals
}

// optional leaves an empty text out.
func optional(text string) elicit.Value {
	if text == "" {
		return elicit.Value{}
	}
	return elicit.StringValue(text)
}
