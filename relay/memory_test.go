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
	synctest.Test(t, func(t *testing.T) { storetest.RunEnded(t, relay.NewMemoryStore(), time.Sleep) })
}

// What has ended is bounded in all sessions together, and a session in which nothing is left is forgotten.
func TestEndedRoundsOfAllSessions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := relay.NewMemoryStore()
		kept := func() relay.Kept {
			all, _ := store.(interface {
				Kept(asker string) (all, own relay.Kept)
			}).Kept("")
			return all
		}
		end := func(session string, how relay.State) {
			ref := relay.Ref{ID: "identifier", Fingerprint: "fingerprint"}
			limits := relay.Limits{Open: 1, Bytes: 100, NewBytes: 100, ServerOpen: 1, ServerBytes: 100, ServerNewBytes: 100}
			if v, err := store.Ask(t.Context(), session, relay.Ask{Ref: ref, Body: "{}", Lease: time.Hour, Keep: 720 * time.Hour, Limits: limits}); err != nil || v.State != relay.Open {
				t.Fatal(v, err)
			}
			if _, err := store.End(t.Context(), session, relay.End{Ref: ref, How: how, Result: "12345678", Keep: time.Minute}); err != nil {
				t.Fatal(err)
			}
		}
		for n := range 10 {
			end(fmt.Sprint("answered ", n), relay.Answered)
		}
		for n := range 7000 {
			end(fmt.Sprint("session ", n), relay.Withdrawn)
		}
		if got := kept(); got != (relay.Kept{Answers: 10, Bytes: 80, Ended: 5000}) {
			t.Errorf("%+v", got)
		}
		if n := relay.SessionsOf(store); n != 5010 {
			t.Errorf("%d sessions are there", n)
		}
		time.Sleep(11 * time.Minute)
		end("last", relay.Rejected)
		if got := kept(); got != (relay.Kept{Answers: 10, Bytes: 80, Ended: 1}) {
			t.Errorf("later: %+v", got)
		}
		time.Sleep(31 * 24 * time.Hour)
		end("last", relay.Rejected)
		if got := kept(); got != (relay.Kept{Ended: 1}) {
			t.Errorf("at the end: %+v", got)
		}
	})
}
