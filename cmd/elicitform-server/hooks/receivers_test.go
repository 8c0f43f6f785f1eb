package hooks

import (
	"bytes"
	"crypto/x509"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/relay"
)

// A receiver that is slow holds up no other one, and has its share of connections at most.
func TestSlowReceivers(t *testing.T) {
	allowed := policy(t, []string{"https://slow.example/", "https://agent.example/hooks/"}, nil)
	inBubbleWith(t, func(o *Options) { o.Policy = allowed }, func(t *testing.T, b *bench) {
		var now, most int
		var counting sync.Mutex
		b.client.Transport = tripper(func(request *http.Request) (*http.Response, error) {
			if request.URL.Host != "slow.example" {
				return b.receiver.RoundTrip(request)
			}
			counting.Lock()
			now++
			most = max(most, now)
			counting.Unlock()
			<-request.Context().Done()
			counting.Lock()
			now--
			counting.Unlock()
			return nil, request.Context().Err()
		})
		for n := range 100 {
			slow := job(n)
			slow.URL = "https://slow.example/"
			b.questions.set(n, relay.Answered)
			if err := b.Expect(t.Context(), slow); err != nil {
				t.Fatal(err)
			}
			b.Ended(t.Context(), slow.Question)
		}
		time.Sleep(poll)
		b.expect(t, 1000)
		b.questions.set(1000, relay.Answered)
		b.Ended(t.Context(), job(1000).Question)
		time.Sleep(poll)
		if b.receiver.count() != 1 {
			t.Error("the other webhook waits")
		}
		counting.Lock()
		if most != mostOfHost {
			t.Errorf("%d connections to one host", most)
		}
		counting.Unlock()
		time.Sleep(30 * time.Hour)
		failed, _ := b.Failed(t.Context(), "agent")
		if len(failed) != 100 || failed[0].Reason != "timeout" {
			t.Errorf("%d have failed", len(failed))
		}
	})
}

// A receiver that answers fast gets many webhooks one after the other, and none of them waits for the next look at the queue.
func TestManyForOneHost(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bench) {
		for n := range 200 {
			b.expect(t, n)
			b.questions.set(n, relay.Answered)
			b.Ended(t.Context(), job(n).Question)
		}
		time.Sleep(poll / 2)
		if n := b.receiver.count(); n != 200 {
			t.Errorf("%d of 200 have arrived", n)
		}
		b.waiting(t, 0)
	})
}

type tripper func(*http.Request) (*http.Response, error)

func (f tripper) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }

// A receiver that wants to be left alone for a while is, up to an hour.
func TestRetryAfter(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bench) {
		b.receiver.reply = func(n int, _ *http.Request) (*http.Response, error) {
			busy := response(http.StatusTooManyRequests)
			busy.Header.Set("Retry-After", []string{"1800", "86400", "-5", "soon"}[min(n-1, 3)])
			return busy, nil
		}
		b.expect(t, 1)
		b.questions.set(1, relay.Answered)
		b.Ended(t.Context(), job(1).Question)
		time.Sleep(2 * time.Hour)
		times := b.receiver.sent()
		if first, second := times[1].Sub(times[0]), times[2].Sub(times[1]); first < 30*time.Minute || first > 31*time.Minute || second < time.Hour || second > 61*time.Minute {
			t.Errorf("the pauses are %v and %v", first, second)
		}
	})
}

// What a receiver sends back is bounded, and leads nowhere.
func TestResponses(t *testing.T) {
	var followed, read bool
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/hooks/redirect":
			http.Redirect(w, r, "/hooks/target", http.StatusTemporaryRedirect)
		case "/hooks/target":
			followed = true
		case "/hooks/endless":
			for {
				if _, err := w.Write(bytes.Repeat([]byte("x"), 1<<16)); err != nil {
					read = true
					return
				}
			}
		case "/hooks/headers":
			w.Header().Set("X-Long", strings.Repeat("x", 1<<20))
		}
	}))
	defer server.Close()
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	for _, c := range []struct {
		path, reason string
		private      []string
		roots        *x509.CertPool
	}{
		{"redirect", "status-307", []string{"127.0.0.1"}, roots}, {"endless", "", []string{"127.0.0.1"}, roots}, {"headers", "unreachable", []string{"127.0.0.1"}, roots},
		{"ok", "", []string{"127.0.0.1"}, roots}, {"ok", "private-address", nil, roots}, {"ok", "unreachable", []string{"127.0.0.1"}, nil},
	} {
		ring, err := keys.NewRing([]byte("0123456789abcdef"), nil)
		if err != nil {
			t.Fatal(err)
		}
		s := New(Options{
			Queue: NewMemoryQueue(), Policy: policy(t, []string{server.URL + "/hooks/"}, c.private), Roots: c.roots, Ring: ring,
			Body: func(Job, relay.Outcome) ([]byte, error) { return []byte("{}"), nil }, Logger: slog.New(slog.DiscardHandler),
		})
		one := job(1)
		one.URL = server.URL + "/hooks/" + c.path
		_, _, err = s.deliver(t.Context(), one, relay.Outcome{State: relay.Answered})
		if c.reason == "" && err != nil || c.reason != "" && (err == nil || reasonOf(err) != c.reason) {
			t.Errorf("%s: %v, want %q", c.path, err, c.reason)
		}
		s.client.CloseIdleConnections()
	}
	server.CloseClientConnections()
	server.Close()
	if followed || !read {
		t.Errorf("a redirect was followed: %v; an endless response was left: %v", followed, read)
	}
}
