package api_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/elicitform/elicitform/cmd/elicitform-server/api"
	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/relay"
)

func TestLimits(t *testing.T) {
	s := serve(t, func(o *relay.Options, _ *api.Options) { o.Limits = relay.Limits{ServerOpen: 2, Open: 3} })
	s.ask(`,"parked":true`)
	s.ask(`,"parked":true`)
	rejected := s.ask(`,"parked":true`)
	s.rejects(rejected, 429, "too-many-requests-of-server")
	if rejected.header.Get("Retry-After") == "" {
		t.Errorf("%v", rejected.header)
	}
	large := `{"session":"chat-1","server":"w","params":{"message":"` + strings.Repeat("x", 256<<10) + `"}}`
	s.rejects(s.do(ownKey, "POST", "/v1/questions", large), 413, "too-large")
	s.rejects(s.do(ownKey, "POST", "/v1/questions", large+strings.Repeat(" ", 1<<20)), 413, "too-large")
}

// At its end the process answers waiting requests, and rejects new questions.
func TestEnd(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		id := s.ask(`,"parked":true`).body.ID
		replies := make(chan response, 2)
		go func() { replies <- s.do(ownKey, "GET", "/v1/questions/"+id+"?wait=60", "") }()
		go func() { replies <- s.ask(`,"wait":60,"parked":true`) }()
		synctest.Wait()
		start := time.Now()
		s.api.End()
		s.expect(<-replies, 202, "open")
		s.expect(<-replies, 202, "open")
		if time.Since(start) > 0 {
			t.Errorf("they waited for %v", time.Since(start))
		}
		late := s.ask("")
		s.rejects(late, 503, "ending")
		if late.header.Get("Retry-After") == "" {
			t.Errorf("%v", late.header)
		}
		s.relay.Close()
		s.expect(s.do(ownKey, "GET", "/v1/questions/"+id, ""), 202, "open")
	})
}

type unreachable struct{ relay.Store }

func (unreachable) Ask(context.Context, string, relay.AskRecord) (relay.Verdict, error) {
	return relay.Verdict{}, fmt.Errorf("dial tcp 10.0.0.7:6379: connection refused")
}

func (unreachable) Peek(context.Context, string, relay.RoundRef, time.Duration, time.Duration) (relay.Verdict, error) {
	return relay.Verdict{}, fmt.Errorf("dial tcp 10.0.0.7:6379: connection refused")
}

func (unreachable) End(context.Context, string, relay.EndRecord) (relay.Verdict, error) {
	return relay.Verdict{}, fmt.Errorf("dial tcp 10.0.0.7:6379: connection refused")
}

func TestUnreachableStore(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		id := s.ring.ID("mine", keys.Question{Session: s.ring.Tag("chat-1"), RoundRef: relay.RoundRef{ID: "ABCDEFGHIJKLMNOP", Fingerprint: strings.Repeat("f", 43)}})
		for _, r := range []response{
			s.ask(""), s.ask(`,"parked":true,"wait":60`), s.do(ownKey, "GET", "/v1/questions/"+id, ""), s.do(ownKey, "DELETE", "/v1/questions/"+id, ""),
			s.do(ownKey, "POST", "/v1/questions/"+id+"/acknowledgement", ""),
		} {
			s.rejects(r, 503, "store-away")
			if r.header.Get("Retry-After") == "" || strings.Contains(r.text, "10.0.0.7") {
				t.Errorf("%v %s", r.header, r.text)
			}
		}
	}, func(o *relay.Options, _ *api.Options) { o.Store = unreachable{o.Store} })
}

// forgetful is a store that loses new questions, as Redis can in a failover.
type forgetful struct{ relay.Store }

func (forgetful) Peek(context.Context, string, relay.RoundRef, time.Duration, time.Duration) (relay.Verdict, error) {
	return relay.Verdict{State: relay.Unknown}, nil
}

// The asker of a lost question gets the reason "store-away", to ask again, and not "not-found".
func TestForgetfulStore(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		for _, more := range []string{`,"parked":true,"wait":60`, `,"wait":60`} {
			lost := s.ask(more)
			s.rejects(lost, 503, "store-away")
			if lost.header.Get("Retry-After") == "" {
				t.Errorf("%v", lost.header)
			}
		}
		s.rejects(s.do(ownKey, "GET", "/v1/questions/"+s.ask(`,"parked":true`).body.ID, ""), 404, "not-found")
	}, func(o *relay.Options, _ *api.Options) { o.Store = forgetful{o.Store} })
}

func TestTooManyWaits(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		id := s.ask(`,"parked":true`).body.ID
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{}, 3)
		for range 3 {
			go func() {
				request := httptest.NewRequestWithContext(ctx, "GET", "/v1/questions/"+id+"?wait=60", nil)
				request.Header.Set("Authorization", "Bearer "+ownKey)
				s.api.ServeHTTP(httptest.NewRecorder(), request)
				done <- struct{}{}
			}()
		}
		synctest.Wait()
		s.rejects(s.do(ownKey, "GET", "/v1/questions/"+id+"?wait=60", ""), 429, "too-many-waits")
		s.rejects(s.ask(`,"wait":1`), 429, "too-many-waits")
		s.expect(s.do(ownKey, "GET", "/v1/questions/"+id+"?wait=0", ""), 202, "open")
		cancel()
		for range 3 {
			<-done
		}
		s.expect(s.do(ownKey, "GET", "/v1/questions/"+id+"?wait=1", ""), 202, "open")
	}, func(_ *relay.Options, o *api.Options) { o.AcquireWait = newSemaphore(3) })
}

func TestSessionsOfAKey(t *testing.T) {
	s := serve(t)
	for session, status := range map[string]int{"chat-1": 201, "user-": 201, "user-9": 201, "chat-10": 403, "chat-2": 403, "xuser-9": 403} {
		body := fmt.Sprintf(`{"session":%q,"server":"w","params":{"message":"m"}}`, session)
		if r := s.do(restrictedKey, "POST", "/v1/questions", body); r.status != status {
			t.Errorf("%s: %d %s", session, r.status, r.text)
		}
		if r := s.do(restrictedKey, "POST", "/v1/sessions/"+session+"/tokens", ""); r.status != status {
			t.Errorf("token of %s: %d %s", session, r.status, r.text)
		}
		r := s.do(restrictedKey, "POST", "/v1/sessions/"+session+"/pages/e/finished", `{"server":"w"}`)
		s.rejects(r, 403, map[int]string{201: "not-own-page", 403: "session-not-allowed"}[status])
	}
}

// Other ask keys do not learn whether a question exists.
func TestForeignIDs(t *testing.T) {
	s := serve(t)
	id := s.ask(`,"parked":true`).body.ID
	for _, c := range []struct{ method, target string }{
		{"GET", "/v1/questions/" + id}, {"GET", "/v1/questions/" + id + "?wait=60"}, {"DELETE", "/v1/questions/" + id},
		{"POST", "/v1/questions/" + id + "/acknowledgement"},
	} {
		foreign := s.do(otherKey, c.method, c.target, "")
		s.rejects(foreign, 404, "not-found")
		unknown := s.do(otherKey, c.method, strings.Replace(c.target, id, "q_"+strings.Repeat("A", 110), 1), "")
		if foreign.text != unknown.text {
			t.Errorf("%s: the problems differ: %s, %s", c.method, foreign.text, unknown.text)
		}
	}
	for _, forged := range []string{
		id[:len(id)-1], id + "A", strings.Replace(id, ".", "..", 1), "q_....", "%00", "%2e%2e", strings.ToUpper(id), id[2:], strings.Repeat("x", 5000),
		strings.Join(append(strings.Split(id, ".")[:3], strings.Repeat("A", 22)), "."),
	} {
		s.rejects(s.do(ownKey, "GET", "/v1/questions/"+forged, ""), 404, "not-found")
	}
	s.expect(s.do(ownKey, "GET", "/v1/questions/"+id, ""), 202, "open")
}

// A question is withdrawn if its asker has too many queued webhooks.
func TestTooManyWebhooks(t *testing.T) {
	s := serve(t)
	callback := `,"parked":true,"callback":"https://agent.example/hooks/a"`
	for range 2 {
		s.expect(s.ask(callback), 201, "open")
	}
	s.rejects(s.ask(callback), 429, "too-many-webhooks")
	if open := s.page("chat-1").Open(t); len(open) != 2 {
		t.Errorf("%d questions are open", len(open))
	}
	s.expect(s.ask(`,"parked":true`), 201, "open")
}
