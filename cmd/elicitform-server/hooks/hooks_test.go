package hooks

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/relay"
)

type receiver struct {
	mu       sync.Mutex
	requests []*http.Request
	bodies   [][]byte
	times    []time.Time
	// reply is nil for 204.
	reply func(n int, r *http.Request) (*http.Response, error)
}

func (r *receiver) RoundTrip(request *http.Request) (*http.Response, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return nil, err
	}
	r.requests, r.bodies, r.times = append(r.requests, request), append(r.bodies, body), append(r.times, time.Now())
	if r.reply == nil {
		return response(http.StatusNoContent), nil
	}
	return r.reply(len(r.requests), request)
}

func response(status int) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: http.NoBody}
}

func (r *receiver) arrivals() []time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.times)
}

func (r *receiver) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.requests)
}

type questions struct {
	mu     sync.Mutex
	states map[string]relay.State
	err    error
}

func (q *questions) set(n int, state relay.State) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.states[job(n).Question.RoundRef.ID] = state
}

func (q *questions) peek(_ context.Context, _ string, ref relay.RoundRef) (relay.Outcome, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return relay.Outcome{State: q.states[ref.ID]}, q.err
}

type bench struct {
	*Sender
	receiver  *receiver
	questions *questions
	ring      *keys.Ring
	log       *bytes.Buffer
}

func inBubble(t *testing.T, test func(t *testing.T, b *bench)) {
	synctest.Test(t, func(t *testing.T) { runSender(t, func(*Options) {}, test) })
}

func inBubbleWith(t *testing.T, change func(o *Options), test func(t *testing.T, b *bench)) {
	synctest.Test(t, func(t *testing.T) { runSender(t, change, test) })
}

func runSender(t *testing.T, change func(o *Options), test func(t *testing.T, b *bench)) {
	ring, err := keys.NewRing([]byte("0123456789abcdef"), nil)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{receiver: &receiver{}, questions: &questions{states: map[string]relay.State{}}, ring: ring, log: &bytes.Buffer{}}
	options := Options{
		Queue: NewMemoryQueue(), Policy: policy(t, []string{"https://agent.example/hooks/"}, nil), Ring: ring, Peek: b.questions.peek,
		Body: func(job Job, o relay.Outcome) ([]byte, error) {
			return json.Marshal(map[string]any{"type": "question." + o.State, "data": map[string]any{"id": job.Question.RoundRef.ID, "secret answer": 1}})
		},
		Agent: "elicitform-server/test", Logger: slog.New(slog.NewTextHandler(b.log, nil)), Transport: b.receiver,
		OnAttempt: func(string) {},
	}
	change(&options)
	b.Sender = New(options)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		b.Run(ctx)
		close(done)
	}()
	test(t, b)
	cancel()
	<-done
	if log := b.log.String(); strings.Contains(log, "agent.example") || strings.Contains(log, "secret answer") {
		t.Errorf("the log has an address or an answer: %s", log)
	}
}

func (b *bench) enqueue(t *testing.T, n int) {
	t.Helper()
	b.questions.set(n, relay.Open)
	if err := b.Enqueue(t.Context(), job(n)); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) checkNoneWaits(t *testing.T) {
	t.Helper()
	if n, err := b.Waiting(t.Context()); err != nil || n != 0 {
		t.Errorf("%d webhooks wait, want none: %v", n, err)
	}
}

// A webhook is signed, and sent as soon as its question has ended, once.
func TestDelivery(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bench) {
		b.enqueue(t, 1)
		time.Sleep(30 * time.Minute)
		if b.receiver.count() != 0 {
			t.Fatal("a webhook was sent for an open question")
		}
		b.questions.set(1, relay.Answered)
		b.Send(t.Context(), job(1).Question)
		synctest.Wait()
		if b.receiver.count() != 1 {
			t.Fatalf("%d webhooks were sent", b.receiver.count())
		}
		request, body := b.receiver.requests[0], b.receiver.bodies[0]
		if request.URL.String() != job(1).URL || request.Method != "POST" || request.Header.Get("Content-Type") != "application/json" ||
			request.Header.Get("User-Agent") != "elicitform-server/test" || !strings.Contains(string(body), `"question.answered"`) {
			t.Errorf("%+v %s", request, body)
		}
		if got := request.Header.Get("webhook-timestamp"); got != "946686600" {
			t.Errorf("webhook-timestamp is %s, want 946686600", got)
		}
		verifier, err := standardwebhooks.NewWebhook(b.ring.WebhookSecret("agent"))
		if err != nil {
			t.Fatal(err)
		}
		if err := verifier.Verify(body, request.Header); err != nil {
			t.Error(err)
		}
		foreign, _ := standardwebhooks.NewWebhook(b.ring.WebhookSecret("another"))
		if foreign.Verify(body, request.Header) == nil {
			t.Error("the webhooks of two ask keys have one secret")
		}
		for _, change := range []func(http.Header){
			func(h http.Header) { h.Set("webhook-id", "msg_other") },
			func(h http.Header) { h.Set("webhook-timestamp", "946686601") },
			func(h http.Header) { h.Set("webhook-signature", "v1,"+strings.Repeat("A", 43)+"=") },
		} {
			changed := request.Header.Clone()
			change(changed)
			if verifier.Verify(body, changed) == nil {
				t.Errorf("a webhook with the headers %v is verified", changed)
			}
		}
		time.Sleep(24 * time.Hour)
		b.Send(t.Context(), job(1).Question)
		synctest.Wait()
		if b.receiver.count() != 1 {
			t.Errorf("it was sent %d times", b.receiver.count())
		}
		b.checkNoneWaits(t)
	})
}

// A receiver recognizes a replayed webhook by its id, and after five minutes by its timestamp.
func TestReplays(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bench) {
		b.receiver.reply = func(n int, _ *http.Request) (*http.Response, error) {
			if n == 1 {
				return nil, errors.New("the response got lost")
			}
			return response(http.StatusOK), nil
		}
		b.enqueue(t, 1)
		b.questions.set(1, relay.Answered)
		b.Send(t.Context(), job(1).Question)
		time.Sleep(time.Minute)
		if b.receiver.count() != 2 {
			t.Fatalf("it was sent %d times", b.receiver.count())
		}
		verifier, err := standardwebhooks.NewWebhook(b.ring.WebhookSecret("agent"))
		if err != nil {
			t.Fatal(err)
		}
		receivedIDs := map[string]bool{}
		receive := func(n int) (isNew bool, err error) {
			if err := verifier.Verify(b.receiver.bodies[n], b.receiver.requests[n].Header); err != nil {
				return false, err
			}
			id := b.receiver.requests[n].Header.Get("webhook-id")
			isNew, receivedIDs[id] = !receivedIDs[id], true
			return isNew, nil
		}
		for n, want := range []bool{true, false} {
			if isNew, err := receive(n); isNew != want || err != nil {
				t.Errorf("webhook %d is new: %v, want %v; %v", n, isNew, want, err)
			}
		}
		if isNew, err := receive(0); isNew || err != nil {
			t.Errorf("a replay is new: %v, %v", isNew, err)
		}
		time.Sleep(5 * time.Minute)
		if _, err := receive(1); !errors.Is(err, standardwebhooks.ErrMessageTooOld) {
			t.Errorf("an old webhook: %v, want %v", err, standardwebhooks.ErrMessageTooOld)
		}
	})
}

// A webhook is sent within an hour of an end, or at the deadline, even if no process of this server has noticed the end.
func TestUnnoticedEnds(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bench) {
		long := job(2)
		long.Deadline = time.Now().Add(20 * 24 * time.Hour)
		b.enqueue(t, 1)
		b.questions.set(2, relay.Open)
		if err := b.Enqueue(t.Context(), long); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		b.questions.set(1, relay.Expired)
		time.Sleep(10 * time.Second)
		if b.receiver.count() != 1 || !strings.Contains(string(b.receiver.bodies[0]), "question.expired") {
			t.Fatalf("%d were sent: %s", b.receiver.count(), b.receiver.bodies)
		}
		time.Sleep(5 * 24 * time.Hour)
		b.questions.set(2, relay.Answered)
		time.Sleep(maxRecheck + time.Minute)
		if b.receiver.count() != 2 {
			t.Errorf("%d were sent", b.receiver.count())
		}
	})
}

// A failing receiver gets the webhook again with growing pauses for a day. Then the webhook has failed.
func TestRetries(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bench) {
		b.receiver.reply = func(int, *http.Request) (*http.Response, error) { return response(http.StatusInternalServerError), nil }
		b.enqueue(t, 1)
		b.questions.set(1, relay.Withdrawn)
		b.Send(t.Context(), job(1).Question)
		time.Sleep(20 * time.Hour)
		if failed, _ := b.Failed(t.Context(), "agent"); len(failed) != 0 {
			t.Errorf("it was given up too early: %+v", failed)
		}
		time.Sleep(20 * time.Hour)
		times := b.receiver.arrivals()
		if len(times) != len(retryPauses)+1 {
			t.Fatalf("it was sent %d times", len(times))
		}
		if day := times[len(times)-1].Sub(times[0]); day < 22*time.Hour || day > 27*time.Hour {
			t.Errorf("the retries last %v, want about a day", day)
		}
		for n := range retryPauses {
			if pause := times[n+1].Sub(times[n]); pause < retryPauses[n]*9/10 || pause > retryPauses[n]*11/10+pollInterval {
				t.Errorf("pause %d is %v, want about %v", n, pause, retryPauses[n])
			}
		}
		ids := map[string]bool{}
		for _, request := range b.receiver.requests {
			ids[request.Header.Get("webhook-id")] = true
		}
		if len(ids) != 1 {
			t.Errorf("the attempts have the ids %v", ids)
		}
		failed, err := b.Failed(t.Context(), "agent")
		if err != nil || len(failed) != 1 || failed[0].Status != 500 || failed[0].Attempts != 11 || failed[0].Reason != "status-500" || failed[0].URL != job(1).URL {
			t.Errorf("%+v, %v", failed, err)
		}
		b.checkNoneWaits(t)
		time.Sleep(40 * 24 * time.Hour)
		if failed, _ := b.Failed(t.Context(), "agent"); len(failed) != 0 {
			t.Errorf("the failure does not expire: %+v", failed)
		}
	})
}

func TestFinalReplies(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bench) {
		b.receiver.reply = func(int, *http.Request) (*http.Response, error) { return response(http.StatusGone), nil }
		for n, state := range map[int]relay.State{1: relay.Answered, 2: relay.Unknown, 3: relay.Acknowledged} {
			b.enqueue(t, n)
			b.questions.set(n, state)
			b.Send(t.Context(), job(n).Question)
		}
		synctest.Wait()
		b.checkNoneWaits(t)
		var reasons []string
		failed, _ := b.Failed(t.Context(), "agent")
		for _, f := range failed {
			reasons = append(reasons, f.Reason)
		}
		slices.Sort(reasons)
		if b.receiver.count() != 1 || !slices.Equal(reasons, []string{"forgotten", "status-410"}) {
			t.Errorf("%d were sent, %q have failed", b.receiver.count(), reasons)
		}
	})
}

// The settings at the time of sending count, not those at the time of asking. An address that is private itself is given up at once.
func TestForbiddenAddressesAreGivenUp(t *testing.T) {
	for _, c := range []struct{ allowed, url, reason string }{
		{"", "https://former.example/hooks/", "not-allowed"},
		{"http://127.0.0.1:8000/", "http://127.0.0.1:8000/hooks", "private-address"},
	} {
		allow := func(o *Options) {
			if c.allowed != "" {
				o.Policy = policy(t, []string{c.allowed}, nil)
			}
		}
		inBubbleWith(t, allow, func(t *testing.T, b *bench) {
			old := job(1)
			old.URL = c.url
			b.questions.set(1, relay.Answered)
			if err := b.Enqueue(t.Context(), old); err != nil {
				t.Fatal(err)
			}
			b.Send(t.Context(), old.Question)
			synctest.Wait()
			failed, _ := b.Failed(t.Context(), "agent")
			if b.receiver.count() != 0 || len(failed) != 1 || failed[0].Reason != c.reason {
				t.Errorf("%s: %d were sent, %+v", c.url, b.receiver.count(), failed)
			}
		})
	}
}

// A store that does not answer only delays webhooks.
func TestUnreachableStore(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bench) {
		b.questions.err = errors.New("away")
		b.enqueue(t, 1)
		b.questions.set(1, relay.Answered)
		b.Send(t.Context(), job(1).Question)
		time.Sleep(10 * time.Minute)
		if b.receiver.count() != 0 {
			t.Error("something was sent")
		}
		b.questions.mu.Lock()
		b.questions.err = nil
		b.questions.mu.Unlock()
		time.Sleep(lease + pollInterval)
		if b.receiver.count() != 1 {
			t.Errorf("%d were sent", b.receiver.count())
		}
	})
}

// The store forgets an end without an answer after minutes. Its webhook is retried all the same.
func TestForgottenEnds(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bench) {
		b.receiver.reply = func(n int, _ *http.Request) (*http.Response, error) {
			if n < 5 {
				return response(http.StatusInternalServerError), nil
			}
			return response(http.StatusNoContent), nil
		}
		b.questions.set(1, relay.Withdrawn)
		if err := b.Enqueue(t.Context(), job(1)); err != nil {
			t.Fatal(err)
		}
		b.Send(t.Context(), job(1).Question)
		synctest.Wait()
		b.questions.set(1, relay.Unknown)
		time.Sleep(24 * time.Hour)
		if b.receiver.count() != 5 || !bytes.Contains(b.receiver.bodies[4], []byte("question.withdrawn")) {
			t.Errorf("%d webhooks, the last %s", b.receiver.count(), b.receiver.bodies[len(b.receiver.bodies)-1])
		}
	})
}
