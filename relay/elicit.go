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
	// Server is the MCP server that asks; the form names it by its ID.
	Server Server
	// Session is your own name for the chat or the person, of 1 to 1,024 bytes.
	Session string
	// Key is your own name for the round. A call with the same key joins the open round or gets its answer, for example after
	// a restart. The same key for another round is an error.
	Key string
	// Asker is your own name, of at most 256 bytes, for one of several askers that share sessions: see [Relay.AskerToken].
	Asker string
	// Deadline is when the round expires. The default is the deadline of the context, if it has one.
	Deadline time.Time
	// Review is "short" if up to three questions may be sent from where they are answered, by default "always". The page has the
	// same option, and the stricter one counts.
	Review string
	// WaitForPages delays the answer to several requests until every page is finished.
	WaitForPages bool
	// Call is the call with these inputRequests, at most 64 KiB. The round keeps it, encrypted, for [Relay.Resume].
	Call *Call
}

// Elicit shows a request on all devices of a session and returns the first decision, or an [Error]. Params are those of
// elicitation/create; the form keeps the order of their properties. When the context ends, the request is withdrawn and
// Elicit returns its cause. The content of an accepted form without answers is empty, not nil.
func (r *Relay) Elicit(ctx context.Context, params json.RawMessage, o ElicitOptions) (*mcp.ElicitResult, error) {
	requests, err := singleRequest(params, o)
	if err != nil {
		return nil, err
	}
	results, err := r.ask(ctx, requests, o)
	return results[""], err
}

// ElicitAll shows the elicitations among inputRequests as one journey with one review, in the order of the text, and returns
// their inputResponses. Without elicitations, the results are empty.
func (r *Relay) ElicitAll(ctx context.Context, requests json.RawMessage, o ElicitOptions) (map[string]*mcp.ElicitResult, error) {
	elicitations, err := readElicitations(requests)
	if len(elicitations) == 0 {
		return map[string]*mcp.ElicitResult{}, err
	}
	return r.ask(ctx, elicitations, o)
}

func (r *Relay) ask(ctx context.Context, requests []elicitation, o ElicitOptions) (map[string]*mcp.ElicitResult, error) {
	outcome, err := r.await(ctx, requests, o)
	if err != nil {
		return nil, err
	}
	results, err := outcome.Decode()
	if err == nil && len(results) != len(requests) {
		return nil, newError(codeInternal, reasonMalformedResult)
	}
	return results, err
}

func (r *Relay) await(ctx context.Context, requests []elicitation, o ElicitOptions) (Outcome, error) {
	if o.Deadline.IsZero() {
		o.Deadline, _ = ctx.Deadline()
	}
	w, err := r.newAsker(requests, o, taskElicit)
	if err != nil {
		return Outcome{}, err
	}
	verdict, err := w.run(ctx)
	if err != nil {
		return Outcome{}, err
	}
	return outcomeOf(verdict), nil
}
