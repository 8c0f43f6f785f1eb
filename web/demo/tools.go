package demo

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// requestFiles hold one tool each: what it is called and what it asks.
//
//go:embed requests/*.json
var requestFiles embed.FS

// tool asks one or more questions in a row and then tells what it received.
type tool struct {
	name        string
	Title       string    `json:"title"`
	Description string    `json:"description"`
	Requests    []request `json:"requests"`
}

// request is one elicitation. The schema stays the text that it is in the
// file: a Go map would lose the order of the properties.
type request struct {
	Message string          `json:"message"`
	Schema  json.RawMessage `json:"requestedSchema"`
}

// tools reads the embedded files. They are part of the program, so that a
// broken one is a mistake of ours and found by the first test.
func tools() []*tool {
	entries, err := requestFiles.ReadDir("requests")
	if err != nil {
		panic(err)
	}
	var all []*tool
	for _, entry := range entries {
		content, err := requestFiles.ReadFile(path.Join("requests", entry.Name()))
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

// addTo offers the tool. None takes arguments: what a tool needs it asks the
// person for, which is the point of the demo.
func (t *tool) addTo(server *mcp.Server) {
	server.AddTool(&mcp.Tool{
		Name:        t.name,
		Title:       t.Title,
		Description: t.Description,
		InputSchema: json.RawMessage(`{"type":"object","properties":{}}`),
	}, t.call)
}

// call asks until everything is answered or the person stops.
func (t *tool) call(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var lines []string
	for _, question := range t.Requests {
		result, err := req.Session.Elicit(ctx, &mcp.ElicitParams{
			Mode:            "form",
			Message:         question.Message,
			RequestedSchema: question.Schema,
		})
		if err != nil {
			return failed(fmt.Sprintf("The request failed: %v", err)), nil
		}
		line, more, err := outcome(question.Schema, result)
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
		if !more {
			break
		}
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: strings.Join(lines, "\n")}}}, nil
}

// outcome says what came back, and whether the next question makes sense.
func outcome(schema json.RawMessage, result *mcp.ElicitResult) (line string, more bool, err error) {
	switch result.Action {
	case "accept":
		received, err := ordered(schema, result.Content)
		return "You accepted. I received " + received, true, err
	case "decline":
		return "You declined. I received no answers and did nothing.", false, nil
	case "cancel":
		return "You cancelled. I received no answers and did nothing.", false, nil
	}
	return "", false, fmt.Errorf("elicitation result with unknown action %q", result.Action)
}

// failed is a tool result that says what went wrong.
func failed(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}
