package relay

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/elicitform/elicitform/internal/elicit"
)

// Server is who asks.
type Server struct {
	// ID is the host's own name for the server. People trust it, so the server must have no
	// say in it.
	ID string `json:"id"`
	// Name is what the server calls itself (serverInfo.name); shown as its own claim.
	Name string `json:"name,omitempty"`
	// Title is what the server calls itself (serverInfo.title); shown as its own claim.
	Title string `json:"title,omitempty"`
}

// ElicitOptions say how [Relay.Elicit] and [Relay.ElicitAll] ask.
type ElicitOptions struct {
	// Server is who asks.
	Server Server
	// Session is where the answer is to come from.
	Session string
	// Key is your own name for what is asked, unique in its session. A call with the
	// same key, after a restart for instance, joins the round that is open, or gets the
	// answer that was given meanwhile. The same key for something else is an error.
	Key string
	// Asker is who asks, of several who share sessions but not their questions: a token of [Relay.AskerToken] shows only what its
	// asker has asked. It is your own name, of 256 bytes at most; empty for nobody in particular.
	Asker string
	// Deadline is when the answer is worth nothing any more. The default is the deadline
	// of the context, if it has one.
	Deadline time.Time
	// Review is "short" for a form of one question that is sent from where it is answered. Of this and of what the page says
	// that shows the form, the stricter counts; where neither says anything, that is "always".
	Review string
	// WaitForPages is for several requests: their answer waits until every page is finished.
	WaitForPages bool
	// Call is for the inputRequests of a result: the call that the server has answered with them, which is kept with the
	// round for [Relay.Resume], encrypted with the relay's secret. It has 64 KiB at most.
	Call *Call
}

// round is what is asked together, as it is stored and as a device gets it.
type round struct {
	Server       Server    `json:"server"`
	Requests     []request `json:"requests"`
	WaitForPages bool      `json:"waitForPages,omitempty"`
	Review       string    `json:"review,omitempty"`
}

// request is one of a round. What the server wrote is text, byte for byte.
type request struct {
	Key    string `json:"key,omitempty"`
	Params string `json:"params,omitempty"`
}

// response answers the request with that key.
type response struct {
	Key    string          `json:"key,omitempty"`
	Result json.RawMessage `json:"result"`
}

// Elicit shows a request on all devices of a session and returns what the person
// decided first, or an [Error] where there is no decision. Params are those of
// elicitation/create, best as the server wrote them: the properties are shown in the order of
// the text. When the context ends, the request is withdrawn: the forms say so, and its cause is
// returned. Content of an accepted form in which everything was left out is empty and not nil.
func (r *Relay) Elicit(ctx context.Context, params json.RawMessage, o ElicitOptions) (*mcp.ElicitResult, error) {
	asked, err := single(params, o)
	if err != nil {
		return nil, err
	}
	results, err := r.ask(ctx, asked, o)
	return results[""], err
}

// single is a round of one request. A call has no place for its answer.
func single(params json.RawMessage, o ElicitOptions) ([]request, error) {
	if err := checkObject(params); err != nil {
		return nil, err
	}
	if o.Call != nil {
		return nil, newError(codeInvalidRequest, reasonCallWithoutRound)
	}
	return []request{{Params: string(params)}}, nil
}

// ElicitAll shows the elicitations of a round as one journey with one review, and returns
// their part of the inputResponses. The requests are the inputRequests of a result as JSON text,
// in the order in which they are to be shown. Those of other methods are left out; where no
// request remains, the results are empty.
func (r *Relay) ElicitAll(ctx context.Context, requests json.RawMessage, o ElicitOptions) (map[string]*mcp.ElicitResult, error) {
	asked, err := elicitations(requests)
	if len(asked) == 0 {
		return map[string]*mcp.ElicitResult{}, err
	}
	return r.ask(ctx, asked, o)
}

// ask asks a round and waits for its results. The end of the context withdraws it.
func (r *Relay) ask(ctx context.Context, requests []request, o ElicitOptions) (map[string]*mcp.ElicitResult, error) {
	if o.Deadline.IsZero() {
		o.Deadline, _ = ctx.Deadline()
	}
	w, err := r.asking(requests, o, toElicit)
	if err != nil {
		return nil, err
	}
	verdict, err := w.wait(ctx)
	if err != nil {
		return nil, err
	}
	results, err := outcomeOf(verdict).Decode()
	if err == nil && len(results) != len(requests) {
		return nil, newError(codeInternal, reasonMalformedResult)
	}
	return results, err
}

// written checks a round as far as that is needed to keep it, and writes it. All else the form
// finds out and tells the person.
func written(r round) ([]byte, error) {
	for _, one := range r.Requests {
		if len(textOf(membersOf([]byte(one.Params))["elicitationId"])) > mostID {
			err := newError(codeInvalidRequest, reasonElicitationIDTooLong)
			err.Key = one.Key
			return nil, err
		}
	}
	switch {
	case r.Server.ID == "":
		return nil, newError(codeInternal, reasonNoServerID)
	case len(r.Server.ID) > mostID:
		return nil, newError(codeInternal, reasonServerIDTooLong)
	}
	return text(r), nil
}

// elicitationIDs returns the server's names of the pages that requests lead to.
func elicitationIDs(requests []request) (ids []string) {
	for _, one := range requests {
		if id := textOf(membersOf([]byte(one.Params))["elicitationId"]); id != "" {
			ids = append(ids, id)
		}
	}
	return ids
}

// elicitations are those of inputRequests, in the order of the text. What a server asks of others
// than the person, such as a sampling request, is left out.
func elicitations(requests json.RawMessage) ([]request, error) {
	if err := checkObject(requests); err != nil {
		return nil, err
	}
	var asked []request
	seen := map[string]bool{}
	decoder := json.NewDecoder(bytes.NewReader(requests))
	_, _ = decoder.Token()
	for decoder.More() {
		var one json.RawMessage
		token, _ := decoder.Token()
		key, _ := token.(string)
		_ = decoder.Decode(&one)
		if seen[key] {
			return nil, newError(codeInvalidRequest, reasonDuplicateName)
		}
		seen[key] = true
		fields := membersOf(one)
		if textOf(fields["method"]) == methodCreate {
			asked = append(asked, request{key, string(fields["params"])})
		}
	}
	return asked, nil
}

// checkObject rejects what is no object of JSON, or too large.
func checkObject(text []byte) error {
	switch trimmed := bytes.TrimLeft(text, " \t\r\n"); {
	case len(text) > elicit.MaxText:
		return newError(codeInvalidRequest, reasonTooLarge)
	case !json.Valid(text):
		return newError(codeInvalidRequest, reasonNotJSON)
	case trimmed[0] != '{':
		return newError(codeInvalidRequest, reasonNotAnObject)
	}
	return nil
}

// text writes JSON as JavaScript does: no character of what a server wrote is escaped
// without need. What is written here can be written.
func text(value any) []byte {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value)
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n"))
}

// value reads JSON; nil where there is none.
func value(text []byte) (v any) {
	_ = json.Unmarshal(text, &v)
	return v
}

// textOf reads a string of JSON; empty where there is none.
func textOf(text []byte) string {
	s, _ := value(text).(string)
	return s
}

// membersOf are the members of an object by their exact names; nil where there is none.
func membersOf(text []byte) (members map[string]json.RawMessage) {
	_ = json.Unmarshal(text, &members)
	return members
}

// responsesOf are the results by the keys of their requests. Of two with one key the second is
// left out.
func responsesOf(text json.RawMessage) map[string]json.RawMessage {
	var list []json.RawMessage
	_ = json.Unmarshal(text, &list)
	results := map[string]json.RawMessage{}
	for _, one := range list {
		response := membersOf(one)
		key := textOf(response["key"])
		if _, twice := results[key]; !twice && response["result"] != nil {
			results[key] = response["result"]
		}
	}
	return results
}

// same reports whether two JSON texts say the same.
func same(a, b []byte) bool {
	v, err := elicit.ParseTrusted(string(a))
	w, err2 := elicit.ParseTrusted(string(b))
	return err == nil && err2 == nil && v.Equal(w)
}
