package relay_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/elicitform/elicitform/internal/test/pipe"
	"github.com/elicitform/elicitform/relay"
	"github.com/elicitform/elicitform/relay/internal/test/device"
)

var secret = []byte("0123456789abcdef0123456789abcdef")

var server = relay.Server{ID: "travel", Title: "Travel <b>"}

const params = `{"mode":"form","message":"Where to?","requestedSchema":{"type":"object","properties":{"z":{"type":"string"},"a":{"type":"integer"}},"required":["z"]}}`

// newRelay makes a relay that closes with the test, and a client of its endpoint. Use it in a bubble: outside, a slow machine
// could miss a lease.
func newRelay(t *testing.T, o relay.Options) (*relay.Relay, *http.Client) {
	t.Helper()
	r := newProcess(t, o)
	listener := pipe.Serve(t, &http.Server{Handler: r})
	t.Cleanup(r.Close)
	return r, listener.Client()
}

// newProcess makes a relay that the test closes.
func newProcess(t *testing.T, o relay.Options) *relay.Relay {
	t.Helper()
	if o.Secret == nil && o.Authorize == nil {
		o.Secret = secret
	}
	r, err := relay.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

type openDevice struct {
	device.Device
	t        *testing.T
	messages chan device.Message
}

func open(t *testing.T, r *relay.Relay, browser *http.Client, session string) *openDevice {
	p := &openDevice{Device: device.Device{Client: browser, URL: "http://relay.example/", Token: r.Token(session, 0)}, t: t, messages: make(chan device.Message, 100)}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = p.Listen(ctx, func(m device.Message) bool { p.messages <- m; return true })
	}()
	t.Cleanup(func() { cancel(); <-done })
	return p
}

func (p *openDevice) waitOpen() device.Round {
	for m := range p.messages {
		if len(m.Open) > 0 {
			return m.Open[0]
		}
	}
	return device.Round{}
}

func (p *openDevice) waitEnd(id string) string {
	for m := range p.messages {
		for _, g := range m.Gone {
			if g.ID == id {
				return string(g.How)
			}
		}
	}
	return ""
}

func (p *openDevice) send(body map[string]any, status int, state string) {
	p.t.Helper()
	got, reply, err := p.Post(p.t.Context(), body)
	if is, _ := reply["state"].(string); err != nil || got != status || is != state {
		p.t.Fatalf("%v gives %d %v %v, want %d %q", body, got, reply, err, status, state)
	}
}

func accept(q device.Round, nonce string, content map[string]any) map[string]any {
	return q.Answer(nonce, map[string]any{"action": "accept", "content": content})
}

type decision struct {
	result *mcp.ElicitResult
	err    error
}

func elicit(ctx context.Context, r *relay.Relay, q question) <-chan decision {
	decided := make(chan decision, 1)
	go func() {
		result, err := r.Elicit(ctx, q.Params, q.ElicitOptions)
		decided <- decision{result, err}
	}()
	return decided
}

type question struct {
	relay.ElicitOptions
	Params json.RawMessage
}

func ask(session string) question {
	return question{relay.ElicitOptions{Session: session, Server: server}, json.RawMessage(params)}
}

func TestFirstAnswerWins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, browser := newRelay(t, relay.Options{})
		first, second := open(t, r, browser, "s"), open(t, r, browser, "s")
		decided := elicit(t.Context(), r, ask("s"))
		q := first.waitOpen()
		if len(q.Requests) != 1 || q.Requests[0].Params != params || q.Requests[0].Key != "" || q.Server.ID != "travel" || q.Server.Title != "Travel <b>" || second.waitOpen().ID != q.ID {
			t.Fatalf("the device gets %+v", q)
		}
		first.send(map[string]any{"id": q.ID, "fp": q.FP, "draft": `{"z":"Ro"}`}, 200, "open")
		if third := open(t, r, browser, "s"); third.waitOpen().Draft != `{"z":"Ro"}` {
			t.Error("another device does not get the draft")
		}
		// An answer that no form could give is refused.
		status, reply, _ := second.Post(t.Context(), accept(q, "nonce-2-", map[string]any{"a": 1.5, "q": true}))
		if status != 422 || len(reply["problems"].([]any)) != 3 {
			t.Errorf("a wrong answer gives %d %v", status, reply)
		}
		first.send(accept(q, "nonce-1-", map[string]any{"z": "Rome", "a": 2}), 200, "answered")
		second.send(accept(q, "nonce-2-", map[string]any{"z": "Paris"}), 409, "answered")
		first.send(accept(q, "nonce-1-", map[string]any{"z": "Rome", "a": 2}), 200, "answered")
		// The same answer in another notation counts; a different answer does not.
		first.send(accept(q, "nonce-1-", map[string]any{"a": json.Number("2.0"), "z": "Rome"}), 200, "answered")
		first.send(accept(q, "nonce-1-", map[string]any{"z": "Rome", "a": 3}), 409, "answered")
		first.send(accept(q, "nonce-1-", map[string]any{"z": "Rome"}), 409, "answered")
		first.send(q.Answer("nonce-1-", map[string]any{"action": "decline"}), 409, "answered")
		first.send(map[string]any{"id": q.ID, "fp": q.FP, "nonce": "nonce-1-", "rejected": map[string]any{"code": "invalid-request"}}, 409, "answered")
		first.send(map[string]any{"id": q.ID, "fp": q.FP, "draft": "late"}, 409, "answered")
		if how := second.waitEnd(q.ID); how != "answered" {
			t.Errorf("the other device gets the end %q", how)
		}
		d := <-decided
		if d.err != nil || d.result.Action != "accept" || !reflect.DeepEqual(d.result.Content, map[string]any{"z": "Rome", "a": 2.0}) {
			t.Errorf("decided %+v, %v", d.result, d.err)
		}
	})
}

func TestDecisionsWithoutContent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, browser := newRelay(t, relay.Options{})
		p := open(t, r, browser, "s")
		for _, action := range []string{"decline", "cancel"} {
			decided := elicit(t.Context(), r, ask("s"))
			q := p.waitOpen()
			p.send(q.Answer("nonce-1-", map[string]any{"action": action}), 200, "answered")
			if d := <-decided; d.err != nil || d.result.Action != action || d.result.Content != nil {
				t.Errorf("decided %+v, %v", d.result, d.err)
			}
		}
	})
}

func TestWithdrawal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, browser := newRelay(t, relay.Options{})
		p := open(t, r, browser, "s")
		ctx, cancel := context.WithCancelCause(t.Context())
		decided := elicit(ctx, r, ask("s"))
		q := p.waitOpen()
		cause := errors.New("the call was cancelled")
		cancel(cause)
		if d := <-decided; !errors.Is(d.err, cause) {
			t.Errorf("the client gets %v", d.err)
		}
		if how := p.waitEnd(q.ID); how != "withdrawn" {
			t.Errorf("the device gets the end %q", how)
		}
		p.send(accept(q, "nonce-1-", map[string]any{"z": "Rome"}), 409, "withdrawn")
	})
}

// TestWithdrawalByAnotherProcess: a withdrawal ends the round for every process that waits with the same key.
func TestWithdrawalByAnotherProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := relay.NewMemoryStore()
		first, browser := newRelay(t, relay.Options{Store: store})
		second, _ := newRelay(t, relay.Options{Store: store})
		p := open(t, second, browser, "s")
		q := ask("s")
		q.Key = "order 5"
		ctx, cancel := context.WithCancel(t.Context())
		firstDecision, secondDecision := elicit(ctx, first, q), elicit(t.Context(), second, q)
		// Both have joined the round before the withdrawal.
		synctest.Wait()
		p.waitOpen()
		cancel()
		if d := <-firstDecision; !errors.Is(d.err, context.Canceled) {
			t.Errorf("the first process gets %v, want %v", d.err, context.Canceled)
		}
		var why *relay.Error
		if d := <-secondDecision; !errors.As(d.err, &why) || why.Code != "withdrawn" || why.RPCCode != -32603 {
			t.Errorf("the second process gets %v, want withdrawn", d.err)
		}
	})
}

func TestFormThatCannotBeShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, browser := newRelay(t, relay.Options{})
		p := open(t, r, browser, "s")
		decided := elicit(t.Context(), r, ask("s"))
		q := p.waitOpen()
		rejected := func(code string) map[string]any {
			return map[string]any{"id": q.ID, "fp": q.FP, "nonce": "nonce-1-", "rejected": map[string]any{"code": code, "reason": "too-deep"}}
		}
		p.send(rejected("load-failed"), 400, "")
		p.send(rejected("invalid-request"), 200, "rejected")
		p.send(rejected("invalid-request"), 200, "rejected")
		p.send(rejected("unsupported-mode"), 409, "rejected")
		p.send(accept(q, "nonce-1-", map[string]any{"z": "Rome"}), 409, "rejected")
		var why *relay.Error
		if d := <-decided; !errors.As(d.err, &why) || why.Code != "invalid-request" || why.Reason != "too-deep" || why.RPCCode != -32602 {
			t.Errorf("the client gets %v", d.err)
		}
	})
}

func TestRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, browser := newRelay(t, relay.Options{})
		p := open(t, r, browser, "s")
		options := relay.ElicitOptions{Session: "s", Server: server, WaitForPages: true, Review: "short"}
		requests := json.RawMessage(
			`{"z": {"method":"elicitation/create","params":` + params + `}, "other": {"method":"sampling/createMessage"}, "a": {"method":"elicitation/create","params":{"mode":"url","message":"Pay","url":"https://a.example","elicitationId":"e"}}}`)
		type decisions struct {
			results map[string]*mcp.ElicitResult
			err     error
		}
		done := make(chan decisions, 1)
		go func() {
			results, err := r.ElicitAll(t.Context(), requests, options)
			done <- decisions{results, err}
		}()
		q := p.waitOpen()
		if !q.WaitForPages || q.Review != "short" || len(q.Requests) != 2 || q.Requests[0].Key != "z" || q.Requests[0].Params != params || q.Requests[1].Key != "a" {
			t.Errorf("the device gets %+v", q)
		}
		form := map[string]any{"action": "accept", "content": map[string]any{"z": "Rome"}}
		of := func(keys []string, results ...any) map[string]any {
			all := []any{}
			for i, result := range results {
				all = append(all, map[string]any{"key": keys[i], "result": result})
			}
			return map[string]any{"id": q.ID, "fp": q.FP, "nonce": "nonce-1-", "responses": all}
		}
		status, reply, _ := p.Post(t.Context(), of([]string{"z", "b"}, form, form))
		if status != 422 || len(reply["problems"].([]any)) != 2 {
			t.Errorf("a wrong answer gives %d %v", status, reply)
		}
		p.send(q.Answer("nonce-1-", form, map[string]any{"action": "accept"}), 200, "answered")
		p.send(of([]string{"a", "z"}, map[string]any{"action": "accept"}, form), 200, "answered")
		p.send(q.Answer("nonce-1-", form, map[string]any{"action": "cancel"}), 409, "answered")
		p.send(q.Answer("nonce-1-", form), 409, "answered")
		p.send(of([]string{""}, form), 409, "answered")
		d := <-done
		if d.err != nil || len(d.results) != 2 || d.results["z"].Content["z"] != "Rome" || d.results["a"].Action != "accept" {
			t.Errorf("decided %v, %v", d.results, d.err)
		}
		if results, err := r.ElicitAll(t.Context(), json.RawMessage(`{"x": {"method":"roots/list"}}`), options); err != nil || len(results) != 0 {
			t.Errorf("nothing to ask gives %v, %v", results, err)
		}
	})
}

func TestClientThatComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := relay.NewMemoryStore()
		before, browser := newRelay(t, relay.Options{Store: store})
		p := open(t, before, browser, "s")
		q := ask("s")
		q.Key = "order 5"
		decided := elicit(t.Context(), before, q)
		shown := p.waitOpen()
		before.Close()
		var why *relay.Error
		if d := <-decided; !errors.As(d.err, &why) || why.Code != "disposed" {
			t.Errorf("closing gives %v", d.err)
		}
		// Here the process is killed. A second process gets the answer, and then the client repeats the key.
		other, browser := newRelay(t, relay.Options{Store: store})
		p = open(t, other, browser, "s")
		if id := p.waitOpen().ID; id != shown.ID {
			t.Errorf("open is %s, want %s", id, shown.ID)
		}
		joined := elicit(t.Context(), other, q)
		p.send(accept(shown, "nonce-1-", map[string]any{"z": "Rome"}), 200, "answered")
		for range 2 {
			if d := <-joined; d.err != nil || d.result.Content["z"] != "Rome" {
				t.Errorf("the client gets %v, %v", d.result, d.err)
			}
			joined = elicit(t.Context(), other, q)
		}
		<-joined
		q.Params = json.RawMessage(`{"message":"another"}`)
		if _, err := other.Elicit(t.Context(), q.Params, q.ElicitOptions); !errors.As(err, &why) || why.Reason != "key-in-use" {
			t.Errorf("another round with the key gives %v", err)
		}
	})
}

func TestSessionsAreApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, browser := newRelay(t, relay.Options{})
		first, second := open(t, r, browser, "mine"), open(t, r, browser, "other")
		decided := elicit(t.Context(), r, ask("mine"))
		q := first.waitOpen()
		second.send(accept(q, "nonce-1-", map[string]any{"z": "x"}), 404, "unknown")
		second.send(map[string]any{"id": q.ID, "fp": q.FP, "draft": "x"}, 404, "unknown")
		_ = elicit(t.Context(), r, ask("other"))
		if id := second.waitOpen().ID; id == q.ID {
			t.Errorf("the other session gets the round %s", id)
		}
		first.send(accept(q, "nonce-1-", map[string]any{"z": "Rome"}), 200, "answered")
		if d := <-decided; d.err != nil {
			t.Error(d.err)
		}
	})
}

func TestFinishedPages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, browser := newRelay(t, relay.Options{})
		p := open(t, r, browser, "s")
		<-p.messages
		if err := r.Complete(t.Context(), "s", server, "e 1"); err != nil {
			t.Fatal(err)
		}
		if m := <-p.messages; len(m.Pages) != 1 || m.Pages[0].Server != "travel" || m.Pages[0].ElicitationID != "e 1" {
			t.Errorf("the device gets %+v", m)
		}
	})
}

func TestRequestsThatAreNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, _ := newRelay(t, relay.Options{})
		for _, c := range []struct{ params, reason string }{
			{"", "not-json"}, {"{", "not-json"}, {"[]", "not-an-object"}, {" 5", "not-an-object"},
			{`{"a":"` + strings.Repeat("x", 256*1024) + `"}`, "too-large"},
		} {
			q := ask("s")
			q.Params = json.RawMessage(c.params)
			var why *relay.Error
			if _, err := r.Elicit(t.Context(), q.Params, q.ElicitOptions); !errors.As(err, &why) || why.Code != "invalid-request" || why.Reason != c.reason {
				t.Errorf("%.20q gives %v", c.params, err)
			}
		}
		if _, err := r.Elicit(t.Context(), json.RawMessage("{}"), relay.ElicitOptions{Session: "s"}); err == nil {
			t.Error("a server without a name can ask")
		}
		if _, err := r.Elicit(t.Context(), ask("").Params, relay.ElicitOptions{Server: server}); err == nil {
			t.Error("a session without a name can be asked")
		}
		past := ask("s")
		past.Deadline = time.Unix(1, 0)
		var why *relay.Error
		if _, err := r.Elicit(t.Context(), past.Params, past.ElicitOptions); !errors.As(err, &why) || why.Code != "expired" {
			t.Errorf("a deadline that has passed gives %v", err)
		}
	})
}
