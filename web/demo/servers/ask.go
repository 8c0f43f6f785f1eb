package servers

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// askInTurn is a tool of the revisions before 2026-07-28: while the call runs it
// asks one question after the other, until everything is answered or the person
// stops.
func askInTurn(ctx context.Context, req *mcp.CallToolRequest, t *tool) (*mcp.CallToolResult, error) {
	var lines []string
	for _, question := range t.Requests {
		result, err := elicit(ctx, req, question.form())
		if err != nil {
			return failed("The request failed: %v", err), nil
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
	return told(lines...), nil
}

// noticeTime is longer than it takes to send a notice.
const noticeTime = 500 * time.Millisecond

// elicit asks the client. When the call was given up meanwhile, or the request
// is taken back, it returns a little later: the SDK sends the client its notice
// of that beside the call, and drops it when the call is answered first.
func elicit(ctx context.Context, req *mcp.CallToolRequest, params *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	result, err := req.Session.Elicit(ctx, params)
	if ctx.Err() != nil {
		time.Sleep(noticeTime)
	}
	return result, err
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
