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

// A slow receiver has its share of connections, and delays no other receiver.
func TestSlowReceivers(t *testing.T) {
	allowed := policy(t, []string{"https://slow.example/", "https://agent.example/hooks/"}, nil)
	inBubbleWith(t, func(o *Options) { o.Policy = allowed }, func(t *testing.T, b *bench) {
		var connections, maxConnections int
		var counting sync.Mutex
		b.client.Transport = tripper(func(request *http.Request) (*http.Response, error) {
			if request.URL.Host != "slow.example" {
				return b.receiver.RoundTrip(request)
			}
			counting.Lock()
			connections++
			maxConnections = max(maxConnections, connections)
			counting.Unlock()
			<-request.Context().Done()
			counting.Lock()
			connections--
			counting.Unlock()
			return nil, request.Context().Err()
		})
		for n := range 100 {
			slow := job(n)
			slow.URL = "https://slow.example/"
			b.questions.set(n, relay.Answered)
			if err := b.Enqueue(t.Context(), slow); err != nil {
				t.Fatal(err)
			}
			b.Send(t.Context(), slow.Question)
		}
		time.Sleep(pollInterval)
		b.enqueue(t, 1000)
		b.questions.set(1000, relay.Answered)
		b.Send(t.Context(), job(1000).Question)
		time.Sleep(pollInterval)
		if b.receiver.count() != 1 {
			t.Error("the webhook to the other host waits")
		}
		counting.Lock()
		if maxConnections != maxPerHost {
			t.Errorf("%d connections to one host, want %d", maxConnections, maxPerHost)
		}
		counting.Unlock()
		time.Sleep(30 * time.Hour)
		failed, _ := b.Failed(t.Context(), "agent")
		if len(failed) != 100 || failed[0].Reason != "timeout" {
			t.Errorf("%d webhooks have failed, want 100", len(failed))
		}
	})
}

// A fast receiver does not wait for the next look at the queue.
func TestManyForOneHost(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bench) {
		for n := range 200 {
			b.enqueue(t, n)
			b.questions.set(n, relay.Answered)
			b.Send(t.Context(), job(n).Question)
		}
		time.Sleep(pollInterval / 2)
		if n := b.receiver.count(); n != 200 {
			t.Errorf("%d of 200 have arrived", n)
		}
		b.checkNoneWaits(t)
	})
}

type tripper func(*http.Request) (*http.Response, error)

func (f tripper) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }

// Retry-After delays the next attempt, up to an hour.
func TestRetryAfter(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bench) {
		b.receiver.reply = func(n int, _ *http.Request) (*http.Response, error) {
			busy := response(http.StatusTooManyRequests)
			busy.Header.Set("Retry-After", []string{"1800", "86400", "-5", "soon"}[min(n-1, 3)])
			return busy, nil
		}
		b.enqueue(t, 1)
		b.questions.set(1, relay.Answered)
		b.Send(t.Context(), job(1).Question)
		time.Sleep(2 * time.Hour)
		times := b.receiver.arrivals()
		if first, second := times[1].Sub(times[0]), times[2].Sub(times[1]); first < 30*time.Minute || first > 31*time.Minute || second < time.Hour || second > 61*time.Minute {
			t.Errorf("the pauses are %v and %v", first, second)
		}
	})
}

// A response is read only in part, and a redirect is not followed.
func TestResponses(t *testing.T) {
	var isFollowed, isCut bool
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/hooks/redirect":
			http.Redirect(w, r, "/hooks/target", http.StatusTemporaryRedirect)
		case "/hooks/target":
			isFollowed = true
		case "/hooks/endless":
			for {
				if _, err := w.Write(bytes.Repeat([]byte("x"), 1<<16)); err != nil {
					isCut = true
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
		webhook := job(1)
		webhook.URL = server.URL + "/hooks/" + c.path
		_, _, err = s.deliver(t.Context(), webhook, relay.Outcome{State: relay.Answered})
		if c.reason == "" && err != nil || c.reason != "" && (err == nil || reasonOf(err) != c.reason) {
			t.Errorf("%s: %v, want %q", c.path, err, c.reason)
		}
		s.client.CloseIdleConnections()
	}
	server.CloseClientConnections()
	server.Close()
	if isFollowed || !isCut {
		t.Errorf("a redirect was followed: %v; an endless response was cut: %v", isFollowed, isCut)
	}
}
