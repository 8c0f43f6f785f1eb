package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/elicitform/elicitform/cmd/elicitform-server/internal/test/person"
	"github.com/elicitform/elicitform/internal/test/redistest"
)

func buildVersion(t *testing.T, version string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "elicitform-server")
	flags := "-X github.com/elicitform/elicitform/cmd/elicitform-server/server.Version=" + version
	if output, err := exec.Command("go", "build", "-ldflags", flags, "-o", path, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	return path
}

type delivery struct {
	header http.Header
	body   []byte
}

func roundOf(key, more string) string {
	return `{"session":"session of a person","server":"weather.example","parked":true,"key":"` + key + `","requests":{"where":{"method":"elicitation/create","params":` +
		`{"mode":"form","message":"Which?","requestedSchema":{"type":"object","properties":{"n":{"type":"string"}},"required":["n"]}}}}` + more + `}`
}

func marshal(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The question, its call and its webhook survive a new version with other settings and the same secret.
func TestRedeploy(t *testing.T) {
	arrived := make(chan delivery, 10)
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		arrived <- delivery{r.Header, body}
		w.WriteHeader(http.StatusNoContent)
	}))
	defer receiver.Close()
	shared := []string{"ELICITFORM_REDIS=redis://" + redistest.Start(t).Address, "ELICITFORM_WEBHOOK_ALLOW=" + receiver.URL + "/", "ELICITFORM_WEBHOOK_PRIVATE=127.0.0.1"}
	deploy := func(version string, settings ...string) (*loadServer, *process) {
		s := startProgram(t, buildVersion(t, version), append(settings, shared...)...)
		if !strings.HasPrefix(s.welcome, "elicitform-server "+version+" serves ") {
			t.Errorf("%s says %q", version, s.welcome)
		}
		return s, &process{url: s.address()}
	}
	before, a := deploy("0.0.8")

	const call = `,"call":{"method":"tools/call","params":{"name":"book","arguments":{"seats":2}}},"requestState":"opaque"`
	order := roundOf("k", call+`,"callback":"`+receiver.URL+`/hooks/1"`)
	status, question := a.do(t, "POST", "/v1/questions", order)
	if status != 201 {
		t.Fatalf("%d %v", status, question)
	}
	if status, reply := a.do(t, "POST", "/v1/questions", roundOf("other", "")); status != 201 {
		t.Fatalf("%d %v", status, reply)
	}
	target := "/v1/questions/" + question["id"].(string)
	page := a.page(t, "session of a person")
	shown := page.Open(t)
	if len(shown) != 2 {
		t.Fatalf("%d questions are shown", len(shown))
	}
	streamed := make(chan error, 1)
	listening := &loadPage{token: page.Token}
	go func() { streamed <- listening.listen(t.Context(), a.url, func(shownRound) {}, func() {}) }()
	waited := make(chan int, 1)
	go func() {
		status, _ := a.do(t, "GET", target+"?wait=60", "")
		waited <- status
	}()
	redistest.Until(t, func() bool {
		return before.metric(t, "elicitform_waits") == "1" && before.metric(t, "elicitform_streams") == "1"
	})
	if err := before.end(t); err != nil {
		t.Errorf("the first version ends with %v", err)
	}
	if status := <-waited; status != 202 {
		t.Errorf("the waiting request gets %d, want 202", status)
	}
	if err := <-streamed; err != io.EOF {
		t.Errorf("the stream was cut off: %v", err)
	}

	// The limit of the new version is below the number of open questions.
	port := strings.TrimPrefix(a.url, "http://127.0.0.1:")
	_, b := deploy("0.0.9", "ELICITFORM_LISTEN=127.0.0.1:"+port, "ELICITFORM_PUBLIC_URL=http://localhost:"+port, "ELICITFORM_LIMIT_OPEN=1", "ELICITFORM_LIMIT_SERVER_OPEN=1")
	if status, reply := b.do(t, "POST", "/v1/questions", roundOf("third", "")); status != 429 {
		t.Errorf("over the limit: %d %v", status, reply)
	}
	status, joined := b.do(t, "POST", "/v1/questions", order)
	if status != 202 && status != 200 || joined["id"] != question["id"] || joined["state"] != "open" {
		t.Errorf("the key gives %d %v", status, joined)
	}
	waiting := make(chan map[string]any, 1)
	go func() {
		_, reply := b.do(t, "GET", target+"?wait=60", "")
		waiting <- reply
	}()
	back := person.Person{Relay: b.remote(t), Token: page.Token}
	if open := back.Open(t); len(open) != 2 {
		t.Errorf("%d questions are shown", len(open))
	}
	for _, q := range shown {
		back.Answer(t, q, answer)
	}
	const responses = `{"where":` + answer + `}`
	if reply := <-waiting; reply["state"] != "answered" || marshal(t, reply["responses"]) != responses {
		t.Errorf("the id gives %v", reply)
	}
	if status, reply := b.do(t, "POST", "/v1/questions", order); status != 200 || marshal(t, reply["responses"]) != responses {
		t.Errorf("the key gives %d %v", status, reply)
	}

	_, reply := b.do(t, "GET", "/v1/webhooks/secret", "")
	verifier, err := standardwebhooks.NewWebhook(reply["secret"].(string))
	if err != nil {
		t.Fatal(err)
	}
	got := <-arrived
	var event struct {
		Type string
		Data struct {
			ID        string
			Responses any
		}
	}
	if err := verifier.Verify(got.body, got.header); err != nil {
		t.Errorf("the webhook: %v", err)
	}
	if err := json.Unmarshal(got.body, &event); err != nil {
		t.Error(err)
	}
	if event.Type != "question.answered" || event.Data.ID != question["id"] || marshal(t, event.Data.Responses) != responses {
		t.Errorf("the webhook says %s", got.body)
	}
	if agent := got.header.Get("User-Agent"); agent != "elicitform-server/0.0.9" {
		t.Errorf("the webhook comes from %q", agent)
	}

	const want = `{"method":"tools/call","params":{"arguments":{"seats":2},"inputResponses":` + responses + `,"name":"book","requestState":"opaque"}}`
	if status, call := b.do(t, "GET", target+"/call", ""); status != 200 || marshal(t, call) != want {
		t.Errorf("the call is %d %s, want %s", status, marshal(t, call), want)
	}
}
