package api_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/elicitform/elicitform/cmd/elicitform-server/admission"
	"github.com/elicitform/elicitform/cmd/elicitform-server/api"
	"github.com/elicitform/elicitform/cmd/elicitform-server/hooks"
	"github.com/elicitform/elicitform/cmd/elicitform-server/internal/test/contract"
	"github.com/elicitform/elicitform/cmd/elicitform-server/internal/test/person"
	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/relay"
)

const (
	secret        = "0123456789abcdef"
	ownKey        = "key-of-the-agent"
	otherKey      = "key-of-another-agent"
	restrictedKey = "key-of-a-narrow-agent"
	chatKey       = "key-of-the-chat-itself"
	showKey       = "key-of-the-page-of-the-chat"

	form   = `{"message":"How many?","requestedSchema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}}`
	accept = `{"action":"accept","content":{"n":3}}`
)

type server struct {
	t       testing.TB
	api     *api.API
	relay   *relay.Relay
	ring    *keys.Ring
	hooks   *hooks.Sender
	handler http.Handler
	store   relay.Store
}

// serve makes /v1, and checks it against its contract.
func serve(t testing.TB, change ...func(*relay.Options, *api.Options)) *server {
	t.Helper()
	var askKeys []keys.AskKey
	for _, text := range []string{"mine:" + ownKey, "theirs:" + otherKey, "narrow:" + restrictedKey + ":chat-1,user-*", "whole:" + chatKey + ":*:ask+show+finish", "shows:" + showKey + ":chat-1:show"} {
		key, err := keys.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		askKeys = append(askKeys, key)
	}
	ring, err := keys.NewRing([]byte(secret), askKeys)
	if err != nil {
		t.Fatal(err)
	}
	s := &server{t: t, ring: ring}
	options := relay.Options{Store: relay.NewMemoryStore(), Secret: ring.Secret()}
	o := api.Options{
		Ring: ring, AcquireWait: newSemaphore(100), Logger: slog.New(slog.DiscardHandler), OnResponse: func(string, string) {},
	}
	for _, apply := range change {
		apply(&options, &o)
	}
	s.store = options.Store
	if s.relay, err = relay.New(options); err != nil {
		t.Fatal(err)
	}
	policy, err := hooks.NewPolicy([]string{
		"https://agent.example/hooks/", "http://127.0.0.1:8000/", "http://localhost:8000/", "http://hooks.localhost:8000/", "http://[::ffff:7f00:1]:8000/",
		"http://10.0.0.1/", "http://169.254.169.254/",
	}, []string{"10.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	s.hooks = hooks.New(hooks.Options{
		Queue: hooks.NewMemoryQueue(), Policy: policy, Ring: ring, Peek: s.relay.Peek, Body: api.WebhookBody(ring), Logger: slog.New(slog.DiscardHandler),
		MaxWaiting: 2,
	})
	o.Relay, o.Hooks = s.relay, s.hooks
	s.api = api.New(o)
	s.handler = contract.Check(t, s.api)
	t.Cleanup(s.relay.Close)
	return s
}

func newSemaphore(places int) func(asker string) (func(), bool) {
	return admission.NewSemaphore(places, places, func(int) {}).Acquire
}

type response struct {
	status int
	header http.Header
	text   string
	body   struct {
		ID, State, Deadline    string
		Result                 json.RawMessage
		Responses              map[string]json.RawMessage
		Error                  *struct{ Code, Reason, Key string }
		Type, Reason, Member   string
		Title, Flag            string
		Token, Expires, Secret string
		Failed                 []any
	}
}

// do makes a request. Headers are "Name: value"; a header without a value is removed.
func (s *server) do(key, method, target, body string, headers ...string) (r response) {
	s.t.Helper()
	request := httptest.NewRequest(method, target, strings.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+key)
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		if request.Header.Del(name); value != "" {
			request.Header.Add(name, value)
		}
	}
	return s.send(request)
}

func (s *server) send(request *http.Request) (r response) {
	s.t.Helper()
	recorder := httptest.NewRecorder()
	s.handler.ServeHTTP(recorder, request)
	r.status, r.header, r.text = recorder.Code, recorder.Header(), recorder.Body.String()
	if r.text != "" && json.Unmarshal([]byte(r.text), &r.body) != nil {
		s.t.Errorf("%s %s: the response is not JSON: %.300q", request.Method, request.URL.Path, r.text)
	}
	return r
}

func (s *server) ask(more string) response {
	s.t.Helper()
	return s.do(ownKey, "POST", "/v1/questions", `{"session":"chat-1","server":"weather.example","params":`+form+more+`}`)
}

func (s *server) page(session string) person.Person {
	return person.Person{Relay: s.relay, Token: s.relay.Token(s.ring.Tag(session), time.Hour)}
}

func (s *server) expect(r response, status int, state string) {
	s.t.Helper()
	if r.status != status || r.body.State != state {
		s.t.Errorf("%d %q, want %d %q: %.500s", r.status, r.body.State, status, state, r.text)
	}
}

func (s *server) rejects(r response, status int, reason string) {
	s.t.Helper()
	if r.status != status || r.body.Reason != reason || r.body.Type != "/v1/errors/"+reason {
		s.t.Errorf("%d %q, want %d %q: %.500s", r.status, r.body.Reason, status, reason, r.text)
	}
}

func inBubble(t *testing.T, test func(t *testing.T, s *server), change ...func(*relay.Options, *api.Options)) {
	t.Helper()
	// The contract is read once for all tests, outside of any bubble.
	if _, err := contract.Document(); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, change...)
		test(t, s)
		s.relay.Close()
		synctest.Wait()
	})
}

func TestAskAndAnswer(t *testing.T) {
	s := serve(t)
	question := s.ask("")
	s.expect(question, 201, "open")
	id := question.body.ID
	if question.header.Get("Location") != "/v1/questions/"+id || question.header.Get("Cache-Control") != "no-store" {
		t.Errorf("headers %v", question.header)
	}
	s.expect(s.do(ownKey, "GET", "/v1/questions/"+id, ""), 202, "open")
	s.rejects(s.do(ownKey, "POST", "/v1/questions/"+id+"/acknowledgement", ""), 409, "still-open")
	open := s.page("chat-1").Open(t)
	if len(open) != 1 || open[0].Requests[0].Params != form || open[0].Server.ID != "weather.example" {
		t.Fatalf("the page shows %+v", open)
	}
	if open := s.page("chat-2").Open(t); len(open) != 0 {
		t.Errorf("another session shows %+v", open)
	}
	s.page("chat-1").Answer(t, open[0], accept)
	for range 2 {
		answered := s.do(ownKey, "GET", "/v1/questions/"+id+"?wait=60", "")
		s.expect(answered, 200, "answered")
		if string(answered.body.Result) != accept {
			t.Errorf("the answer is %s", answered.body.Result)
		}
	}
	s.expect(s.do(ownKey, "DELETE", "/v1/questions/"+id, ""), 200, "answered")
	for range 2 {
		if r := s.do(ownKey, "POST", "/v1/questions/"+id+"/acknowledgement", ""); r.status != 204 || r.text != "" {
			t.Errorf("%d %s", r.status, r.text)
		}
	}
	acknowledged := s.do(ownKey, "GET", "/v1/questions/"+id, "")
	s.expect(acknowledged, 200, "acknowledged")
	if acknowledged.body.Result != nil {
		t.Errorf("an acknowledged question has an answer: %s", acknowledged.text)
	}
}

func TestWithdrawnAndRejected(t *testing.T) {
	s := serve(t)
	question := s.ask(`,"parked":true`)
	s.expect(question, 201, "open")
	withdrawn := s.do(ownKey, "DELETE", "/v1/questions/"+question.body.ID, "")
	s.expect(withdrawn, 200, "withdrawn")
	if withdrawn.body.Error == nil || withdrawn.body.Error.Code != "withdrawn" {
		t.Errorf("%s", withdrawn.text)
	}
	if open := s.page("chat-1").Open(t); len(open) != 0 {
		t.Errorf("the page shows %+v", open)
	}
}

func TestRounds(t *testing.T) {
	s := serve(t)
	requests := fmt.Sprintf(`{"b":{"method":"elicitation/create","params":%s},"x":{"method":"roots/list"},"a":{"method":"elicitation/create","params":%[1]s}}`, form)
	question := s.do(ownKey, "POST", "/v1/questions", `{"session":"chat-1","server":{"id":"w","name":"n","title":"t"},"requests":`+requests+`,"waitForPages":true,"review":"short"}`)
	s.expect(question, 201, "open")
	open := s.page("chat-1").Open(t)
	if len(open) != 1 || len(open[0].Requests) != 2 || open[0].Requests[0].Key != "b" || open[0].Review != "short" || open[0].Server.Title != "t" {
		t.Fatalf("the page shows %+v", open)
	}
	s.page("chat-1").Answer(t, open[0], accept, `{"action":"decline"}`)
	answered := s.do(ownKey, "GET", "/v1/questions/"+question.body.ID, "")
	s.expect(answered, 200, "answered")
	if string(answered.body.Responses["a"]) != `{"action":"decline"}` || string(answered.body.Responses["b"]) != accept || answered.body.Result != nil {
		t.Errorf("%s", answered.text)
	}
	s.rejects(s.do(ownKey, "POST", "/v1/questions", `{"session":"chat-1","server":"w","requests":{"x":{"method":"roots/list"}}}`), 422, "nothing-to-ask")
}

// No asker and no page can skip the review that the operator demands.
// Rows: R1.
func TestReviewOfTheOperator(t *testing.T) {
	for operator, want := range map[string]string{"": "short", "short": "short", "always": "always"} {
		s := serve(t, func(_ *relay.Options, o *api.Options) { o.Review = operator })
		s.expect(s.ask(`,"review":"short"`), 201, "open")
		if open := s.page("chat-1").Open(t); len(open) != 1 || open[0].Review != want {
			t.Errorf("%q: the page shows %+v", operator, open)
		}
	}
}

// Asking again with the same key joins the question, for the same ask key.
func TestKeys(t *testing.T) {
	s := serve(t)
	const key = `,"parked":true,"key":"call 7"`
	first, second := s.ask(key), s.ask(key)
	s.expect(first, 201, "open")
	s.expect(second, 200, "open")
	if first.body.ID != second.body.ID {
		t.Error("the question has two ids")
	}
	s.rejects(s.do(ownKey, "POST", "/v1/questions", `{"session":"chat-1","server":"w","params":{"message":"Another"}`+key+`}`), 409, "key-in-use")
	third := s.do(otherKey, "POST", "/v1/questions", `{"session":"chat-1","server":"w","params":{"message":"Another"}`+key+`}`)
	s.expect(third, 201, "open")
	if n := s.page("chat-1").AnswerAll(t, `{"action":"decline"}`); n != 2 {
		t.Errorf("%d questions are open", n)
	}
	s.expect(s.ask(key), 200, "answered")
}

func TestLongPoll(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		id := s.ask("").body.ID
		replies := make(chan response, 1)
		start := time.Now()
		go func() { replies <- s.do(ownKey, "GET", "/v1/questions/"+id+"?wait=30", "") }()
		time.Sleep(20 * time.Second)
		s.page("chat-1").AnswerAll(t, accept)
		s.expect(<-replies, 200, "answered")
		if elapsed := time.Since(start); elapsed > 21*time.Second {
			t.Errorf("it took %v", elapsed)
		}
		start = time.Now()
		s.expect(s.ask(`,"wait":45`), 202, "open")
		if elapsed := time.Since(start); elapsed != 45*time.Second {
			t.Errorf("it took %v", elapsed)
		}
	})
}

// A question whose asker stops waiting becomes orphaned. A parked question stays open until its deadline.
func TestLeases(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		started, parked := s.ask(""), s.ask(`,"parked":true,"deadline":3600`)
		for range 10 {
			time.Sleep(20 * time.Second)
			s.expect(s.do(ownKey, "GET", "/v1/questions/"+started.body.ID, ""), 202, "open")
		}
		time.Sleep(time.Minute)
		if n := len(s.page("chat-1").Open(t)); n != 1 {
			t.Errorf("%d questions are open", n)
		}
		orphaned := s.do(ownKey, "GET", "/v1/questions/"+started.body.ID, "")
		s.expect(orphaned, 200, "orphaned")
		if orphaned.body.Error == nil {
			t.Errorf("%s", orphaned.text)
		}
		time.Sleep(50 * time.Minute)
		s.expect(s.do(ownKey, "GET", "/v1/questions/"+parked.body.ID, ""), 202, "open")
		time.Sleep(10 * time.Minute)
		s.expect(s.do(ownKey, "GET", "/v1/questions/"+parked.body.ID, ""), 200, "expired")
	})
}

func TestDeadlines(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		for more, want := range map[string]time.Duration{
			`,"deadline":90`: 90 * time.Second, `,"deadline":1.5`: 1500 * time.Millisecond, `,"deadline":2592000,"parked":true`: 30 * 24 * time.Hour,
			`,"deadline":"` + time.Now().Add(time.Hour).Format(time.RFC3339) + `"`: time.Hour, `,"parked":true`: 30 * 24 * time.Hour,
		} {
			r := s.ask(more)
			s.expect(r, 201, "open")
			if end, err := time.Parse(time.RFC3339, r.body.Deadline); err != nil || time.Until(end) != want {
				t.Errorf("%s ends at %q, want in %v", more, r.body.Deadline, want)
			}
		}
		if r := s.ask(""); r.body.Deadline != "" {
			t.Errorf("there is a deadline: %s", r.text)
		}
		for more, reason := range map[string]string{
			`,"deadline":0`: "out-of-range", `,"deadline":-1`: "out-of-range", `,"deadline":2592001`: "out-of-range", `,"deadline":1e400`: "out-of-range",
			`,"deadline":"2999-01-01T00:00:00Z"`: "out-of-range",
		} {
			s.rejects(s.ask(more), 422, reason)
		}
		for _, more := range []string{`,"deadline":"tomorrow"`, `,"deadline":true`, `,"deadline":null`, `,"deadline":"2026-02-30T00:00:00Z"`, `,"deadline":[1]`} {
			s.rejects(s.ask(more), 400, "wrong-type")
		}
		past := time.Now().Add(-time.Hour).UTC().Format(time.RFC3339)
		if r := s.ask(`,"deadline":"` + past + `"`); r.status >= 500 || r.status == 201 {
			t.Errorf("a deadline that has passed gives %d %s", r.status, r.text)
		}
	})
}

func TestTokens(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		s.ask(`,"parked":true`)
		for body, lifetime := range map[string]time.Duration{"": 12 * time.Hour, `{}`: 12 * time.Hour, `{"lifetime":60}`: time.Minute} {
			r := s.do(ownKey, "POST", "/v1/sessions/chat-1/tokens", body)
			end, err := time.Parse(time.RFC3339, r.body.Expires)
			if r.status != 201 || err != nil || time.Until(end) != lifetime {
				t.Fatalf("%s: %d %s", body, r.status, r.text)
			}
			if strings.Contains(r.body.Token, "chat-1") {
				t.Errorf("the token names the session: %s", r.body.Token)
			}
			if open := (person.Person{Relay: s.relay, Token: r.body.Token}).Open(t); len(open) != 1 {
				t.Errorf("the page shows %+v", open)
			}
		}
		odd := s.do(ownKey, "POST", "/v1/sessions/a%2Fb%20%F0%9F%92%AC%00/tokens", "")
		if odd.status != 201 || !strings.HasPrefix(odd.body.Token, "v2.") {
			t.Errorf("%d %s", odd.status, odd.text)
		}
		s.rejects(s.do(ownKey, "POST", "/v1/sessions/%FF/tokens", ""), 422, "not-a-session")
		s.rejects(s.do(ownKey, "POST", "/v1/sessions/"+strings.Repeat("x", 1025)+"/tokens", ""), 422, "not-a-session")
		s.rejects(s.do(ownKey, "POST", "/v1/sessions/a/tokens", `{"lifetime":0}`), 422, "out-of-range")
		s.rejects(s.do(ownKey, "POST", "/v1/sessions/a/tokens", `{"lifetime":1e9}`), 422, "out-of-range")
		s.rejects(s.do(ownKey, "POST", "/v1/sessions/a/tokens", `{"life":60}`), 400, "unknown-member")
	})
}

func TestFinishedPages(t *testing.T) {
	s := serve(t)
	if r := s.do(chatKey, "POST", "/v1/sessions/chat-1/pages/e%2F1/finished", `{"server":{"id":"w"}}`); r.status != 204 {
		t.Errorf("%d %s", r.status, r.text)
	}
	snapshot, err := s.store.Read(t.Context(), s.ring.Tag("chat-1"), 0)
	if err != nil || len(snapshot.News) != 1 || snapshot.News[0].Page != (relay.FinishedPage{Server: "w", ElicitationID: "e/1"}) {
		t.Errorf("%+v, %v", snapshot, err)
	}
	s.rejects(s.do(ownKey, "POST", "/v1/sessions/chat-1/pages/e/finished", ""), 415, "not-json-type")
	s.rejects(s.do(ownKey, "POST", "/v1/sessions/chat-1/pages/e/finished", `{}`), 422, "missing")
	s.rejects(s.do(ownKey, "POST", "/v1/sessions/chat-1/pages/"+strings.Repeat("e", 257)+"/finished", `{"server":"w"}`), 422, "out-of-range")
	for range 70 {
		if r := s.do(chatKey, "POST", "/v1/sessions/chat-1/pages/e/finished", `{"server":"w"}`); r.status == 429 {
			if r.body.Reason != "too-many-notices" || r.header.Get("Retry-After") == "" {
				t.Errorf("%v %s", r.header, r.text)
			}
			return
		}
	}
	t.Error("finished pages are not limited")
}
