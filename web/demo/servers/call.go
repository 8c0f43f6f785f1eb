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

type desk struct {
	server   *mcp.Server
	pages    pages
	patience Patience
	// waiting calls have ended their round, by requestState. It is nil unless the server asks in
	// rounds.
	waiting *shelf[progress]

	lock    sync.Mutex
	visited map[*mcp.ServerSession]map[string]*visit
}

// In rounds, a tool runs from the beginning each time, with the answers of earlier rounds.
type progress struct {
	tool   *tool
	rounds []answers
	visits map[string]*visit
}

type answers = map[string]*mcp.ElicitResult

type call struct {
	*desk
	progress
	ctx context.Context
	req *mcp.CallToolRequest
}

var errState error = &jsonrpc.Error{
	Code:    jsonrpc.CodeInvalidParams,
	Message: "the requestState is not one of this server, is for another tool or is too old",
}

func (d *desk) call(ctx context.Context, req *mcp.CallToolRequest, t *tool) (*mcp.CallToolResult, error) {
	c := &call{d, progress{tool: t, visits: map[string]*visit{}}, ctx, req}
	switch {
	case t.Result != nil:
		result := *t.Result
		return &result, nil
	case t.Arguments != nil:
		return c.reply()
	case t.Reply != "":
		return c.importBookings()
	case d.waiting != nil && req.Params.RequestState != "":
		earlier, found := d.waiting.get(req.Params.RequestState)
		if !found || earlier.tool != t {
			return nil, errState
		}
		round := answers{}
		for key, response := range req.Params.InputResponses {
			round[key], _ = response.(*mcp.ElicitResult)
		}
		// The client may use a state several times, so it stays unchanged.
		c.rounds, c.visits = append(slices.Clip(earlier.rounds), round), maps.Clone(earlier.visits)
	case t.Withdrawn:
		limited, cancel := context.WithCancel(ctx)
		defer cancel()
		defer d.patience.AfterFunc(d.patience.Offer, cancel).Stop()
		c.ctx = limited
	}
	for {
		next, result, err := c.proceed()
		switch {
		case err != nil:
		case next == nil:
			return result, nil
		case d.waiting != nil:
			return c.nextRound(next)
		default:
			err = c.askSession(next)
		}
		switch {
		case ctx.Err() == nil && c.ctx.Err() != nil:
			return textResult(fmt.Sprintf("The offer is gone. I took my request back after %v.", d.patience.Offer)), nil
		case err != nil:
			return errorResult("%sThe request failed: %v", t.Failed, err), nil
		}
	}
}

func (c *call) nextRound(requests []request) (*mcp.CallToolResult, error) {
	if err := c.require(requests); err != nil {
		return nil, err
	}
	needed := mcp.InputRequestMap{}
	for _, r := range requests {
		params, err := c.params(r)
		if err != nil {
			return errorResult("The request failed: %v", err), nil
		}
		needed[r.Key] = params
	}
	state, err := c.waiting.put(c.progress)
	return &mcp.CallToolResult{InputRequests: needed, RequestState: state}, err
}

// proceed returns the requests of the next round, or the result if no round is left.
func (c *call) proceed() (next []request, result *mcp.CallToolResult, err error) {
	var lines []string
	values, accepted := map[string]any{}, map[string]any{}
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
			if answer.Action == "accept" && r.Page == nil && !r.Secret {
				accepted[cmp.Or(r.Key, "answers")] = answer.Content
			}
		}
		if stopped {
			break
		}
	}
	result = textResult(lines...)
	if len(accepted) > 0 {
		result.StructuredContent = accepted
	}
	return nil, result, nil
}

// reply answers a call with arguments, and repeats them.
func (c *call) reply() (*mcp.CallToolResult, error) {
	var arguments map[string]any
	if err := json.Unmarshal(c.req.Params.Arguments, &arguments); err != nil {
		return errorResult("The arguments are no object: %v", err), nil
	}
	result := textResult(fill(c.tool.Reply, arguments))
	result.StructuredContent = arguments
	return result, nil
}

func (c *call) line(r request, answer *mcp.ElicitResult) (string, error) {
	if err := r.check(answer); err != nil {
		return "", err
	}
	switch no := map[string]string{"decline": "declined", "cancel": "chose “Not now”"}[answer.Action]; {
	case no != "":
		return "You " + no + ". I received no answers and did nothing.", nil
	case r.Page != nil:
		return c.awaitPage(r)
	case r.Replies != nil:
		return fill(r.Replies["accept"], answer.Content), nil
	}
	return "You accepted. I received " + answersText(answer.Content), nil
}

func (c *call) awaitPage(r request) (string, error) {
	v := c.visits[r.Key]
	select {
	case <-v.Done():
		if c.waiting == nil {
			// The context of the call puts the notice before the answer.
			notify(c.ctx, c.req.Session, v)
		}
	case <-time.After(c.patience.Visit):
	case <-c.ctx.Done():
		return "", c.ctx.Err()
	}
	end := v.Ending()
	return strings.ReplaceAll(r.Replies[cmp.Or(end.Decision, "unfinished")], "{choice}", end.Choice), nil
}

func notify(ctx context.Context, session *mcp.ServerSession, v *visit) {
	if v.Ending() != (ending{}) {
		_ = session.NotifyElicitationComplete(ctx, &mcp.ElicitationCompleteParams{ElicitationID: v.elicitation})
	}
}

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
		// The SDK notifies the client of cancelled requests, but not after the answer to the call.
		time.Sleep(500 * time.Millisecond)
	}
	round := answers{}
	for i, r := range requests {
		round[r.Key] = results[i]
	}
	c.rounds = append(c.rounds, round)
	return errors.Join(errs...)
}

func (c *call) params(r request) (*mcp.ElicitParams, error) {
	if r.Page == nil {
		return &mcp.ElicitParams{Mode: "form", Message: r.Message, RequestedSchema: r.Schema}, nil
	}
	v, err := c.pages.open(*r.Page)
	if err != nil {
		return nil, fmt.Errorf("the page could not be opened: %w", err)
	}
	c.visits[r.Key] = v
	// The SDK rejects foreign Host headers before a tool runs.
	params := &mcp.ElicitParams{Mode: "url", Message: r.Message, URL: c.req.Extra.Header.Get(baseHeader) + v.path}
	if c.waiting == nil {
		params.ElicitationID = v.elicitation
	}
	return params, nil
}

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
		if (needed.Form == nil || has.Form != nil || has.URL == nil) && (needed.URL == nil || has.URL != nil) {
			return nil
		}
	}
	required := mcp.MissingRequiredClientCapabilityData{RequiredCapabilities: &mcp.ClientCapabilities{Elicitation: &needed}}
	data, _ := json.Marshal(required) // plain members can be written
	const message = "this tool asks the person, and the client did not declare that it can"
	return &jsonrpc.Error{Code: mcp.CodeMissingRequiredClientCapabilities, Message: message, Data: data}
}

// importBookings fails until the person has agreed on all pages. Then they count for no other call.
func (c *call) importBookings() (*mcp.CallToolResult, error) {
	if c.require(c.tool.Requests) != nil {
		return errorResult("I need you to open two pages, and your client does not support \"url\" elicitation."), nil
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
			return errorResult("You denied access at %s. Nothing was imported.", r.Page.Site), nil
		}
		params, err := c.params(r)
		if err != nil {
			return errorResult("The request failed: %v", err), nil
		}
		needed = append(needed, params)
		opened := c.visits[r.Key]
		go func() {
			<-opened.Done()
			notify(context.Background(), session, opened)
		}()
	}
	if len(needed) > 0 {
		c.visited[session] = c.visits
		return nil, mcp.URLElicitationRequiredError(needed)
	}
	return textResult(c.tool.Reply), nil
}

func textResult(lines ...string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: strings.Join(lines, "\n")}}}
}

func errorResult(format string, args ...any) *mcp.CallToolResult {
	result := textResult(fmt.Sprintf(format, args...))
	result.IsError = true
	return result
}
