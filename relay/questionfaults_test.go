package relay_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/elicitform/elicitform/relay"
)

// A caller that does not hear the id of its question can name it by its key only.
func TestParkThatIsGivenUp(t *testing.T) {
	store := &slow{Store: relay.NewMemoryStore(), time: 5 * time.Second}
	inBubble(t, relay.Options{Store: store}, func(t *testing.T, r *relay.Relay) {
		for _, c := range []struct {
			key  string
			open int
		}{{"", 0}, {"k", 1}} {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			q := ask("s" + c.key)
			q.Key = c.key
			if parked, err := r.Park(ctx, q.Params, q.ElicitOptions); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("parked is %+v, %v", parked, err)
			}
			cancel()
			time.Sleep(time.Minute)
			if m := look(t, r, q.Session); len(m.Open) != c.open {
				t.Errorf("with the key %q %d are open", c.key, len(m.Open))
			}
		}
		// A relay that closes says what it has asked.
		parked := make(chan error, 1)
		go func() {
			_, err := r.Park(t.Context(), ask("s").Params, ask("s").ElicitOptions)
			parked <- err
		}()
		synctest.Wait()
		r.Close()
		if err := <-parked; err != nil {
			t.Errorf("what is asked while the relay closes gives %v", err)
		}
		if _, err := r.Park(t.Context(), ask("s").Params, ask("s").ElicitOptions); reasonOf(err) != "disposed " {
			t.Errorf("a closed relay gives %v", err)
		}
	})
}

// slow is a store that takes its time to ask.
type slow struct {
	relay.Store
	time time.Duration
}

func (s *slow) Ask(ctx context.Context, session string, a relay.Ask) (relay.Verdict, error) {
	time.Sleep(s.time)
	return s.Store.Ask(ctx, session, a)
}

func TestParkedQuestionsCount(t *testing.T) {
	inBubble(t, relay.Options{Limits: relay.Limits{ServerOpen: 2}}, func(t *testing.T, r *relay.Relay) {
		first := park(t, r, ask("s"))
		park(t, r, ask("s"))
		time.Sleep(20 * day)
		if _, err := r.Park(t.Context(), ask("s").Params, ask("s").ElicitOptions); reasonOf(err) != "internal too-many-requests-of-server" {
			t.Errorf("a third question gives %v", err)
		}
		if _, err := r.Withdraw(t.Context(), "s", first.Ref); err != nil {
			t.Error(err)
		}
		park(t, r, ask("s"))
		// Those that have expired are no longer in the way, though nobody has looked.
		time.Sleep(31 * day)
		park(t, r, ask("s"))
	})
}

func TestQuestionsThatAreNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, _ := newRelay(t, relay.Options{})
		q := ask("s")
		for _, c := range []struct{ params, session, reason string }{
			{"{", "s", "invalid-request not-json"}, {"[]", "s", "invalid-request not-an-object"},
			{params, "", "another error"}, {params, strings.Repeat("s", 1025), "another error"}, {params, "\xff", "another error"},
		} {
			q.Session = c.session
			if _, err := r.Park(t.Context(), json.RawMessage(c.params), q.ElicitOptions); err == nil || reasonOf(err) != c.reason {
				t.Errorf("parking %.20q in %.10q gives %v", c.params, c.session, err)
			}
			if _, err := r.Start(t.Context(), json.RawMessage(c.params), q.ElicitOptions); err == nil || reasonOf(err) != c.reason {
				t.Errorf("starting %.20q in %.10q gives %v", c.params, c.session, err)
			}
		}
		for _, requests := range []string{"{}", `{"x":{"method":"roots/list"}}`} {
			for _, all := range []func(context.Context, json.RawMessage, relay.ElicitOptions) (relay.Question, error){r.ParkAll, r.StartAll} {
				if _, err := all(t.Context(), json.RawMessage(requests), ask("s").ElicitOptions); reasonOf(err) != "invalid-request nothing-to-ask" {
					t.Errorf("%s gives %v", requests, err)
				}
			}
		}
		keyed := ask("s")
		keyed.Key = "k"
		park(t, r, keyed)
		if _, err := r.Park(t.Context(), json.RawMessage(`{"message":"another"}`), keyed.ElicitOptions); reasonOf(err) != "internal key-in-use" {
			t.Errorf("another round with the key gives %v", err)
		}
		calls := map[string]func(context.Context, string, relay.Ref) (relay.Outcome, error){
			"Await": r.Await, "Peek": r.Peek, "Withdraw": r.Withdraw, "Acknowledge": r.Acknowledge,
		}
		nobody := strings.Repeat("f", 43)
		for name, call := range calls {
			for _, ref := range []relay.Ref{{}, {ID: "x"}, {ID: nobody, Fingerprint: nobody}, {ID: "../v", Fingerprint: nobody}, {ID: strings.Repeat("i", 65), Fingerprint: nobody}} {
				if o, err := call(t.Context(), "s", ref); err != nil || o.State != relay.Unknown || reasonOf(o.Err) != "internal unknown-round" {
					t.Errorf("%s of %v gives %+v, %v", name, ref, o, err)
				}
			}
			if _, err := call(t.Context(), "", relay.Ref{ID: nobody, Fingerprint: nobody}); err == nil {
				t.Errorf("%s takes a session without a name", name)
			}
		}
		if m := look(t, r, "s"); len(m.Open) != 1 {
			t.Errorf("open is %+v", m.Open)
		}
	})
}

// away is a store that fails while it is away.
type away struct {
	relay.Store
	away atomic.Bool
}

func (s *away) Peek(ctx context.Context, session string, ref relay.Ref, lease, keep time.Duration) (relay.Verdict, error) {
	if s.away.Load() {
		return relay.Verdict{}, errors.New("away")
	}
	return s.Store.Peek(ctx, session, ref, lease, keep)
}

func (s *away) End(ctx context.Context, session string, end relay.End) (relay.Verdict, error) {
	if s.away.Load() {
		return relay.Verdict{}, errors.New("away")
	}
	return s.Store.End(ctx, session, end)
}

// A store that does not answer is no reason to call a question expired: the answer may be there.
func TestAwaitWhileTheStoreIsAway(t *testing.T) {
	store := &away{Store: relay.NewMemoryStore()}
	inBubble(t, relay.Options{Store: store}, func(t *testing.T, r *relay.Relay) {
		q := ask("s")
		q.Deadline = time.Now().Add(time.Minute)
		parked := park(t, r, q)
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
		defer cancel()
		outcomes, givenUp := make(chan relay.Outcome, 1), make(chan error, 1)
		go func() {
			o, err := r.Await(context.Background(), "s", parked.Ref)
			if err != nil {
				t.Error(err)
			}
			outcomes <- o
		}()
		go func() {
			_, err := r.Await(ctx, "s", parked.Ref)
			givenUp <- err
		}()
		synctest.Wait()
		store.away.Store(true)
		end := relay.End{Ref: parked.Ref, How: relay.Answered, Result: `{"responses":[{"result":{"action":"decline"}}]}`, By: "n", Keep: time.Minute}
		if v, err := store.Store.End(t.Context(), "s", end); err != nil || v.State != relay.Answered {
			t.Errorf("the answer gives %+v, %v", v, err)
		}
		start := time.Now()
		if err := <-givenUp; !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != time.Hour {
			t.Errorf("a call that is given up gives %v after %v", err, time.Since(start))
		}
		for _, call := range []func(context.Context, string, relay.Ref) (relay.Outcome, error){r.Peek, r.Withdraw, r.Acknowledge} {
			if o, err := call(t.Context(), "s", parked.Ref); err == nil || reasonOf(err) != "another error" || o.State != "" {
				t.Errorf("a store that is away gives %+v, %v", o, err)
			}
		}
		store.away.Store(false)
		if o := <-outcomes; o.State != relay.Answered {
			t.Errorf("the outcome is %+v", o)
		}
	})
}
