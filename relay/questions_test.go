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

// day passes at once in a bubble.
const day = 24 * time.Hour

func post(t *testing.T, r *relay.Relay, body map[string]any) (status int, state string) {
	t.Helper()
	request := httptest.NewRequest("POST", "/", strings.NewReader(marshal(t, body)))
	request.Header.Set("Authorization", "Bearer "+r.Token("s", 0))
	request.Header.Set("Content-Type", "application/json")
	recorder := httptest.NewRecorder()
	r.ServeHTTP(recorder, request)
	var reply struct{ State string }
	_ = json.Unmarshal(recorder.Body.Bytes(), &reply)
	return recorder.Code, reply.State
}

func park(t *testing.T, r *relay.Relay, q question) relay.Question {
	t.Helper()
	parked, err := r.Park(t.Context(), q.Params, q.ElicitOptions)
	if err != nil {
		t.Fatal(err)
	}
	return parked
}

func checkState(t *testing.T, r *relay.Relay, q relay.Question, want relay.State) relay.Outcome {
	t.Helper()
	o, err := r.Peek(t.Context(), q.Session, q.RoundRef)
	if err != nil || o.State != want {
		t.Errorf("the state is %q, %v, want %q", o.State, err, want)
	}
	return o
}

func reasonOf(err error) string {
	var why *relay.Error
	if !errors.As(err, &why) {
		return "another error"
	}
	return why.Code + " " + why.Reason
}

// Every step is in another process, weeks apart: the question is parked, joined and answered, and its answer fetched.
func TestParkedQuestionNeedsNoProcess(t *testing.T) {
	store := relay.NewMemoryStore()
	synctest.Test(t, func(t *testing.T) {
		first := newProcess(t, relay.Options{Store: store})
		q := ask("s")
		q.Key = "order 5"
		start := time.Now()
		parked := park(t, first, q)
		if want := start.Add(30 * day); parked.Session != "s" || parked.State != relay.Open || !parked.IsNew || !parked.Deadline.Equal(want) {
			t.Errorf("parked is %+v, want a deadline of %v", parked, want)
		}
		first.Close()

		time.Sleep(15 * day)
		second := newProcess(t, relay.Options{Store: store})
		if joined := park(t, second, q); joined.RoundRef != parked.RoundRef || joined.State != relay.Open || joined.IsNew || !joined.Deadline.Equal(parked.Deadline) {
			t.Errorf("parked again is %+v", joined)
		}
		second.Close()
		time.Sleep(14 * day)
		third := newProcess(t, relay.Options{Store: store})
		open := look(t, third, "s").Open
		if len(open) != 1 || open[0].ID != parked.ID || open[0].Deadline != parked.Deadline.UnixMilli() {
			t.Fatalf("open after 29 days is %+v", open)
		}
		rome, paris := accept(open[0], "nonce-1-", map[string]any{"z": "Rome"}), accept(open[0], "nonce-2-", map[string]any{"z": "Paris"})
		for _, c := range []struct {
			body   map[string]any
			status int
		}{{rome, 200}, {paris, 409}, {rome, 200}} {
			if status, state := post(t, third, c.body); status != c.status || state != "answered" {
				t.Errorf("an answer gives %d %s, want %d", status, state, c.status)
			}
		}
		third.Close()

		time.Sleep(29 * day)
		fourth := newProcess(t, relay.Options{Store: store})
		outcome, err := fourth.Wait(t.Context(), "s", parked.RoundRef)
		if err != nil || outcome.State != relay.Answered || len(outcome.Results) != 1 || string(outcome.Results[""]) != `{"action":"accept","content":{"z":"Rome"}}` {
			t.Errorf("the outcome is %+v, %v", outcome, err)
		}
		if results, err := outcome.Decode(); err != nil || results[""].Content["z"] != "Rome" {
			t.Errorf("the results are %+v, %v", results, err)
		}
		time.Sleep(25 * time.Hour)
		checkState(t, fourth, parked, relay.Unknown)
		fourth.Close()
	})
}

func TestAcknowledged(t *testing.T) {
	inBubble(t, relay.Options{}, func(t *testing.T, r *relay.Relay) {
		q := ask("s")
		q.Key = "k"
		parked := park(t, r, q)
		if o, err := r.Acknowledge(t.Context(), "s", parked.RoundRef); err != nil || o.State != relay.Open {
			t.Errorf("acknowledging an open question gives %+v, %v", o, err)
		}
		answer := accept(look(t, r, "s").Open[0], "nonce-1-", map[string]any{"z": "Rome"})
		post(t, r, answer)
		// With another session, the same id and fingerprint name no question.
		if o, err := r.Acknowledge(t.Context(), "other", parked.RoundRef); err != nil || o.State != relay.Unknown {
			t.Errorf("another session gets %+v, %v, want unknown", o, err)
		}
		checkState(t, r, parked, relay.Answered)
		for range 2 {
			if o, err := r.Acknowledge(t.Context(), "s", parked.RoundRef); err != nil || o.State != relay.Acknowledged || len(o.Results) != 0 {
				t.Errorf("acknowledging gives %+v, %v", o, err)
			}
		}
		// The key does not ask again, and the device with the answer learns that it counts.
		if parked := park(t, r, q); parked.State != relay.Acknowledged || parked.IsNew {
			t.Errorf("parked again is %+v", parked)
		}
		if o, err := r.Wait(t.Context(), "s", parked.RoundRef); err != nil || reasonOf(o.Err) != "internal acknowledged" {
			t.Errorf("the outcome is %+v, %v", o, err)
		}
		if _, err := r.Elicit(t.Context(), q.Params, q.ElicitOptions); reasonOf(err) != "internal acknowledged" {
			t.Errorf("asking again gives %v", err)
		}
		if status, state := post(t, r, answer); status != 200 || state != "answered" {
			t.Errorf("the answer that counted gives %d %s", status, state)
		}
		answer["nonce"] = "nonce-2-"
		if status, state := post(t, r, answer); status != 409 || state != "answered" {
			t.Errorf("another answer gives %d %s", status, state)
		}
		time.Sleep(day + time.Second)
		if parked := park(t, r, q); parked.State != relay.Open || !parked.IsNew {
			t.Errorf("parked a day later is %+v", parked)
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
		// The context is for the call, not for the question.
		q.Deadline = now.Add(2 * day)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		parked, err := r.Park(ctx, q.Params, q.ElicitOptions)
		cancel()
		if err != nil || !parked.Deadline.Equal(now.Add(2*day)) {
			t.Errorf("parked is %+v, %v", parked, err)
		}
		time.Sleep(2*day - time.Second)
		synctest.Wait()
		checkState(t, r, parked, relay.Open)
		if o, err := r.Wait(t.Context(), "s", parked.RoundRef); err != nil || o.State != relay.Expired || reasonOf(o.Err) != "expired " || !isOnTime(now.Add(2*day)) {
			t.Errorf("after %v the outcome is %+v, %v", time.Since(now), o, err)
		}
	})
}

// Peek ends a question past its deadline even if no device has looked.
func TestPeekKnowsTheDeadline(t *testing.T) {
	inBubble(t, relay.Options{}, func(t *testing.T, r *relay.Relay) {
		q := ask("s")
		q.Deadline = time.Now().Add(day)
		parked := park(t, r, q)
		time.Sleep(3 * day)
		checkState(t, r, parked, relay.Expired)
	})
}

// A started question needs a client, which may be in another process.
func TestStartedQuestion(t *testing.T) {
	store := relay.NewMemoryStore()
	inBubble(t, relay.Options{Store: store}, func(t *testing.T, r *relay.Relay) {
		q := ask("s")
		q.Key = "k"
		started, err := r.Start(t.Context(), q.Params, q.ElicitOptions)
		if err != nil || started.State != relay.Open || !started.IsNew || !started.Deadline.IsZero() {
			t.Fatalf("started is %+v, %v", started, err)
		}
		// The end of a wait does not withdraw the question.
		second, cause := newProcess(t, relay.Options{Store: store}), errors.New("the wait is over")
		for range 100 {
			ctx, cancel := context.WithTimeoutCause(t.Context(), 20*time.Second, cause)
			if o, err := second.Wait(ctx, "s", started.RoundRef); !errors.Is(err, cause) {
				t.Fatalf("the outcome is %+v, %v", o, err)
			}
			cancel()
			checkState(t, r, started, relay.Open)
		}
		second.Close()
		if m := look(t, r, "s"); len(m.Open) != 1 {
			t.Errorf("after half an hour the session has %+v", m)
		}
		time.Sleep(31 * time.Second)
		look(t, r, "s")
		if o := checkState(t, r, started, relay.Orphaned); reasonOf(o.Err) != "internal orphaned" {
			t.Errorf("an orphan gives %v", o.Err)
		}
		if o, err := r.Wait(t.Context(), "s", started.RoundRef); err != nil || o.State != relay.Orphaned {
			t.Errorf("waiting for an orphan gives %+v, %v", o, err)
		}
		restarted, err := r.Start(t.Context(), q.Params, q.ElicitOptions)
		if err != nil || restarted.RoundRef != started.RoundRef || restarted.State != relay.Open || !restarted.IsNew {
			t.Errorf("started again is %+v, %v", restarted, err)
		}
		// Parked by another call, it needs no client.
		if parked := park(t, r, q); parked.RoundRef != started.RoundRef || parked.IsNew {
			t.Errorf("parked is %+v", parked)
		}
		time.Sleep(20 * day)
		checkState(t, r, started, relay.Open)
	})
}

func TestWaitGetsTheAnswer(t *testing.T) {
	inBubble(t, relay.Options{}, func(t *testing.T, r *relay.Relay) {
		requests := json.RawMessage(`{"z":{"method":"elicitation/create","params":` + params + `},"other":{"method":"roots/list"},"a":{"method":"elicitation/create","params":` + params + `}}`)
		parked, err := r.ParkAll(t.Context(), requests, relay.ElicitOptions{Session: "s", Server: server})
		if err != nil {
			t.Fatal(err)
		}
		outcomes := make(chan relay.Outcome, 2)
		for range 2 {
			go func() {
				o, err := r.Wait(context.Background(), "s", parked.RoundRef)
				if err != nil {
					t.Error(err)
				}
				outcomes <- o
			}()
		}
		time.Sleep(time.Hour)
		open, start := look(t, r, "s").Open[0], time.Now()
		accepted, declined := map[string]any{"action": "accept", "content": map[string]any{"z": "Rome"}}, map[string]any{"action": "decline"}
		body := open.Answer("nonce-1-", accepted, declined)
		body["receipt"] = map[string]any{"title": "Sent", "server": "s", "outcome": "accept", "answers": [][]string{{"z", "Rome"}}, "more": 1}
		if status, _ := post(t, r, body); status != 200 {
			t.Errorf("the answer gives %d", status)
		}
		for range 2 {
			o := <-outcomes
			if string(o.Results["z"]) != `{"action":"accept","content":{"z":"Rome"}}` || string(o.Results["a"]) != `{"action":"decline"}` || len(o.Results) != 2 || time.Since(start) != 0 {
				t.Errorf("the outcome is %+v after %v", o, time.Since(start))
			}
			if want := `{"title":"Sent","server":"s","outcome":"accept","answers":[["z","Rome"]],"endedAt":0,"language":""}`; string(o.Receipt) != want {
				t.Errorf("the receipt is %s, want %s", o.Receipt, want)
			}
		}
	})
}

func TestWithdrawParkedQuestion(t *testing.T) {
	inBubble(t, relay.Options{}, func(t *testing.T, r *relay.Relay) {
		parked := park(t, r, ask("s"))
		if o, err := r.Withdraw(t.Context(), "other", parked.RoundRef); err != nil || o.State != relay.Unknown {
			t.Errorf("another session gets %+v, %v, want unknown", o, err)
		}
		if o, err := r.Withdraw(t.Context(), "s", relay.RoundRef{ID: parked.ID, Fingerprint: strings.Repeat("f", 43)}); err != nil || o.State != relay.Unknown {
			t.Errorf("another round gets %+v, %v, want unknown", o, err)
		}
		checkState(t, r, parked, relay.Open)
		for range 2 {
			if o, err := r.Withdraw(t.Context(), "s", parked.RoundRef); err != nil || o.State != relay.Withdrawn {
				t.Errorf("withdrawing gives %+v, %v", o, err)
			}
		}
		if m := look(t, r, "s"); len(m.Open) != 0 || len(m.Gone) != 1 || m.Gone[0].How != relay.Withdrawn {
			t.Errorf("the session has %+v", m)
		}
		if o, err := r.Wait(t.Context(), "s", parked.RoundRef); err != nil || reasonOf(o.Err) != "withdrawn " {
			t.Errorf("the outcome is %+v, %v", o, err)
		}
	})
}
