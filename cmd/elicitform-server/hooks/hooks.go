// Package hooks sends signed webhooks (Standard Webhooks) about ended questions, at least once.
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
	// maxSending bounds the webhooks that a process sends at once, and maxPerHost those to one host. Ask keys share both.
	maxSending, maxPerHost = 32, 8
	// lease is the time for which a process owns a claimed webhook. It is longer than a delivery.
	lease           = time.Minute
	pollInterval    = 5 * time.Second
	retryQueueAfter = time.Second
	// minRecheck and maxRecheck bound the pause between looks at an open question, in case no process notices its end.
	minRecheck, maxRecheck = time.Minute, time.Hour
)

// retryPauses last about a day in all.
var retryPauses = []time.Duration{
	5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 4 * time.Hour, 7 * time.Hour, 9 * time.Hour,
}

// Options are the arguments of [New].
type Options struct {
	Queue  Queue
	Policy Policy
	// Roots are nil for the certificates of the system.
	Roots *x509.CertPool
	Ring  *keys.Ring
	// Share is the percentage of the limits for one ask key; 0 is all.
	Share keys.Share
	// MaxWaiting bounds the queued webhooks of an ask key. 0 means unlimited.
	MaxWaiting int
	Peek       func(ctx context.Context, session string, ref relay.RoundRef) (relay.Outcome, error)
	Body       func(job Job, outcome relay.Outcome) ([]byte, error)
	// OnAttempt gets "delivered", "retried" or "failed".
	OnAttempt func(result string)
	// Agent is the header User-Agent.
	Agent string
	// Logger gets failures, without answers and addresses.
	Logger *slog.Logger
	// Transport replaces the network in tests.
	Transport http.RoundTripper
}

// Sender sends webhooks.
type Sender struct {
	o       Options
	client  *http.Client
	wake    chan struct{}
	working sync.WaitGroup

	mu              sync.Mutex
	sending         int
	perHost, perKey map[string]int
	lines           map[lane]*line
}

// New makes a sender. It sends while [Sender.Run] runs.
func New(o Options) *Sender {
	o.Share, o.MaxWaiting = cmp.Or(o.Share, 100), cmp.Or(o.MaxWaiting, math.MaxInt32)
	client := o.Policy.client(o.Roots)
	client.Transport = cmp.Or(o.Transport, client.Transport)
	return &Sender{
		o: o, client: client, wake: make(chan struct{}, 1), lines: map[lane]*line{}, perHost: map[string]int{}, perKey: map[string]int{},
	}
}

// Check returns why the operator allows no webhook to an address, or nil.
func (s *Sender) Check(address string) error { return s.o.Policy.Check(address) }

// ErrTooMany is the error of an ask key with MaxWaiting webhooks.
var ErrTooMany = errors.New("webhooks: too many are queued")

// Enqueue queues the webhook of an open question.
func (s *Sender) Enqueue(ctx context.Context, job Job) error {
	isQueued, err := s.o.Queue.Put(ctx, job, minRecheck, s.o.MaxWaiting)
	if err == nil && !isQueued {
		return ErrTooMany
	}
	return err
}

// Send sends the webhook of a question that has ended. It retries until the queue answers or the context ends.
func (s *Sender) Send(ctx context.Context, q keys.Question) {
	for s.o.Queue.Hasten(ctx, q) != nil {
		select {
		case <-time.After(retryQueueAfter):
		case <-ctx.Done():
			s.o.Logger.Warn("webhooks: the queue does not answer", "error", context.Cause(ctx))
			return
		}
	}
	s.wakeUp()
}

func (s *Sender) wakeUp() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Failed returns the webhooks of an ask key that were given up, the latest first.
func (s *Sender) Failed(ctx context.Context, key string) ([]Failure, error) {
	return s.o.Queue.Failed(ctx, key)
}

// Waiting returns the number of queued webhooks.
func (s *Sender) Waiting(ctx context.Context) (int, error) { return s.o.Queue.Waiting(ctx) }

// Run sends webhooks until the context ends, and then waits for running deliveries.
func (s *Sender) Run(ctx context.Context) {
	defer s.working.Wait()
	for ctx.Err() == nil {
		if s.sendDue(ctx) {
			continue
		}
		select {
		case <-s.wake:
		case <-time.After(pollInterval/2 + rand.N(pollInterval/2)):
		case <-ctx.Done():
		}
	}
}

func (s *Sender) sendDue(ctx context.Context) bool {
	s.mu.Lock()
	free := maxSending - s.sending
	var busy []string
	for key := range s.perKey {
		if s.isBusy(key) {
			busy = append(busy, key)
		}
	}
	s.mu.Unlock()
	if free == 0 {
		return false
	}
	jobs, err := s.o.Queue.Claim(ctx, free, s.o.Share.Of(maxSending), busy, lease)
	if err != nil {
		if ctx.Err() == nil {
			s.o.Logger.Warn("webhooks: the queue does not answer", "error", err)
		}
		return false
	}
	for _, job := range jobs {
		if !s.enter(ctx, job) {
			s.logQueueError(s.o.Queue.Delay(ctx, job, pollInterval+rand.N(pollInterval)))
		}
	}
	return len(jobs) > 0
}

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

func (s *Sender) logQueueError(err error) {
	if err != nil {
		s.o.Logger.Warn("webhooks: the queue does not answer", "error", err)
	}
}

func (s *Sender) process(ctx context.Context, job Job) {
	outcome, err := s.o.Peek(ctx, job.Question.Session, job.Question.RoundRef)
	if err != nil {
		s.o.Logger.Warn("webhooks: the store does not answer", "error", err)
		return
	}
	if outcome.State == relay.Unknown && job.Outcome != nil {
		outcome = *job.Outcome
	}
	switch outcome.State {
	case relay.Open:
		s.logQueueError(s.o.Queue.Delay(ctx, job, recheckPause(job, time.Now())))
		return
	case relay.Acknowledged:
		s.logQueueError(s.o.Queue.Done(ctx, job, nil))
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
		s.o.OnAttempt("delivered")
		s.logQueueError(s.o.Queue.Done(ctx, job, nil))
	case status == http.StatusGone || s.Check(job.URL) != nil || job.Attempts > len(retryPauses):
		s.giveUp(ctx, job, status, reasonOf(err))
	default:
		s.o.OnAttempt("retried")
		s.o.Logger.Info("webhooks: delivery failed", "webhook", job.ID(), "attempts", job.Attempts, "status", status, "reason", reasonOf(err))
		pause := retryPauses[job.Attempts-1]
		pause += rand.N(pause/5) - pause/10
		s.logQueueError(s.o.Queue.Delay(ctx, job, max(pause, after)))
	}
}

// recheckPause is the age of the question, within bounds.
func recheckPause(job Job, now time.Time) time.Duration {
	pause := min(max(now.Sub(job.Asked), minRecheck), maxRecheck)
	if remaining := job.Deadline.Sub(now); remaining < pause {
		// The clock of the store may be behind.
		pause = max(remaining, 0) + time.Second
	}
	return pause
}

func (s *Sender) giveUp(ctx context.Context, job Job, status int, reason string) {
	s.o.OnAttempt("failed")
	s.o.Logger.Warn("webhooks: given up", "webhook", job.ID(), "attempts", job.Attempts, "status", status, "reason", reason)
	s.logQueueError(s.o.Queue.Done(ctx, job, &Failure{
		Question: job.Question, URL: job.URL, Attempts: job.Attempts, Status: status, Reason: reason, At: time.Now(),
	}))
}

// deliveryError contains no text of the receiver.
type deliveryError string

func (e deliveryError) Error() string { return string(e) }

// reasonOf hides errors of the network from askers, because they can contain private addresses.
func reasonOf(err error) string {
	if e := deliveryError(""); errors.As(err, &e) {
		return string(e)
	}
	var slow interface{ Timeout() bool }
	switch {
	case errors.Is(err, ErrNotAllowed):
		return "not-allowed"
	case errors.Is(err, ErrPrivate):
		return "private-address"
	case errors.As(err, &slow) && slow.Timeout():
		return "timeout"
	}
	return "unreachable"
}

func (s *Sender) deliver(ctx context.Context, job Job, outcome relay.Outcome) (status int, after time.Duration, err error) {
	// The settings may have changed since the question was asked.
	if err := s.Check(job.URL); errors.Is(err, ErrPrivate) {
		return 0, 0, ErrPrivate
	} else if err != nil {
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
	ctx, cancel := context.WithTimeout(ctx, deliveryTimeout)
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
	// The connection can be reused only after a short response was read.
	_, _ = io.CopyN(io.Discard, response.Body, maxResponseBytes)
	if response.StatusCode/100 != 2 {
		return response.StatusCode, retryAfter(response.Header.Get("Retry-After")), deliveryError(fmt.Sprintf("status-%d", response.StatusCode))
	}
	return response.StatusCode, 0, nil
}

func retryAfter(text string) time.Duration {
	seconds, err := strconv.ParseInt(text, 10, 32)
	if err != nil || seconds < 0 {
		return 0
	}
	return min(time.Duration(seconds)*time.Second, time.Hour)
}
