package servers

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"github.com/elicitform/elicitform/web/demo/visits"
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
	// OutputSchema is what its structured content is like.
	OutputSchema json.RawMessage `json:"outputSchema"`
	// meta is what else the client is told.
	meta mcp.Meta
}

// request is one elicitation. The schema stays the text that it is in the
// file: a Go map would lose the order of the properties.
type request struct {
	// Key names it among several: in a round of revision 2026-07-28 or here.
	Key     string          `json:"key"`
	Message string          `json:"message"`
	Schema  json.RawMessage `json:"requestedSchema"`
	// Page is where the person is sent instead of to a form.
	Page *visits.Page `json:"page"`
}

// form is the request as a form.
func (r request) form() *mcp.ElicitParams {
	return &mcp.ElicitParams{Mode: "form", Message: r.Message, RequestedSchema: r.Schema}
}

// behaviour is what a tool does when it is called.
type behaviour func(context.Context, *mcp.CallToolRequest, *tool) (*mcp.CallToolResult, error)

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
		all = append(all, t)
	}
	return all
}

// addTools offers tools. Those that are not special do the usual. None takes
// arguments: what a tool needs it asks the person for, which is the point of the
// demo.
func addTools(server *mcp.Server, all []*tool, usual behaviour, special map[string]behaviour) {
	for _, t := range all {
		does, ok := special[t.name]
		if !ok {
			does = usual
		}
		definition := &mcp.Tool{
			Meta:        t.meta,
			Name:        t.name,
			Title:       t.Title,
			Description: t.Description,
			InputSchema: json.RawMessage(`{"type":"object","properties":{}}`),
		}
		if t.OutputSchema != nil {
			definition.OutputSchema = t.OutputSchema
		}
		server.AddTool(definition, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return does(ctx, req, t)
		})
	}
}
