package relay_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/elicitform/elicitform/relay"
	"github.com/elicitform/elicitform/relay/internal/test/device"
)

// What a session costs that is full, or in which a server never stops: counted here, and
// measured over Redis by TestLoad of package redisstore.

// counting is a store that counts what is read.
type counting struct {
	relay.Store
	reads, contents, leases, peeks atomic.Int64
	// told is how many rounds and news the reads have told of.
	told atomic.Int64
}

func (c *counting) Read(ctx context.Context, session string, since int64) (relay.Snapshot, error) {
	s, err := c.Store.Read(ctx, session, since)
	c.reads.Add(1)
	c.told.Add(int64(len(s.Open) + len(s.News)))
	return s, err
}

func (c *counting) Records(ctx context.Context, session string, ids []string, fields ...relay.Field) ([]relay.Record, error) {
	if slices.Contains(fields, relay.FieldBody) {
		c.contents.Add(int64(len(ids)))
	} else if slices.Contains(fields, relay.FieldLease) {
		c.leases.Add(int64(len(ids)))
	}
	return c.Store.Records(ctx, session, ids, fields...)
}

func (c *counting) Peek(ctx context.Context, session string, ref relay.Ref, lease, keep time.Duration) (relay.Verdict, error) {
	c.peeks.Add(1)
	return c.Store.Peek(ctx, session, ref, lease, keep)
}

// writer is the connection of a device: it takes so many bytes, and then none before its deadline.
type writer struct {
	*httptest.ResponseRecorder
	mu       sync.Mutex
	takes    int
	deadline time.Time
}

func (w *writer) SetWriteDeadline(deadline time.Time) error {
	w.deadline = deadline
	return nil
}

func (w *writer) Write(piece []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.takes -= len(piece); w.takes < 0 {
		time.Sleep(time.Until(w.deadline))
		return 0, os.ErrDeadlineExceeded
	}
	return w.ResponseRecorder.Write(piece)
}

// messages are those of the stream so far.
func (w *writer) messages() (all []device.Message) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return messages(w.Body.String())
}

// messages are those of a stream.
func messages(body string) (all []device.Message) {
	for line := range strings.Lines(body) {
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			var m device.Message
			_ = json.Unmarshal([]byte(data), &m)
			all = append(all, m)
		}
	}
	return all
}

func (w *writer) open() (open []device.Round) {
	for _, m := range w.messages() {
		open = append(open, m.Open...)
	}
	return open
}

// stream opens the stream of a device that takes so many bytes, until the context ends; over is closed when it is.
func stream(ctx context.Context, r *relay.Relay, last string, takes int) (w *writer, over <-chan struct{}) {
	request := httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil)
	request.Header.Set("Authorization", "Bearer "+r.Token("s", 0))
	request.Header.Set("Accept", "text/event-stream")
	request.Header.Set("Last-Event-ID", last)
	w = &writer{ResponseRecorder: httptest.NewRecorder(), takes: takes}
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.ServeHTTP(w, request)
	}()
	synctest.Wait()
	return w, done
}

const all = 1 << 30

// fill asks as many rounds as a session may have, of so many bytes.
func fill(r *relay.Relay, bytes int) {
	for i := range 100 {
		q := ask("s")
		q.Server.ID = fmt.Sprint("server ", i%5)
		q.Params = json.RawMessage(`{"message":"` + strings.Repeat("x", bytes) + `"}`)
		_ = elicit(context.Background(), r, q)
	}
	synctest.Wait()
}

func TestFullSession(t *testing.T) {
	store := &counting{Store: relay.NewMemoryStore()}
	inBubble(t, relay.Options{Store: store}, func(t *testing.T, r *relay.Relay) {
		fill(r, 40_000)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		first, _ := stream(ctx, r, "", all)
		if open := first.open(); len(open) != 100 {
			t.Fatalf("the device is told of %d", len(open))
		}
		messages := first.messages()
		if len(messages) < 2 || !messages[0].More || messages[len(messages)-1].More {
			t.Errorf("what is large comes in %d parts", len(messages))
		}
		// Others share what was read.
		for range 16 {
			if w, _ := stream(ctx, r, "", all); len(w.open()) != 100 {
				t.Error("another device is not told of all")
			}
		}
		if n := store.contents.Load(); n != 100 {
			t.Errorf("%d contents were read", n)
		}
		time.Sleep(20 * time.Second)
		_, _ = stream(ctx, r, "", all)
		if n := store.contents.Load(); n != 200 {
			t.Errorf("%d contents were read: they are kept for a device that never came", n)
		}
		// In ten minutes in which nothing happens.
		before, leases, reads := store.told.Load(), store.leases.Load(), store.reads.Load()
		time.Sleep(10 * time.Minute)
		if n := store.told.Load() - before; n != 0 {
			t.Errorf("the store has told %d things", n)
		}
		if n := store.leases.Load() - leases; n > 100*600/20 {
			t.Errorf("%d leases were read", n)
		}
		if n := store.reads.Load() - reads; n > 600/2 {
			t.Errorf("there were %d looks", n)
		}
		if n := len(first.messages()); n != len(messages) {
			t.Errorf("the device was told %d times of nothing", n-len(messages))
		}
		// An answer reads its round only.
		reads, contents := store.reads.Load(), store.contents.Load()
		post := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(fmt.Sprintf(
			`{"id":%q,"fp":%q,"nonce":"n1234567","responses":[{"result":{"action":"decline"}}]}`, first.open()[0].ID, first.open()[0].FP)))
		post.Header.Set("Authorization", "Bearer "+r.Token("s", 0))
		post.Header.Set("Content-Type", "application/json")
		recorder := httptest.NewRecorder()
		r.ServeHTTP(recorder, post)
		if n, m := store.contents.Load()-contents, store.reads.Load()-reads; recorder.Code != 200 || n != 1 || m > 1 {
			t.Errorf("an answer gives %d, and reads %d contents and %d times what has changed", recorder.Code, n, m)
		}
	})
}

func TestPageThatComesAgain(t *testing.T) {
	store := &counting{Store: relay.NewMemoryStore()}
	inBubble(t, relay.Options{Store: store}, func(t *testing.T, r *relay.Relay) {
		fill(r, 1000)
		ctx, cancel := context.WithCancel(t.Context())
		w, over := stream(ctx, r, "", all)
		version := w.messages()[0].V
		cancel()
		<-over
		before := store.contents.Load()
		for version, open := range map[int64]int{version: 0, version - 3: 3, version + 1000: 100, 0: 100} {
			ctx, cancel := context.WithCancel(t.Context())
			w, over := stream(ctx, r, fmt.Sprint(version), all)
			if m := w.messages()[0]; !m.Full || len(m.Open) != open || len(m.Open)+len(m.Kept) != 100 {
				t.Errorf("after version %d: %d are told, %d kept", version, len(m.Open), len(m.Kept))
			}
			cancel()
			<-over
		}
		if n := store.contents.Load() - before; n != 203 {
			t.Errorf("%d contents were read", n)
		}
	})
}

// Many notices at once cost few looks, wake no client that waits for an answer, and hold up nothing.
func TestManyNotices(t *testing.T) {
	store := &counting{Store: relay.NewMemoryStore()}
	inBubble(t, relay.Options{Store: store}, func(t *testing.T, r *relay.Relay) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		withdrawn, withdraw := context.WithCancel(t.Context())
		defer withdraw()
		_ = elicit(withdrawn, r, ask("s"))
		synctest.Wait()
		var devices []*writer
		for range 8 {
			w, _ := stream(ctx, r, "", all)
			devices = append(devices, w)
		}
		reads, peeks, start := store.reads.Load(), store.peeks.Load(), time.Now()
		var asked time.Time
		for i := range 6000 {
			page := relay.FinishedPage{Server: fmt.Sprint("server ", i), ElicitationID: "e"}
			if _, err := store.Page(ctx, "s", page, time.Minute); err != nil {
				t.Fatal(err)
			}
			if i == 3000 {
				withdraw()
				asked = time.Now()
			}
			time.Sleep(10 * time.Millisecond)
			if i == 3100 {
				for _, w := range devices {
					if !gone(w.messages()) {
						t.Errorf("the withdrawal is not told %v later", time.Since(asked))
					}
				}
			}
		}
		minute := time.Since(start)
		if n := store.reads.Load() - reads; n > 11+int64(minute/(250*time.Millisecond)) {
			t.Errorf("%d looks in %v", n, minute)
		}
		if n := store.peeks.Load() - peeks; n > 13 {
			t.Errorf("the client that waits for an answer has looked %d times", n)
		}
	})
}

func gone(all []device.Message) bool {
	for _, m := range all {
		if len(m.Gone) > 0 {
			return true
		}
	}
	return false
}

func TestPageThatDoesNotRead(t *testing.T) {
	inBubble(t, relay.Options{}, func(t *testing.T, r *relay.Relay) {
		fill(r, 4000)
		start := time.Now()
		stuck, over := stream(t.Context(), r, "", 100_000)
		<-over
		if after := time.Since(start); after != 10*time.Second {
			t.Errorf("it is let go after %v", after)
		}
		if len(stuck.messages()) > 1 {
			t.Error("it has got more than it takes")
		}
		// Nothing was held up, and its place is free.
		for range 32 {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if w, _ := stream(ctx, r, "", all); len(w.open()) != 100 {
				t.Error("another device is not told of all")
			}
		}
		// The same without a stream.
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		request.Header.Set("Authorization", "Bearer "+r.Token("s", 0))
		w := &writer{ResponseRecorder: httptest.NewRecorder()}
		r.ServeHTTP(w, request)
		if w.Code != http.StatusServiceUnavailable {
			t.Errorf("one more device than 32 gets %d", w.Code)
		}
	})
}

// What was lost is found by the number of what is open, and devices hear of it.
func TestStoreThatForgets(t *testing.T) {
	store := &forgetful{Store: relay.NewMemoryStore()}
	inBubble(t, relay.Options{Store: store, Poll: time.Second}, func(t *testing.T, r *relay.Relay) {
		fill(r, 10)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		w, _ := stream(ctx, r, "", all)
		store.hides.Store(true)
		id := w.open()[0].ID
		if _, err := store.End(ctx, "s", relay.End{Ref: relay.Ref{ID: id, Fingerprint: w.open()[0].FP}, How: relay.Withdrawn, Keep: time.Minute}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		m := w.messages()
		if last := m[len(m)-1]; !last.Full || len(last.Kept) != 99 || len(last.Open) != 0 {
			t.Errorf("the device hears %+v", last)
		}
	})
}

// forgetful is a store that does not know any more what has gone.
type forgetful struct {
	relay.Store
	hides atomic.Bool
}

func (f *forgetful) Read(ctx context.Context, session string, since int64) (relay.Snapshot, error) {
	s, err := f.Store.Read(ctx, session, since)
	if f.hides.Load() {
		s.News = nil
	}
	return s, errors.Join(err, ctx.Err())
}
