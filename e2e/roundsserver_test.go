package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// roundsServer is an MCP server of revision 2026-07-28 that uses the official
// Go SDK. Its tool needs input before it can return a result.
type roundsServer struct {
	endpoint string
	mu       sync.Mutex
	bodies   []json.RawMessage
}

// roundState is a state that a client has to send back byte for byte.
const roundState = `{"step": 1,  "note":"é\\u0000 \"quoted\" 🙂"}`

// planTrip returns the three requests of one round: two forms and a page. A
// careless client would reorder, escape or lose their keys.
func planTrip(page string) mcp.InputRequestMap {
	return mcp.InputRequestMap{
		"10": &mcp.ElicitParams{
			Message:         "Who travels?",
			RequestedSchema: json.RawMessage(`{"type":"object","properties":{"name":{"type":"string","title":"Name"}},"required":["name"]}`),
		},
		"constructor": &mcp.ElicitParams{Message: "Sign in to the airline.", URL: page},
		"trip/details~1 🙂": &mcp.ElicitParams{
			Message:         "Where to?",
			RequestedSchema: json.RawMessage(`{"type":"object","properties":{"city":{"type":"string","title":"City"},"nights":{"type":"integer","title":"Nights","minimum":1}},"required":["city"]}`),
		},
	}
}

// startRoundsServer starts a server that runs until the test ends. page is the
// address that it asks to open.
func startRoundsServer(t *testing.T, page string) *roundsServer {
	t.Helper()
	server := mcp.NewServer(&mcp.Implementation{Name: "rounds", Version: "1.0.0"}, nil)
	server.AddTool(&mcp.Tool{Name: "plan-trip", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if len(req.Params.InputResponses) == 0 {
				return &mcp.CallToolResult{InputRequests: planTrip(page), RequestState: roundState}, nil
			}
			text, err := json.Marshal(req.Params.InputResponses)
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}}, err
		})
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: true})
	s := &roundsServer{}
	listener := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		s.bodies = append(s.bodies, body)
		s.mu.Unlock()
		r.Body = io.NopCloser(bytes.NewReader(body))
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(listener.Close)
	s.endpoint = listener.URL + "/mcp"
	return s
}

// toolCall is the message with which a client calls a tool.
type toolCall struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		InputResponses json.RawMessage `json:"inputResponses"`
		RequestState   json.RawMessage `json:"requestState"`
	} `json:"params"`
}

// calls lists the tool calls that the server has received, byte for byte.
func (s *roundsServer) calls(t *testing.T) []toolCall {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []toolCall
	for _, body := range s.bodies {
		var call toolCall
		if json.Unmarshal(body, &call) == nil && call.Method == "tools/call" {
			list = append(list, call)
		}
	}
	return list
}
