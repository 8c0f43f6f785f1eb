package relay_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/elicitform/elicitform/relay"
)

// Access to one question is closed by default, and nothing in the request widens it.
func TestServeQuestion(t *testing.T) {
	everything := relay.Options{Authorize: func(*http.Request) (string, bool) { return "s", true }}
	inBubble(t, everything, func(t *testing.T, r *relay.Relay) {
		elicit(t.Context(), r, ask("s"))
		elicit(t.Context(), r, ask("s"))
		synctest.Wait()
		all := look(t, r, "s").Open
		shown, hidden := all[0], all[1]
		serve := func(method, body string, access relay.QuestionAccess) *httptest.ResponseRecorder {
			request := httptest.NewRequest(method, "/?session=s", strings.NewReader(body))
			request.Header.Set("Authorization", "Bearer "+r.Token("s", time.Hour))
			request.Header.Set("Content-Type", "application/json")
			recorder := httptest.NewRecorder()
			r.ServeQuestion(recorder, request, access)
			return recorder
		}
		ref, until := relay.RoundRef{ID: shown.ID, Fingerprint: shown.FP}, time.Now().Add(time.Minute)
		allowed := relay.QuestionAccess{Session: "s", Ref: ref, Until: until}
		for name, access := range map[string]relay.QuestionAccess{
			"the zero access": {}, "no end": {Session: "s", Ref: ref}, "the end": {Session: "s", Ref: ref, Until: time.Now()},
			"no session": {Ref: ref, Until: until}, "no question": {Session: "s", Until: until},
			"no fingerprint": {Session: "s", Ref: relay.RoundRef{ID: shown.ID}, Until: until},
		} {
			if got := serve("GET", "", access).Code; got != http.StatusUnauthorized {
				t.Errorf("%s: status %d, want 401", name, got)
			}
		}
		if got := serve("GET", "", allowed); got.Code != 200 || !strings.Contains(got.Body.String(), shown.ID) || strings.Contains(got.Body.String(), hidden.ID) {
			t.Errorf("access to %s, but not to %s, shows %d %s", shown.ID, hidden.ID, got.Code, got.Body)
		}
		draft := func(id, fp string) string { return fmt.Sprintf(`{"id":%q,"fp":%q,"draft":"{}"}`, id, fp) }
		if got := serve("POST", draft(hidden.ID, hidden.FP), allowed).Code; got != http.StatusForbidden {
			t.Errorf("a draft of the other question: status %d, want 403", got)
		}
		if got := serve("POST", draft(shown.ID, shown.FP), allowed).Code; got != http.StatusOK {
			t.Errorf("a draft of the question: status %d, want 200", got)
		}
		another := allowed
		another.Ref.Fingerprint = "another-fingerprint"
		if got := serve("GET", "", another); strings.Contains(got.Body.String(), shown.ID) {
			t.Errorf("the id without the fingerprint shows the question: %s", got.Body)
		}
	})
}

// A stream of one question ends with the access.
func TestServeQuestionEnds(t *testing.T) {
	inBubble(t, relay.Options{}, func(t *testing.T, r *relay.Relay) {
		request := httptest.NewRequest("GET", "/", nil)
		request.Header.Set("Accept", "text/event-stream")
		start := time.Now()
		ref := relay.RoundRef{ID: "identifier", Fingerprint: "fingerprint"}
		r.ServeQuestion(httptest.NewRecorder(), request, relay.QuestionAccess{Session: "s", Ref: ref, Until: start.Add(time.Minute)})
		if got := time.Since(start); got != time.Minute {
			t.Errorf("the stream ended after %v, want 1m", got)
		}
	})
}
