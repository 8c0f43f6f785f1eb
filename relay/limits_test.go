package relay_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/elicitform/elicitform/relay"
)

// The rounds of dead clients do not fill a session, even if no device has looked.
func TestOpenLimits(t *testing.T) {
	store := relay.NewMemoryStore()
	inBubble(t, relay.Options{Store: store}, func(t *testing.T, r *relay.Relay) {
		client := newProcess(t, relay.Options{Store: store})
		of := func(n int) question {
			q := ask("s")
			q.Server.ID = fmt.Sprint("server ", n)
			return q
		}
		for n := range 100 {
			_ = elicit(context.Background(), client, of(n%5))
		}
		synctest.Wait()
		for n, want := range map[int]string{0: "too-many-requests-of-server", 5: "too-many-requests"} {
			var why *relay.Error
			if _, err := r.Elicit(t.Context(), of(n).Params, of(n).ElicitOptions); !errors.As(err, &why) || why.Code != "internal" || why.Reason != want {
				t.Errorf("one more round of server %d gives %v, want %s", n, err, want)
			}
		}
		client.Close()
		time.Sleep(time.Minute)
		decided := elicit(context.Background(), r, ask("s"))
		synctest.Wait()
		if m := look(t, r, "s"); len(m.Open) != 1 {
			t.Errorf("%d rounds are open, want 1", len(m.Open))
		}
		r.Close()
		<-decided
	})
}

// offline is a store that accepts no finished page while it is away.
type offline struct {
	relay.Store
	isAway atomic.Bool
	calls  atomic.Int64
}

func (s *offline) Page(ctx context.Context, session string, page relay.FinishedPage, keep time.Duration) (int64, error) {
	s.calls.Add(1)
	if s.isAway.Load() {
		return 0, errors.New("away")
	}
	return s.Store.Page(ctx, session, page, keep)
}

// Finished pages reach a store that was away, and do not pile up in the process.
func TestCompleteAgain(t *testing.T) {
	store := &offline{Store: relay.NewMemoryStore()}
	store.isAway.Store(true)
	inBubble(t, relay.Options{Store: store}, func(t *testing.T, r *relay.Relay) {
		failures := make(chan error, 1000)
		for n := range 1000 {
			go func() { failures <- r.Complete(t.Context(), "s", server, fmt.Sprint("e", n)) }()
		}
		go func() { failures <- r.Complete(t.Context(), "s", relay.Server{ID: "another"}, "theirs") }()
		synctest.Wait()
		if calls := store.calls.Load(); calls != 61 || len(failures) != 940 {
			t.Errorf("got %d calls and %d failures, want 61 and 940", calls, len(failures))
		}
		time.Sleep(10 * time.Second)
		store.isAway.Store(false)
		for n := range 1001 {
			var why *relay.Error
			if err := <-failures; (n < 940) != errors.As(err, &why) || n < 940 && why.Reason != "too-many-notices" {
				t.Fatalf("page %d gives %v", n, err)
			}
		}
		if m := look(t, r, "s"); len(m.Pages) != 61 {
			t.Errorf("%d pages are finished, want 61", len(m.Pages))
		}
		// It retries for a lease, or until the caller's context ends.
		store.isAway.Store(true)
		start := time.Now()
		if err := r.Complete(t.Context(), "s", server, "late"); err == nil || time.Since(start) < 30*time.Second || time.Since(start) > 32*time.Second {
			t.Errorf("got %v after %v, want an error after 30s", err, time.Since(start))
		}
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		if err := r.Complete(ctx, "s", server, "late"); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	})
}

// A server asks and withdraws without end: a device reads only the new bytes that the limit allows.
func TestNewBytes(t *testing.T) {
	inBubble(t, relay.Options{}, func(t *testing.T, r *relay.Relay) {
		device, cancel := context.WithCancel(t.Context())
		defer cancel()
		w, _ := stream(device, r, "", everything)
		q := ask("s")
		q.Params = json.RawMessage(`{"message":"` + strings.Repeat("x", 255*1024) + `"}`)
		denied := 0
		for range 100 {
			ctx, withdraw := context.WithTimeout(t.Context(), time.Second)
			var why *relay.Error
			if d := <-elicit(ctx, r, q); errors.As(d.err, &why) && why.Reason == "too-many-new-bytes-of-server" {
				denied++
				time.Sleep(time.Second)
			}
			withdraw()
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		// The test takes a hundred seconds, and a minute may be used in advance.
		if n := w.Body.Len(); n > 160*(1<<20)/60+100_000 || n < 2<<20 || denied < 80 {
			t.Errorf("the device has read %d bytes, want 2 to 2.9 MB; %d requests were denied, want at least 80", n, denied)
		}
	})
}

// An error of a limit names the limit, and ids are bounded.
func TestLimits(t *testing.T) {
	inBubble(t, relay.Options{Limits: relay.Limits{Bytes: 1_500_000}}, func(t *testing.T, r *relay.Relay) {
		ctx, cancel := context.WithCancel(t.Context())
		of := func(id, params string) question {
			return question{relay.ElicitOptions{Session: "s", Server: relay.Server{ID: id}}, json.RawMessage(params)}
		}
		checkError := func(err error, code, reason, key string) {
			t.Helper()
			var why *relay.Error
			if !errors.As(err, &why) || why.Code != code || why.Reason != reason || why.Key != key {
				t.Errorf("%v, want %s: %s", err, code, reason)
			}
		}
		large := `{"message":"` + strings.Repeat("é", 125_000) + `"}`
		var all []<-chan decision
		for range 4 {
			all = append(all, elicit(ctx, r, of("a", large)))
		}
		synctest.Wait()
		_, err := r.Elicit(ctx, of("a", large).Params, of("a", large).ElicitOptions)
		checkError(err, "internal", "too-many-bytes-of-server", "")
		all = append(all, elicit(ctx, r, of("b", large)))
		synctest.Wait()
		_, err = r.Elicit(ctx, of("b", large).Params, of("b", large).ElicitOptions)
		checkError(err, "internal", "too-many-bytes", "")
		cancel()
		for _, decided := range all {
			if d := <-decided; !errors.Is(d.err, context.Canceled) {
				t.Errorf("an open round gives %v, want %v", d.err, context.Canceled)
			}
		}
		long := strings.Repeat("💬", 65)
		page := `{"mode":"url","message":"m","url":"https://pay.example/","elicitationId":"` + long + `"}`
		_, err = r.Elicit(t.Context(), of("a", page).Params, of("a", page).ElicitOptions)
		checkError(err, "invalid-request", "elicitation-id-too-long", "")
		round := json.RawMessage(`{"k":{"method":"elicitation/create","params":` + page + `}}`)
		_, err = r.ElicitAll(t.Context(), round, relay.ElicitOptions{Session: "s", Server: server})
		checkError(err, "invalid-request", "elicitation-id-too-long", "k")
		_, err = r.Elicit(t.Context(), of(long, params).Params, of(long, params).ElicitOptions)
		checkError(err, "internal", "server-id-too-long", "")
		checkError(r.Complete(t.Context(), "s", server, long), "invalid-request", "elicitation-id-too-long", "")
		checkError(r.Complete(t.Context(), "s", relay.Server{ID: long}, "e"), "internal", "server-id-too-long", "")
		if err := r.Complete(t.Context(), "s", server, strings.Repeat("é", 128)); err != nil {
			t.Error(err)
		}
		if _, err := relay.New(relay.Options{Secret: secret, Limits: relay.Limits{Bytes: -1}}); err == nil {
			t.Error("a negative limit is accepted")
		}
	})
}

// The streams of a link have their own limit, and the streams of all links leave room for the person's own pages.
func TestStreamsOfALink(t *testing.T) {
	inBubble(t, relay.Options{}, func(t *testing.T, r *relay.Relay) {
		var running sync.WaitGroup
		ctx, cancel := context.WithCancel(t.Context())
		defer running.Wait()
		defer cancel()
		// open opens streams, each with an end of its own, and counts their statuses.
		open := func(n int, serve func(w http.ResponseWriter, request *http.Request, lifetime time.Duration)) map[int]int {
			recorders := make([]*httptest.ResponseRecorder, n)
			for i := range recorders {
				recorders[i] = httptest.NewRecorder()
				request := httptest.NewRequest("GET", "/", nil).WithContext(ctx)
				request.Header.Set("Accept", "text/event-stream")
				running.Go(func() { serve(recorders[i], request, time.Hour+time.Duration(i)*time.Second) })
			}
			synctest.Wait()
			count := map[int]int{}
			for _, recorder := range recorders {
				count[recorder.Code]++
			}
			return count
		}
		link := func(holder string) func(http.ResponseWriter, *http.Request, time.Duration) {
			return func(w http.ResponseWriter, request *http.Request, lifetime time.Duration) {
				ref := relay.RoundRef{ID: "identifier", Fingerprint: "fingerprint"}
				r.ServeQuestion(w, request, relay.QuestionAccess{Session: "s", Ref: ref, Holder: holder, Until: time.Now().Add(lifetime)})
			}
		}
		own := func(w http.ResponseWriter, request *http.Request, lifetime time.Duration) {
			request.Header.Set("Authorization", "Bearer "+r.Token("s", lifetime))
			r.ServeHTTP(w, request)
		}
		if got := open(100, link("first-link")); got[200] != 8 || got[503] != 92 {
			t.Errorf("a link: got %v, want 8 streams", got)
		}
		for n := range 3 {
			if got := open(9, link(fmt.Sprint("another-link-", n))); got[200] != 8 || got[503] != 1 {
				t.Errorf("another link: got %v, want 8 streams", got)
			}
		}
		if got := open(9, link("one-more-link")); got[503] != 9 {
			t.Errorf("past the share of the asker: got %v, want no stream", got)
		}
		if got := open(33, own); got[200] != 32 || got[503] != 1 {
			t.Errorf("the person's own pages: got %v, want 32 streams", got)
		}
		cancel()
		running.Wait()
		ctx, cancel = context.WithCancel(t.Context())
		if got := open(9, link("first-link")); got[200] != 8 {
			t.Errorf("the link after all streams have ended: got %v, want 8 streams", got)
		}
		cancel()
	})
}

// Refused answers have a rate for each token, in any spelling of the header, and other tokens are not affected.
func TestRefusedAnswersHaveARate(t *testing.T) {
	inBubble(t, relay.Options{}, func(t *testing.T, r *relay.Relay) {
		decided := elicit(t.Context(), r, ask("s"))
		synctest.Wait()
		open := look(t, r, "s").Open[0]
		send := func(authorization, content string) int {
			body := fmt.Sprintf(`{"id":%q,"fp":%q,"nonce":"nonce-of-a-test","responses":[{"result":{"action":"accept","content":%s}}]}`, open.ID, open.FP, content)
			request := httptest.NewRequest("POST", "/", strings.NewReader(body))
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("Authorization", authorization)
			recorder := httptest.NewRecorder()
			r.ServeHTTP(recorder, request)
			if recorder.Code == 429 && recorder.Header().Get("Retry-After") != "2" {
				t.Errorf("the headers are %v, want Retry-After: 2", recorder.Header())
			}
			return recorder.Code
		}
		token, secondToken := r.Token("s", time.Hour), r.Token("s", 2*time.Hour)
		count := map[int]int{}
		for n := range 100 {
			count[send([]string{"Bearer ", "bearer  ", "BEARER "}[n%3]+token+strings.Repeat(" ", n%2), `{"z":1}`)]++
		}
		if count[422] != 30 || count[429] != 70 {
			t.Errorf("got %v, want 30 times 422 and 70 times 429", count)
		}
		if status := send("Bearer "+token, `{"z":"Rome"}`); status != 429 {
			t.Errorf("a right answer past the rate gets %d, want 429", status)
		}
		if status := send("Bearer "+secondToken, `{"z":1}`); status != 422 {
			t.Errorf("another token gets %d, want 422", status)
		}
		time.Sleep(4 * time.Second)
		if a, b, c := send("Bearer "+token, `{"z":1}`), send("Bearer "+token, `{"z":1}`), send("Bearer "+token, `{"z":1}`); a != 422 || b != 422 || c != 429 {
			t.Errorf("after four seconds: got %d %d %d, want 422 422 429", a, b, c)
		}
		time.Sleep(2 * time.Second)
		if status := send("Bearer "+token, `{"z":"Rome"}`); status != 200 {
			t.Errorf("the right answer gets %d, want 200", status)
		}
		<-decided
	})
}
