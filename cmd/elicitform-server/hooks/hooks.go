// Package hooks tells askers by webhook that their questions have ended: signed as Standard Webhooks says, at least once,
// and only to addresses that the operator has allowed. It decides when a webhook is tried again and when it has failed. It
// is told of the end, and does not look for it.
package hooks

import (
	"bytes"
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/relay"
)

const (
	// mostAtOnce is how many webhooks one process sends at the same time, and mostOfHost how many of them to one host. Where there
	// are several ask keys, each has its share of both.
	mostAtOnce, mostOfHost = 32, 8
	// lease is how long a claimed webhook is nobody else's: longer than a delivery takes.
	lease = time.Minute
	// poll is how often the queue is looked at when nothing is known to be due.
	poll = 5 * time.Second
	// afterFailure is the pause after a call that the queue has not answered.
	afterFailure = time.Second
	// firstLook and lastLook are the shortest and the longest pause between two looks at a question that is open: its
	// end is known at once where a process of this server has taken the answer.
	firstLook, lastLook = time.Minute, time.Hour
)

// pauses are those before a webhook is sent again: about a day together.
var pauses = []time.Duration{
	5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 4 * time.Hour, 7 * time.Hour, 9 * time.Hour,
}

// Options are the options of [New].
type Options struct {
	// Queue keeps the webhooks.
	Queue Queue
	// Policy says where they may go.
	Policy Policy
	// Roots are the certificates that are trusted; nil for the usual ones.
	Roots *x509.CertPool
	// Ring has the secrets that they are signed with.
	Ring *keys.Ring
	// Share is how much of the places one ask key may have; 0 is all.
	Share keys.Share
	// MaxWaiting is how many webhooks of an ask key may wait: those of open questions, and those that are sent again; 0 is no limit.
	MaxWaiting int
	// Peek says how a question stands.
	Peek func(ctx context.Context, session string, ref relay.RoundRef) (relay.Outcome, error)
	// Body writes what a webhook says.
	Body func(job Job, outcome relay.Outcome) ([]byte, error)
	// Told is called with "delivered", "retried" or "failed" for each attempt.
	Told func(how string)
	// Agent is the name and version of the server, for the header User-Agent.
	Agent string
	// Logger is told of what failed, without answers and without addresses.
	Logger *slog.Logger
	// Transport takes the place of the network in tests; nil for the network.
	Transport http.RoundTripper
}

// Sender sends webhooks.
type Sender struct {
	o       Options
	client  *http.Client
	wake    chan struct{}
	working sync.WaitGroup

	mu sync.Mutex
	// sending is how many webhooks are being sent, in all and to each host and for each ask key.
	sending       int
	ofHost, ofKey map[string]int
	lines         map[lane]*line
}

// New makes a sender, which sends while [Sender.Run] runs.
func New(o Options) *Sender {
	o.Share, o.MaxWaiting = cmp.Or(o.Share, 100), cmp.Or(o.MaxWaiting, math.MaxInt32)
	client := o.Policy.client(o.Roots)
	client.Transport = cmp.Or(o.Transport, client.Transport)
	return &Sender{
		o: o, client: client, wake: make(chan struct{}, 1), lines: map[lane]*line{}, ofHost: map[string]int{}, ofKey: map[string]int{},
	}
}

// Check says why no webhook may go to an address; nil where one may.
func (s *Sender) Check(address string) error { return s.o.Policy.Check(address) }

// ErrTooMany says that too many webhooks of an ask key wait.
var ErrTooMany = errors.New("webhooks: too many wait")

// Expect queues the webhook of a question that was asked.
func (s *Sender) Expect(ctx context.Context, job Job) error {
	queued, err := s.o.Queue.Put(ctx, job, firstLook, s.o.MaxWaiting)
	if err == nil && !queued {
		return ErrTooMany
	}
	return err
}

// Ended sends the webhook of a question that has ended, where it has one. While the queue does not answer it tries again, until
// the context ends: then the question is looked at when that is due.
func (s *Sender) Ended(ctx context.Context, q keys.Question) {
	for s.o.Queue.Hasten(ctx, q) != nil {
		select {
		case <-time.After(afterFailure):
		case <-ctx.Done():
			s.o.Logger.Warn("webhooks: the queue does not answer", "error", context.Cause(ctx))
			return
		}
	}
	s.look()
}

// look lets [Sender.Run] look at the queue now.
func (s *Sender) look() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Failed returns the webhooks of an ask key that were given up, the latest first.
func (s *Sender) Failed(ctx context.Context, key string) ([]Failure, error) {
	return s.o.Queue.Failed(ctx, key)
}

// Waiting returns how many webhooks are queued.
func (s *Sender) Waiting(ctx context.Context) (int, error) { return s.o.Queue.Waiting(ctx) }

// Run sends what is due until the context ends, and then waits for what is on its way.
func (s *Sender) Run(ctx context.Context) {
	defer s.working.Wait()
	for ctx.Err() == nil {
		if s.send(ctx) {
			continue
		}
		select {
		case <-s.wake:
		case <-time.After(poll/2 + rand.N(poll/2)):
		case <-ctx.Done():
		}
	}
}

// send begins to send what is due, and reports whether there may be more that can be sent now.
func (s *Sender) send(ctx context.Context) bool {
	s.mu.Lock()
	free := mostAtOnce - s.sending
	var busy []string
	for key := range s.ofKey {
		if s.isBusy(key) {
			busy = append(busy, key)
		}
	}
	s.mu.Unlock()
	if free == 0 {
		return false
	}
	jobs, err := s.o.Queue.Claim(ctx, free, s.o.Share.Of(mostAtOnce), busy, lease)
	if err != nil {
		if ctx.Err() == nil {
			s.o.Logger.Warn("webhooks: the queue does not answer", "error", err)
		}
		return false
	}
	for _, job := range jobs {
		if !s.enter(ctx, job) {
			s.note(s.o.Queue.Delay(ctx, job, poll+rand.N(poll)))
		}
	}
	return len(jobs) > 0
}

// hostOf is the host and the port that an address leads to, in one spelling; empty where it is no address that is sent to.
func hostOf(address string) string {
	t, err := readTarget(address)
	if err != nil {
		return ""
	}
	if ip, err := netip.ParseAddr(t.host); err == nil {
		t.host = ip.Unmap().String()
	}
	return net.JoinHostPort(t.host, strconv.Itoa(int(t.port)))
}

func (s *Sender) note(err error) {
	if err != nil {
		s.o.Logger.Warn("webhooks: the queue does not answer", "error", err)
	}
}

// work sends a claimed webhook, or puts it off where its question is open.
func (s *Sender) work(ctx context.Context, job Job) {
	outcome, err := s.o.Peek(ctx, job.Question.Session, job.Question.RoundRef)
	if err != nil {
		// It is claimed again when the lease is over.
		s.o.Logger.Warn("webhooks: the store does not answer", "error", err)
		return
	}
	if outcome.State == relay.Unknown && job.Outcome != nil {
		outcome = *job.Outcome
	}
	switch outcome.State {
	case relay.Open:
		s.note(s.o.Queue.Delay(ctx, job, nextLook(job, time.Now())))
		return
	case relay.Acknowledged:
		// The asker has the answer.
		s.note(s.o.Queue.Done(ctx, job, nil))
		return
	case relay.Unknown:
		s.giveUp(ctx, job, 0, "forgotten")
		return
	}
	if outcome.State != relay.Answered {
		job.Outcome = &outcome
	}
	status, after, err := s.deliver(ctx, job, outcome)
	job.Attempts++
	switch {
	case err == nil:
		s.o.Told("delivered")
		s.note(s.o.Queue.Done(ctx, job, nil))
	case status == http.StatusGone || errors.Is(err, ErrNotAllowed) || job.Attempts > len(pauses):
		s.giveUp(ctx, job, status, reasonOf(err))
	default:
		s.o.Told("retried")
		s.o.Logger.Info("webhooks: sent in vain", "webhook", job.ID(), "attempts", job.Attempts, "status", status, "reason", reasonOf(err))
		pause := pauses[job.Attempts-1]
		pause += rand.N(pause/5) - pause/10
		s.note(s.o.Queue.Delay(ctx, job, max(pause, after)))
	}
}

// nextLook is how long it takes until an open question is looked at again.
func nextLook(job Job, now time.Time) time.Duration {
	pause := min(max(now.Sub(job.Asked), firstLook), lastLook)
	if left := job.Deadline.Sub(now); left < pause {
		// By the clock of the store, which may be behind ours.
		pause = max(left, 0) + time.Second
	}
	return pause
}

func (s *Sender) giveUp(ctx context.Context, job Job, status int, reason string) {
	s.o.Told("failed")
	s.o.Logger.Warn("webhooks: given up", "webhook", job.ID(), "attempts", job.Attempts, "status", status, "reason", reason)
	s.note(s.o.Queue.Done(ctx, job, &Failure{
		Question: job.Question, URL: job.URL, Attempts: job.Attempts, Status: status, Reason: reason, At: time.Now(),
	}))
}

// failed is why a delivery was none, in words that hold nothing of the receiver's.
type failed string

func (f failed) Error() string { return string(f) }

// reasonOf says why a delivery was none. What the network says may hold addresses of a private network, and is not
// told to askers.
func reasonOf(err error) string {
	if f := failed(""); errors.As(err, &f) {
		return string(f)
	}
	switch {
	case errors.Is(err, ErrNotAllowed):
		return "not-allowed"
	case errors.Is(err, errAddress):
		return "private-address"
	case isTimeout(err):
		return "timeout"
	}
	return "unreachable"
}

func isTimeout(err error) bool {
	var slow interface{ Timeout() bool }
	return errors.As(err, &slow) && slow.Timeout()
}

// deliver sends a webhook once. After is for how long the receiver wants to be left alone.
func (s *Sender) deliver(ctx context.Context, job Job, outcome relay.Outcome) (status int, after time.Duration, err error) {
	// The settings may be others than when the question was asked.
	if s.Check(job.URL) != nil {
		return 0, 0, ErrNotAllowed
	}
	body, err := s.o.Body(job, outcome)
	if err != nil {
		return 0, 0, err
	}
	signer, err := standardwebhooks.NewWebhook(s.o.Ring.WebhookSecret(job.Key))
	if err != nil {
		return 0, 0, err
	}
	now := time.Now()
	signature, err := signer.Sign(job.ID(), now, body)
	if err != nil {
		return 0, 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, job.URL, bytes.NewReader(body))
	if err != nil {
		return 0, 0, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", s.o.Agent)
	request.Header.Set(standardwebhooks.HeaderWebhookID, job.ID())
	request.Header.Set(standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(now.Unix(), 10))
	request.Header.Set(standardwebhooks.HeaderWebhookSignature, signature)
	response, err := s.client.Do(request)
	if err != nil {
		return 0, 0, err
	}
	defer response.Body.Close()
	// What is read of it lets the connection be used again; the rest is not wanted.
	_, _ = io.CopyN(io.Discard, response.Body, mostResponse)
	if response.StatusCode/100 != 2 {
		return response.StatusCode, retryAfter(response.Header.Get("Retry-After")), failed(fmt.Sprintf("status-%d", response.StatusCode))
	}
	return response.StatusCode, 0, nil
}

// retryAfter is how long the receiver asks for, up to an hour.
func retryAfter(text string) time.Duration {
	seconds, err := strconv.ParseInt(text, 10, 32)
	if err != nil || seconds < 0 {
		return 0
	}
	return min(time.Duration(seconds)*time.Second, time.Hour)
}
