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

// A caller that gives up gets no id, so only a question with a key stands.
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
				t.Errorf("with the key %q %d rounds are open, want %d", c.key, len(m.Open), c.open)
			}
		}
		// A relay that closes still returns the question.
		parked := make(chan error, 1)
		go func() {
			_, err := r.Park(t.Context(), ask("s").Params, ask("s").ElicitOptions)
			parked <- err
		}()
		synctest.Wait()
		r.Close()
		if err := <-parked; err != nil {
			t.Errorf("a question while the relay closes gives %v", err)
		}
		if _, err := r.Park(t.Context(), ask("s").Params, ask("s").ElicitOptions); reasonOf(err) != "disposed " {
			t.Errorf("a closed relay gives %v", err)
		}
	})
}

type slow struct {
	relay.Store
	time time.Duration
}

func (s *slow) Ask(ctx context.Context, session string, a relay.AskRecord) (relay.Verdict, error) {
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
		if _, err := r.Withdraw(t.Context(), "s", first.RoundRef); err != nil {
			t.Error(err)
		}
		park(t, r, ask("s"))
		// Expired questions do not count, even if no device has looked.
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
		calls := map[string]func(context.Context, string, relay.RoundRef) (relay.Outcome, error){
			"Wait": r.Wait, "Peek": r.Peek, "Withdraw": r.Withdraw, "Acknowledge": r.Acknowledge,
		}
		unknown := strings.Repeat("f", 43)
		for name, call := range calls {
			for _, ref := range []relay.RoundRef{{}, {ID: "x"}, {ID: unknown, Fingerprint: unknown}, {ID: "../v", Fingerprint: unknown}, {ID: strings.Repeat("i", 65), Fingerprint: unknown}} {
				if o, err := call(t.Context(), "s", ref); err != nil || o.State != relay.Unknown || reasonOf(o.Err) != "internal unknown-round" {
					t.Errorf("%s of %v gives %+v, %v", name, ref, o, err)
				}
			}
			if _, err := call(t.Context(), "", relay.RoundRef{ID: unknown, Fingerprint: unknown}); err == nil {
				t.Errorf("%s accepts a session without a name", name)
			}
		}
		if m := look(t, r, "s"); len(m.Open) != 1 {
			t.Errorf("open is %+v", m.Open)
		}
	})
}

// failing is a store whose Peek and End fail while it is away.
type failing struct {
	relay.Store
	isAway atomic.Bool
}

func (s *failing) Peek(ctx context.Context, session string, ref relay.RoundRef, lease, keep time.Duration) (relay.Verdict, error) {
	if s.isAway.Load() {
		return relay.Verdict{}, errors.New("away")
	}
	return s.Store.Peek(ctx, session, ref, lease, keep)
}

func (s *failing) End(ctx context.Context, session string, end relay.EndRecord) (relay.Verdict, error) {
	if s.isAway.Load() {
		return relay.Verdict{}, errors.New("away")
	}
	return s.Store.End(ctx, session, end)
}

// Wait does not expire a question while the store is away: the store may have the answer.
func TestWaitWhileTheStoreIsAway(t *testing.T) {
	store := &failing{Store: relay.NewMemoryStore()}
	inBubble(t, relay.Options{Store: store}, func(t *testing.T, r *relay.Relay) {
		q := ask("s")
		q.Deadline = time.Now().Add(time.Minute)
		parked := park(t, r, q)
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
		defer cancel()
		outcomes, failures := make(chan relay.Outcome, 1), make(chan error, 1)
		go func() {
			o, err := r.Wait(context.Background(), "s", parked.RoundRef)
			if err != nil {
				t.Error(err)
			}
			outcomes <- o
		}()
		go func() {
			_, err := r.Wait(ctx, "s", parked.RoundRef)
			failures <- err
		}()
		synctest.Wait()
		store.isAway.Store(true)
		end := relay.EndRecord{RoundRef: parked.RoundRef, How: relay.Answered, Result: `{"responses":[{"result":{"action":"decline"}}]}`, By: "n", Keep: time.Minute}
		if v, err := store.Store.End(t.Context(), "s", end); err != nil || v.State != relay.Answered {
			t.Errorf("the answer gives %+v, %v", v, err)
		}
		start := time.Now()
		if err := <-failures; !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != time.Hour {
			t.Errorf("a call that is given up gives %v after %v", err, time.Since(start))
		}
		for _, call := range []func(context.Context, string, relay.RoundRef) (relay.Outcome, error){r.Peek, r.Withdraw, r.Acknowledge} {
			if o, err := call(t.Context(), "s", parked.RoundRef); err == nil || reasonOf(err) != "another error" || o.State != "" {
				t.Errorf("a store that is away gives %+v, %v", o, err)
			}
		}
		store.isAway.Store(false)
		if o := <-outcomes; o.State != relay.Answered {
			t.Errorf("the outcome is %+v", o)
		}
	})
}
