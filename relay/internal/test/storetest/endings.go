package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/elicitform/elicitform/relay"
)

// RunEnded checks that what has ended in a session is bounded: 1000 ends without an answer are remembered, for minutes, and 1000 answers are
// kept that no client has acknowledged. Sleep lets time pass; nil where the clock of the store cannot be set.
func RunEnded(t *testing.T, store relay.Store, sleep func(time.Duration)) {
	const most, long = 1000, 30 * 24 * time.Hour
	limits := relay.Limits{Open: 10, Bytes: 1e9, NewBytes: 1e9, ServerOpen: 10, ServerBytes: 1e9, ServerNewBytes: 1e9}
	ref := func(kind string, n int) relay.Ref {
		return relay.Ref{ID: fmt.Sprintf("%s-%05d", kind, n), Fingerprint: "fingerprint"}
	}
	verdict := func(v relay.Verdict, err error) relay.State {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v.State
	}
	ask := func(ref relay.Ref) (relay.Verdict, error) {
		return store.Ask(t.Context(), "s", relay.Ask{Ref: ref, Body: "{}", Server: "a", Lease: time.Hour, Keep: long, Limits: limits})
	}
	end := func(ref relay.Ref, how relay.State) relay.State {
		t.Helper()
		return verdict(store.End(t.Context(), "s", relay.End{Ref: ref, How: how, Result: "{}", By: "somebody", Keep: time.Minute}))
	}
	state := func(ref relay.Ref) relay.State {
		t.Helper()
		return verdict(store.Peek(t.Context(), "s", ref, time.Minute, time.Minute))
	}
	// An answer is there all the while, and one that was acknowledged.
	for n, how := range []relay.State{relay.Answered, relay.Answered} {
		if got := verdict(ask(ref("kept", n))); got != relay.Open || end(ref("kept", n), how) != how {
			t.Fatalf("%s", got)
		}
	}
	end(ref("kept", 1), relay.Acknowledged)
	// Another asker has an end and an answer, which nothing of this one pushes out.
	others := func(n int) (relay.Verdict, error) {
		return store.Ask(t.Context(), "s", relay.Ask{
			Ref: ref("other", n), Body: "{}", Server: "a", Asker: "other", Lease: time.Hour, Keep: long,
			Limits: relay.Limits{
				Open: 10, Bytes: 1e9, NewBytes: 1e9, ServerOpen: 10, ServerBytes: 1e9, ServerNewBytes: 1e9, AskerOpen: 10, AskerBytes: 1e9, AskerNewBytes: 1e9,
			},
		})
	}
	for n, how := range []relay.State{relay.Withdrawn, relay.Answered} {
		if got := verdict(others(n)); got != relay.Open || end(ref("other", n), how) != how {
			t.Fatalf("%s", got)
		}
	}
	hows := []relay.State{relay.Withdrawn, relay.Rejected, relay.Withdrawn}
	for n := range most + 200 {
		if got := verdict(ask(ref("over", n))); got != relay.Open {
			t.Fatalf("question %d is %s", n, got)
		}
		end(ref("over", n), hows[n%len(hows)])
	}
	for n, want := range map[int]relay.State{0: relay.Unknown, 199: relay.Unknown, 201: relay.Withdrawn, most + 199: relay.Withdrawn} {
		if got := state(ref("over", n)); got != want && !(got == relay.Rejected && want == relay.Withdrawn) {
			t.Errorf("question %d is %s, want %s", n, got, want)
		}
	}
	for n, want := range []relay.State{relay.Answered, relay.Acknowledged} {
		if got := state(ref("kept", n)); got != want {
			t.Errorf("kept question %d is %s", n, got)
		}
	}
	for n, want := range []relay.State{relay.Withdrawn, relay.Answered} {
		if got := state(ref("other", n)); got != want {
			t.Errorf("question %d of another asker is %s", n, got)
		}
	}
	// What a session tells of late is bounded too, and one asker's own.
	told, err := store.Read(t.Context(), "s", 0)
	of := map[string]int{}
	for _, n := range told.News {
		of[n.Gone.Asker]++
	}
	if err != nil || of["other"] != 2 || of[""] != 198 {
		t.Errorf("the session remembers the ends of %v %v", of, err)
	}
	// What has no answer is remembered for minutes, however long it was to be kept.
	if sleep != nil {
		sleep(11 * time.Minute)
		if got := state(ref("over", most+199)); got != relay.Unknown {
			t.Errorf("after eleven minutes a question is %s", got)
		}
		if got := state(ref("kept", 0)); got != relay.Answered {
			t.Errorf("after eleven minutes an answer is %s", got)
		}
	}
	// Answers are not forgotten for others: nothing more is asked.
	for n := 1; n < most; n++ {
		verdict(ask(ref("full", n)))
		end(ref("full", n), relay.Answered)
	}
	v, err := ask(ref("more", 0))
	if err != nil || v.State != relay.Full || v.Result != "too-many-answers" {
		t.Errorf("with %d answers: %+v %v", most, v, err)
	}
	if got := verdict(others(2)); got != relay.Open {
		t.Errorf("another asker gets %s", got)
	}
	if got := verdict(ask(ref("full", 1))); got != relay.Answered {
		t.Errorf("an answer is %s", got)
	}
	end(ref("full", 1), relay.Acknowledged)
	if got := verdict(ask(ref("more", 0))); got != relay.Open {
		t.Errorf("after one was acknowledged: %s", got)
	}
}
