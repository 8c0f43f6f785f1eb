package relay_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/elicitform/elicitform/relay"
	"github.com/elicitform/elicitform/relay/internal/test/storetest"
)

func TestMemoryStore(t *testing.T) {
	storetest.Run(t, "testdata/store.json", synctest.Test, func(*testing.T) relay.Store { return relay.NewMemoryStore() })
}

func TestEndedRoundsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { storetest.RunEndings(t, relay.NewMemoryStore(), time.Sleep) })
}

// The ended rounds of all sessions together are bounded, and an empty session is forgotten.
func TestEndedRoundsOfAllSessions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := relay.NewMemoryStore()
		checkCounts := func(when string, want relay.EndedCounts) {
			t.Helper()
			got, _ := store.(relay.EndCounter).CountEnded("")
			if got != want {
				t.Errorf("%s: got %+v, want %+v", when, got, want)
			}
		}
		end := func(session string, how relay.State) {
			ref := relay.RoundRef{ID: "identifier", Fingerprint: "fingerprint"}
			limits := relay.Limits{Open: 1, Bytes: 100, NewBytes: 100, ServerOpen: 1, ServerBytes: 100, ServerNewBytes: 100}
			round := relay.AskRecord{RoundRef: ref, Body: "{}", Lease: time.Hour, Keep: 720 * time.Hour, Limits: limits}
			if v, err := store.Ask(t.Context(), session, round); err != nil || v.State != relay.Open {
				t.Fatal(v, err)
			}
			if _, err := store.End(t.Context(), session, relay.EndRecord{RoundRef: ref, How: how, Result: "12345678", Keep: time.Minute}); err != nil {
				t.Fatal(err)
			}
		}
		for n := range 10 {
			end(fmt.Sprint("answered ", n), relay.Answered)
		}
		for n := range 7000 {
			end(fmt.Sprint("session ", n), relay.Withdrawn)
		}
		checkCounts("at first", relay.EndedCounts{Answers: 10, Bytes: 80, Ended: 5000})
		if n := relay.SessionsOf(store); n != 5010 {
			t.Errorf("the store has %d sessions, want 5010", n)
		}
		time.Sleep(11 * time.Minute)
		end("last", relay.Rejected)
		checkCounts("after 11 minutes", relay.EndedCounts{Answers: 10, Bytes: 80, Ended: 1})
		time.Sleep(31 * 24 * time.Hour)
		end("last", relay.Rejected)
		checkCounts("after 31 days", relay.EndedCounts{Ended: 1})
	})
}
