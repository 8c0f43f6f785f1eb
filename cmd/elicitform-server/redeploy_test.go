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

// buildVersion builds the program with another version, and returns its path.
func buildVersion(t *testing.T, version string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "elicitform-server")
	flags := "-X github.com/elicitform/elicitform/cmd/elicitform-server/server.Version=" + version
	if said, err := exec.Command("go", "build", "-ldflags", flags, "-o", path, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	return path
}

// delivery is a webhook as it has arrived.
type delivery struct {
	header http.Header
	body   []byte
}

// roundOf returns a round, as a body of POST /v1/questions, with more members.
func roundOf(key, more string) string {
	return `{"session":"session of a person","server":"weather.example","parked":true,"key":"` + key + `","requests":{"where":{"method":"elicitation/create","params":` +
		`{"mode":"form","message":"Which?","requestedSchema":{"type":"object","properties":{"n":{"type":"string"}},"required":["n"]}}}}` + more + `}`
}

// marshalled is a decoded value as JSON, with its members in the order of their names.
func marshalled(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// One version of the program is replaced by another one, with other settings and the same secret, while a question stands, an asker
// waits and a page listens: the question, its call and its webhook are there as before.
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
	inBoth := []string{"ELICITFORM_REDIS=redis://" + redistest.Start(t).Address, "ELICITFORM_WEBHOOK_ALLOW=" + receiver.URL + "/", "ELICITFORM_WEBHOOK_PRIVATE=127.0.0.1"}
	deploy := func(version string, settings ...string) (*loadServer, *process) {
		s := newServerOf(t, buildVersion(t, version), append(settings, inBoth...)...)
		if !strings.HasPrefix(s.welcome, "elicitform-server "+version+" serves ") {
			t.Errorf("%s says %q", version, s.welcome)
		}
		return s, &process{url: s.address()}
	}
	before, a := deploy("0.0.8")

	const call = `,"call":{"method":"tools/call","params":{"name":"book","arguments":{"seats":2}}},"requestState":"opaque"`
	order := roundOf("k", call+`,"callback":"`+receiver.URL+`/hooks/1"`)
	status, asked := a.do(t, "POST", "/v1/questions", order)
	if status != 201 {
		t.Fatalf("%d %v", status, asked)
	}
	if status, other := a.do(t, "POST", "/v1/questions", roundOf("other", "")); status != 201 {
		t.Fatalf("%d %v", status, other)
	}
	question := "/v1/questions/" + asked["id"].(string)
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
		status, _ := a.do(t, "GET", question+"?wait=60", "")
		waited <- status
	}()
	redistest.Until(t, func() bool {
		return before.metric(t, "elicitform_waits") == "1" && before.metric(t, "elicitform_streams") == "1"
	})
	if err := before.end(t); err != nil {
		t.Errorf("the first version ends with %v", err)
	}
	if status := <-waited; status != 202 {
		t.Errorf("who waited gets %d", status)
	}
	if err := <-streamed; err != io.EOF {
		t.Errorf("the stream was cut off: %v", err)
	}

	// It is where the first version was, and has another name; less is allowed now than is open already.
	place := strings.TrimPrefix(a.url, "http://127.0.0.1:")
	_, b := deploy("0.0.9", "ELICITFORM_LISTEN=127.0.0.1:"+place, "ELICITFORM_PUBLIC_URL=http://localhost:"+place, "ELICITFORM_LIMIT_OPEN=1", "ELICITFORM_LIMIT_SERVER_OPEN=1")
	if status, reply := b.do(t, "POST", "/v1/questions", roundOf("third", "")); status != 429 {
		t.Errorf("over the limit: %d %v", status, reply)
	}
	// Both askers are back before there is an answer: one with its key, one with the id only.
	status, joined := b.do(t, "POST", "/v1/questions", order)
	if status != 202 && status != 200 || joined["id"] != asked["id"] || joined["state"] != "open" {
		t.Errorf("the key gives %d %v", status, joined)
	}
	waiting := make(chan map[string]any, 1)
	go func() {
		_, reply := b.do(t, "GET", question+"?wait=60", "")
		waiting <- reply
	}()
	// The page has its token, and what it shows, from the first version.
	back := person.Person{Relay: b.remote(t), Token: page.Token}
	if open := back.Open(t); len(open) != 2 {
		t.Errorf("%d questions are shown", len(open))
	}
	for _, q := range shown {
		back.Answer(t, q, answer)
	}
	const responses = `{"where":` + answer + `}`
	if reply := <-waiting; reply["state"] != "answered" || marshalled(t, reply["responses"]) != responses {
		t.Errorf("the id gives %v", reply)
	}
	if status, reply := b.do(t, "POST", "/v1/questions", order); status != 200 || marshalled(t, reply["responses"]) != responses {
		t.Errorf("the key gives %d %v", status, reply)
	}

	_, held := b.do(t, "GET", "/v1/webhooks/secret", "")
	verifier, err := standardwebhooks.NewWebhook(held["secret"].(string))
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
	if event.Type != "question.answered" || event.Data.ID != asked["id"] || marshalled(t, event.Data.Responses) != responses {
		t.Errorf("the webhook says %s", got.body)
	}
	if agent := got.header.Get("User-Agent"); agent != "elicitform-server/0.0.9" {
		t.Errorf("the webhook comes from %q", agent)
	}

	const want = `{"method":"tools/call","params":{"arguments":{"seats":2},"inputResponses":` + responses + `,"name":"book","requestState":"opaque"}}`
	if status, again := b.do(t, "GET", question+"/call", ""); status != 200 || marshalled(t, again) != want {
		t.Errorf("the call is %d %s", status, marshalled(t, again))
	}
}
