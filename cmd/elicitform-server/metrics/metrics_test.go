package metrics

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/internal/test/redistest"
	"github.com/elicitform/elicitform/relay"
	"github.com/elicitform/elicitform/relay/redisstore"
)

// scrape returns the values by their names with labels.
func scrape(t *testing.T, m *Metrics) map[string]string {
	t.Helper()
	recorder := httptest.NewRecorder()
	m.Handler().ServeHTTP(recorder, httptest.NewRequest("GET", "/metrics", nil))
	text, err := io.ReadAll(recorder.Body)
	if err != nil || recorder.Code != 200 {
		t.Fatal(recorder.Code, err)
	}
	values := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), " "); ok && !strings.HasPrefix(line, "#") {
			values[name] = value
		}
	}
	return values
}

type process struct {
	*relay.Relay
	metrics *Metrics
	ledger  *Ledger
	ended   chan keys.Question
}

func start(t *testing.T, store relay.Store, client redis.UniversalClient) process {
	t.Helper()
	p := process{metrics: New("test"), ledger: NewLedger(store, client, "test:"), ended: make(chan keys.Question, 100)}
	p.metrics.OpenQuestions(p.ledger)
	observed := p.metrics.Observe(store, p.ledger, func(q keys.Question) { p.ended <- q })
	var err error
	if p.Relay, err = relay.New(relay.Options{Store: observed, Secret: []byte("0123456789abcdef")}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

func (p process) park(t *testing.T, session, key string) relay.Question {
	t.Helper()
	q, err := p.Park(t.Context(), json.RawMessage(`{"message":"m"}`), relay.ElicitOptions{Session: session, Server: relay.Server{ID: "s"}, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// Two processes that share a store agree on the open questions.
func TestCounts(t *testing.T) {
	client := redis.NewClient(&redis.Options{Addr: redistest.Start(t).Address})
	defer client.Close()
	for name, newStore := range map[string]func() (relay.Store, redis.UniversalClient){
		"memory": func() (relay.Store, redis.UniversalClient) { return relay.NewMemoryStore(), nil },
		"redis": func() (relay.Store, redis.UniversalClient) {
			return redisstore.New(client, redisstore.Options{Prefix: "test:"}), client
		},
	} {
		t.Run(name, func(t *testing.T) {
			store, client := newStore()
			a := start(t, store, client)
			b := a
			if client != nil {
				b = start(t, store, client)
			}
			first := a.park(t, "secret session", "1")
			a.park(t, "secret session", "1")
			second := b.park(t, "another session", "2")
			scrape(t, b.metrics)
			both := scrape(t, a.metrics)
			if both["elicitform_questions_open"] != "2" || both["elicitform_questions_oldest_seconds"] == "0" {
				t.Errorf("%v", both)
			}
			for name := range both {
				if strings.Contains(name, "session\"") || strings.Contains(name, "secret") {
					t.Errorf("a session is named: %s", name)
				}
			}
			// A repeated end counts once.
			for range 2 {
				if _, err := b.Withdraw(t.Context(), first.Session, first.RoundRef); err != nil {
					t.Fatal(err)
				}
			}
			if q := <-b.ended; q.RoundRef != first.RoundRef || len(b.ended) != 0 {
				t.Errorf("%+v has ended, and %d more", q, len(b.ended))
			}
			after := scrape(t, b.metrics)
			if after["elicitform_questions_open"] != "1" || after[`elicitform_questions_ended_total{state="withdrawn"}`] != "1" {
				t.Errorf("%v", after)
			}
			// No process of this server sees this end. The next scrape finds it.
			if _, err := store.End(t.Context(), second.Session, relay.EndRecord{RoundRef: second.RoundRef, How: relay.Withdrawn, Keep: time.Minute}); err != nil {
				t.Fatal(err)
			}
			end := scrape(t, a.metrics)
			if end["elicitform_questions_open"] != "0" || end["elicitform_questions_oldest_seconds"] != "0" {
				t.Errorf("%v", end)
			}
			want := "2"
			if client != nil {
				want = "1"
			}
			if got := end["elicitform_questions_asked_total"]; got != want {
				t.Errorf("this process has asked %s questions, want %s", got, want)
			}
			if end[`elicitform_store_seconds_count{call="ask"}`] == "" {
				t.Errorf("the store is not measured: %v", end)
			}
		})
	}
	all, err := client.Keys(t.Context(), "*").Result()
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	for _, key := range all {
		if ttl, err := client.PTTL(t.Context(), key).Result(); err != nil || ttl == -1 || ttl > 62*24*time.Hour {
			t.Errorf("%s expires in %v, %v", key, ttl, err)
		}
	}
}

type unreachable struct{ relay.Store }

func (unreachable) Records(context.Context, string, []string, ...relay.Field) ([]relay.RoundRecord, error) {
	return nil, errors.New("away")
}

// While the store does not answer, figures are missing instead of wrong.
func TestUnreachableStore(t *testing.T) {
	store := relay.NewMemoryStore()
	p := start(t, store, nil)
	p.park(t, "s", "1")
	p.ledger.store = unreachable{store}
	if values := scrape(t, p.metrics); values["elicitform_questions_open"] != "" || values["elicitform_questions_asked_total"] != "1" {
		t.Errorf("%v", values)
	}
	p.ledger.store = store
	if values := scrape(t, p.metrics); values["elicitform_questions_open"] != "1" {
		t.Errorf("%v", values)
	}
}

// A later change replaces an earlier one, and the number of pending changes is bounded.
func TestPending(t *testing.T) {
	l := NewLedger(relay.NewMemoryStore(), redis.NewClient(&redis.Options{Addr: "127.0.0.1:1", MaxRetries: -1, DialerRetries: 1}), "test:")
	q := keys.Question{Session: "s", RoundRef: relay.RoundRef{ID: "id"}}
	l.add(q)
	if l.flush(t.Context()) == nil {
		t.Fatal("something was written")
	}
	l.Remove(q)
	if l.flush(t.Context()) == nil || len(l.pending) != 1 || !l.pending[place{"s", "id"}].IsZero() {
		t.Errorf("%v", l.pending)
	}
	for n := range maxPending + 10 {
		l.Remove(keys.Question{Session: "s", RoundRef: relay.RoundRef{ID: time.Duration(n).String()}})
	}
	if len(l.pending) != maxPending {
		t.Errorf("%d changes are pending, want %d", len(l.pending), maxPending)
	}
}
