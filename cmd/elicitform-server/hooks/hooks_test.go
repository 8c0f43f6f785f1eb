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

// receiver is where webhooks go, with what they have said.
type receiver struct {
	mu       sync.Mutex
	requests []*http.Request
	bodies   [][]byte
	times    []time.Time
	// reply answers a request; without it the status is 204.
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

// sent is when requests have come.
func (r *receiver) sent() []time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.times)
}

func (r *receiver) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.requests)
}

// questions says how questions stand.
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

// bench is a sender that runs in a bubble.
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

// inBubbleWith runs a sender with other options.
func inBubbleWith(t *testing.T, change func(o *Options), test func(t *testing.T, b *bench)) {
	synctest.Test(t, func(t *testing.T) { runSender(t, change, test) })
}

// runSender changes the options before the sender runs, and runs it as long as the test.
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
		Told: func(string) {},
	}
	change(&options)
	b.Sender = New(options)
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() {
		b.Run(ctx)
		close(over)
	}()
	test(t, b)
	cancel()
	<-over
	if log := b.log.String(); strings.Contains(log, "agent.example") || strings.Contains(log, "secret answer") {
		t.Errorf("the log tells too much: %s", log)
	}
}

func (b *bench) expect(t *testing.T, n int) {
	t.Helper()
	b.questions.set(n, relay.Open)
	if err := b.Expect(t.Context(), job(n)); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) waiting(t *testing.T, want int) {
	t.Helper()
	if n, err := b.Waiting(t.Context()); err != nil || n != want {
		t.Errorf("%d webhooks wait, want %d", n, want)
	}
}

// A webhook is sent at once when its question has ended, signed, and a second time only where it is to be.
func TestDelivery(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bench) {
		b.expect(t, 1)
		time.Sleep(30 * time.Minute)
		if b.receiver.count() != 0 {
			t.Fatal("an open question was told of")
		}
		b.questions.set(1, relay.Answered)
		b.Ended(t.Context(), job(1).Question)
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
			t.Errorf("it was sent at %s", got)
		}
		other, err := standardwebhooks.NewWebhook(b.ring.WebhookSecret("agent"))
		if err != nil {
			t.Fatal(err)
		}
		if err := other.Verify(body, request.Header); err != nil {
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
			if other.Verify(body, changed) == nil {
				t.Errorf("%v is taken", changed)
			}
		}
		time.Sleep(24 * time.Hour)
		b.Ended(t.Context(), job(1).Question)
		synctest.Wait()
		if b.receiver.count() != 1 {
			t.Errorf("it was sent %d times", b.receiver.count())
		}
		b.waiting(t, 0)
	})
}

// A replayed webhook is known by its id, and after five minutes by its time.
func TestReplays(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bench) {
		b.receiver.reply = func(n int, _ *http.Request) (*http.Response, error) {
			if n == 1 {
				return nil, errors.New("the response got lost")
			}
			return response(http.StatusOK), nil
		}
		b.expect(t, 1)
		b.questions.set(1, relay.Answered)
		b.Ended(t.Context(), job(1).Question)
		time.Sleep(time.Minute)
		if b.receiver.count() != 2 {
			t.Fatalf("it was sent %d times", b.receiver.count())
		}
		verifier, err := standardwebhooks.NewWebhook(b.ring.WebhookSecret("agent"))
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		// take is what a receiver does: it verifies, and does nothing a second time.
		take := func(n int) (isNew bool, err error) {
			if err := verifier.Verify(b.receiver.bodies[n], b.receiver.requests[n].Header); err != nil {
				return false, err
			}
			id := b.receiver.requests[n].Header.Get("webhook-id")
			isNew, seen[id] = !seen[id], true
			return isNew, nil
		}
		for n, want := range []bool{true, false} {
			if isNew, err := take(n); isNew != want || err != nil {
				t.Errorf("number %d is new: %v, %v", n, isNew, err)
			}
		}
		if isNew, err := take(0); isNew || err != nil {
			t.Errorf("a replay is new: %v, %v", isNew, err)
		}
		time.Sleep(5 * time.Minute)
		if _, err := take(1); !errors.Is(err, standardwebhooks.ErrMessageTooOld) {
			t.Errorf("an old one is taken: %v", err)
		}
	})
}

// What no process of this server has seen end is told of all the same, within an hour or at its deadline.
func TestEndsThatNobodyHasSeen(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bench) {
		long := job(2)
		long.Deadline = time.Now().Add(20 * 24 * time.Hour)
		b.expect(t, 1)
		b.questions.set(2, relay.Open)
		if err := b.Expect(t.Context(), long); err != nil {
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
		time.Sleep(lastLook + time.Minute)
		if b.receiver.count() != 2 {
			t.Errorf("%d were sent", b.receiver.count())
		}
	})
}

// A receiver that fails is asked again with growing pauses, for a day, and then the webhook is among those that failed.
func TestRetries(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bench) {
		b.receiver.reply = func(int, *http.Request) (*http.Response, error) { return response(http.StatusInternalServerError), nil }
		b.expect(t, 1)
		b.questions.set(1, relay.Withdrawn)
		b.Ended(t.Context(), job(1).Question)
		time.Sleep(20 * time.Hour)
		if failed, _ := b.Failed(t.Context(), "agent"); len(failed) != 0 {
			t.Errorf("it was given up too early: %+v", failed)
		}
		time.Sleep(20 * time.Hour)
		times := b.receiver.sent()
		if len(times) != len(pauses)+1 {
			t.Fatalf("it was sent %d times", len(times))
		}
		if day := times[len(times)-1].Sub(times[0]); day < 22*time.Hour || day > 27*time.Hour {
			t.Errorf("for %v", day)
		}
		for n := range pauses {
			// The queue is looked at every five seconds.
			if pause := times[n+1].Sub(times[n]); pause < pauses[n]*9/10 || pause > pauses[n]*11/10+poll {
				t.Errorf("pause %d is %v", n, pause)
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
		b.waiting(t, 0)
		time.Sleep(40 * 24 * time.Hour)
		if failed, _ := b.Failed(t.Context(), "agent"); len(failed) != 0 {
			t.Errorf("it is remembered for ever: %+v", failed)
		}
	})
}

func TestWhatEndsAtOnce(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bench) {
		b.receiver.reply = func(int, *http.Request) (*http.Response, error) { return response(http.StatusGone), nil }
		for n, state := range map[int]relay.State{1: relay.Answered, 2: relay.Unknown, 3: relay.Acknowledged} {
			b.expect(t, n)
			b.questions.set(n, state)
			b.Ended(t.Context(), job(n).Question)
		}
		synctest.Wait()
		b.waiting(t, 0)
		var reasons []string
		failed, _ := b.Failed(t.Context(), "agent")
		for _, one := range failed {
			reasons = append(reasons, one.Reason)
		}
		slices.Sort(reasons)
		if b.receiver.count() != 1 || !slices.Equal(reasons, []string{"forgotten", "status-410"}) {
			t.Errorf("%d were sent, %q have failed", b.receiver.count(), reasons)
		}
	})
}

// The settings of today count, and not those of the day on which the question was asked.
func TestAddressesThatAreAllowedNoMore(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bench) {
		old := job(1)
		old.URL = "https://former.example/hooks/"
		b.questions.set(1, relay.Answered)
		if err := b.Expect(t.Context(), old); err != nil {
			t.Fatal(err)
		}
		b.Ended(t.Context(), old.Question)
		synctest.Wait()
		failed, _ := b.Failed(t.Context(), "agent")
		if b.receiver.count() != 0 || len(failed) != 1 || failed[0].Reason != "not-allowed" {
			t.Errorf("%d were sent, %+v", b.receiver.count(), failed)
		}
	})
}

// A store or a queue that is away costs nothing but time.
func TestAStoreThatIsAway(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bench) {
		b.questions.err = errors.New("away")
		b.expect(t, 1)
		b.questions.set(1, relay.Answered)
		b.Ended(t.Context(), job(1).Question)
		time.Sleep(10 * time.Minute)
		if b.receiver.count() != 0 {
			t.Error("something was sent")
		}
		b.questions.mu.Lock()
		b.questions.err = nil
		b.questions.mu.Unlock()
		time.Sleep(lease + poll)
		if b.receiver.count() != 1 {
			t.Errorf("%d were sent", b.receiver.count())
		}
	})
}

// The store remembers an end without an answer for minutes. Its webhook is tried for as long as any other.
func TestForgottenEnds(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bench) {
		b.receiver.reply = func(n int, _ *http.Request) (*http.Response, error) {
			if n < 5 {
				return response(http.StatusInternalServerError), nil
			}
			return response(http.StatusNoContent), nil
		}
		b.questions.set(1, relay.Withdrawn)
		if err := b.Expect(t.Context(), job(1)); err != nil {
			t.Fatal(err)
		}
		b.Ended(t.Context(), job(1).Question)
		synctest.Wait()
		b.questions.set(1, relay.Unknown)
		time.Sleep(24 * time.Hour)
		if b.receiver.count() != 5 || !bytes.Contains(b.receiver.bodies[4], []byte("question.withdrawn")) {
			t.Errorf("%d webhooks, the last %s", b.receiver.count(), b.receiver.bodies[len(b.receiver.bodies)-1])
		}
	})
}
