package servers

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/elicitform/elicitform/web/demo/visits"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// desk is what the tools of one server share.
type desk struct {
	server   *mcp.Server
	pages    *visits.Book
	patience Patience
	// sealer is nil unless the server asks in rounds.
	sealer *sealer

	lock sync.Mutex
	// visited are the last pages that import_bookings has sent people to.
	visited map[account]*visits.Visit
}

// call is one call of a tool.
type call struct {
	*desk
	ctx  context.Context
	req  *mcp.CallToolRequest
	tool *tool

	state state
	// used is how many rounds of the state the tool has taken its answers from.
	used int
}

// state is what a call in rounds has so far. The client carries it, sealed.
type state struct {
	Until time.Time
	// Rounds are the answers of each round, by the keys of its requests.
	Rounds []map[string]*mcp.ElicitResult
	// Pages are the pages that were opened, by the keys of their requests.
	Pages map[string]page
}

// page is a page that the person is sent to. Only a session has the id: with it
// the client is told that the page is finished.
type page struct{ Visit, Elicitation string }

// inputNeeded are the requests of the next round. It ends the tool as an error does.
type inputNeeded mcp.InputRequestMap

func (inputNeeded) Error() string { return "the tool needs input" }

// ask asks the person for everything at once, and returns the results in that order.
func (c *call) ask(requests ...request) ([]*mcp.ElicitResult, error) {
	if c.sealer == nil {
		return c.askSession(requests)
	}
	if c.used == len(c.state.Rounds) {
		return nil, c.nextRound(requests)
	}
	round := c.state.Rounds[c.used]
	c.used++
	results := make([]*mcp.ElicitResult, len(requests))
	for i, r := range requests {
		results[i] = round[r.Key]
		if err := fits(r, results[i]); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// noticeTime is longer than it takes to send a notice.
const noticeTime = 500 * time.Millisecond

// askSession asks while the call runs. When the call was given up meanwhile, or the request
// is taken back, it returns a little later: the SDK sends the client its notice of that
// beside the call, and drops it when the call is answered first.
func (c *call) askSession(requests []request) ([]*mcp.ElicitResult, error) {
	results, errs := make([]*mcp.ElicitResult, len(requests)), make([]error, len(requests))
	var all sync.WaitGroup
	for i, r := range requests {
		params, err := c.params(r)
		if err != nil {
			return nil, err
		}
		all.Go(func() { results[i], errs[i] = c.req.Session.Elicit(c.ctx, params) })
	}
	all.Wait()
	if c.ctx.Err() != nil {
		time.Sleep(noticeTime)
	}
	return results, errors.Join(errs...)
}

// nextRound is the error that asks for a round, if the client can ask a person for it.
func (c *call) nextRound(requests []request) error {
	if err := c.require(requests); err != nil {
		return err
	}
	needed := inputNeeded{}
	for _, r := range requests {
		params, err := c.params(r)
		if err != nil {
			return err
		}
		needed[r.Key] = params
	}
	return needed
}

// params writes a request, and opens the page that it is about.
func (c *call) params(r request) (*mcp.ElicitParams, error) {
	if r.Page == nil {
		return &mcp.ElicitParams{Mode: "form", Message: r.Message, RequestedSchema: r.Schema}, nil
	}
	visit, err := c.pages.Open(*r.Page)
	if err != nil {
		return nil, fmt.Errorf("the page could not be opened: %w", err)
	}
	opened := page{Visit: visit.ID}
	if c.sealer == nil {
		// Not the id in the address, which is the key to the page.
		opened.Elicitation = rand.Text()
	}
	c.state.Pages[r.Key] = opened
	origin, _ := c.ctx.Value(originKey{}).(string)
	return &mcp.ElicitParams{Mode: "url", Message: r.Message, URL: origin + visit.Path(), ElicitationID: opened.Elicitation}, nil
}

// can is what the client can ask a person for.
func (c *call) can() (has mcp.ElicitationCapabilities) {
	if declared := c.req.ClientCapabilities(); declared != nil && declared.Elicitation != nil {
		has = *declared.Elicitation
		if has.URL == nil {
			// An empty object means forms.
			has.Form = &mcp.FormElicitationCapabilities{}
		}
	}
	return has
}

// require is the error for a client that cannot ask a person for all of the requests.
func (c *call) require(requests []request) error {
	has, needed := c.can(), &mcp.ElicitationCapabilities{}
	for _, r := range requests {
		if r.Page == nil {
			needed.Form = &mcp.FormElicitationCapabilities{}
		} else {
			needed.URL = &mcp.URLElicitationCapabilities{}
		}
	}
	if (needed.Form == nil || has.Form != nil) && (needed.URL == nil || has.URL != nil) {
		return nil
	}
	required := mcp.MissingRequiredClientCapabilityData{RequiredCapabilities: &mcp.ClientCapabilities{Elicitation: needed}}
	data, err := json.Marshal(required)
	if err != nil {
		return err
	}
	const message = "this tool asks the person, and the client did not declare that it can"
	return rpcError{&jsonrpc.Error{Code: mcp.CodeMissingRequiredClientCapabilities, Message: message, Data: data}}
}

// line says what became of a request, and whether the next one makes sense.
func (c *call) line(r request, result *mcp.ElicitResult) (line string, more bool, err error) {
	switch {
	case result.Action == "decline":
		return "You declined. I received no answers and did nothing.", false, nil
	case result.Action == "cancel":
		return "You cancelled. I received no answers and did nothing.", false, nil
	case result.Action != "accept":
		return "", false, fmt.Errorf("elicitation result with unknown action %q", result.Action)
	case r.Page != nil:
		line, err := c.finished(r)
		return line, true, err
	}
	received, err := ordered(r.Schema, result.Content)
	return "You accepted. I received " + received, true, err
}

// finished waits until a page is finished, or the patience is over, and says how it ended.
func (c *call) finished(r request) (string, error) {
	opened := c.state.Pages[r.Key]
	visit := c.pages.Find(opened.Visit)
	if visit == nil {
		return r.Told.Unfinished, nil
	}
	select {
	case <-visit.Done():
	case <-time.After(c.patience.Visit):
	case <-c.ctx.Done():
		return "", c.ctx.Err()
	}
	decision, choice := visit.Decision()
	if decision != visits.Open && opened.Elicitation != "" {
		// The context of the call puts the notice before the answer.
		_ = c.req.Session.NotifyElicitationComplete(c.ctx, &mcp.ElicitationCompleteParams{ElicitationID: opened.Elicitation})
	}
	switch decision {
	case visits.Agreed:
		return strings.ReplaceAll(r.Told.Agreed, "{choice}", choice), nil
	case visits.Refused:
		return r.Told.Refused, nil
	}
	return r.Told.Unfinished, nil
}

// answersOf are the answers that the client sends with a call, by the keys of the requests.
func answersOf(req *mcp.CallToolRequest) map[string]*mcp.ElicitResult {
	answers := map[string]*mcp.ElicitResult{}
	for key, response := range req.Params.InputResponses {
		if result, ok := response.(*mcp.ElicitResult); ok {
			answers[key] = result
		}
	}
	return answers
}

// fits is the error for an answer of a round that its form cannot have given. The client
// has checked the answer; a server checks it again, which the SDK does for sessions alone.
func fits(r request, result *mcp.ElicitResult) error {
	if result == nil {
		return fmt.Errorf("there is no answer to %q", r.Key)
	}
	if result.Action != "accept" || r.Page != nil {
		return nil
	}
	content := result.Content
	if content == nil {
		content = map[string]any{}
	}
	if err := r.rules.Validate(content); err != nil {
		return fmt.Errorf("the answer to %q does not fit its form: %w", r.Key, err)
	}
	return nil
}
