package admission

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/internal/test/redistest"
	"github.com/elicitform/elicitform/relay"
	"github.com/elicitform/elicitform/relay/redisstore"
)

// process is a relay whose store has a quota of 100 questions and 10,000 bytes.
type process struct {
	*relay.Relay
	store relay.Store
	ended chan keys.Question
}

func start(t *testing.T, store relay.Store, client redis.UniversalClient, share keys.Share) process {
	t.Helper()
	p := process{store: store, ended: make(chan keys.Question, 100)}
	quota := NewQuota(store, client, "test:", Limits{100, 10_000}, share)
	guarded := quota.Guard(store, func(q keys.Question) { p.ended <- q })
	var err error
	if p.Relay, err = relay.New(relay.Options{Store: guarded, Secret: []byte("0123456789abcdef")}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// Ended questions make room for others.
func TestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := start(t, relay.NewMemoryStore(), nil, 100)
		first := p.park(t, "", "session 0", "k", "m")
		for n := range 99 {
			p.park(t, "", time.Duration(n).String(), "k", "m")
		}
		if limit := p.try(t, "", "another", "k", "m"); limit != limitOfAll {
			t.Errorf("one question too many exceeds %q, want %q", limit, limitOfAll)
		}
		if joined := p.park(t, "", "session 0", "k", "m"); joined.RoundRef != first.RoundRef {
			t.Errorf("the key of an open question joins %v, want %v", joined.RoundRef, first.RoundRef)
		}
		if _, err := p.store.End(t.Context(), first.Session, relay.EndRecord{RoundRef: first.RoundRef, How: relay.Withdrawn, Keep: time.Minute}); err != nil {
			t.Fatal(err)
		}
		if limit := p.try(t, "", "another", "k", "m"); limit != limitOfAll {
			t.Errorf("before recheckAfter a question exceeds %q, want %q", limit, limitOfAll)
		}
		time.Sleep(recheckAfter)
		if limit := p.try(t, "", "another", "k", "m"); limit != "" {
			t.Errorf("after recheckAfter a question exceeds %q", limit)
		}
		p = start(t, relay.NewMemoryStore(), nil, 100)
		if limit := p.try(t, "", "a", "", strings.Repeat("x", 6000)); limit != "" {
			t.Errorf("a large question exceeds %q", limit)
		}
		if limit := p.try(t, "", "b", "", strings.Repeat("x", 6000)); limit != limitOfAll {
			t.Errorf("a second large question exceeds %q, want %q", limit, limitOfAll)
		}
	})
}

func (p process) try(t *testing.T, asker, session, key, message string) string {
	t.Helper()
	_, limit := p.parkOrFail(t, asker, session, key, message)
	return limit
}

func (p process) park(t *testing.T, asker, session, key, message string) relay.Question {
	t.Helper()
	q, limit := p.parkOrFail(t, asker, session, key, message)
	if limit != "" {
		t.Fatalf("a question in %s exceeds %q", session, limit)
	}
	return q
}

func (p process) parkOrFail(t *testing.T, asker, session, key, message string) (q relay.Question, limit string) {
	t.Helper()
	params, _ := json.Marshal(map[string]string{"message": message})
	q, err := p.Park(t.Context(), params, relay.ElicitOptions{Session: session, Server: relay.Server{ID: "of " + session}, Key: key, Asker: asker})
	var e *relay.Error
	if errors.As(err, &e) {
		return q, e.Reason
	}
	if err != nil {
		t.Fatal(err)
	}
	return q, ""
}

func (p process) fill(t *testing.T, asker string, sessions int) int {
	t.Helper()
	var running sync.WaitGroup
	var fitting atomic.Int32
	for n := range sessions {
		running.Go(func() {
			if limit := p.try(t, asker, fmt.Sprint(asker, " ", n), "k", "m"); limit == "" {
				fitting.Add(1)
			} else if limit != limitOfAsker {
				t.Errorf("session %d: a question exceeds %q, want %q", n, limit, limitOfAsker)
			}
		})
	}
	running.Wait()
	return int(fitting.Load())
}

// An asker's share leaves room for other askers.
func TestShares(t *testing.T) {
	synctest.Test(t, testShares)
}

func testShares(t *testing.T) {
	p := start(t, relay.NewMemoryStore(), nil, 25)
	if n := p.fill(t, "greedy", 40); n != 25 {
		t.Errorf("%d questions of one asker fit, want 25", n)
	}
	if n := p.fill(t, "modest", 10); n != 10 {
		t.Errorf("%d questions of the other asker fit, want 10", n)
	}
	if limit := p.try(t, "modest", "large", "k", strings.Repeat("x", 3000)); limit != limitOfAsker {
		t.Errorf("too many bytes: %q", limit)
	}
	// The key of an open question needs no room.
	if limit := p.try(t, "greedy", "greedy 0", "k", "m"); limit != "" && limit != limitOfAsker {
		t.Errorf("%q", limit)
	}
	open := ""
	for n := range 40 {
		session := fmt.Sprint("greedy ", n)
		s, err := p.store.Read(t.Context(), session, 0)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Open) == 1 {
			if _, err := p.Withdraw(t.Context(), session, s.Open[0].RoundRef); err != nil {
				t.Fatal(err)
			}
			open = session
			break
		}
	}
	if limit := p.try(t, "greedy", open+" again", "k", "m"); limit != "" {
		t.Errorf("one has ended: %q", limit)
	}
	if limit := p.try(t, "greedy", "one too many", "k", "m"); limit != limitOfAsker {
		t.Errorf("%q", limit)
	}
	// The lookup does not stop at the oldest question, which is open.
	ended := 0
	for n := range 40 {
		session := fmt.Sprint("greedy ", n)
		s, err := p.store.Read(t.Context(), session, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range s.Open {
			if ended++; ended == 1 {
				continue
			}
			if _, err := p.store.End(t.Context(), session, relay.EndRecord{RoundRef: q.RoundRef, How: relay.Withdrawn, Keep: time.Minute}); err != nil {
				t.Fatal(err)
			}
		}
	}
	time.Sleep(recheckAfter)
	if limit := p.try(t, "greedy", "later", "k", "m"); limit != "" {
		t.Errorf("they have ended: %q", limit)
	}
	if n := len(p.ended); n != ended-1 {
		t.Errorf("%d ends are reported, want %d", n, ended-1)
	}
}

// A question takes no place after its deadline or its lease.
func TestSharesOfExpiredQuestions(t *testing.T) {
	for name, options := range map[string]relay.ElicitOptions{"parked": {}, "waiting": {}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := start(t, relay.NewMemoryStore(), nil, 25)
				options := options
				options.Server, options.Asker = relay.Server{ID: "s"}, "greedy"
				for n := range 25 {
					options.Session = fmt.Sprint(n)
					ask := p.Start
					if name == "parked" {
						ask, options.Deadline = p.Park, time.Now().Add(10*time.Second)
					}
					if _, err := ask(t.Context(), json.RawMessage(`{"message":"m"}`), options); err != nil {
						t.Fatal(err)
					}
				}
				time.Sleep(recheckAfter)
				if limit := p.try(t, "greedy", "later", "k", "m"); limit != "" {
					t.Errorf("they are over: %q", limit)
				}
				if n := len(p.ended); n != 25 {
					t.Errorf("%d ends are reported, want 25", n)
				}
			})
		})
	}
}

// All processes with the same Redis share the limits of an asker.
func TestSharesOfSeveralProcesses(t *testing.T) {
	client := redis.NewClient(&redis.Options{Addr: redistest.Start(t).Address})
	defer client.Close()
	store := redisstore.New(client, redisstore.Options{Prefix: "test:"})
	first, second := start(t, store, client, 25), start(t, store, client, 25)
	if n := first.fill(t, "greedy", 20) + second.fill(t, "greedy two", 20); n != 40 {
		t.Errorf("%d questions", n)
	}
	if limit := second.try(t, "greedy", "s", "k", strings.Repeat("x", 3000)); limit != limitOfAsker {
		t.Errorf("too many bytes: %q", limit)
	}
	for n := range 5 {
		if limit := second.try(t, "greedy", fmt.Sprint("more ", n), "k", "m"); limit != "" {
			t.Errorf("%q", limit)
		}
	}
	for _, p := range []process{first, second} {
		if limit := p.try(t, "greedy", "one too many", "k", "m"); limit != limitOfAsker {
			t.Errorf("%q", limit)
		}
	}
	s, err := store.Read(t.Context(), "greedy 0", 0)
	if err != nil || len(s.Open) != 1 {
		t.Fatalf("%+v, %v", s, err)
	}
	if _, err := second.Withdraw(t.Context(), "greedy 0", s.Open[0].RoundRef); err != nil {
		t.Fatal(err)
	}
	if limit := first.try(t, "greedy", "room", "k", "m"); limit != "" {
		t.Errorf("one has ended: %q", limit)
	}
	// These ends are not counted, as if a process had died.
	for n := range 5 {
		session := fmt.Sprint("more ", n)
		s, err := store.Read(t.Context(), session, 0)
		if err != nil || len(s.Open) != 1 {
			t.Fatalf("%+v, %v", s, err)
		}
		if _, err := store.End(t.Context(), session, relay.EndRecord{RoundRef: s.Open[0].RoundRef, How: relay.Withdrawn, Keep: time.Minute}); err != nil {
			t.Fatal(err)
		}
	}
	if limit := first.try(t, "greedy", "still full", "k", "m"); limit != limitOfAsker {
		t.Errorf("%q", limit)
	}
	names, err := client.Keys(t.Context(), "test:{asker:*}:due").Result()
	if err != nil || len(names) != 2 {
		t.Fatalf("%v, %v", names, err)
	}
	// Make all questions due.
	for _, name := range names {
		for _, member := range client.ZRange(t.Context(), name, 0, -1).Val() {
			client.ZIncrBy(t.Context(), name, -float64(recheckAfter.Milliseconds()), member)
		}
	}
	if limit := first.try(t, "greedy", "healed", "k", "m"); limit != "" {
		t.Errorf("they have ended: %q", limit)
	}
	all, _ := client.Keys(t.Context(), "test:*").Result()
	for _, name := range all {
		if client.PTTL(t.Context(), name).Val() <= 0 {
			t.Errorf("%s never expires", name)
		}
	}
}
