//go:build server

package e2e

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/elicitform/elicitform/ask"
)

// bookingServer is a server whose tool "book" asks for a city, with a client of the official SDK that has these options.
func bookingServer(t *testing.T, asker *ask.Asker, options *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	server := mcp.NewServer(&mcp.Implementation{Name: "weather", Version: "1"}, nil)
	type input struct {
		Key string `json:"key,omitempty"`
	}
	mcp.AddTool(server, &mcp.Tool{Name: "book"}, func(ctx context.Context, request *mcp.CallToolRequest, in input) (*mcp.CallToolResult, any, error) {
		schema := map[string]any{"type": "object", "properties": map[string]any{"city": map[string]any{"type": "string", "title": "City"}}}
		answer, err := asker.Ask(ctx, request.Session, ask.Question{
			Params: &mcp.ElicitParams{Message: "Where to?", RequestedSchema: schema}, Session: t.Name(), Server: "weather.example", Key: in.Key,
		})
		if err != nil {
			return nil, nil, err
		}
		text := answer.Text
		if answer.Result != nil {
			city, _ := answer.Result.Content["city"].(string)
			text = answer.Result.Action + " " + city
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil, nil
	})
	here, there := mcp.NewInMemoryTransports()
	_, err := server.Connect(t.Context(), there, nil)
	must(t, err)
	// Servers of revision 2026-07-28 cannot send requests.
	session, err := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, options).Connect(t.Context(), here, &mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
	must(t, err)
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// book calls the tool, and returns its text.
func book(t *testing.T, client *mcp.ClientSession, key string) string {
	t.Helper()
	text, err := callBook(t.Context(), client, key)
	must(t, err)
	return text
}

func callBook(ctx context.Context, client *mcp.ClientSession, key string) (string, error) {
	result, err := client.CallTool(ctx, &mcp.CallToolParams{Name: "book", Arguments: map[string]any{"key": key}})
	if err != nil {
		return "", err
	}
	return result.Content[0].(*mcp.TextContent).Text, nil
}

// TestAskAnybody: a server asks the person of every client, and gets one result.
func TestAskAnybody(t *testing.T) {
	t.Parallel()
	p := startProgram(t)
	asker := &ask.Asker{URL: p.url, Key: p.key}
	answerAt := func(t *testing.T, address string) {
		tab := newTab(t)
		tab.open(address)
		tab.page().Press("Open the question")
		form := tab.form()
		form.wait("the form", requestMark+` && document.querySelector("#f0")`)
		form.typeInto(form.byID("f0"), "Oslo")
		form.do("continue")
		form.do("send")
		form.onHeading(sentHeading)
	}
	capable := func(declared *mcp.ElicitationCapabilities, handler func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error)) *mcp.ClientOptions {
		return &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{Elicitation: declared}, ElicitationHandler: handler}
	}
	t.Run("form", func(t *testing.T) {
		client := bookingServer(t, asker, capable(&mcp.ElicitationCapabilities{Form: &mcp.FormElicitationCapabilities{}, URL: &mcp.URLElicitationCapabilities{}},
			func(_ context.Context, request *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
				if request.Params.Mode != "form" {
					t.Errorf("mode %q", request.Params.Mode)
				}
				return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"city": "Rome"}}, nil
			}))
		if text := book(t, client, ""); text != "accept Rome" {
			t.Error(text)
		}
	})
	byURL := &mcp.ElicitationCapabilities{URL: &mcp.URLElicitationCapabilities{}}
	t.Run("page", func(t *testing.T) {
		finished := make(chan string, 1)
		requests := make(chan *mcp.ElicitParams, 1)
		options := capable(byURL, func(_ context.Context, request *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			requests <- request.Params
			return &mcp.ElicitResult{Action: "accept"}, nil
		})
		options.ElicitationCompleteHandler = func(_ context.Context, request *mcp.ElicitationCompleteNotificationRequest) {
			finished <- request.Params.ElicitationID
		}
		client := bookingServer(t, asker, options)
		reply := make(chan string, 1)
		go func() {
			text, err := callBook(t.Context(), client, "")
			if err != nil {
				text = err.Error()
			}
			reply <- text
		}()
		var params *mcp.ElicitParams
		select {
		case params = <-requests:
		case text := <-reply:
			t.Fatalf("the call ends with %q, and asks for nothing", text)
		}
		if params.Mode != "url" || params.Message != "Where to?" || params.ElicitationID == "" {
			t.Errorf("%+v", params)
		}
		answerAt(t, params.URL)
		if text := <-reply; text != "accept Oslo" {
			t.Error(text)
		}
		if id := <-finished; id != params.ElicitationID {
			t.Errorf("%q is finished", id)
		}
	})
	t.Run("declined page", func(t *testing.T) {
		var address string
		client := bookingServer(t, asker, capable(byURL, func(_ context.Context, request *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			address = request.Params.URL
			return &mcp.ElicitResult{Action: "decline"}, nil
		}))
		if text := book(t, client, ""); text != "decline " {
			t.Error(text)
		}
		response, err := http.Get(address)
		must(t, err)
		response.Body.Close()
		if response.StatusCode != http.StatusGone {
			t.Errorf("the page gets %d", response.StatusCode)
		}
	})
	t.Run("text", func(t *testing.T) {
		client := bookingServer(t, &ask.Asker{URL: p.url, Key: p.key, LinkAsText: true}, nil)
		address := regexp.MustCompile(`http://\S+`).FindString(book(t, client, "call 7"))
		answerAt(t, address)
		if text := book(t, client, "call 7"); text != "accept Oslo" {
			t.Error(text)
		}
		if text := book(t, client, ""); !strings.Contains(text, "needs a key") {
			t.Error(text)
		}
	})
	t.Run("no way", func(t *testing.T) {
		if text := book(t, bookingServer(t, asker, nil), "call 8"); text != ask.ErrNoWay.Error() {
			t.Error(text)
		}
	})
	t.Run("no server", func(t *testing.T) {
		client := bookingServer(t, &ask.Asker{URL: p.url, Key: "another-ask-key-1", LinkAsText: true}, nil)
		if text := book(t, client, "call 9"); !strings.Contains(text, "401: no-ask-key") {
			t.Error(text)
		}
	})
}
