package servers

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/elicitform/elicitform/web/demo/visits"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// toolFiles hold one tool each, in a folder for each server: what it is called
// and what it asks.
//
//go:embed tools/*/*.json
var toolFiles embed.FS

// tool is what a file says about a tool.
type tool struct {
	name        string
	Title       string    `json:"title"`
	Description string    `json:"description"`
	Requests    []request `json:"requests"`
	// Result is the answer of a tool that asks nothing. The picture and the sound in it were
	// made for this demo: no other rights apply to them.
	Result *mcp.CallToolResult `json:"result"`
	// OutputSchema is what its structured content is like.
	OutputSchema json.RawMessage `json:"outputSchema"`
}

// request is one elicitation. The schema stays the text that it is in the
// file: a Go map would lose the order of the properties.
type request struct {
	// Key names it among several: in a round of revision 2026-07-28 or here.
	Key     string          `json:"key"`
	Message string          `json:"message"`
	Schema  json.RawMessage `json:"requestedSchema"`
	// rules is the schema, to check answers with.
	rules *jsonschema.Resolved
	// Page is where the person is sent instead of to a form.
	Page *visits.Page `json:"page"`
	// Told is what the tool says of each decision on the page; {choice} stands for what was chosen.
	Told struct {
		Agreed, Refused, Unfinished string
	} `json:"told"`
}

// tools reads the tools of a server. The files are part of the program, so that
// a broken one is a mistake of ours and found by the first test.
func tools(folder string) []*tool {
	entries, err := toolFiles.ReadDir(path.Join("tools", folder))
	if err != nil {
		panic(err)
	}
	var all []*tool
	for _, entry := range entries {
		content, err := toolFiles.ReadFile(path.Join("tools", folder, entry.Name()))
		if err != nil {
			panic(err)
		}
		t := &tool{name: strings.TrimSuffix(entry.Name(), ".json")}
		if err := json.Unmarshal(content, t); err != nil {
			panic(fmt.Errorf("%s: %w", entry.Name(), err))
		}
		for i := range t.Requests {
			if err := t.Requests[i].readRules(); err != nil {
				panic(fmt.Errorf("%s: %w", entry.Name(), err))
			}
		}
		all = append(all, t)
	}
	return all
}

func (r *request) readRules() (err error) {
	if r.Schema == nil {
		return nil
	}
	var schema jsonschema.Schema
	if err = json.Unmarshal(r.Schema, &schema); err == nil {
		r.rules, err = schema.Resolve(nil)
	}
	return err
}

// timeoutMeta is where a tool says how long the demo chat is to wait for it: the
// protocol leaves that to the client.
const timeoutMeta = "elicitform-demo/timeoutSeconds"

// offer adds a tool to the server. No tool takes arguments: what a tool needs it
// asks the person for, which is the point of the demo.
func (d *desk) offer(t *tool) {
	definition := &mcp.Tool{
		Name:        t.name,
		Title:       t.Title,
		Description: t.Description,
		InputSchema: json.RawMessage(`{"type":"object","properties":{}}`),
	}
	if t.OutputSchema != nil {
		definition.OutputSchema = t.OutputSchema
	}
	if t.name == "hold_seat" {
		definition.Meta = mcp.Meta{timeoutMeta: d.patience.Seat.Seconds()}
	}
	d.server.AddTool(definition, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return d.call(ctx, req, t)
	})
}

// call runs a tool. For a server that asks in rounds the tool runs once for each
// round, with the answers of those before.
func (d *desk) call(ctx context.Context, req *mcp.CallToolRequest, t *tool) (*mcp.CallToolResult, error) {
	if t.Result != nil {
		result := *t.Result
		return &result, nil
	}
	does, special := behaviours[t.name]
	if !special {
		does = askInTurn
	}
	c := &call{desk: d, ctx: ctx, req: req, tool: t, state: state{Pages: map[string]page{}}}
	if sealed := req.Params.RequestState; sealed != "" && d.sealer != nil {
		var err error
		if c.state, err = d.sealer.open(t.name, sealed); err != nil {
			return nil, err
		}
		c.state.Rounds = append(c.state.Rounds, answersOf(req))
	}
	result, err := does(c)
	var needed inputNeeded
	var callError rpcError
	switch {
	case errors.As(err, &needed):
		sealed, err := d.sealer.seal(t.name, c.state, time.Now().Add(stateLifetime))
		return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap(needed), RequestState: sealed}, err
	case errors.As(err, &callError):
		return nil, callError.error
	case err != nil:
		return failed("The request failed: %v", err), nil
	}
	return result, nil
}

// rpcError is an error that the caller of a tool gets in place of a result.
type rpcError struct{ error }

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
