package servers

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// wire is an HTTP transport that records the server's messages.
type wire struct {
	lock sync.Mutex
	text bytes.Buffer
}

func (w *wire) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := http.DefaultTransport.RoundTrip(req)
	if err == nil {
		res.Body = struct {
			io.Reader
			io.Closer
		}{io.TeeReader(res.Body, w), res.Body}
	}
	return res, err
}

func (w *wire) Write(p []byte) (int, error) {
	w.lock.Lock()
	defer w.lock.Unlock()
	return w.text.Write(p)
}

func (w *wire) String() string {
	w.lock.Lock()
	defer w.lock.Unlock()
	return w.text.String()
}

// testPatience is longer than any test.
var testPatience = Patience{Offer: time.Minute, Seat: time.Minute, Visit: time.Minute, Idle: time.Minute, AfterFunc: time.AfterFunc}

func serve(t *testing.T) string {
	t.Helper()
	mux := http.NewServeMux()
	Mount(mux, testPatience, "")
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

// guest is a client of one of the servers, with a record of its requests.
type guest struct {
	*mcp.ClientSession
	base     string
	wire     *wire
	finished chan string // elicitation ids of completion notifications
}

var everything = &mcp.ElicitationCapabilities{Form: &mcp.FormElicitationCapabilities{}, URL: &mcp.URLElicitationCapabilities{}}

// connect connects a client with these capabilities, which answers with answer.
func connect(t *testing.T, path string, can *mcp.ElicitationCapabilities, answer func(*mcp.ElicitParams) *mcp.ElicitResult) *guest {
	t.Helper()
	g := &guest{base: serve(t), wire: &wire{}, finished: make(chan string, 10)}
	options := &mcp.ClientOptions{
		Capabilities: &mcp.ClientCapabilities{Elicitation: can},
		ElicitationCompleteHandler: func(_ context.Context, req *mcp.ElicitationCompleteNotificationRequest) {
			g.finished <- req.Params.ElicitationID
		},
	}
	if can != nil {
		options.ElicitationHandler = func(_ context.Context, req *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return answer(req.Params), nil
		}
	}
	revision := revision2025November
	if path == StudioPath {
		revision = revision2026July
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, options).Connect(
		context.Background(),
		&mcp.StreamableClientTransport{Endpoint: g.base + path, HTTPClient: &http.Client{Transport: g.wire}},
		&mcp.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	g.ClientSession = session
	return g
}

// call returns the whole result of a tool.
func (g *guest) call(t *testing.T, name string) *mcp.CallToolResult {
	t.Helper()
	result, err := g.CallTool(context.Background(), &mcp.CallToolParams{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// says returns the text of a tool's answer, with "error: " before a failure.
func (g *guest) says(t *testing.T, name string) string {
	t.Helper()
	result := g.call(t, name)
	text := result.Content[0].(*mcp.TextContent).Text
	if result.IsError {
		return "error: " + text
	}
	return text
}

// decide visits a page and presses one of its buttons.
func decide(t *testing.T, page, decision, choice string) {
	t.Helper()
	res, err := http.PostForm(page, url.Values{"decision": {decision}, "choice": {choice}})
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d", page, res.StatusCode)
	}
}

func accept(content map[string]any) *mcp.ElicitResult {
	return &mcp.ElicitResult{Action: "accept", Content: content}
}

func expect(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}

func expectWithin(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%s: %q is not in\n%s", what, part, text)
		}
	}
}
