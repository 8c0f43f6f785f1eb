package metrics

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/internal/test/redistest"
	"github.com/elicitform/elicitform/relay"
	"github.com/elicitform/elicitform/relay/redisstore"
)

// scrape is what Prometheus reads: the values by their names with labels.
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

// process is a relay that is observed.
type process struct {
	*relay.Relay
	m     *Metrics
	l     *Ledger
	store relay.Store
	ended chan keys.Question
}

func start(t *testing.T, store relay.Store, client redis.UniversalClient) process {
	t.Helper()
	return startShared(t, store, client, 100)
}

func startShared(t *testing.T, store relay.Store, client redis.UniversalClient, share keys.Share) process {
	t.Helper()
	p := process{m: New("test", 0, 0, 100), l: NewLedger(store, client, "test:"), store: store, ended: make(chan keys.Question, 100)}
	p.m.OpenQuestions(p.l)
	quota := NewQuota(store, client, "test:", Room{100, 10_000}, share)
	r, err := relay.New(relay.Options{Store: p.m.Observe(store, p.l, quota, func(q keys.Question) { p.ended <- q }), Secret: []byte("0123456789abcdef")})
	if err != nil {
		t.Fatal(err)
	}
	p.Relay = r
	t.Cleanup(r.Close)
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

// Two processes share a store, and agree on what is open.
func TestCounts(t *testing.T) {
	client := redis.NewClient(&redis.Options{Addr: redistest.Start(t).Address})
	defer client.Close()
	for name, of := range map[string]func() (relay.Store, redis.UniversalClient){
		"memory": func() (relay.Store, redis.UniversalClient) { return relay.NewMemoryStore(), nil },
		"redis": func() (relay.Store, redis.UniversalClient) {
			return redisstore.New(client, redisstore.Options{Prefix: "test:"}), client
		},
	} {
		t.Run(name, func(t *testing.T) {
			store, client := of()
			a := start(t, store, client)
			b := a
			if client != nil {
				b = start(t, store, client)
			}
			first := a.park(t, "secret session", "1")
			a.park(t, "secret session", "1")
			second := b.park(t, "another session", "2")
			// A process writes what it has asked when it is looked at, too.
			scrape(t, b.m)
			both := scrape(t, a.m)
			if both["elicitform_questions_open"] != "2" || both["elicitform_questions_oldest_seconds"] == "0" {
				t.Errorf("%v", both)
			}
			for name := range both {
				if strings.Contains(name, "session\"") || strings.Contains(name, "secret") {
					t.Errorf("a session is named: %s", name)
				}
			}
			// Ended by the other process, and once, however often it is said.
			for range 2 {
				if _, err := b.Withdraw(t.Context(), first.Session, first.RoundRef); err != nil {
					t.Fatal(err)
				}
			}
			if q := <-b.ended; q.RoundRef != first.RoundRef || len(b.ended) != 0 {
				t.Errorf("%+v has ended, and %d more", q, len(b.ended))
			}
			after := scrape(t, b.m)
			if after["elicitform_questions_open"] != "1" || after[`elicitform_questions_ended_total{state="withdrawn"}`] != "1" {
				t.Errorf("%v", after)
			}
			// What has ended where nobody of this server has seen it is taken out.
			if _, err := store.End(t.Context(), second.Session, relay.EndRecord{RoundRef: second.RoundRef, How: relay.Withdrawn, Keep: time.Minute}); err != nil {
				t.Fatal(err)
			}
			end := scrape(t, a.m)
			if end["elicitform_questions_open"] != "0" || end["elicitform_questions_oldest_seconds"] != "0" {
				t.Errorf("%v", end)
			}
			asked := end["elicitform_questions_asked_total"]
			if client == nil && asked != "2" || client != nil && asked != "1" {
				t.Errorf("%s were asked", asked)
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
		if left, err := client.PTTL(t.Context(), key).Result(); err != nil || left == -1 || left > 62*24*time.Hour {
			t.Errorf("%s expires in %v, %v", key, left, err)
		}
	}
}

// away is a store that does not answer.
type away struct{ relay.Store }

func (away) Records(context.Context, string, []string, ...relay.Field) ([]relay.RoundRecord, error) {
	return nil, errors.New("away")
}

// While the store is away there are no figures, and none that are wrong.
func TestAStoreThatIsAway(t *testing.T) {
	store := relay.NewMemoryStore()
	p := start(t, store, nil)
	p.park(t, "s", "1")
	p.l.store = away{store}
	if values := scrape(t, p.m); values["elicitform_questions_open"] != "" || values["elicitform_questions_asked_total"] != "1" {
		t.Errorf("%v", values)
	}
	p.l.store = store
	if values := scrape(t, p.m); values["elicitform_questions_open"] != "1" {
		t.Errorf("%v", values)
	}
}

// In memory there is room for so many questions and bytes, in whatever sessions, and again when some are over.
func TestRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := start(t, relay.NewMemoryStore(), nil)
		try := func(session, key, message string) (relay.Question, error) {
			params, _ := json.Marshal(map[string]string{"message": message})
			return p.Park(t.Context(), params, relay.ElicitOptions{Session: session, Server: relay.Server{ID: "s"}, Key: key})
		}
		isFull := func(err error) bool {
			var e *relay.Error
			return errors.As(err, &e) && e.Reason == fullOfAll
		}
		first := p.park(t, "session 0", "k")
		for n := range 99 {
			p.park(t, time.Duration(n).String(), "k")
		}
		if _, err := try("another", "k", "m"); !isFull(err) {
			t.Errorf("one too many: %v", err)
		}
		if again, err := try("session 0", "k", "m"); err != nil || again.RoundRef != first.RoundRef {
			t.Errorf("one that is there: %v", err)
		}
		// One of them ends where it is not seen: the store forgets it.
		if _, err := p.store.End(t.Context(), first.Session, relay.EndRecord{RoundRef: first.RoundRef, How: relay.Withdrawn, Keep: time.Minute}); err != nil {
			t.Fatal(err)
		}
		if _, err := try("another", "k", "m"); !isFull(err) {
			t.Errorf("it is looked up too soon: %v", err)
		}
		time.Sleep(checkPause)
		if _, err := try("another", "k", "m"); err != nil {
			t.Error(err)
		}
		other := start(t, relay.NewMemoryStore(), nil)
		p = other
		if _, err := try("a", "", strings.Repeat("x", 6000)); err != nil {
			t.Error(err)
		}
		if _, err := try("b", "", strings.Repeat("x", 6000)); !isFull(err) {
			t.Errorf("too many bytes: %v", err)
		}
	})
}

// What cannot be written is kept, in the order in which it has happened, and not without end.
func TestPending(t *testing.T) {
	l := NewLedger(relay.NewMemoryStore(), redis.NewClient(&redis.Options{Addr: "127.0.0.1:1", MaxRetries: -1, DialerRetries: 1}), "test:")
	q := keys.Question{Session: "s", RoundRef: relay.RoundRef{ID: "id"}}
	l.asked(q)
	if l.flush(t.Context()) == nil {
		t.Fatal("something was written")
	}
	l.ended(q)
	if l.flush(t.Context()) == nil || len(l.pending) != 1 || !l.pending[place{session: "s", id: "id"}].asked.IsZero() {
		t.Errorf("%v", l.pending)
	}
	for n := range mostPending + 10 {
		l.ended(keys.Question{Session: "s", RoundRef: relay.RoundRef{ID: time.Duration(n).String()}})
	}
	if len(l.pending) != mostPending {
		t.Errorf("%d changes are kept", len(l.pending))
	}
}
