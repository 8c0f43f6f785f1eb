package metrics

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/internal/test/redistest"
	"github.com/elicitform/elicitform/relay"
	"github.com/elicitform/elicitform/relay/redisstore"
)

// try parks a question of an asker, and returns the limit that it would exceed.
func (p process) try(t *testing.T, asker, session, key, message string) string {
	t.Helper()
	params, _ := json.Marshal(map[string]string{"message": message})
	_, err := p.Park(t.Context(), params, relay.ElicitOptions{Session: session, Server: relay.Server{ID: "of " + session}, Key: key, Asker: asker})
	var e *relay.Error
	if errors.As(err, &e) {
		return e.Reason
	}
	if err != nil {
		t.Fatal(err)
	}
	return ""
}

// fill asks in as many sessions until there is no more room, all at the same time, and returns how many questions had room.
func (p process) fill(t *testing.T, asker string, most int) (taken int) {
	t.Helper()
	var running sync.WaitGroup
	var counting sync.Mutex
	for n := range most {
		running.Go(func() {
			if full := p.try(t, asker, fmt.Sprint(asker, " ", n), "k", "m"); full == "" {
				counting.Lock()
				taken++
				counting.Unlock()
			} else if full != fullOfAsker {
				t.Errorf("%q", full)
			}
		})
	}
	running.Wait()
	return taken
}

// An asker has its share, and what it does not get another one does. What has ended makes room, seen or not.
func TestShares(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { testShares(t, startShared(t, relay.NewMemoryStore(), nil, 25), time.Sleep) })
}

func testShares(t *testing.T, p process, pass func(time.Duration)) {
	if n := p.fill(t, "greedy", 40); n != 25 {
		t.Errorf("%d questions of one asker", n)
	}
	if n := p.fill(t, "modest", 10); n != 10 {
		t.Errorf("%d questions of the other asker", n)
	}
	if full := p.try(t, "modest", "large", "k", strings.Repeat("x", 3000)); full != fullOfAsker {
		t.Errorf("too many bytes: %q", full)
	}
	// One that is there is joined all the same.
	if full := p.try(t, "greedy", "greedy 0", "k", "m"); full != "" && full != fullOfAsker {
		t.Errorf("%q", full)
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
	<-p.ended
	if full := p.try(t, "greedy", open+" again", "k", "m"); full != "" {
		t.Errorf("one has ended: %q", full)
	}
	if full := p.try(t, "greedy", "one too many", "k", "m"); full != fullOfAsker {
		t.Errorf("%q", full)
	}
	// All others end where this process does not see it: the one that has stood the longest is no hindrance.
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
	pass(checkPause)
	if full := p.try(t, "greedy", "later", "k", "m"); full != "" {
		t.Errorf("they have ended: %q", full)
	}
	// What is known of them elsewhere, such as links, is told too.
	if told := len(p.ended); told != ended-1 {
		t.Errorf("of %d ends %d are told", ended-1, told)
	}
}

// What nobody has looked at when its deadline passed, or when its asker was gone, takes no place for as long as it is kept.
func TestSharesOfWhatIsOver(t *testing.T) {
	for name, options := range map[string]relay.ElicitOptions{"parked": {}, "waiting": {}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := startShared(t, relay.NewMemoryStore(), nil, 25)
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
				time.Sleep(checkPause)
				if full := p.try(t, "greedy", "later", "k", "m"); full != "" {
					t.Errorf("they are over: %q", full)
				}
				if told := len(p.ended); told != 25 {
					t.Errorf("of 25 ends %d are told", told)
				}
			})
		})
	}
}

// The share of an asker is for all processes with the same Redis together.
func TestSharesOfSeveralProcesses(t *testing.T) {
	client := redis.NewClient(&redis.Options{Addr: redistest.Start(t).Address})
	defer client.Close()
	store := redisstore.New(client, redisstore.Options{Prefix: "test:"})
	one, other := startShared(t, store, client, 25), startShared(t, store, client, 25)
	if n := one.fill(t, "greedy", 20) + other.fill(t, "greedy two", 20); n != 40 {
		t.Errorf("%d questions", n)
	}
	if full := other.try(t, "greedy", "s", "k", strings.Repeat("x", 3000)); full != fullOfAsker {
		t.Errorf("too many bytes: %q", full)
	}
	for n := range 5 {
		if full := other.try(t, "greedy", fmt.Sprint("more ", n), "k", "m"); full != "" {
			t.Errorf("%q", full)
		}
	}
	for _, p := range []process{one, other} {
		if full := p.try(t, "greedy", "one too many", "k", "m"); full != fullOfAsker {
			t.Errorf("%q", full)
		}
	}
	// What one process has asked ends by another one.
	s, err := store.Read(t.Context(), "greedy 0", 0)
	if err != nil || len(s.Open) != 1 {
		t.Fatalf("%+v, %v", s, err)
	}
	if _, err := other.Withdraw(t.Context(), "greedy 0", s.Open[0].RoundRef); err != nil {
		t.Fatal(err)
	}
	if full := one.try(t, "greedy", "room", "k", "m"); full != "" {
		t.Errorf("one has ended: %q", full)
	}
	// A process has died before the end was counted.
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
	if full := one.try(t, "greedy", "still full", "k", "m"); full != fullOfAsker {
		t.Errorf("%q", full)
	}
	names, err := client.Keys(t.Context(), "test:{asker:*}:due").Result()
	if err != nil || len(names) != 2 {
		t.Fatalf("%v, %v", names, err)
	}
	// The clock of Redis goes on: all are due.
	for _, name := range names {
		for _, member := range client.ZRange(t.Context(), name, 0, -1).Val() {
			client.ZIncrBy(t.Context(), name, -float64(checkPause.Milliseconds()), member)
		}
	}
	if full := one.try(t, "greedy", "healed", "k", "m"); full != "" {
		t.Errorf("they have ended: %q", full)
	}
	for _, pattern := range []string{"test:*"} {
		all, _ := client.Keys(t.Context(), pattern).Result()
		for _, name := range all {
			if client.PTTL(t.Context(), name).Val() <= 0 {
				t.Errorf("%s never expires", name)
			}
		}
	}
}

// An asker has its share of the places too, and gives each back once.
func TestPlacesOfAskers(t *testing.T) {
	places := New("test", 0, 8, 25).Waits
	var over []func()
	for range 2 {
		leave, ok := places.Take("greedy")
		if !ok {
			t.Fatal("there is no place")
		}
		over = append(over, leave)
	}
	if _, ok := places.Take("greedy"); ok {
		t.Error("an asker has more than its share")
	}
	for n := range 6 {
		if _, ok := places.Take(fmt.Sprint("other ", n)); !ok {
			t.Errorf("asker %d has no place", n)
		}
	}
	if _, ok := places.Take("one more"); ok {
		t.Error("there are more places than there are")
	}
	over[0]()
	over[0]()
	if _, ok := places.Take("greedy"); !ok {
		t.Error("a place was not given back")
	}
	if _, ok := places.Take("greedy"); ok {
		t.Error("a place was given back twice")
	}
}
