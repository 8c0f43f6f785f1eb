package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/elicitform/elicitform/relay"
)

const (
	maxEnds  = 1000
	longKeep = 30 * 24 * time.Hour
)

type endingsTest struct {
	*testing.T
	store relay.Store
}

func ref(kind string, n int) relay.RoundRef {
	return relay.RoundRef{ID: fmt.Sprintf("%s-%05d", kind, n), Fingerprint: "fingerprint"}
}

func (t endingsTest) state(v relay.Verdict, err error) relay.State {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return v.State
}

func (t endingsTest) ask(ref relay.RoundRef, asker string) (relay.Verdict, error) {
	limits := relay.Limits{Open: 10, Bytes: 1e9, NewBytes: 1e9, ServerOpen: 10, ServerBytes: 1e9, ServerNewBytes: 1e9}
	if asker != "" {
		limits.AskerOpen, limits.AskerBytes, limits.AskerNewBytes = 10, 1e9, 1e9
	}
	return t.store.Ask(t.Context(), "s", relay.AskRecord{RoundRef: ref, Body: "{}", Server: "a", Asker: asker, Lease: time.Hour, Keep: longKeep, Limits: limits})
}

func (t endingsTest) end(ref relay.RoundRef, how relay.State) relay.State {
	t.Helper()
	return t.state(t.store.End(t.Context(), "s", relay.EndRecord{RoundRef: ref, How: how, Result: "{}", By: "somebody", Keep: time.Minute}))
}

func (t endingsTest) peek(ref relay.RoundRef) relay.State {
	t.Helper()
	return t.state(t.store.Peek(t.Context(), "s", ref, time.Minute, time.Minute))
}

// RunEndings tests that a session remembers 1000 ends without an answer for minutes, and 1000 answers until they are
// acknowledged. Sleep lets time pass; it is nil if the store's clock cannot be set.
func RunEndings(test *testing.T, store relay.Store, sleep func(time.Duration)) {
	t := endingsTest{test, store}
	for n, how := range []relay.State{relay.Answered, relay.Answered} {
		if got := t.state(t.ask(ref("kept", n), "")); got != relay.Open || t.end(ref("kept", n), how) != how {
			t.Fatalf("kept question %d is %s, want %s", n, got, how)
		}
	}
	t.end(ref("kept", 1), relay.Acknowledged)
	for n, how := range []relay.State{relay.Withdrawn, relay.Answered} {
		if got := t.state(t.ask(ref("other", n), "other")); got != relay.Open || t.end(ref("other", n), how) != how {
			t.Fatalf("question %d of another asker is %s, want %s", n, got, how)
		}
	}
	hows := []relay.State{relay.Withdrawn, relay.Rejected, relay.Withdrawn}
	for n := range maxEnds + 200 {
		if got := t.state(t.ask(ref("over", n), "")); got != relay.Open {
			t.Fatalf("question %d is %s, want open", n, got)
		}
		t.end(ref("over", n), hows[n%len(hows)])
	}
	t.checkEnds()
	// An end without an answer is remembered for minutes, even with a long Keep.
	if sleep != nil {
		sleep(11 * time.Minute)
		if got := t.peek(ref("over", maxEnds+199)); got != relay.Unknown {
			t.Errorf("after eleven minutes an end is %s, want unknown", got)
		}
		if got := t.peek(ref("kept", 0)); got != relay.Answered {
			t.Errorf("after eleven minutes an answer is %s, want answered", got)
		}
	}
	t.checkAnswers()
}

// checkEnds checks that the oldest ends are forgotten, and that no asker pushes out the rounds of another.
func (t endingsTest) checkEnds() {
	t.Helper()
	for n, want := range map[int]relay.State{0: relay.Unknown, 199: relay.Unknown, 201: relay.Withdrawn, maxEnds + 199: relay.Withdrawn} {
		if got := t.peek(ref("over", n)); got != want && !(got == relay.Rejected && want == relay.Withdrawn) {
			t.Errorf("question %d is %s, want %s", n, got, want)
		}
	}
	for n, want := range []relay.State{relay.Answered, relay.Acknowledged} {
		if got := t.peek(ref("kept", n)); got != want {
			t.Errorf("kept question %d is %s, want %s", n, got, want)
		}
	}
	for n, want := range []relay.State{relay.Withdrawn, relay.Answered} {
		if got := t.peek(ref("other", n)); got != want {
			t.Errorf("question %d of another asker is %s, want %s", n, got, want)
		}
	}
	s, err := t.store.Read(t.Context(), "s", 0)
	news := map[string]int{}
	for _, n := range s.News {
		news[n.Gone.Asker]++
	}
	if err != nil || news["other"] != 2 || news[""] != 198 {
		t.Errorf("the news by asker are %v, %v, want 2 of the other and 198", news, err)
	}
}

// checkAnswers fills the session with answers. They are not forgotten, so the next round is rejected.
func (t endingsTest) checkAnswers() {
	t.Helper()
	for n := 1; n < maxEnds; n++ {
		t.state(t.ask(ref("full", n), ""))
		t.end(ref("full", n), relay.Answered)
	}
	v, err := t.ask(ref("more", 0), "")
	if err != nil || v.State != relay.Full || v.Result != "too-many-answers" {
		t.Errorf("with %d answers: got %+v, %v, want too-many-answers", maxEnds, v, err)
	}
	if got := t.state(t.ask(ref("other", 2), "other")); got != relay.Open {
		t.Errorf("another asker gets %s, want open", got)
	}
	if got := t.state(t.ask(ref("full", 1), "")); got != relay.Answered {
		t.Errorf("an answer is %s, want answered", got)
	}
	t.end(ref("full", 1), relay.Acknowledged)
	if got := t.state(t.ask(ref("more", 0), "")); got != relay.Open {
		t.Errorf("after an acknowledgement the next round is %s, want open", got)
	}
}
