package e2e

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/elicitform/elicitform/e2e/process"
	"github.com/elicitform/elicitform/e2e/testsite"
)

// tasksServer is a server whose tools become tasks that wait for input.
type tasksServer struct {
	*process.Process
	endpoint string
}

func startTasksServer(t *testing.T) tasksServer {
	t.Helper()
	server, err := startNode("node", testsite.Path("e2e", "testdata", "tasks-server.mjs"), nil)
	must(t, err)
	t.Cleanup(server.Stop)
	endpoint, err := endpoint(server)
	must(t, err)
	return tasksServer{server, endpoint}
}

// received lists the params of the requests with a method that the server has got.
func (s tasksServer) received(t *testing.T, method string) []map[string]json.RawMessage {
	t.Helper()
	var all []map[string]json.RawMessage
	for _, match := range regexp.MustCompile(`(?m)^child: received POST (.*)$`).FindAllStringSubmatch(s.Output(), -1) {
		var message struct {
			Method string
			Params map[string]json.RawMessage
		}
		must(t, json.Unmarshal([]byte(match[1]), &message))
		if message.Method == method {
			all = append(all, message.Params)
		}
	}
	return all
}

// expectUpdates fails the test unless the server has got exactly these responses, in
// one update each, from a client that introduced itself.
func (s tasksServer) expectUpdates(t *testing.T, want ...string) {
	t.Helper()
	updates := s.received(t, "tasks/update")
	var got []string
	for _, update := range updates {
		got = append(got, string(update["inputResponses"]))
		var taskID string
		must(t, json.Unmarshal(update["taskId"], &taskID))
		if !strings.Contains(s.Output(), "routed tasks/update "+taskID) {
			t.Errorf("the headers of the update of %s do not name it", taskID)
		}
		if meta := string(update["_meta"]); !strings.Contains(meta, `"name":"my-chat"`) || strings.Contains(meta, "progressToken") {
			t.Errorf("the update says of its client %s", meta)
		}
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the server got the updates %q, want %q", got, want)
	}
}

func openTasksChat(t *testing.T, server tasksServer) *Chat {
	t.Helper()
	return openChat(t, "official/tasks", server.endpoint, nil)
}

func answerYes(form Document, question string) {
	form.t.Helper()
	form.Choose(question, "Yes")
	form.sendAnswers()
}

// TestConformanceTasks covers N27, checked by the official suite, which is the client: the server of these
// tests follows the rules for servers with tasks.
// Rows: N27.
func TestConformanceTasks(t *testing.T) {
	t.Parallel()
	checks := conformanceOfServer(t, "tasks-mrtr-input", startTasksServer(t).endpoint)
	expectChecks(t, checks, "sep-2663-tasks-get-status-input-required", "tasks-mrtr-tasks-update-resumes", "tasks-mrtr-partial-fulfillment", "wire-schema-valid")
}

// TestTasks covers N27 and N31: the steps of that scenario, with our host and the
// official packages as the client of the same server.
// Rows: N27, N31.
func TestTasks(t *testing.T) {
	t.Parallel()
	server := startTasksServer(t)
	chat := openTasksChat(t, server)
	form := chat.form()

	key := chat.call("confirm_delete", nil)
	form.onHeading(askingHeading(eval[string](chat.page(), "location.host")))
	// The client polls the task again and again meanwhile, and its form is shown once.
	polls := func() int { return len(server.received(t, "tasks/get")) }
	before := polls()
	chat.waitFor("more polls", func() bool { return polls() >= before+3 })
	answerYes(form, "Delete")
	expectSameJSON(t, "the result", chat.result(key).Text, `{"only":{"action":"accept","content":{"confirm":true}}}`)
	server.expectUpdates(t, `{"only":{"action":"accept","content":{"confirm":true}}}`)

	// One of two answers reaches the server while the person has yet to give the other.
	key = chat.call("multi_input", nil)
	answerYes(form, "First")
	form.Choose("Second", "No")
	chat.waitFor("the first answer", func() bool { return len(server.received(t, "tasks/update")) == 2 })
	before = polls()
	chat.waitFor("more polls", func() bool { return polls() >= before+3 })
	form.Press("Decline")
	expectSameJSON(t, "the result", chat.result(key).Text, `{"first":{"action":"accept","content":{"confirm":true}},"second":{"action":"decline"}}`)
	server.expectUpdates(t, `{"only":{"action":"accept","content":{"confirm":true}}}`, `{"first":{"action":"accept","content":{"confirm":true}}}`, `{"second":{"action":"decline"}}`)
	if got := eval[[]string](chat.page(), `window.states.map(({status}) => status).filter((status, i, all) => status !== all[i - 1])`); strings.Join(got, " ") != "working completed working completed" {
		t.Errorf("the client saw the states %q", got)
	}
	chat.expectQuiet()
}

// TestTaskIsListenedTo covers N27: if the client does not ask for the state of its task, the server sends
// it.
// Rows: N27.
func TestTaskIsListenedTo(t *testing.T) {
	t.Parallel()
	server := startTasksServer(t)
	chat := openTasksChat(t, server)
	chat.page().run(`window.listen("multi_input")`)
	form := chat.form()
	answerYes(form, "First")
	answerYes(form, "Second")
	chat.page().wait("the end of the task", `window.states.at(-1)?.status === "completed"`)
	server.expectUpdates(t, `{"first":{"action":"accept","content":{"confirm":true}}}`, `{"second":{"action":"accept","content":{"confirm":true}}}`)
	if got := eval[int](chat.page(), `window.states.filter(({inputRequests}) => inputRequests).length`); got != 0 {
		t.Errorf("the client was told of %d lists", got)
	}
	if polls := server.received(t, "tasks/get"); len(polls) != 0 {
		t.Errorf("the client has asked %d times", len(polls))
	}
	chat.expectQuiet()
}

// TestTaskIsCancelled covers B33: the cancellation of a task withdraws its form.
// Rows: B33.
func TestTaskIsCancelled(t *testing.T) {
	t.Parallel()
	for name, cancel := range map[string]func(*Chat){
		"by the server": func(chat *Chat) { chat.page().run(`window.client.callTool({name: "cancel_tasks"})`) },
		"by the client": func(chat *Chat) { chat.page().run(`window.cancel()`) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startTasksServer(t)
			chat := openTasksChat(t, server)
			key := chat.call("confirm_delete", nil)
			form := chat.form()
			form.Choose("Delete", "Yes")
			cancel(chat)
			form.onHeading(withdrawnHeading)
			if got := chat.result(key); !got.IsError || got.Text != "cancelled" {
				t.Errorf("the call ends with %+v", got)
			}
			server.expectUpdates(t)
			chat.expectQuiet()
		})
	}
}

// TestTaskAsksForMore covers N27: requests of other methods reach the client untouched, also if the client
// does not know them.
// Rows: N27.
func TestTaskAsksForMore(t *testing.T) {
	t.Parallel()
	server := startTasksServer(t)
	chat := openTasksChat(t, server)
	form := chat.form()

	key := chat.call("mixed_input", nil)
	chat.waitFor("the client's own answer", func() bool { return len(server.received(t, "tasks/update")) == 1 })
	answerYes(form, "Fine")
	expectSameJSON(t, "the result", chat.result(key).Text,
		`{"sample":{"content":{"type":"text","text":"hello"},"model":"none","role":"assistant"},"form":{"action":"accept","content":{"confirm":true}}}`)
	if got := eval[[]string](chat.page(), `window.asked`); strings.Join(got, " ") != "sampling" {
		t.Errorf("the client was asked for %q", got)
	}

	chat.page().run(`window.states = []`)
	key = chat.call("unknown_input", nil)
	// The driver of tasks gives up when it cannot read a request.
	if got := chat.result(key); !got.IsError {
		t.Errorf("the call ends with %+v", got)
	}
	states := eval[string](chat.page(), `JSON.stringify(window.states.at(-1).inputRequests)`)
	expectSameJSON(t, "what the client got", states, `{"x":{"method":"x/unknown","params":{"any":"thing"}}}`)
	answerYes(form, "Fine")
	chat.waitFor("the answer", func() bool { return len(server.received(t, "tasks/update")) == 3 })
}

// conformanceOfServer runs a server scenario of the official conformance suite. The suite is the client of
// the server at an address.
func conformanceOfServer(t *testing.T, scenario, address string) []check {
	t.Helper()
	results := t.TempDir()
	suite, err := startNode(newerNode(), conformanceSuite(), []string{
		"server", "--scenario", scenario, "--output-dir", results, "--url", address,
	})
	must(t, err)
	defer suite.Stop()
	select {
	case <-suite.Ended:
	case <-time.After(waitTimeout):
		t.Fatalf("the suite does not end\n%s", suite.Output())
	}
	if suite.Err != nil {
		t.Errorf("the suite: %v\n%s", suite.Err, suite.Output())
	}
	return checks(t, results)
}
