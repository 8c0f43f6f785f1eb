package relay_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/elicitform/elicitform/relay"
)

// day is a day of the clock in a bubble, which goes on by itself.
const day = 24 * time.Hour

// post sends what a device says, without a network, and returns the status and the state.
func post(t *testing.T, r *relay.Relay, session string, body map[string]any) (status int, state string) {
	t.Helper()
	request := httptest.NewRequest("POST", "/", strings.NewReader(marshal(t, body)))
	request.Header.Set("Authorization", "Bearer "+r.Token(session, 0))
	request.Header.Set("Content-Type", "application/json")
	recorder := httptest.NewRecorder()
	r.ServeHTTP(recorder, request)
	var reply struct{ State string }
	_ = json.Unmarshal(recorder.Body.Bytes(), &reply)
	return recorder.Code, reply.State
}

// another is one more process over the same store, which ends with the test.
func another(t *testing.T, store relay.Store) *relay.Relay {
	t.Helper()
	r, err := relay.New(relay.Options{Store: store, Secret: secret})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// park parks the question of these tests.
func park(t *testing.T, r *relay.Relay, q question) relay.Question {
	t.Helper()
	parked, err := r.Park(t.Context(), q.Params, q.ElicitOptions)
	if err != nil {
		t.Fatal(err)
	}
	return parked
}

// stands fails where a question does not stand as it should.
func stands(t *testing.T, r *relay.Relay, q relay.Question, want relay.State) relay.Outcome {
	t.Helper()
	o, err := r.Peek(t.Context(), q.Session, q.Ref)
	if err != nil || o.State != want {
		t.Errorf("it stands %q, %v, want %q", o.State, err, want)
	}
	return o
}

// reasonOf is the code and the reason of an error.
func reasonOf(err error) string {
	var why *relay.Error
	if !errors.As(err, &why) {
		return "another error"
	}
	return why.Code + " " + why.Reason
}

// Asked by one process that ends, answered weeks later through another one, fetched weeks later by a third.
func TestParkedQuestionNeedsNoProcess(t *testing.T) {
	store := relay.NewMemoryStore()
	synctest.Test(t, func(t *testing.T) {
		asker := another(t, store)
		q := ask("s")
		q.Key = "order 5"
		start := time.Now()
		parked := park(t, asker, q)
		if want := start.Add(30 * day); parked.Session != "s" || parked.State != relay.Open || !parked.New || !parked.Deadline.Equal(want) {
			t.Errorf("parked is %+v, want a deadline of %v", parked, want)
		}
		asker.Close()

		time.Sleep(15 * day)
		again := another(t, store)
		if joined := park(t, again, q); joined.Ref != parked.Ref || joined.State != relay.Open || joined.New || !joined.Deadline.Equal(parked.Deadline) {
			t.Errorf("parked again is %+v", joined)
		}
		again.Close()
		time.Sleep(14 * day)
		shower := another(t, store)
		open := look(t, shower, "s").Open
		if len(open) != 1 || open[0].ID != parked.ID || open[0].Deadline != parked.Deadline.UnixMilli() {
			t.Fatalf("open after 29 days is %+v", open)
		}
		first, second := accept(open[0], "nonce-1-", map[string]any{"z": "Rome"}), accept(open[0], "nonce-2-", map[string]any{"z": "Paris"})
		for _, c := range []struct {
			body   map[string]any
			status int
		}{{first, 200}, {second, 409}, {first, 200}} {
			if status, state := post(t, shower, "s", c.body); status != c.status || state != "answered" {
				t.Errorf("an answer gives %d %s, want %d", status, state, c.status)
			}
		}
		shower.Close()

		time.Sleep(29 * day)
		taker := another(t, store)
		outcome, err := taker.Await(t.Context(), "s", parked.Ref)
		if err != nil || outcome.State != relay.Answered || len(outcome.Results) != 1 || string(outcome.Results[""]) != `{"action":"accept","content":{"z":"Rome"}}` {
			t.Errorf("the outcome is %+v, %v", outcome, err)
		}
		if results, err := outcome.Decode(); err != nil || results[""].Content["z"] != "Rome" {
			t.Errorf("the results are %+v, %v", results, err)
		}
		time.Sleep(25 * time.Hour)
		stands(t, taker, parked, relay.Unknown)
		taker.Close()
	})
}

func TestAcknowledged(t *testing.T) {
	inBubble(t, relay.Options{}, func(t *testing.T, r *relay.Relay) {
		q := ask("s")
		q.Key = "k"
		parked := park(t, r, q)
		if o, err := r.Acknowledge(t.Context(), "s", parked.Ref); err != nil || o.State != relay.Open {
			t.Errorf("acknowledging what is open gives %+v, %v", o, err)
		}
		answer := accept(look(t, r, "s").Open[0], "nonce-1-", map[string]any{"z": "Rome"})
		post(t, r, "s", answer)
		// The name of a question in another session is no right to it.
		if o, err := r.Acknowledge(t.Context(), "other", parked.Ref); err != nil || o.State != relay.Unknown {
			t.Errorf("another session hears %+v, %v", o, err)
		}
		stands(t, r, parked, relay.Answered)
		for range 2 {
			if o, err := r.Acknowledge(t.Context(), "s", parked.Ref); err != nil || o.State != relay.Acknowledged || len(o.Results) != 0 {
				t.Errorf("acknowledging gives %+v, %v", o, err)
			}
		}
		// Nobody is asked again, and the device whose answer counted hears so.
		if again := park(t, r, q); again.State != relay.Acknowledged || again.New {
			t.Errorf("parked again is %+v", again)
		}
		if o, err := r.Await(t.Context(), "s", parked.Ref); err != nil || reasonOf(o.Err) != "internal acknowledged" {
			t.Errorf("the outcome is %+v, %v", o, err)
		}
		if _, err := r.Elicit(t.Context(), q.Params, q.ElicitOptions); reasonOf(err) != "internal acknowledged" {
			t.Errorf("asking again gives %v", err)
		}
		if status, state := post(t, r, "s", answer); status != 200 || state != "answered" {
			t.Errorf("the answer that counted gives %d %s", status, state)
		}
		answer["nonce"] = "nonce-2-"
		if status, state := post(t, r, "s", answer); status != 409 || state != "answered" {
			t.Errorf("another answer gives %d %s", status, state)
		}
		time.Sleep(day + time.Second)
		if again := park(t, r, q); again.State != relay.Open || !again.New {
			t.Errorf("parked a day later is %+v", again)
		}
	})
}

func TestDeadlineOfParkedQuestions(t *testing.T) {
	inBubble(t, relay.Options{}, func(t *testing.T, r *relay.Relay) {
		q, now := ask("s"), time.Now()
		q.Key, q.Deadline = "late", now.Add(-time.Second)
		if _, err := r.Park(t.Context(), q.Params, q.ElicitOptions); reasonOf(err) != "expired " {
			t.Errorf("a deadline that has passed gives %v", err)
		}
		q.Key = ""
		if _, err := r.Park(t.Context(), q.Params, q.ElicitOptions); reasonOf(err) != "expired " {
			t.Errorf("without a key a deadline that has passed gives %v", err)
		}
		q.Deadline = now.Add(365 * day)
		if parked := park(t, r, q); !parked.Deadline.Equal(now.Add(30 * day)) {
			t.Errorf("a deadline in a year becomes %v", parked.Deadline)
		}
		// The context is for the call, and not for the question.
		q.Deadline = now.Add(2 * day)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		parked, err := r.Park(ctx, q.Params, q.ElicitOptions)
		cancel()
		if err != nil || !parked.Deadline.Equal(now.Add(2*day)) {
			t.Errorf("parked is %+v, %v", parked, err)
		}
		time.Sleep(2*day - time.Second)
		synctest.Wait()
		stands(t, r, parked, relay.Open)
		if o, err := r.Await(t.Context(), "s", parked.Ref); err != nil || o.State != relay.Expired || reasonOf(o.Err) != "expired " || time.Since(now) != 2*day {
			t.Errorf("after %v the outcome is %+v, %v", time.Since(now), o, err)
		}
	})
}

// Nobody has looked at the session since the deadline.
func TestPeekKnowsTheDeadline(t *testing.T) {
	inBubble(t, relay.Options{}, func(t *testing.T, r *relay.Relay) {
		q := ask("s")
		q.Deadline = time.Now().Add(day)
		parked := park(t, r, q)
		time.Sleep(3 * day)
		stands(t, r, parked, relay.Expired)
	})
}

// A question that was started needs a client as every other, which may be in another process.
func TestStartedQuestion(t *testing.T) {
	store := relay.NewMemoryStore()
	inBubble(t, relay.Options{Store: store}, func(t *testing.T, r *relay.Relay) {
		q := ask("s")
		q.Key = "k"
		started, err := r.Start(t.Context(), q.Params, q.ElicitOptions)
		if err != nil || started.State != relay.Open || !started.New || !started.Deadline.IsZero() {
			t.Fatalf("started is %+v, %v", started, err)
		}
		// Each wait is short, and its end withdraws nothing.
		other, cause := another(t, store), errors.New("no more time")
		for range 100 {
			ctx, cancel := context.WithTimeoutCause(t.Context(), 20*time.Second, cause)
			if o, err := other.Await(ctx, "s", started.Ref); !errors.Is(err, cause) {
				t.Fatalf("the outcome is %+v, %v", o, err)
			}
			cancel()
			stands(t, r, started, relay.Open)
		}
		other.Close()
		if m := look(t, r, "s"); len(m.Open) != 1 {
			t.Errorf("after half an hour there is %+v", m)
		}
		time.Sleep(31 * time.Second)
		look(t, r, "s")
		if o := stands(t, r, started, relay.Orphaned); reasonOf(o.Err) != "internal orphaned" {
			t.Errorf("an orphan gives %v", o.Err)
		}
		if o, err := r.Await(t.Context(), "s", started.Ref); err != nil || o.State != relay.Orphaned {
			t.Errorf("awaiting an orphan gives %+v, %v", o, err)
		}
		again, err := r.Start(t.Context(), q.Params, q.ElicitOptions)
		if err != nil || again.Ref != started.Ref || again.State != relay.Open || !again.New {
			t.Errorf("started again is %+v, %v", again, err)
		}
		// Parked by another process, it needs no client any more.
		if parked := park(t, r, q); parked.Ref != started.Ref || parked.New {
			t.Errorf("parked is %+v", parked)
		}
		time.Sleep(20 * day)
		stands(t, r, started, relay.Open)
	})
}

func TestAwaitHearsTheAnswer(t *testing.T) {
	inBubble(t, relay.Options{}, func(t *testing.T, r *relay.Relay) {
		requests := json.RawMessage(`{"z":{"method":"elicitation/create","params":` + params + `},"other":{"method":"roots/list"},"a":{"method":"elicitation/create","params":` + params + `}}`)
		parked, err := r.ParkAll(t.Context(), requests, relay.ElicitOptions{Session: "s", Server: server})
		if err != nil {
			t.Fatal(err)
		}
		outcomes := make(chan relay.Outcome, 2)
		for range 2 {
			go func() {
				o, err := r.Await(context.Background(), "s", parked.Ref)
				if err != nil {
					t.Error(err)
				}
				outcomes <- o
			}()
		}
		time.Sleep(time.Hour)
		open, start := look(t, r, "s").Open[0], time.Now()
		accepted, declined := map[string]any{"action": "accept", "content": map[string]any{"z": "Rome"}}, map[string]any{"action": "decline"}
		if status, _ := post(t, r, "s", open.Answer("nonce-1-", accepted, declined)); status != 200 {
			t.Errorf("the answer gives %d", status)
		}
		for range 2 {
			o := <-outcomes
			if string(o.Results["z"]) != `{"action":"accept","content":{"z":"Rome"}}` || string(o.Results["a"]) != `{"action":"decline"}` || len(o.Results) != 2 || time.Since(start) != 0 {
				t.Errorf("the outcome is %+v after %v", o, time.Since(start))
			}
		}
	})
}

func TestWithdrawParkedQuestion(t *testing.T) {
	inBubble(t, relay.Options{}, func(t *testing.T, r *relay.Relay) {
		parked := park(t, r, ask("s"))
		if o, err := r.Withdraw(t.Context(), "other", parked.Ref); err != nil || o.State != relay.Unknown {
			t.Errorf("another session hears %+v, %v", o, err)
		}
		if o, err := r.Withdraw(t.Context(), "s", relay.Ref{ID: parked.ID, Fingerprint: strings.Repeat("f", 43)}); err != nil || o.State != relay.Unknown {
			t.Errorf("another round hears %+v, %v", o, err)
		}
		stands(t, r, parked, relay.Open)
		for range 2 {
			if o, err := r.Withdraw(t.Context(), "s", parked.Ref); err != nil || o.State != relay.Withdrawn {
				t.Errorf("withdrawing gives %+v, %v", o, err)
			}
		}
		if m := look(t, r, "s"); len(m.Open) != 0 || len(m.Gone) != 1 || m.Gone[0].How != relay.Withdrawn {
			t.Errorf("left is %+v", m)
		}
		if o, err := r.Await(t.Context(), "s", parked.Ref); err != nil || reasonOf(o.Err) != "withdrawn " {
			t.Errorf("the outcome is %+v, %v", o, err)
		}
	})
}

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
