package relay

import (
	"context"
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Server names the MCP server that asks.
type Server struct {
	// ID is the host's own name for the server. People trust it, so the server must not choose it.
	ID string `json:"id"`
	// Name is serverInfo.name, shown as the server's own claim.
	Name string `json:"name,omitempty"`
	// Title is serverInfo.title, shown as the server's own claim.
	Title string `json:"title,omitempty"`
}

// ElicitOptions configure [Relay.Elicit] and [Relay.ElicitAll].
type ElicitOptions struct {
	// Server is the server that asks.
	Server Server
	// Session is the session whose devices show the round.
	Session string
	// Key is your own name for the round, unique in its session. A call with the same key, for example after a
	// restart, joins the open round or gets its answer. The same key for another round is an error.
	Key string
	// Asker is your own name for one of several askers that share sessions but not their rounds: at most 256 bytes,
	// empty without askers. A token of [Relay.AskerToken] shows only the rounds of its asker.
	Asker string
	// Deadline is when the round expires. The default is the deadline of the context, if it has one.
	Deadline time.Time
	// Review is "short" if a form of one question may be sent from where it is answered, or "always". The page that
	// shows the form has the same option; the stricter one counts, and the default is "always".
	Review string
	// WaitForPages delays the answer to several requests until every page is finished.
	WaitForPages bool
	// Call is the call whose result had these inputRequests. The round keeps it, encrypted with the relay's secret,
	// for [Relay.Resume]: at most 64 KiB.
	Call *Call
}

// Elicit shows a request on all devices of a session and returns the person's first decision, or an [Error]. Params are
// those of elicitation/create, best as the server wrote them: the form has the properties in the order of the text.
// When the context ends, the request is withdrawn and Elicit returns the context's cause. The content of an accepted
// form without answers is empty, not nil.
func (r *Relay) Elicit(ctx context.Context, params json.RawMessage, o ElicitOptions) (*mcp.ElicitResult, error) {
	requests, err := singleRequest(params, o)
	if err != nil {
		return nil, err
	}
	results, err := r.ask(ctx, requests, o)
	return results[""], err
}

// ElicitAll shows the elicitations of a round as one journey with one review, and returns their inputResponses. The
// requests are the inputRequests of a result as JSON text, in the order in which they appear. Requests of other methods
// are skipped; if none remains, the results are empty.
func (r *Relay) ElicitAll(ctx context.Context, requests json.RawMessage, o ElicitOptions) (map[string]*mcp.ElicitResult, error) {
	elicitations, err := readElicitations(requests)
	if len(elicitations) == 0 {
		return map[string]*mcp.ElicitResult{}, err
	}
	return r.ask(ctx, elicitations, o)
}

// ask asks a round and waits for its results. The end of the context withdraws the round.
func (r *Relay) ask(ctx context.Context, requests []request, o ElicitOptions) (map[string]*mcp.ElicitResult, error) {
	if o.Deadline.IsZero() {
		o.Deadline, _ = ctx.Deadline()
	}
	w, err := r.newAsker(requests, o, taskElicit)
	if err != nil {
		return nil, err
	}
	verdict, err := w.run(ctx)
	if err != nil {
		return nil, err
	}
	results, err := outcomeOf(verdict).Decode()
	if err == nil && len(results) != len(requests) {
		return nil, newError(codeInternal, reasonMalformedResult)
	}
	return results, err
}
