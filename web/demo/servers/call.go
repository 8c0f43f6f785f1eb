package servers

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// desk is the state that the tools of one server share.
type desk struct {
	server   *mcp.Server
	pages    pages
	patience Patience
	// begun are the calls that wait for a round, by their requestState. It is nil unless the server
	// asks in rounds.
	begun *shelf[progress]

	lock sync.Mutex
	// visited are the pages that import_bookings has sent the person of a session to, by the keys of
	// its requests.
	visited map[*mcp.ServerSession]map[string]*visit
}

// progress is the state of a call. The tool of a server that asks in rounds runs from its
// beginning in each round, with the answers of the rounds before.
type progress struct {
	tool *tool
	// rounds are the answers of each round, by the keys of its requests.
	rounds []answers
	// visits are the pages that were opened, by the keys of their requests.
	visits map[string]*visit
}

type answers = map[string]*mcp.ElicitResult

// call is one call of a tool.
type call struct {
	*desk
	progress
	ctx context.Context
	req *mcp.CallToolRequest
}

// errState is the error for a call that does not continue one of ours.
var errState error = &jsonrpc.Error{
	Code:    jsonrpc.CodeInvalidParams,
	Message: "the requestState is not one of this server, is for another tool or is too old",
}

// call runs a tool. What goes wrong with a request is the result of the tool.
func (d *desk) call(ctx context.Context, req *mcp.CallToolRequest, t *tool) (*mcp.CallToolResult, error) {
	c := &call{d, progress{tool: t, visits: map[string]*visit{}}, ctx, req}
	switch {
	case t.Result != nil:
		result := *t.Result
		return &result, nil
	case t.Told != "":
		return c.importBookings()
	case d.begun != nil && req.Params.RequestState != "":
		begun, found := d.begun.get(req.Params.RequestState)
		if !found || begun.tool != t {
			return nil, errState
		}
		round := answers{}
		for key, response := range req.Params.InputResponses {
			round[key], _ = response.(*mcp.ElicitResult)
		}
		// The client may call with one state as often as it likes: it is not changed.
		c.rounds, c.visits = append(slices.Clip(begun.rounds), round), maps.Clone(begun.visits)
	case t.Withdrawn:
		limited, cancel := context.WithCancel(ctx)
		defer cancel()
		defer d.patience.AfterFunc(d.patience.Offer, cancel).Stop()
		c.ctx = limited
	}
	for {
		next, lines, err := c.proceed()
		switch {
		case err != nil:
		case next == nil:
			return told(lines...), nil
		case d.begun != nil:
			return c.nextRound(next)
		default:
			err = c.askSession(next)
		}
		switch {
		case ctx.Err() == nil && c.ctx.Err() != nil:
			return told(fmt.Sprintf("The offer is gone. I took my request back after %v.", d.patience.Offer)), nil
		case err != nil:
			return failed("%sThe request failed: %v", t.Failed, err), nil
		}
	}
}

// nextRound answers a call with the requests of the next round. With the answers the client
// calls again.
func (c *call) nextRound(requests []request) (*mcp.CallToolResult, error) {
	if err := c.require(requests); err != nil {
		return nil, err
	}
	needed := mcp.InputRequestMap{}
	for _, r := range requests {
		params, err := c.params(r)
		if err != nil {
			return failed("The request failed: %v", err), nil
		}
		needed[r.Key] = params
	}
	state, err := c.begun.put(c.progress)
	return &mcp.CallToolResult{InputRequests: needed, RequestState: state}, err
}

// proceed returns the requests of the next round, or none and what the tool says at the end.
func (c *call) proceed() (next []request, lines []string, err error) {
	values := map[string]any{}
	for i, round := range c.tool.rounds() {
		if i == len(c.rounds) {
			for j, r := range round {
				round[j].Message = fill(r.Message, values)
			}
			return round, nil, nil
		}
		stopped := false
		for _, r := range round {
			answer := c.rounds[i][r.Key]
			line, err := c.line(r, answer)
			if err != nil {
				return nil, nil, err
			}
			if c.tool.Together {
				line = r.Key + ": " + line
			}
			lines = append(lines, line)
			stopped = stopped || answer.Action != "accept"
			maps.Copy(values, answer.Content)
		}
		if stopped {
			break
		}
	}
	return nil, lines, nil
}

// line says what became of a request.
func (c *call) line(r request, answer *mcp.ElicitResult) (string, error) {
	if err := r.check(answer); err != nil {
		return "", err
	}
	switch no := map[string]string{"decline": "declined", "cancel": "chose “Not now”"}[answer.Action]; {
	case no != "":
		return "You " + no + ". I received no answers and did nothing.", nil
	case r.Page != nil:
		return c.finished(r)
	case r.Told != nil:
		return fill(r.Told["accept"], answer.Content), nil
	}
	return "You accepted. I received " + received(answer.Content), nil
}

// finished waits until a page is finished, or the patience is over, and says how it ended.
func (c *call) finished(r request) (string, error) {
	v := c.visits[r.Key]
	select {
	case <-v.Done():
		if c.begun == nil {
			// The context of the call puts the notice before the answer.
			notify(c.ctx, c.req.Session, v)
		}
	case <-time.After(c.patience.Visit):
	case <-c.ctx.Done():
		return "", c.ctx.Err()
	}
	end := v.Ending()
	return strings.ReplaceAll(r.Told[cmp.Or(end.Decision, "unfinished")], "{choice}", end.Choice), nil
}

// notify tells the client that a page is finished.
func notify(ctx context.Context, session *mcp.ServerSession, v *visit) {
	if v.Ending() != (ending{}) {
		_ = session.NotifyElicitationComplete(ctx, &mcp.ElicitationCompleteParams{ElicitationID: v.elicitation})
	}
}

// askSession asks for everything of a round at once, while the call runs.
func (c *call) askSession(requests []request) error {
	results, errs := make([]*mcp.ElicitResult, len(requests)), make([]error, len(requests))
	var all sync.WaitGroup
	for i, r := range requests {
		params, err := c.params(r)
		if err != nil {
			return err
		}
		all.Go(func() { results[i], errs[i] = c.req.Session.Elicit(c.ctx, params) })
	}
	all.Wait()
	if c.ctx.Err() != nil {
		// The SDK tells the client that the requests are cancelled, but not after the call is answered.
		time.Sleep(500 * time.Millisecond)
	}
	round := answers{}
	for i, r := range requests {
		round[r.Key] = results[i]
	}
	c.rounds = append(c.rounds, round)
	return errors.Join(errs...)
}

// params writes a request, and opens the page that it is about.
func (c *call) params(r request) (*mcp.ElicitParams, error) {
	if r.Page == nil {
		return &mcp.ElicitParams{Mode: "form", Message: r.Message, RequestedSchema: r.Schema}, nil
	}
	v, err := c.pages.open(*r.Page)
	if err != nil {
		return nil, fmt.Errorf("the page could not be opened: %w", err)
	}
	c.visits[r.Key] = v
	// The SDK denies foreign Host headers before a tool sees one.
	params := &mcp.ElicitParams{Mode: "url", Message: r.Message, URL: c.req.Extra.Header.Get(baseHeader) + v.path}
	if c.begun == nil {
		params.ElicitationID = v.elicitation
	}
	return params, nil
}

// require is the error for a client that cannot ask a person for all of the requests.
func (c *call) require(requests []request) error {
	var needed mcp.ElicitationCapabilities
	for _, r := range requests {
		if r.Page == nil {
			needed.Form = &mcp.FormElicitationCapabilities{}
		} else {
			needed.URL = &mcp.URLElicitationCapabilities{}
		}
	}
	if declared := c.req.ClientCapabilities(); declared != nil && declared.Elicitation != nil {
		has := declared.Elicitation
		// An empty object means forms.
		if (needed.Form == nil || has.Form != nil || has.URL == nil) && (needed.URL == nil || has.URL != nil) {
			return nil
		}
	}
	required := mcp.MissingRequiredClientCapabilityData{RequiredCapabilities: &mcp.ClientCapabilities{Elicitation: &needed}}
	data, _ := json.Marshal(required) // plain members can be written
	const message = "this tool asks the person, and the client did not declare that it can"
	return &jsonrpc.Error{Code: mcp.CodeMissingRequiredClientCapabilities, Message: message, Data: data}
}

// importBookings fails with the pages that have to be visited first, until they
// were. Then the accounts are signed out again.
func (c *call) importBookings() (*mcp.CallToolResult, error) {
	if c.require(c.tool.Requests) != nil {
		return failed("I need you to open two pages, and your client does not support \"url\" elicitation."), nil
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	session, open := c.req.Session, slices.Collect(c.server.Sessions())
	maps.DeleteFunc(c.visited, func(s *mcp.ServerSession, _ map[string]*visit) bool { return !slices.Contains(open, s) })
	visited := c.visited[session]
	delete(c.visited, session)
	var needed []*mcp.ElicitParams
	for _, r := range c.tool.Requests {
		switch v := visited[r.Key]; {
		case v != nil && v.Ending().Decision == agreed:
			c.visits[r.Key] = v
			continue
		case v != nil && v.Ending().Decision == denied:
			return failed("You denied access at %s. Nothing was imported.", r.Page.Site), nil
		}
		params, err := c.params(r)
		if err != nil {
			return failed("The request failed: %v", err), nil
		}
		needed = append(needed, params)
		opened := c.visits[r.Key]
		go func() {
			<-opened.Done()
			// Long after the call that named the page has failed.
			notify(context.Background(), session, opened)
		}()
	}
	if len(needed) > 0 {
		c.visited[session] = c.visits
		return nil, mcp.URLElicitationRequiredError(needed)
	}
	return told(c.tool.Told), nil
}

// told is a tool result of lines of text.
func told(lines ...string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: strings.Join(lines, "\n")}}}
}

// failed is a tool result that says what went wrong.
func failed(format string, args ...any) *mcp.CallToolResult {
	result := told(fmt.Sprintf(format, args...))
	result.IsError = true
	return result
}
