package relay_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http/httptest"
	"strings"
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
		if o, err := r.Await(t.Context(), "s", parked.Ref); err != nil || o.State != relay.Expired || reasonOf(o.Err) != "expired " || !isOnTime(now.Add(2*day)) {
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
