package wire

import (
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// Entry is one request of a round: its key and its params.
type Entry struct {
	Key    string
	Params elicit.Value
}

// ReadRound reads the requests of a round in their order. They stand in an
// array, so that keys which look like numbers stay where the server put them.
// ok is false when params are no round, or a key comes twice.
func ReadRound(params elicit.Value) (entries []Entry, ok bool) {
	requests := params.Get("requests")
	if requests.Kind != elicit.Array {
		return nil, false
	}
	seen := map[string]bool{}
	entries = []Entry{}
	for _, item := range requests.Items {
		key := item.Get("key")
		if key.Kind != elicit.String || key.Lossy || seen[key.Text] {
			return nil, false
		}
		seen[key.Text] = true
		entries = append(entries, Entry{Key: key.Text, Params: item.Get("params")})
	}
	return entries, true
}

// RoundAnswer is the answer to one request of a round.
type RoundAnswer struct {
	Key    string
	Result elicit.Result
	// Finished says how the wait for an opened page ended; empty when nobody
	// waited.
	Finished string
}

// RoundResult is the result of a round.
func RoundResult(answers []RoundAnswer) elicit.Value {
	responses := elicit.Value{Kind: elicit.Array}
	for _, answer := range answers {
		responses.Items = append(responses.Items, object(
			member("key", elicit.StringValue(answer.Key)),
			member("result", answer.Result.Value()),
			member("finished", optional(answer.Finished)),
		))
	}
	return object(member("responses", responses))
}

// Completion is the server's word that an opened page is finished.
type Completion struct {
	ElicitationID string
	// RequestID is the request that opened the page; Missing where the host
	// did not say.
	RequestID elicit.Value
}

// ReadCompletion reads the params of [MethodComplete].
func ReadCompletion(params elicit.Value) Completion {
	return Completion{
		ElicitationID: text(params.Get("elicitationId")),
		RequestID:     params.Get("_meta").Get(ours + "requestId"),
	}
}

// ReadCancelled reads the params of [MethodCancelled]; expired says that the
// request's time is up.
func ReadCancelled(params elicit.Value) (id elicit.Value, expired bool) {
	return params.Get("requestId"), text(params.Get("reason")) == "expired"
}

// maxRefusals bounds what a host can have against the answers.
const maxRefusals = 100

// Refusal is one thing that the host has against the answers.
type Refusal struct {
	Key, Name string
	Message   untrusted.Text
}

// ReadRefused reads the params of [MethodRefused].
func ReadRefused(params elicit.Value) (id elicit.Value, refusals []Refusal) {
	problems := params.Get("problems").Items
	for _, problem := range problems[:min(len(problems), maxRefusals)] {
		refusals = append(refusals, Refusal{
			Key: text(problem.Get("key")), Name: text(problem.Get("name")), Message: untrusted.Text(text(problem.Get("message"))),
		})
	}
	return params.Get("requestId"), refusals
}

// Acknowledges reports whether the answer to ui/initialize promises a
// [MethodReceived] for each answer.
func Acknowledges(result elicit.Value) bool {
	return result.Get("hostCapabilities").Get("experimental").Get(MethodReceived).Exists()
}

// optional leaves an empty text out.
func optional(text string) elicit.Value {
	if text == "" {
		return elicit.Value{}
	}
	return elicit.StringValue(text)
}
