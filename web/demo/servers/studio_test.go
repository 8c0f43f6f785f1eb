package servers

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Rows: N27.
func TestCreateProjectAsksThreeTimesAndStopsAtANo(t *testing.T) {
	answers := map[string]map[string]any{
		"What is the project called?":   {"name": "Shop"},
		"What kind of project is Shop?": {"type": "web"},
		"Create the project Shop now?":  {"confirm": true},
	}
	var messages []string
	g := connect(t, StudioPath, everything, func(params *mcp.ElicitParams) *mcp.ElicitResult {
		messages = append(messages, params.Message)
		return accept(answers[params.Message])
	})
	expect(t, "answer", g.says(t, "create_project"), "You accepted. I received {\"name\":\"Shop\"}\nYou accepted. I received {\"type\":\"web\"}\nYou accepted. I received {\"confirm\":true}")
	if len(messages) != 3 {
		t.Errorf("asked %q", messages)
	}

	times := 0
	g = connect(t, StudioPath, everything, func(params *mcp.ElicitParams) *mcp.ElicitResult {
		if times++; times == 2 {
			return &mcp.ElicitResult{Action: "cancel"}
		}
		return accept(answers[params.Message])
	})
	if got := g.says(t, "create_project"); times != 2 || !strings.Contains(got, "\nYou chose “Not now”.") {
		t.Errorf("asked %d times, answered %q", times, got)
	}
}

// Rows: P18, N27.
func TestAWorkspaceIsSetUpInOneRound(t *testing.T) {
	g := connect(t, StudioPath, everything, nil)
	first := g.round(t, "set_up_workspace", nil, "")
	keys := make([]string, 0, 3)
	for key := range first.InputRequests {
		keys = append(keys, key)
	}
	if len(keys) != 3 || first.RequestState == "" {
		t.Fatalf("keys %q, state %q", keys, first.RequestState)
	}
	page := first.InputRequests["billing"].(*mcp.ElicitParams)
	if page.Mode != "url" || page.ElicitationID != "" {
		t.Errorf("asked %+v", page)
	}
	decide(t, page.URL, "agree", "Team")
	second := g.round(t, "set_up_workspace", mcp.InputResponseMap{
		"account": accept(map[string]any{"region": "eu", "name": "Harbour"}),
		"billing": &mcp.ElicitResult{Action: "accept"},
		"team":    &mcp.ElicitResult{Action: "decline"},
	}, first.RequestState)
	expect(t, "answer", second.Content[0].(*mcp.TextContent).Text,
		`account: You accepted. I received {"name":"Harbour","region":"eu"}`+
			"\nbilling: You finished the page and chose Team."+
			"\nteam: You declined. I received no answers and did nothing.")
}

// Rows: P15.
func TestTheSecondCallWaitsForThePage(t *testing.T) {
	g := connect(t, StudioPath, everything, nil)
	first := g.round(t, "set_up_workspace", nil, "")
	answer := make(chan string)
	go func() {
		result := g.round(t, "set_up_workspace", mcp.InputResponseMap{
			"account": &mcp.ElicitResult{Action: "cancel"},
			"billing": &mcp.ElicitResult{Action: "accept"},
			"team":    &mcp.ElicitResult{Action: "cancel"},
		}, first.RequestState)
		answer <- result.Content[0].(*mcp.TextContent).Text
	}()
	decide(t, first.InputRequests["billing"].(*mcp.ElicitParams).URL, "deny", "")
	expectWithin(t, "answer", <-answer, "billing: You denied it on the page.")
}

// TestARoundTrustsNothingThatComesBack: the client has the state, and may send any answer.
func TestARoundTrustsNothingThatComesBack(t *testing.T) {
	g := connect(t, StudioPath, everything, nil)
	first := g.round(t, "configure", nil, "")
	good := mcp.InputResponseMap{"settings": accept(map[string]any{"name": "web", "replicas": 2})}
	deploy := g.round(t, "deploy", nil, "")
	for name, state := range map[string]string{
		"invented":     "e30",
		"not base 64":  "!",
		"changed":      "A" + first.RequestState[1:],
		"another tool": deploy.RequestState,
	} {
		if state == first.RequestState {
			state = "B" + first.RequestState[1:]
		}
		_, err := g.try("configure", good, state)
		if rpcCode(err) != jsonrpc.CodeInvalidParams {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, answers := range map[string]mcp.InputResponseMap{
		"no answer":   {},
		"another key": {"setting": good["settings"]},
		"broken":      {"settings": accept(map[string]any{"name": "web", "replicas": 99})},
		"empty":       {"settings": accept(nil)},
	} {
		result, err := g.try("configure", answers, first.RequestState)
		if err != nil || !result.IsError {
			t.Errorf("%s: %+v, %v", name, result, err)
		}
	}
	result, err := g.try("configure", good, first.RequestState)
	if err != nil || result.IsError {
		t.Errorf("%+v, %v", result, err)
	}
}

// Rows: B39.
func TestASecretIsNotRepeated(t *testing.T) {
	g := connect(t, StudioPath, everything, func(*mcp.ElicitParams) *mcp.ElicitResult { return accept(map[string]any{"api_key": "sk-12345678"}) })
	got := g.says(t, "store_key")
	expectWithin(t, "answer", got, "a key of 11 characters")
	if strings.Contains(got, "sk-") || strings.Contains(g.wire.String(), "sk-12345678") {
		t.Errorf("the server repeats the key: %s", got)
	}
}

// round calls a tool without answering for the person.
func (g *guest) round(t *testing.T, tool string, answers mcp.InputResponseMap, state string) *mcp.CallToolResult {
	t.Helper()
	result, err := g.try(tool, answers, state)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func (g *guest) try(tool string, answers mcp.InputResponseMap, state string) (*mcp.CallToolResult, error) {
	manual := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		Capabilities:   &mcp.ClientCapabilities{Elicitation: everything},
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
	})
	session, err := manual.Connect(context.Background(), &mcp.StreamableClientTransport{Endpoint: g.base + StudioPath}, nil)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	return session.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, InputResponses: answers, RequestState: state})
}

func TestAStateIsForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		states := newShelf[progress](roundLifetime)
		state, err := states.put(progress{})
		if _, found := states.get(state); !found || err != nil {
			t.Errorf("%v, %v", found, err)
		}
		time.Sleep(roundLifetime)
		synctest.Wait()
		if _, found := states.get(state); found {
			t.Error("an old state is found")
		}
	})
}

func TestFill_AnAnswerMayNameAnother(t *testing.T) {
	answers := map[string]any{"name": "{owner}", "owner": "{name}", "size": "S\u00e9", "people": 3}
	for range 20 { // The order of a map is random.
		if got := fill("{name} of {owner}, {size}, {#size}, {people}, {else}", answers); got != "{owner} of {name}, S\u00e9, 2, 3, {else}" {
			t.Fatalf("filled in as %q", got)
		}
	}
}
