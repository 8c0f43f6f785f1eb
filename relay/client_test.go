package relay_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/elicitform/elicitform/relay"
)

var this = &mcp.Implementation{Name: "test", Version: "1"}

// In stateful a server may ask at any time, in rounds only in its results.
const (
	stateful = "2025-11-25"
	rounds   = "2026-07-28"
)

func connect(t *testing.T, client *mcp.Client, revision string, tool mcp.ToolHandler) *mcp.ClientSession {
	t.Helper()
	server := mcp.NewServer(this, nil)
	server.AddTool(&mcp.Tool{Name: "tool", InputSchema: &jsonschema.Schema{Type: "object"}}, tool)
	return connectTo(t, client, revision, server)
}

func connectTo(t *testing.T, client *mcp.Client, revision string, server *mcp.Server) *mcp.ClientSession {
	t.Helper()
	here, there := mcp.NewInMemoryTransports()
	if _, err := server.Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	session, err := client.Connect(t.Context(), here, &mcp.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

func installOn(r *relay.Relay) *mcp.Client {
	client := mcp.NewClient(this, relay.Announce(nil))
	r.Install(client, relay.InSession("s"), relay.HostOptions{Server: server})
	return client
}

type toolResult struct {
	text string
	err  error
}

func call(ctx context.Context, session *mcp.ClientSession) <-chan toolResult {
	done := make(chan toolResult, 1)
	go func() {
		result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "tool"})
		c := toolResult{err: err}
		if err == nil && len(result.Content) > 0 {
			c.text = result.Content[0].(*mcp.TextContent).Text
		}
		done <- c
	}()
	return done
}

func textResult(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// askingTool makes a tool that asks once and returns the answer.
func askingTool(params *mcp.ElicitParams) mcp.ToolHandler {
	return func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		result, err := request.Session.Elicit(ctx, params)
		if err != nil {
			return textResult("error: " + err.Error()), nil
		}
		content, _ := json.Marshal(result.Content)
		return textResult(result.Action + " " + string(content)), nil
	}
}

func form(schema string) *mcp.ElicitParams {
	return &mcp.ElicitParams{Message: "m", RequestedSchema: json.RawMessage(schema)}
}

func TestHandler(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, browser := newRelay(t, relay.Options{})
		p := open(t, r, browser, "s")
		client := mcp.NewClient(this, &mcp.ClientOptions{ElicitationHandler: r.Handler("s", relay.HostOptions{Server: server})})
		session := connect(t, client, stateful, askingTool(form(`{"type":"object","properties":{"a":{"type":"string"}}}`)))
		done := call(t.Context(), session)
		q := p.waitOpen()
		if !strings.Contains(q.Requests[0].Params, `"mode":"form"`) || !strings.Contains(q.Requests[0].Params, `"a":{`) {
			t.Errorf("asked is %s", q.Requests[0].Params)
		}
		p.send(accept(q, "nonce-1-", map[string]any{"a": "x"}), 200, "answered")
		if c := <-done; c.err != nil || c.text != `accept {"a":"x"}` {
			t.Errorf("the tool says %q, %v", c.text, c.err)
		}
		done = call(t.Context(), session)
		q = p.waitOpen()
		p.send(map[string]any{"id": q.ID, "fp": q.FP, "nonce": "nonce-1-", "rejected": map[string]any{"code": "unsupported-mode"}}, 200, "rejected")
		if c := <-done; c.err != nil || !strings.HasPrefix(c.text, "error") || !strings.Contains(c.text, "elicitation: unsupported-mode") {
			t.Errorf("the tool says %q, %v", c.text, c.err)
		}
	})
}

// The person sees forms that the SDK rejects before it calls a handler. The server's part of the SDK rejects them too, so
// this server writes its messages by hand.
func TestInstallRejectedSchemas(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, browser := newRelay(t, relay.Options{})
		p := open(t, r, browser, "s")
		there := &byHand{incoming: make(chan jsonrpc.Message, 10), outgoing: make(chan jsonrpc.Message, 10)}
		session, err := installOn(r).Connect(t.Context(), there, &mcp.ClientSessionOptions{ProtocolVersion: stateful})
		if err != nil {
			t.Fatal(err)
		}
		defer session.Close()
		id, _ := jsonrpc.MakeID("1")
		there.incoming <- &jsonrpc.Request{ID: id, Method: "elicitation/create", Params: json.RawMessage(
			`{"message":"m","requestedSchema":{"type":"object","properties":{"o":{"anyOf":[{"type":"string"},{"type":"number"}]},"u":{"type":"string","format":"uuid"}}}}`)}
		q := p.waitOpen()
		if !strings.Contains(q.Requests[0].Params, "anyOf") || !strings.Contains(q.Requests[0].Params, `"mode":"form"`) {
			t.Errorf("asked is %s", q.Requests[0].Params)
		}
		p.send(accept(q, "nonce-1-", map[string]any{"o": 5}), 200, "answered")
		for message := range there.outgoing {
			if response, ok := message.(*jsonrpc.Response); ok && response.ID == id {
				if response.Error != nil || string(response.Result) != `{"action":"accept","content":{"o":5}}` {
					t.Errorf("the server gets %s, %v", response.Result, response.Error)
				}
				break
			}
		}
	})
}

// byHand is a server that only answers initialize.
type byHand struct{ incoming, outgoing chan jsonrpc.Message }

func (b *byHand) Connect(context.Context) (mcp.Connection, error) { return b, nil }
func (b *byHand) SessionID() string                               { return "" }
func (b *byHand) Close() error                                    { close(b.incoming); return nil }

func (b *byHand) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, ok := <-b.incoming
	if !ok {
		return nil, io.EOF
	}
	return message, nil
}

func (b *byHand) Write(_ context.Context, message jsonrpc.Message) error {
	request, ok := message.(*jsonrpc.Request)
	switch {
	case ok && request.Method == "initialize":
		b.incoming <- &jsonrpc.Response{ID: request.ID, Result: json.RawMessage(
			`{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"by hand","version":"1"}}`)}
	case ok && request.IsCall():
		b.incoming <- &jsonrpc.Response{ID: request.ID, Error: &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "no"}}
	default:
		b.outgoing <- message
	}
	return nil
}

func TestInstallPages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, browser := newRelay(t, relay.Options{})
		p := open(t, r, browser, "s")
		paid := false
		session := connect(t, installOn(r), stateful, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if paid {
				return textResult("paid"), nil
			}
			return nil, &jsonrpc.Error{Code: mcp.CodeURLElicitationRequired, Message: "pay first", Data: json.RawMessage(
				`{"elicitations":[{"mode":"url","message":"Pay","url":"https://pay.example/e1","elicitationId":"e1"}]}`)}
		})
		page := func(action string) (waits bool) {
			q := p.waitOpen()
			p.send(q.Answer("nonce-1-", map[string]any{"action": action}), 200, "answered")
			return q.WaitForPages && strings.Contains(q.Requests[0].Params, "https://pay.example/e1")
		}
		done := call(t.Context(), session)
		if !page("decline") {
			t.Error("the page is not shown as one that is waited for")
		}
		var failure *jsonrpc.Error
		if c := <-done; !errors.As(c.err, &failure) || failure.Code != mcp.CodeURLElicitationRequired {
			t.Errorf("declined: %v", c.err)
		}
		// The person opens the page and does not pay. The server demands the same page, and the call fails.
		done = call(t.Context(), session)
		page("accept")
		if c := <-done; c.err == nil {
			t.Error("the same page is asked for ever")
		}
		done = call(t.Context(), session)
		q := p.waitOpen()
		paid = true
		p.send(q.Answer("nonce-2-", map[string]any{"action": "accept"}), 200, "answered")
		if c := <-done; c.err != nil || c.text != "paid" {
			t.Errorf("paid: %q, %v", c.text, c.err)
		}
	})
}

// A call that is repeated after a restart joins the open round by its key, and the person is asked once.
func TestInstallWithAKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := relay.NewMemoryStore()
		key := func(params *mcp.ElicitParams) string { return "of " + params.Message }
		schema := json.RawMessage(`{"type":"object","properties":{"n":{"type":"string"}}}`)
		for name, tool := range map[string]mcp.ToolHandler{
			stateful: askingTool(form(`{"type":"object","properties":{"n":{"type":"string"}}}`)),
			rounds: func(_ context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				if answer, ok := request.Params.InputResponses["a"].(*mcp.ElicitResult); ok {
					content, _ := json.Marshal(answer.Content)
					return textResult(answer.Action + " " + string(content)), nil
				}
				return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"a": &mcp.ElicitParams{Mode: "form", Message: "m", RequestedSchema: schema}}}, nil
			},
		} {
			var id string
			for range 2 {
				r, browser := newRelay(t, relay.Options{Store: store})
				client := mcp.NewClient(this, relay.Announce(nil))
				r.Install(client, relay.InSession(name), relay.HostOptions{Server: server, Key: key})
				done := call(t.Context(), connect(t, client, name, tool))
				p := open(t, r, browser, name)
				q := p.waitOpen()
				if id == "" {
					id = q.ID
					r.Close()
					<-done
					continue
				}
				p.send(q.Answer("nonce-1-", map[string]any{"action": "accept", "content": map[string]any{"n": "x"}}), 200, "answered")
				if c := <-done; c.err != nil || c.text != `accept {"n":"x"}` || q.ID != id {
					t.Errorf("%s: %q, %v, asked is %s, was %s", name, c.text, c.err, q.ID, id)
				}
			}
		}
	})
}

func TestInstallRounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, browser := newRelay(t, relay.Options{})
		p := open(t, r, browser, "s")
		session := connect(t, installOn(r), rounds, func(_ context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if answer, ok := request.Params.InputResponses["b"].(*mcp.ElicitResult); ok {
				name, _ := answer.Content["n"].(string)
				return textResult(name + " " + request.Params.RequestState), nil
			}
			schema := json.RawMessage(`{"type":"object","properties":{"n":{"type":"string"}}}`)
			return &mcp.CallToolResult{RequestState: "state", InputRequests: mcp.InputRequestMap{
				"b": &mcp.ElicitParams{Mode: "form", Message: "b", RequestedSchema: schema},
				"a": &mcp.ElicitParams{Mode: "form", Message: "a", RequestedSchema: schema},
			}}, nil
		})
		done := call(t.Context(), session)
		q := p.waitOpen()
		if len(q.Requests) != 2 || q.Requests[0].Key != "a" || q.Requests[1].Key != "b" {
			t.Errorf("asked is %+v", q)
		}
		p.send(q.Answer("nonce-1-", map[string]any{"action": "decline"}, map[string]any{"action": "accept", "content": map[string]any{"n": "x"}}), 200, "answered")
		if c := <-done; c.err != nil || c.text != "x state" {
			t.Errorf("the tool says %q, %v", c.text, c.err)
		}
	})
}

// The caller gets the result or the error of a server that asks once too often in one call.
func TestInstallBoundsTheRoundsOfACall(t *testing.T) {
	for name, c := range map[string]struct {
		revision string
		rounds   int
		reply    func(round int) (*mcp.CallToolResult, error)
	}{
		"input": {rounds, 10, func(round int) (*mcp.CallToolResult, error) {
			page := &mcp.ElicitParams{Mode: "url", Message: "m", URL: "https://a.example/", ElicitationID: fmt.Sprint("e", round)}
			return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"a": page}}, nil
		}},
		"pages": {stateful, 5, func(round int) (*mcp.CallToolResult, error) {
			data := fmt.Sprintf(`{"elicitations":[{"mode":"url","message":"m","url":"https://a.example/%d","elicitationId":"e"}]}`, round)
			return nil, &jsonrpc.Error{Code: mcp.CodeURLElicitationRequired, Message: "m", Data: json.RawMessage(data)}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r, browser := newRelay(t, relay.Options{})
				p := open(t, r, browser, "s")
				calls := 0
				session := connect(t, installOn(r), c.revision, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
					calls++
					return c.reply(calls)
				})
				done := call(t.Context(), session)
				for range c.rounds {
					p.send(p.waitOpen().Answer("nonce-1-", map[string]any{"action": "accept"}), 200, "answered")
				}
				if result := <-done; calls != c.rounds+1 || (result.err != nil) != (name == "pages") {
					t.Errorf("the tool is called %d times, want %d, and gives %+v", calls, c.rounds+1, result)
				}
			})
		})
	}
}

// A server may be unable to cancel its request, because its connection ends with the call.
func TestCallThatIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, browser := newRelay(t, relay.Options{})
		p := open(t, r, browser, "s")
		asking := make(chan context.Context, 1)
		session := connect(t, installOn(r), stateful, func(_ context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			ctx, cancel := context.WithCancel(context.Background())
			t.Cleanup(cancel)
			asking <- ctx
			_, err := request.Session.Elicit(ctx, form(`{"type":"object","properties":{}}`))
			return nil, err
		})
		ctx, cancel := context.WithCancel(t.Context())
		done := call(ctx, session)
		id := p.waitOpen().ID
		cancel()
		<-done
		if how := p.waitEnd(id); how != "withdrawn" || (<-asking).Err() != nil {
			t.Errorf("the device gets the end %q", how)
		}
	})
}

func TestAnnounce(t *testing.T) {
	options := &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{Experimental: map[string]any{"x": true}}, KeepAlive: 5}
	o := relay.Announce(options)
	if o.KeepAlive != 5 || o.Capabilities.Experimental["x"] != true || o.Capabilities.Elicitation.URL == nil || !o.MultiRoundTrip.Disabled || options.Capabilities.Elicitation != nil {
		t.Errorf("announced is %+v", o)
	}
}

func TestCancelledCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, browser := newRelay(t, relay.Options{})
		p := open(t, r, browser, "s")
		session := connect(t, installOn(r), stateful, askingTool(form(`{"type":"object","properties":{}}`)))
		ctx, cancel := context.WithCancel(t.Context())
		done := call(ctx, session)
		id := p.waitOpen().ID
		cancel()
		<-done
		if how := p.waitEnd(id); how != "withdrawn" {
			t.Errorf("the device gets the end %q", how)
		}
	})
}

// A server with a progress token is notified of progress until there is an answer.
// Rows: D1.
func TestServerHearsOfProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, browser := newRelay(t, relay.Options{})
		p := open(t, r, browser, "s")
		notifications := make(chan *mcp.ProgressNotificationParams, 100)
		server := mcp.NewServer(this, &mcp.ServerOptions{
			ProgressNotificationHandler: func(_ context.Context, request *mcp.ProgressNotificationServerRequest) {
				notifications <- request.Params
			},
		})
		params := form(`{"type":"object","properties":{}}`)
		params.Meta = mcp.Meta{"progressToken": "p"}
		server.AddTool(&mcp.Tool{Name: "tool", InputSchema: &jsonschema.Schema{Type: "object"}}, askingTool(params))
		done := call(t.Context(), connectTo(t, installOn(r), stateful, server))
		q := p.waitOpen()
		first, second := <-notifications, <-notifications
		if first.ProgressToken != "p" || second.Progress <= first.Progress {
			t.Errorf("the server hears %+v and %+v", first, second)
		}
		p.send(q.Answer("nonce-1-", map[string]any{"action": "decline"}), 200, "answered")
		if got := <-done; got.err != nil {
			t.Error(got.err)
		}
	})
}
