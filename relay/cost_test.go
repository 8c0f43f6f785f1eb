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

// The cost of a full session, and of a server that never stops. TestLoad of package redisstore measures it over Redis.

type counting struct {
	relay.Store
	reads, contents, leases, peeks atomic.Int64
	changes                        atomic.Int64
}

func (c *counting) Read(ctx context.Context, session string, since int64) (relay.Snapshot, error) {
	s, err := c.Store.Read(ctx, session, since)
	c.reads.Add(1)
	c.changes.Add(int64(len(s.Open) + len(s.News)))
	return s, err
}

func (c *counting) Records(ctx context.Context, session string, ids []string, fields ...relay.Field) ([]relay.RoundRecord, error) {
	if slices.Contains(fields, relay.FieldBody) {
		c.contents.Add(int64(len(ids)))
	} else if slices.Contains(fields, relay.FieldLease) {
		c.leases.Add(int64(len(ids)))
	}
	return c.Store.Records(ctx, session, ids, fields...)
}

func (c *counting) Peek(ctx context.Context, session string, ref relay.RoundRef, lease, keep time.Duration) (relay.Verdict, error) {
	c.peeks.Add(1)
	return c.Store.Peek(ctx, session, ref, lease, keep)
}

// writer is the connection of a device that reads some bytes and then blocks.
type writer struct {
	*httptest.ResponseRecorder
	mu        sync.Mutex
	bytesLeft int
	deadline  time.Time
}

func (w *writer) SetWriteDeadline(deadline time.Time) error {
	w.deadline = deadline
	return nil
}

func (w *writer) Write(piece []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.bytesLeft -= len(piece); w.bytesLeft < 0 {
		time.Sleep(time.Until(w.deadline))
		return 0, os.ErrDeadlineExceeded
	}
	return w.ResponseRecorder.Write(piece)
}

func (w *writer) messages() (all []device.Message) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return readMessages(w.Body.String())
}

func readMessages(body string) (all []device.Message) {
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

func stream(ctx context.Context, r *relay.Relay, last string, bytes int) (w *writer, ended <-chan struct{}) {
	request := httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil)
	request.Header.Set("Authorization", "Bearer "+r.Token("s", 0))
	request.Header.Set("Accept", "text/event-stream")
	request.Header.Set("Last-Event-ID", last)
	w = &writer{ResponseRecorder: httptest.NewRecorder(), bytesLeft: bytes}
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.ServeHTTP(w, request)
	}()
	synctest.Wait()
	return w, done
}

const everything = 1 << 30

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
		first, _ := stream(ctx, r, "", everything)
		if open := first.open(); len(open) != 100 {
			t.Fatalf("the device gets %d rounds, want 100", len(open))
		}
		messages := first.messages()
		if len(messages) < 2 || !messages[0].More || messages[len(messages)-1].More {
			t.Errorf("the rounds come in %d messages, want several, and More in all but the last", len(messages))
		}
		// The other devices share the bodies.
		for range 16 {
			if w, _ := stream(ctx, r, "", everything); len(w.open()) != 100 {
				t.Errorf("another device gets %d rounds, want 100", len(w.open()))
			}
		}
		if n := store.contents.Load(); n != 100 {
			t.Errorf("%d bodies were read, want 100", n)
		}
		time.Sleep(20 * time.Second)
		_, _ = stream(ctx, r, "", everything)
		if n := store.contents.Load(); n != 200 {
			t.Errorf("%d bodies were read, want 200: without devices they are not cached", n)
		}
		// The cost of ten minutes without a change.
		before, leases, reads := store.changes.Load(), store.leases.Load(), store.reads.Load()
		time.Sleep(10 * time.Minute)
		if n := store.changes.Load() - before; n != 0 {
			t.Errorf("the snapshots have %d changes, want none", n)
		}
		if n := store.leases.Load() - leases; n > 100*600/20 {
			t.Errorf("%d leases were read, want at most %d", n, 100*600/20)
		}
		if n := store.reads.Load() - reads; n > 600/2 {
			t.Errorf("there were %d looks, want at most %d", n, 600/2)
		}
		if n := len(first.messages()); n != len(messages) {
			t.Errorf("the device gets %d messages without a change", n-len(messages))
		}
		reads, contents := store.reads.Load(), store.contents.Load()
		post := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(fmt.Sprintf(
			`{"id":%q,"fp":%q,"nonce":"n1234567","responses":[{"result":{"action":"decline"}}]}`, first.open()[0].ID, first.open()[0].FP)))
		post.Header.Set("Authorization", "Bearer "+r.Token("s", 0))
		post.Header.Set("Content-Type", "application/json")
		recorder := httptest.NewRecorder()
		r.ServeHTTP(recorder, post)
		if n, m := store.contents.Load()-contents, store.reads.Load()-reads; recorder.Code != 200 || n != 1 || m > 1 {
			t.Errorf("an answer gives %d, and reads %d bodies and %d snapshots, want 200, 1 and at most 1", recorder.Code, n, m)
		}
	})
}

func TestPageThatComesAgain(t *testing.T) {
	store := &counting{Store: relay.NewMemoryStore()}
	inBubble(t, relay.Options{Store: store}, func(t *testing.T, r *relay.Relay) {
		fill(r, 1000)
		ctx, cancel := context.WithCancel(t.Context())
		w, ended := stream(ctx, r, "", everything)
		version := w.messages()[0].V
		cancel()
		<-ended
		before := store.contents.Load()
		for version, open := range map[int64]int{version: 0, version - 3: 3, version + 1000: 100, 0: 100} {
			ctx, cancel := context.WithCancel(t.Context())
			w, ended := stream(ctx, r, fmt.Sprint(version), everything)
			if m := w.messages()[0]; !m.Full || len(m.Open) != open || len(m.Open)+len(m.Kept) != 100 {
				t.Errorf("after version %d: got %d open and %d kept, want %d and %d", version, len(m.Open), len(m.Kept), open, 100-open)
			}
			cancel()
			<-ended
		}
		if n := store.contents.Load() - before; n != 203 {
			t.Errorf("%d bodies were read, want 203", n)
		}
	})
}

// Many finished pages cost few looks, wake no client, and do not delay other news.
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
			w, _ := stream(ctx, r, "", everything)
			devices = append(devices, w)
		}
		reads, peeks, start := store.reads.Load(), store.peeks.Load(), time.Now()
		var withdrawnAt time.Time
		for i := range 6000 {
			page := relay.FinishedPage{Server: fmt.Sprint("server ", i), ElicitationID: "e"}
			if _, err := store.Page(ctx, "s", page, time.Minute); err != nil {
				t.Fatal(err)
			}
			if i == 3000 {
				withdraw()
				withdrawnAt = time.Now()
			}
			time.Sleep(10 * time.Millisecond)
			if i == 3100 {
				for _, w := range devices {
					if !hasEnd(w.messages()) {
						t.Errorf("a device does not get the withdrawal within %v", time.Since(withdrawnAt))
					}
				}
			}
		}
		minute := time.Since(start)
		if n := store.reads.Load() - reads; n > 11+int64(minute/(250*time.Millisecond)) {
			t.Errorf("got %d looks in %v, want at most 4 a second", n, minute)
		}
		if n := store.peeks.Load() - peeks; n > 13 {
			t.Errorf("the waiting client peeks %d times, want at most 13", n)
		}
	})
}

func hasEnd(all []device.Message) bool {
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
		stuck, ended := stream(t.Context(), r, "", 100_000)
		<-ended
		if after := time.Since(start); after != 10*time.Second {
			t.Errorf("the stream ends after %v, want 10s", after)
		}
		if len(stuck.messages()) > 1 {
			t.Errorf("the device gets %d messages, want at most 1", len(stuck.messages()))
		}
		// The other devices get everything, and the place of the stuck device is free.
		for range 32 {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if w, _ := stream(ctx, r, "", everything); len(w.open()) != 100 {
				t.Errorf("another device gets %d rounds, want 100", len(w.open()))
			}
		}
		// The same without a stream.
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		request.Header.Set("Authorization", "Bearer "+r.Token("s", 0))
		w := &writer{ResponseRecorder: httptest.NewRecorder()}
		r.ServeHTTP(w, request)
		if w.Code != http.StatusServiceUnavailable {
			t.Errorf("device 33 gets %d, want 503", w.Code)
		}
	})
}

// A lost end is found by the number of open rounds, and the devices get all rounds again.
func TestStoreThatForgets(t *testing.T) {
	store := &forgetful{Store: relay.NewMemoryStore()}
	inBubble(t, relay.Options{Store: store, Poll: time.Second}, func(t *testing.T, r *relay.Relay) {
		fill(r, 10)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		w, _ := stream(ctx, r, "", everything)
		store.hasForgotten.Store(true)
		id := w.open()[0].ID
		if _, err := store.End(ctx, "s", relay.EndRecord{RoundRef: relay.RoundRef{ID: id, Fingerprint: w.open()[0].FP}, How: relay.Withdrawn, Keep: time.Minute}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		m := w.messages()
		if last := m[len(m)-1]; !last.Full || len(last.Kept) != 99 || len(last.Open) != 0 {
			t.Errorf("the last message is %+v, want 99 kept rounds", last)
		}
	})
}

// forgetful is a store that can lose its news.
type forgetful struct {
	relay.Store
	hasForgotten atomic.Bool
}

func (f *forgetful) Read(ctx context.Context, session string, since int64) (relay.Snapshot, error) {
	s, err := f.Store.Read(ctx, session, since)
	if f.hasForgotten.Load() {
		s.News = nil
	}
	return s, errors.Join(err, ctx.Err())
}
