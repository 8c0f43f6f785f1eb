package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/cmd/elicitform-server/api"
	"github.com/elicitform/elicitform/cmd/elicitform-server/internal/test/person"
	"github.com/elicitform/elicitform/relay"
)

const page = `{"message":"Pay","mode":"url","url":"https://pay.example/","elicitationId":%q}`

func (s *server) token(key string) person.Person {
	s.t.Helper()
	r := s.do(key, "POST", "/v1/sessions/chat-1/tokens", "")
	if r.status != 201 {
		s.t.Fatalf("%d %s", r.status, r.text)
	}
	return person.Person{Relay: s.relay, Token: r.body.Token}
}

func (s *server) askPage(key, elicitationID string) response {
	s.t.Helper()
	r := s.do(key, "POST", "/v1/questions", fmt.Sprintf(`{"session":"chat-1","server":"bank","parked":true,"params":`+page+`}`, elicitationID))
	if r.status != 201 {
		s.t.Fatalf("%d %s", r.status, r.text)
	}
	return r
}

func (s *server) finish(key, elicitationID string) response {
	return s.do(key, "POST", "/v1/sessions/chat-1/pages/"+elicitationID+"/finished", `{"server":"bank"}`)
}

func post(p person.Person, body string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodPost, "/relay", strings.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+p.Token)
	request.Header.Set("Content-Type", "application/json")
	recorder := httptest.NewRecorder()
	p.Relay.ServeHTTP(recorder, request)
	return recorder
}

func stream(p person.Person) string {
	request := httptest.NewRequest(http.MethodGet, "/relay", nil)
	request.Header.Set("Authorization", "Bearer "+p.Token)
	recorder := httptest.NewRecorder()
	p.Relay.ServeHTTP(recorder, request)
	return recorder.Body.String()
}

// Without the right to show everything, a token is valid for the asker's own questions only.
func TestTokensOfAnotherAsker(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		question := s.ask(`,"parked":true`)
		withdrawn := s.ask(`,"parked":true`)
		chatPage := s.page("chat-1")
		open := chatPage.Open(t)
		first := open[0]
		if r := post(chatPage, fmt.Sprintf(`{"id":%q,"fp":%q,"draft":"what was typed"}`, first.ID, first.FP)); r.Code != 200 {
			t.Fatalf("%d %s", r.Code, r.Body)
		}
		s.do(ownKey, "DELETE", "/v1/questions/"+withdrawn.body.ID, "")

		foreign := s.token(otherKey)
		text := stream(foreign)
		for _, secret := range []string{"How many?", "what was typed", first.ID, first.FP, open[1].ID} {
			if strings.Contains(text, secret) {
				t.Errorf("another asker's page gets %q: %s", secret, text)
			}
		}
		for what, body := range map[string]string{
			"a draft":     `"draft":"planted"`,
			"an answer":   `"nonce":"nonce-of-a-test","responses":[{"key":"","result":` + accept + `}]`,
			"a decline":   `"nonce":"nonce-of-a-test","responses":[{"key":"","result":{"action":"decline"}}]`,
			"a rejection": `"nonce":"nonce-of-a-test","rejected":{"code":"unsupported-mode"}`,
		} {
			if r := post(foreign, fmt.Sprintf(`{"id":%q,"fp":%q,%s}`, first.ID, first.FP, body)); r.Code != 404 {
				t.Errorf("%s gets %d %s", what, r.Code, r.Body)
			}
		}
		s.expect(s.do(ownKey, "GET", "/v1/questions/"+question.body.ID, ""), 202, "open")
		if text := stream(chatPage); !strings.Contains(text, "what was typed") || strings.Contains(text, "planted") {
			t.Errorf("the draft was changed: %s", text)
		}
		own := s.token(ownKey)
		if text := stream(own); !strings.Contains(text, "what was typed") || !strings.Contains(text, `"withdrawn"`) {
			t.Errorf("the asker's own page gets %s", text)
		}
		if n := own.AnswerAll(t, accept); n != 1 {
			t.Errorf("%d questions are open", n)
		}
		s.expect(s.do(ownKey, "GET", "/v1/questions/"+question.body.ID, ""), 200, "answered")
	})
}

// Only the asker of a page may finish it.
func TestPagesOfAnotherAsker(t *testing.T) {
	s := serve(t)
	s.askPage(ownKey, "e-1")
	s.rejects(s.finish(otherKey, "e-1"), 403, "not-own-page")
	s.rejects(s.finish(otherKey, "never"), 403, "not-own-page")
	s.rejects(s.finish(ownKey, "never"), 403, "not-own-page")
	s.askPage(otherKey, "e-1")
	s.rejects(s.finish(otherKey, "e-1"), 403, "not-own-page")
	if text := stream(s.page("chat-1")); !strings.Contains(text, `"pages":[]`) {
		t.Errorf("the page gets %s", text)
	}
	s.askPage(ownKey, "e-2")
	if r := s.finish(ownKey, "e-2"); r.status != 204 {
		t.Errorf("%d %s", r.status, r.text)
	}
	if text := stream(s.token(otherKey)); strings.Contains(text, "e-2") {
		t.Errorf("another asker's page gets %s", text)
	}
	if text := stream(s.token(ownKey)); !strings.Contains(text, `"elicitationId":"e-2"`) {
		t.Errorf("the asker's own page gets %s", text)
	}
	// A page can be finished after its question is answered.
	r := s.askPage(ownKey, "e-3")
	for _, q := range s.page("chat-1").Open(t) {
		var params struct{ ElicitationID string }
		_ = json.Unmarshal([]byte(q.Requests[0].Params), &params)
		if params.ElicitationID == "e-3" {
			s.page("chat-1").Answer(t, q, `{"action":"accept"}`)
		}
	}
	s.expect(s.do(ownKey, "GET", "/v1/questions/"+r.body.ID, ""), 200, "answered")
	s.rejects(s.finish(otherKey, "e-3"), 403, "not-own-page")
	for range 250 {
		r := s.do(otherKey, "POST", "/v1/questions", `{"session":"chat-1","server":"w","parked":true,"params":`+form+`}`)
		s.expect(s.do(otherKey, "DELETE", "/v1/questions/"+r.body.ID, ""), 200, "withdrawn")
	}
	if r := s.finish(ownKey, "e-3"); r.status != 204 {
		t.Errorf("%d %s", r.status, r.text)
	}
}

// A key with the rights to show and to finish shows all questions, and finishes the pages of all askers.
func TestRights(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		s.askPage(ownKey, "e-1")
		s.askPage(otherKey, "e-2")
		if open := s.token(chatKey).Open(t); len(open) != 2 {
			t.Errorf("%d questions are shown", len(open))
		}
		for _, page := range []string{"e-1", "e-2", "never"} {
			if r := s.finish(chatKey, page); r.status != 204 {
				t.Errorf("%s: %d %s", page, r.status, r.text)
			}
		}
		for key, pages := range map[string]string{ownKey: `"pages":[{"server":"bank","elicitationId":"e-1"}]`, otherKey: `"pages":[{"server":"bank","elicitationId":"e-2"}]`} {
			if text := stream(s.token(key)); !strings.Contains(text, pages) {
				t.Errorf("%s gets %s, want %s", key, text, pages)
			}
		}
		s.rejects(s.do(showKey, "POST", "/v1/questions", `{"session":"chat-1","server":"w","params":`+form+`}`), 403, "ask-not-allowed")
		if open := s.token(showKey).Open(t); len(open) != 2 {
			t.Errorf("%d questions are shown", len(open))
		}
		s.rejects(s.finish(showKey, "e-1"), 403, "not-own-page")
		s.rejects(s.do(showKey, "POST", "/v1/sessions/chat-2/tokens", ""), 403, "session-not-allowed")
	})
}

// A changed token is invalid, and no part of a token for one asker's questions makes a token for the session.
func TestTokensAreNotWidened(t *testing.T) {
	s := serve(t)
	s.ask(`,"parked":true`)
	partial := s.token(otherKey)
	parts := strings.Split(partial.Token, ".")
	fullParts := strings.Split(s.page("chat-1").Token, ".")
	for _, token := range []string{
		"v1." + parts[1] + "." + parts[3] + "." + parts[4], "v1." + strings.Join(parts[1:], "."), "v2." + strings.Join(fullParts[1:], "."),
		strings.Join([]string{"v2", parts[1], "", parts[3], parts[4]}, "."), strings.Join([]string{"v2", parts[1], "YXNrZXIKbWluZQ", parts[3], parts[4]}, "."),
		strings.Join([]string{"v2", parts[1], parts[2], "9" + parts[3], parts[4]}, "."), strings.Join([]string{"v1", parts[1] + parts[2], parts[3], parts[4]}, "."),
		strings.Join([]string{"v2", parts[1] + parts[2], parts[2], parts[3], parts[4]}, "."), partial.Token + ".", "v3" + partial.Token[2:],
	} {
		if text := stream(person.Person{Relay: s.relay, Token: token}); !strings.Contains(text, "no valid token") {
			t.Errorf("%s gets %s", token, text)
		}
	}
}

// One asker cannot fill a session, under any number of server names, or under the name of another asker's server.
func TestSharesOfASession(t *testing.T) {
	s := serve(t, func(o *relay.Options, _ *api.Options) {
		o.Limits = relay.Limits{Open: 16, ServerOpen: 3, AskerOpen: 4, AskerBytes: 1 << 20, AskerNewBytes: 1 << 20, AskerDevices: 8}
	})
	ask := func(key, server string) response {
		return s.do(key, "POST", "/v1/questions", fmt.Sprintf(`{"session":"chat-1","server":%q,"parked":true,"params":%s}`, server, form))
	}
	for n := range 4 {
		s.expect(ask(otherKey, fmt.Sprint("made up ", n)), 201, "open")
	}
	s.rejects(ask(otherKey, "another"), 429, "too-many-requests-of-asker")
	for range 3 {
		s.expect(ask(ownKey, "bank"), 201, "open")
	}
	s.rejects(ask(ownKey, "bank"), 429, "too-many-requests-of-server")
	for range 3 {
		s.expect(ask(chatKey, "bank"), 201, "open")
	}
}
