package relay_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/elicitform/elicitform/relay"
)

// A process calls a tool of the official SDK, parks the server's inputRequests, and ends. Another process repeats the call.
func TestResumeInAnotherProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := relay.NewMemoryStore()
		tool := func(_ context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if answer, ok := request.Params.InputResponses["where"].(*mcp.ElicitResult); ok {
				city, _ := answer.Content["z"].(string)
				return textResult(city + " " + string(request.Params.Arguments) + " " + request.Params.RequestState), nil
			}
			form := &mcp.ElicitParams{Mode: "form", Message: "Where to?", RequestedSchema: json.RawMessage(`{"type":"object","properties":{"z":{"type":"string"}}}`)}
			return &mcp.CallToolResult{RequestState: "opaque", InputRequests: mcp.InputRequestMap{"where": form}}, nil
		}
		client := func() *mcp.ClientSession { return connect(t, mcp.NewClient(this, relay.Announce(nil)), rounds, tool) }

		first, _ := newRelay(t, relay.Options{Store: store})
		params := &mcp.CallToolParams{Name: "tool", Arguments: map[string]any{"seats": 2}}
		result, err := client().CallTool(t.Context(), params)
		if err != nil || result.RequestState != "opaque" {
			t.Fatalf("the server says %+v, %v", result, err)
		}
		call := &relay.Call{Method: "tools/call", Params: json.RawMessage(marshal(t, params)), RequestState: &result.RequestState}
		parked, err := first.ParkAll(t.Context(), json.RawMessage(marshal(t, result.InputRequests)), relay.ElicitOptions{Session: "s", Server: server, Call: call})
		if err != nil {
			t.Fatal(err)
		}
		first.Close()
		records, err := store.Records(t.Context(), "s", []string{parked.ID}, relay.FieldCall)
		if err != nil || !strings.HasPrefix(records[0].Call, "v1.") || strings.Contains(records[0].Call, "seats") {
			t.Errorf("the record is %+v, %v", records, err)
		}

		second, browser := newRelay(t, relay.Options{Store: store})
		p := open(t, second, browser, "s")
		p.send(p.waitOpen().Answer("nonce-1-", map[string]any{"action": "accept", "content": map[string]any{"z": "Rome"}}), 200, "answered")
		second.Close()

		third, _ := newRelay(t, relay.Options{Store: store})
		resumed, outcome, err := third.Resume(t.Context(), "s", parked.RoundRef)
		if err != nil || outcome.State != relay.Answered || resumed.Method != "tools/call" {
			t.Fatalf("resumed is %+v, %+v, %v", resumed, outcome, err)
		}
		var resumedParams mcp.CallToolParams
		if err := json.Unmarshal(resumed.Params, &resumedParams); err != nil {
			t.Fatal(err)
		}
		result, err = client().CallTool(t.Context(), &resumedParams)
		if text := result.Content[0].(*mcp.TextContent).Text; err != nil || text != `Rome {"seats":2} opaque` {
			t.Errorf("the server says %q, %v", text, err)
		}

		if o, err := third.Acknowledge(t.Context(), "s", parked.RoundRef); err != nil || o.State != relay.Acknowledged {
			t.Errorf("acknowledging gives %+v, %v", o, err)
		}
		if call, outcome, err := third.Resume(t.Context(), "s", parked.RoundRef); err != nil || outcome.State != relay.Acknowledged || call.Method != "" {
			t.Errorf("resumed is %+v, %+v, %v", call, outcome, err)
		}
	})
}

func TestCallsThatCannotBeKeptOrResumed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := relay.NewMemoryStore()
		r, browser := newRelay(t, relay.Options{Store: store})
		all := json.RawMessage(`{"z":{"method":"elicitation/create","params":` + params + `}}`)
		with := func(call *relay.Call) relay.ElicitOptions {
			return relay.ElicitOptions{Session: "s", Server: server, Call: call}
		}
		good := &relay.Call{Method: "tools/call", Params: json.RawMessage(`{"name":"tool"}`)}
		state := strings.Repeat("s", 65536)
		for _, c := range []struct {
			name, reason string
			call         relay.Call
		}{
			{"no method", "malformed-call", relay.Call{Params: good.Params}},
			{"params that are no object", "malformed-call", relay.Call{Method: "tools/call", Params: json.RawMessage(`[]`)}},
			{"params that are no JSON", "malformed-call", relay.Call{Method: "tools/call", Params: json.RawMessage(`{`)}},
			{"a state that is too large", "too-large", relay.Call{Method: "tools/call", RequestState: &state}},
			{"params that are larger than a request may be", "too-large", relay.Call{Method: "tools/call", Params: json.RawMessage(`{"a":"` + strings.Repeat(state, 5) + `"}`)}},
			{"params that are too large", "too-large", relay.Call{Method: "tools/call", Params: json.RawMessage(`{"a":"` + state + `"}`)}},
		} {
			if _, err := r.ParkAll(t.Context(), all, with(&c.call)); reasonOf(err) != "invalid-request "+c.reason {
				t.Errorf("%s gives %v, want %s", c.name, err, c.reason)
			}
		}
		if _, err := r.Park(t.Context(), json.RawMessage(params), with(good)); reasonOf(err) != "invalid-request call-without-round" {
			t.Errorf("a single request gives %v", err)
		}
		if _, err := r.Elicit(t.Context(), json.RawMessage(params), with(good)); reasonOf(err) != "invalid-request call-without-round" {
			t.Errorf("Elicit of a single request gives %v", err)
		}
		if m := look(t, r, "s"); len(m.Open) != 0 {
			t.Errorf("open is %+v, want no round", m.Open)
		}

		p := open(t, r, browser, "s")
		parkAndAnswer := func(call *relay.Call) relay.Question {
			q, err := r.ParkAll(t.Context(), all, with(call))
			if err != nil {
				t.Fatal(err)
			}
			shown := p.waitOpen()
			p.send(shown.Answer("nonce-1-", map[string]any{"action": "decline"}), 200, "answered")
			return q
		}
		withoutCall, withCall := parkAndAnswer(nil), parkAndAnswer(good)
		if call, o, err := r.Resume(t.Context(), "s", withoutCall.RoundRef); reasonOf(err) != "internal no-call" || o.State != relay.Answered || call.Method != "" {
			t.Errorf("without a call it is resumed as %+v, %+v, %v", call, o, err)
		}
		if call, _, err := r.Resume(t.Context(), "s", withCall.RoundRef); err != nil || string(call.Params) != `{"name":"tool","inputResponses":{"z":{"action":"decline"}}}` {
			t.Errorf("resumed is %s, %v", call.Params, err)
		}
		if call, o, err := r.Resume(t.Context(), "other", withCall.RoundRef); err != nil || o.State != relay.Unknown || call.Method != "" {
			t.Errorf("in another session it is resumed as %+v, %+v, %v", call, o, err)
		}
		// The secret has changed.
		other, _ := newRelay(t, relay.Options{Store: store, Secret: []byte("fedcba9876543210fedcba9876543210")})
		if call, o, err := other.Resume(t.Context(), "s", withCall.RoundRef); reasonOf(err) != "internal call-unreadable" || o.State != relay.Answered || call.Method != "" {
			t.Errorf("under another secret it is resumed as %+v, %+v, %v", call, o, err)
		}
		withdrawn, err := r.ParkAll(t.Context(), all, with(good))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Withdraw(t.Context(), "s", withdrawn.RoundRef); err != nil {
			t.Error(err)
		}
		if call, o, err := r.Resume(t.Context(), "s", withdrawn.RoundRef); err != nil || o.State != relay.Withdrawn || call.Method != "" {
			t.Errorf("a withdrawn question is resumed as %+v, %+v, %v", call, o, err)
		}
	})
}

func nobody(*http.Request) (string, bool) { return "", false }

// A call is encrypted, which needs a secret.
func TestCallNeedsASecret(t *testing.T) {
	r := newProcess(t, relay.Options{Authorize: nobody})
	defer r.Close()
	call := &relay.Call{Method: "tools/call"}
	all := json.RawMessage(`{"z":{"method":"elicitation/create","params":` + params + `}}`)
	if _, err := r.ParkAll(t.Context(), all, relay.ElicitOptions{Session: "s", Server: server, Call: call}); err == nil {
		t.Error("a call is kept without a secret")
	}
	if _, _, err := r.Resume(t.Context(), "s", relay.RoundRef{}); err == nil {
		t.Error("a call is resumed without a secret")
	}
}
