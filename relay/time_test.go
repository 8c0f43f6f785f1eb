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

// The clock of these tests goes on by itself when all wait: none takes longer than its work.

// look reads what a session has, as a device does that has no stream.
func look(t *testing.T, r *relay.Relay, session string) device.Message {
	t.Helper()
	request := httptest.NewRequest("GET", "/", nil)
	request.Header.Set("Authorization", "Bearer "+r.Token(session, 0))
	recorder := httptest.NewRecorder()
	r.ServeHTTP(recorder, request)
	all := messages(recorder.Body.String())
	if recorder.Code != 200 || len(all) != 1 || !all[0].Full {
		t.Fatalf("%d %s", recorder.Code, recorder.Body)
	}
	return all[0]
}

func inBubble(t *testing.T, o relay.Options, test func(t *testing.T, r *relay.Relay)) {
	synctest.Test(t, func(t *testing.T) {
		o.Secret = secret
		r, err := relay.New(o)
		if err != nil {
			t.Fatal(err)
		}
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
					t.Errorf("left is %+v", m)
				}
			})
		})
	}
}

// isOnTime reports whether a deadline has just passed. A client looks at a time that chance has a part in, and a tenth of a second
// later again where the deadline is nearer than that.
func isOnTime(deadline time.Time) bool {
	late := time.Since(deadline)
	return 0 <= late && late <= 100*time.Millisecond
}

// The context ends before the deadline: that is a withdrawal.
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
			t.Errorf("left is %+v", m)
		}
	})
}

// A client that lives keeps its round; one that was killed loses it with the lease.
func TestLease(t *testing.T) {
	store := relay.NewMemoryStore()
	inBubble(t, relay.Options{Store: store}, func(t *testing.T, r *relay.Relay) {
		client, err := relay.New(relay.Options{Store: store, Secret: secret})
		if err != nil {
			t.Fatal(err)
		}
		q := ask("s")
		q.Key = "k"
		decided := elicit(context.Background(), client, q)
		time.Sleep(time.Hour)
		if m := look(t, r, "s"); len(m.Open) != 1 {
			t.Errorf("after an hour there are %d", len(m.Open))
		}
		client.Close()
		<-decided
		time.Sleep(24 * time.Second)
		if m := look(t, r, "s"); len(m.Open) != 1 {
			t.Error("the client has no time to come back")
		}
		time.Sleep(10 * time.Second)
		m := look(t, r, "s")
		if len(m.Open) != 0 || len(m.Gone) != 1 || m.Gone[0].How != "orphaned" {
			t.Errorf("an orphan leaves %+v", m)
		}
		// Later than the lease it is asked anew.
		decided = elicit(context.Background(), r, q)
		synctest.Wait()
		if m := look(t, r, "s"); len(m.Open) != 1 {
			t.Errorf("the client that is back leaves %+v", m)
		}
		r.Close()
		<-decided
	})
}

// An answer goes to the round that it was given to, and to no other one with the same key.
func TestRoundThatHasChanged(t *testing.T) {
	store := relay.NewMemoryStore()
	inBubble(t, relay.Options{Store: store}, func(t *testing.T, r *relay.Relay) {
		first, err := relay.New(relay.Options{Store: store, Secret: secret})
		if err != nil {
			t.Fatal(err)
		}
		q := ask("s")
		q.Key = "k"
		decided := elicit(context.Background(), first, q)
		synctest.Wait()
		before := look(t, r, "s").Open[0]
		first.Close()
		<-decided
		time.Sleep(time.Hour)
		// No device has looked meanwhile, and the key asks for something that the old form does not show.
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

// silent is a store that notifies of nothing; broken makes its calls fail.
type silent struct {
	relay.Store
	broken atomic.Bool
}

func (s *silent) Watch(context.Context, string, func(string)) (func(), error) { return func() {}, nil }

func (s *silent) Peek(ctx context.Context, session string, ref relay.Ref, lease, keep time.Duration) (relay.Verdict, error) {
	if s.broken.Load() {
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
		if _, err := store.End(t.Context(), "s", relay.End{Ref: relay.Ref{ID: shown.ID, Fingerprint: shown.FP}, How: relay.Answered, Result: `{"responses":[{"result":{"action":"decline"}}]}`, By: "n", Keep: time.Minute}); err != nil {
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
		store.broken.Store(true)
		time.Sleep(20 * time.Second)
		store.broken.Store(false)
		_, _ = store.End(t.Context(), "s", relay.End{Ref: relay.Ref{ID: shown.ID, Fingerprint: shown.FP}, How: relay.Answered, Result: `{"responses":[{"result":{"action":"cancel"}}]}`, By: "n", Keep: time.Minute})
		if d := <-decided; d.err != nil || d.result.Action != "cancel" {
			t.Errorf("decided %v, %v", d.result, d.err)
		}
		// While it is away, a deadline is all that ends a round.
		q := ask("s")
		q.Deadline = time.Now().Add(time.Minute)
		decided = elicit(context.Background(), r, q)
		synctest.Wait()
		store.broken.Store(true)
		if d := <-decided; d.err == nil || d.err.Error() != "elicitation: expired" {
			t.Errorf("decided %v, %v", d.result, d.err)
		}
	})
}

// A quiet stream shows that it lives, and ends with its token: a device that may see the session for
// longer comes again with another one.
func TestStreamEndsWithItsToken(t *testing.T) {
	inBubble(t, relay.Options{}, func(t *testing.T, r *relay.Relay) {
		start := time.Now()
		request := httptest.NewRequest("GET", "/", nil)
		request.Header.Set("Authorization", "Bearer "+r.Token("s", time.Hour))
		request.Header.Set("Accept", "text/event-stream")
		recorder := httptest.NewRecorder()
		r.ServeHTTP(recorder, request)
		if lasted := time.Since(start); lasted < time.Hour-time.Second || lasted > time.Hour+time.Second {
			t.Errorf("the stream ends after %v", lasted)
		}
		if beats := strings.Count(recorder.Body.String(), ":\n\n"); beats < 230 || beats > 240 {
			t.Errorf("it shows %d times that it lives", beats)
		}
	})
}

// What has ended is forgotten, and so is a session in which nothing happens.
func TestMemoryForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, ref := relay.NewMemoryStore(), relay.Ref{ID: "a", Fingerprint: "f"}
		_, _ = store.Ask(t.Context(), "s", relay.Ask{Ref: ref, Body: "{}", Lease: time.Second, Keep: time.Minute, Limits: relay.Limits{Open: 9, Bytes: 9, NewBytes: 9, ServerOpen: 9, ServerBytes: 9, ServerNewBytes: 9}})
		time.Sleep(2 * time.Minute)
		s, _ := store.Read(t.Context(), "s", 0)
		records, _ := store.Records(t.Context(), "s", []string{"a"}, relay.FieldBody)
		if len(s.Open) != 0 || len(s.News) != 1 || s.News[0].Gone.How != relay.Orphaned || records[0].Body != "" {
			t.Errorf("after its time there is %+v, %+v", s, records)
		}
		if v, _ := store.End(t.Context(), "s", relay.End{Ref: ref, How: relay.Orphaned, Keep: time.Minute}); v.State != relay.Unknown {
			t.Errorf("what is forgotten is %+v", v)
		}
		time.Sleep(25 * time.Hour)
		_, _ = store.Read(t.Context(), "another", 0)
		if s, _ := store.Read(t.Context(), "s", 0); s.Version != 0 {
			t.Errorf("a day later there is %+v", s)
		}
	})
}
