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

// token is a page of a session with a token that a key has made.
func (s *server) token(key, session string) person.Person {
	s.t.Helper()
	r := s.do(key, "POST", "/v1/sessions/"+session+"/tokens", "")
	if r.status != 201 {
		s.t.Fatalf("%d %s", r.status, r.text)
	}
	return person.Person{Relay: s.relay, Token: r.body.Token}
}

// askPage asks for a page in the session chat-1.
func (s *server) askPage(key, elicitationID, more string) response {
	s.t.Helper()
	r := s.do(key, "POST", "/v1/questions", fmt.Sprintf(`{"session":"chat-1","server":"bank","parked":true,"params":`+page+`%s}`, elicitationID, more))
	if r.status != 201 {
		s.t.Fatalf("%d %s", r.status, r.text)
	}
	return r
}

func (s *server) finish(key, elicitationID string) response {
	return s.do(key, "POST", "/v1/sessions/chat-1/pages/"+elicitationID+"/finished", `{"server":"bank"}`)
}

// post sends a body to the relay with the token of a page.
func post(p person.Person, body string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodPost, "/relay", strings.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+p.Token)
	request.Header.Set("Content-Type", "application/json")
	recorder := httptest.NewRecorder()
	p.Relay.ServeHTTP(recorder, request)
	return recorder
}

// stream is all that a page hears when it comes.
func stream(p person.Person) string {
	request := httptest.NewRequest(http.MethodGet, "/relay", nil)
	request.Header.Set("Authorization", "Bearer "+p.Token)
	recorder := httptest.NewRecorder()
	p.Relay.ServeHTTP(recorder, request)
	return recorder.Body.String()
}

// The token of an asker that may not show everything is for its own questions: it hears of no other one, of no draft and of
// no end, and decides about none.
func TestTokensOfAnotherAsker(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		asked := s.ask(`,"parked":true`)
		gone := s.ask(`,"parked":true`)
		whole := s.page("chat-1")
		open := whole.Open(t)
		first := open[0]
		if r := post(whole, fmt.Sprintf(`{"id":%q,"fp":%q,"draft":"what was typed"}`, first.ID, first.FP)); r.Code != 200 {
			t.Fatalf("%d %s", r.Code, r.Body)
		}
		s.do(mine, "DELETE", "/v1/questions/"+gone.body.ID, "")

		other := s.token(theirs, "chat-1")
		text := stream(other)
		for _, secret := range []string{"How many?", "what was typed", first.ID, first.FP, open[1].ID} {
			if strings.Contains(text, secret) {
				t.Errorf("another asker's page hears %q: %s", secret, text)
			}
		}
		for what, body := range map[string]string{
			"a draft":     `"draft":"planted"`,
			"an answer":   `"nonce":"nonce-of-a-test","responses":[{"key":"","result":` + accept + `}]`,
			"a decline":   `"nonce":"nonce-of-a-test","responses":[{"key":"","result":{"action":"decline"}}]`,
			"a rejection": `"nonce":"nonce-of-a-test","rejected":{"code":"unsupported-mode"}`,
		} {
			if r := post(other, fmt.Sprintf(`{"id":%q,"fp":%q,%s}`, first.ID, first.FP, body)); r.Code != 404 {
				t.Errorf("%s gets %d %s", what, r.Code, r.Body)
			}
		}
		s.expect(s.do(mine, "GET", "/v1/questions/"+asked.body.ID, ""), 202, "open")
		if text := stream(whole); !strings.Contains(text, "what was typed") || strings.Contains(text, "planted") {
			t.Errorf("the draft is another one: %s", text)
		}
		// Its own token shows the asker its own question, with the draft, and answers it.
		own := s.token(mine, "chat-1")
		if text := stream(own); !strings.Contains(text, "what was typed") || !strings.Contains(text, `"withdrawn"`) {
			t.Errorf("the asker's own page hears %s", text)
		}
		if n := own.AnswerAll(t, accept); n != 1 {
			t.Errorf("%d questions are open", n)
		}
		s.expect(s.do(mine, "GET", "/v1/questions/"+asked.body.ID, ""), 200, "answered")
	})
}

// TestPagesOfAnotherAsker: only the asker of a page may call it finished.
func TestPagesOfAnotherAsker(t *testing.T) {
	s := serve(t)
	s.askPage(mine, "e-1", "")
	s.rejects(s.finish(theirs, "e-1"), 403, "not-own-page")
	s.rejects(s.finish(theirs, "never"), 403, "not-own-page")
	s.rejects(s.finish(mine, "never"), 403, "not-own-page")
	// A second asker that gives its own page the same name cannot finish the first one.
	s.askPage(theirs, "e-1", "")
	s.rejects(s.finish(theirs, "e-1"), 403, "not-own-page")
	if text := stream(s.page("chat-1")); !strings.Contains(text, `"pages":[]`) {
		t.Errorf("the page hears %s", text)
	}
	s.askPage(mine, "e-2", "")
	if r := s.finish(mine, "e-2"); r.status != 204 {
		t.Errorf("%d %s", r.status, r.text)
	}
	if text := stream(s.token(theirs, "chat-1")); strings.Contains(text, "e-2") {
		t.Errorf("another asker's page hears %s", text)
	}
	if text := stream(s.token(mine, "chat-1")); !strings.Contains(text, `"elicitationId":"e-2"`) {
		t.Errorf("the asker's own page hears %s", text)
	}
	// The person has agreed to open a page: its question is answered, and the page is finished later.
	r := s.askPage(mine, "e-3", "")
	for _, q := range s.page("chat-1").Open(t) {
		var params struct{ ElicitationID string }
		_ = json.Unmarshal([]byte(q.Requests[0].Params), &params)
		if params.ElicitationID == "e-3" {
			s.page("chat-1").Answer(t, q, `{"action":"accept"}`)
		}
	}
	s.expect(s.do(mine, "GET", "/v1/questions/"+r.body.ID, ""), 200, "answered")
	s.rejects(s.finish(theirs, "e-3"), 403, "not-own-page")
	// What another asker asks and takes back does not make the session forget that.
	for range 250 {
		r := s.do(theirs, "POST", "/v1/questions", `{"session":"chat-1","server":"w","parked":true,"params":`+form+`}`)
		s.expect(s.do(theirs, "DELETE", "/v1/questions/"+r.body.ID, ""), 200, "withdrawn")
	}
	if r := s.finish(mine, "e-3"); r.status != 204 {
		t.Errorf("%d %s", r.status, r.text)
	}
}

// With the rights to show and to finish a key sees all questions, and finishes all pages, also on the pages of their own askers.
func TestRights(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		s.askPage(mine, "e-1", "")
		s.askPage(theirs, "e-2", "")
		if open := s.token(whole, "chat-1").Open(t); len(open) != 2 {
			t.Errorf("%d questions are shown", len(open))
		}
		for _, page := range []string{"e-1", "e-2", "never"} {
			if r := s.finish(whole, page); r.status != 204 {
				t.Errorf("%s: %d %s", page, r.status, r.text)
			}
		}
		for key, pages := range map[string]string{mine: `"pages":[{"server":"bank","elicitationId":"e-1"}]`, theirs: `"pages":[{"server":"bank","elicitationId":"e-2"}]`} {
			if text := stream(s.token(key, "chat-1")); !strings.Contains(text, pages) {
				t.Errorf("it hears %s, want %s", text, pages)
			}
		}
		// A key without the right to ask shows and finishes, and asks nothing.
		s.rejects(s.do(shows, "POST", "/v1/questions", `{"session":"chat-1","server":"w","params":`+form+`}`), 403, "ask-not-allowed")
		if open := s.token(shows, "chat-1").Open(t); len(open) != 2 {
			t.Errorf("%d questions are shown", len(open))
		}
		s.rejects(s.finish(shows, "e-1"), 403, "not-own-page")
		s.rejects(s.do(shows, "POST", "/v1/sessions/chat-2/tokens", ""), 403, "session-not-allowed")
	})
}

// TestTokensAreNotWidened: a changed token shows no more than before, and a token for a part of a session makes none for all of it.
func TestTokensAreNotWidened(t *testing.T) {
	s := serve(t)
	s.ask(`,"parked":true`)
	narrow := s.token(theirs, "chat-1")
	parts := strings.Split(narrow.Token, ".")
	wide := strings.Split(s.page("chat-1").Token, ".")
	for _, token := range []string{
		"v1." + parts[1] + "." + parts[3] + "." + parts[4], "v1." + strings.Join(parts[1:], "."), "v2." + strings.Join(wide[1:], "."),
		strings.Join([]string{"v2", parts[1], "", parts[3], parts[4]}, "."), strings.Join([]string{"v2", parts[1], "YXNrZXIKbWluZQ", parts[3], parts[4]}, "."),
		strings.Join([]string{"v2", parts[1], parts[2], "9" + parts[3], parts[4]}, "."), strings.Join([]string{"v1", parts[1] + parts[2], parts[3], parts[4]}, "."),
		strings.Join([]string{"v2", parts[1] + parts[2], parts[2], parts[3], parts[4]}, "."), narrow.Token + ".", "v3" + narrow.Token[2:],
	} {
		if text := stream(person.Person{Relay: s.relay, Token: token}); !strings.Contains(text, "no valid token") {
			t.Errorf("%s hears %s", token, text)
		}
	}
}

// A session has room for others when one asker asks under however many names of servers, or under the name of another one's.
func TestSharesOfASession(t *testing.T) {
	s := serve(t, func(o *relay.Options, _ *api.Options) {
		o.Limits = relay.Limits{Open: 16, ServerOpen: 3, AskerOpen: 4, AskerBytes: 1 << 20, AskerNewBytes: 1 << 20, AskerDevices: 8}
	})
	ask := func(key, server string) response {
		return s.do(key, "POST", "/v1/questions", fmt.Sprintf(`{"session":"chat-1","server":%q,"parked":true,"params":%s}`, server, form))
	}
	for n := range 4 {
		s.expect(ask(theirs, fmt.Sprint("made up ", n)), 201, "open")
	}
	s.rejects(ask(theirs, "another"), 429, "too-many-requests-of-asker")
	for range 3 {
		s.expect(ask(mine, "bank"), 201, "open")
	}
	s.rejects(ask(mine, "bank"), 429, "too-many-requests-of-server")
	for range 3 {
		s.expect(ask(whole, "bank"), 201, "open")
	}
}
