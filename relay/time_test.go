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
	"github.com/elicitform/elicitform/relay/internal/test/device"
)

// Time passes at once in these tests when all goroutines wait.

// look reads a session, as a device without a stream does.
func look(t *testing.T, r *relay.Relay, session string) device.Message {
	t.Helper()
	request := httptest.NewRequest("GET", "/", nil)
	request.Header.Set("Authorization", "Bearer "+r.Token(session, 0))
	recorder := httptest.NewRecorder()
	r.ServeHTTP(recorder, request)
	all := readMessages(recorder.Body.String())
	if recorder.Code != 200 || len(all) != 1 || !all[0].Full {
		t.Fatalf("%d %s", recorder.Code, recorder.Body)
	}
	return all[0]
}

func inBubble(t *testing.T, o relay.Options, test func(t *testing.T, r *relay.Relay)) {
	synctest.Test(t, func(t *testing.T) {
		o.Secret = secret
		r := newProcess(t, o)
		defer r.Close()
		test(t, r)
	})
}

func TestDeadline(t *testing.T) {
	for _, c := range []struct {
		name string
		ask  func(r *relay.Relay) error
	}{
		{"of the request", func(r *relay.Relay) error {
			q := ask("s")
			q.Deadline = time.Now().Add(time.Hour)
			_, err := r.Elicit(context.Background(), q.Params, q.ElicitOptions)
			return err
		}},
		{"of the context", func(r *relay.Relay) error {
			ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
			defer cancel()
			_, err := r.Elicit(ctx, ask("s").Params, ask("s").ElicitOptions)
			return err
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBubble(t, relay.Options{}, func(t *testing.T, r *relay.Relay) {
				start := time.Now()
				decided := make(chan error, 1)
				go func() { decided <- c.ask(r) }()
				synctest.Wait()
				if m := look(t, r, "s"); len(m.Open) != 1 || m.Open[0].Deadline != start.Add(time.Hour).UnixMilli() {
					t.Errorf("open is %+v", m.Open)
				}
				var why *relay.Error
				if err := <-decided; !errors.As(err, &why) || why.Code != "expired" || why.RPCCode != -32603 || !isOnTime(start.Add(time.Hour)) {
					t.Errorf("%v after %v", err, time.Since(start))
				}
				if m := look(t, r, "s"); len(m.Open) != 0 || len(m.Gone) != 1 || m.Gone[0].How != "expired" {
					t.Errorf("the session has %+v", m)
				}
			})
		})
	}
}

// isOnTime allows a tenth of a second past the deadline, the shortest pause of a client that polls.
func isOnTime(deadline time.Time) bool {
	late := time.Since(deadline)
	return 0 <= late && late <= 100*time.Millisecond
}

// A context that ends before the deadline withdraws the round.
func TestContextBeforeDeadline(t *testing.T) {
	inBubble(t, relay.Options{}, func(t *testing.T, r *relay.Relay) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		q := ask("s")
		q.Deadline = time.Now().Add(time.Hour)
		if _, err := r.Elicit(ctx, q.Params, q.ElicitOptions); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		synctest.Wait()
		if m := look(t, r, "s"); len(m.Gone) != 1 || m.Gone[0].How != "withdrawn" {
			t.Errorf("the session has %+v", m)
		}
	})
}

// A living client renews its lease; the round of a killed client ends with it.
func TestLease(t *testing.T) {
	store := relay.NewMemoryStore()
	inBubble(t, relay.Options{Store: store}, func(t *testing.T, r *relay.Relay) {
		client := newProcess(t, relay.Options{Store: store})
		q := ask("s")
		q.Key = "k"
		decided := elicit(context.Background(), client, q)
		time.Sleep(time.Hour)
		if m := look(t, r, "s"); len(m.Open) != 1 {
			t.Errorf("after an hour %d rounds are open, want 1", len(m.Open))
		}
		client.Close()
		<-decided
		time.Sleep(24 * time.Second)
		if m := look(t, r, "s"); len(m.Open) != 1 {
			t.Errorf("after 24 s %d rounds are open, want 1", len(m.Open))
		}
		time.Sleep(10 * time.Second)
		m := look(t, r, "s")
		if len(m.Open) != 0 || len(m.Gone) != 1 || m.Gone[0].How != "orphaned" {
			t.Errorf("after the lease the session has %+v, want an orphan", m)
		}
		decided = elicit(context.Background(), r, q)
		synctest.Wait()
		if m := look(t, r, "s"); len(m.Open) != 1 {
			t.Errorf("with the client back the session has %+v, want an open round", m)
		}
		r.Close()
		<-decided
	})
}

// An answer counts only for its own round, not for a later round with the same key.
func TestRoundThatHasChanged(t *testing.T) {
	store := relay.NewMemoryStore()
	inBubble(t, relay.Options{Store: store}, func(t *testing.T, r *relay.Relay) {
		first := newProcess(t, relay.Options{Store: store})
		q := ask("s")
		q.Key = "k"
		decided := elicit(context.Background(), first, q)
		synctest.Wait()
		before := look(t, r, "s").Open[0]
		first.Close()
		<-decided
		time.Sleep(time.Hour)
		// No device has looked meanwhile, and the key asks another question than the old form shows.
		q.Params = json.RawMessage(strings.Replace(params, "Where to?", "Pay 500?", 1))
		decided = elicit(context.Background(), r, q)
		synctest.Wait()
		after := look(t, r, "s").Open[0]
		if after.ID != before.ID || after.FP == before.FP {
			t.Fatalf("%+v follows %+v", after, before)
		}
		send := func(body map[string]any) (int, string) {
			request := httptest.NewRequest("POST", "/", strings.NewReader(marshal(t, body)))
			request.Header.Set("Authorization", "Bearer "+r.Token("s", 0))
			request.Header.Set("Content-Type", "application/json")
			recorder := httptest.NewRecorder()
			r.ServeHTTP(recorder, request)
			return recorder.Code, strings.TrimSpace(recorder.Body.String())
		}
		rejected := map[string]any{"id": before.ID, "fp": before.FP, "nonce": "nonce-1-", "rejected": map[string]any{"code": "invalid-request"}}
		draft := map[string]any{"id": before.ID, "fp": before.FP, "draft": "old"}
		for _, body := range []map[string]any{accept(before, "nonce-1-", map[string]any{"z": "Rome"}), rejected, draft} {
			if status, text := send(body); status != 409 || text != `{"state":"conflict"}` {
				t.Errorf("%v gives %d %s", body, status, text)
			}
		}
		if m := look(t, r, "s"); len(m.Open) != 1 || m.Open[0].Draft != "" {
			t.Errorf("open is %+v", m.Open)
		}
		if status, text := send(accept(after, "nonce-1-", map[string]any{"z": "yes"})); status != 200 {
			t.Errorf("its own answer gives %d %s", status, text)
		}
		if d := <-decided; d.err != nil || d.result.Content["z"] != "yes" {
			t.Errorf("decided %+v, %v", d.result, d.err)
		}
	})
}

func marshal(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

type silent struct {
	relay.Store
	isBroken atomic.Bool
}

func (s *silent) Watch(context.Context, string, func(string)) (func(), error) { return func() {}, nil }

func (s *silent) Peek(ctx context.Context, session string, ref relay.RoundRef, lease, keep time.Duration) (relay.Verdict, error) {
	if s.isBroken.Load() {
		return relay.Verdict{}, errors.New("away")
	}
	return s.Store.Peek(ctx, session, ref, lease, keep)
}

func TestNotificationsThatAreLost(t *testing.T) {
	store := &silent{Store: relay.NewMemoryStore()}
	inBubble(t, relay.Options{Store: store}, func(t *testing.T, r *relay.Relay) {
		decided := elicit(context.Background(), r, ask("s"))
		synctest.Wait()
		shown := look(t, r, "s").Open[0]
		start := time.Now()
		if _, err := store.End(t.Context(), "s", relay.EndRecord{RoundRef: relay.RoundRef{ID: shown.ID, Fingerprint: shown.FP}, How: relay.Answered, Result: `{"responses":[{"result":{"action":"decline"}}]}`, By: "n", Keep: time.Minute}); err != nil {
			t.Fatal(err)
		}
		if d := <-decided; d.err != nil || d.result.Action != "decline" || time.Since(start) > 6*time.Second {
			t.Errorf("decided %v, %v after %v", d.result, d.err, time.Since(start))
		}
	})
}

func TestStoreThatIsAway(t *testing.T) {
	store := &silent{Store: relay.NewMemoryStore()}
	inBubble(t, relay.Options{Store: store}, func(t *testing.T, r *relay.Relay) {
		decided := elicit(context.Background(), r, ask("s"))
		synctest.Wait()
		shown := look(t, r, "s").Open[0]
		store.isBroken.Store(true)
		time.Sleep(20 * time.Second)
		store.isBroken.Store(false)
		_, _ = store.End(t.Context(), "s", relay.EndRecord{RoundRef: relay.RoundRef{ID: shown.ID, Fingerprint: shown.FP}, How: relay.Answered, Result: `{"responses":[{"result":{"action":"cancel"}}]}`, By: "n", Keep: time.Minute})
		if d := <-decided; d.err != nil || d.result.Action != "cancel" {
			t.Errorf("decided %v, %v", d.result, d.err)
		}
		// While the store is away, only its deadline ends a round.
		q := ask("s")
		q.Deadline = time.Now().Add(time.Minute)
		decided = elicit(context.Background(), r, q)
		synctest.Wait()
		store.isBroken.Store(true)
		if d := <-decided; d.err == nil || d.err.Error() != "elicitation: expired" {
			t.Errorf("decided %v, %v", d.result, d.err)
		}
	})
}

// A quiet stream has heartbeats, and ends with its token. The device connects again with a new token.
func TestStreamEndsWithItsToken(t *testing.T) {
	inBubble(t, relay.Options{}, func(t *testing.T, r *relay.Relay) {
		start := time.Now()
		request := httptest.NewRequest("GET", "/", nil)
		request.Header.Set("Authorization", "Bearer "+r.Token("s", time.Hour))
		request.Header.Set("Accept", "text/event-stream")
		recorder := httptest.NewRecorder()
		r.ServeHTTP(recorder, request)
		if lasted := time.Since(start); lasted < time.Hour-time.Second || lasted > time.Hour+time.Second {
			t.Errorf("the stream ends after %v, want an hour", lasted)
		}
		if beats := strings.Count(recorder.Body.String(), ":\n\n"); beats < 230 || beats > 240 {
			t.Errorf("the stream has %d heartbeats, want 230 to 240", beats)
		}
	})
}

// A memory store forgets ended rounds and unused sessions.
func TestMemoryForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, ref := relay.NewMemoryStore(), relay.RoundRef{ID: "a", Fingerprint: "f"}
		_, _ = store.Ask(t.Context(), "s", relay.AskRecord{RoundRef: ref, Body: "{}", Lease: time.Second, Keep: time.Minute, Limits: relay.Limits{Open: 9, Bytes: 9, NewBytes: 9, ServerOpen: 9, ServerBytes: 9, ServerNewBytes: 9}})
		time.Sleep(2 * time.Minute)
		s, _ := store.Read(t.Context(), "s", 0)
		records, _ := store.Records(t.Context(), "s", []string{"a"}, relay.FieldBody)
		if len(s.Open) != 0 || len(s.News) != 1 || s.News[0].Gone.How != relay.Orphaned || records[0].Body != "" {
			t.Errorf("after its lease the session has %+v, %+v, want an orphan without a body", s, records)
		}
		if v, _ := store.End(t.Context(), "s", relay.EndRecord{RoundRef: ref, How: relay.Orphaned, Keep: time.Minute}); v.State != relay.Unknown {
			t.Errorf("a forgotten round is %+v, want unknown", v)
		}
		time.Sleep(25 * time.Hour)
		_, _ = store.Read(t.Context(), "another", 0)
		if s, _ := store.Read(t.Context(), "s", 0); s.Version != 0 {
			t.Errorf("a day later the session has %+v, want version 0", s)
		}
	})
}
