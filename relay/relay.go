// Package relay shows the elicitation requests of an MCP client on a server to a person, and returns the answers.
//
// [Relay.Elicit] asks one request. [Relay.Install] makes a client of the official Go SDK ask by itself. A Relay is also
// the [http.Handler] of connectRelay in the npm package's elicitform/relay. The form appears on every device of the
// session, and the first answer wins. Without a decision the caller gets an [Error], never a decline.
//
// A [Store] holds the rounds. The default is the memory of this process; package redisstore shares them between
// processes. A process that asks again with the same key joins the round or gets its answer.
package relay

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/elicitform/elicitform/internal/quota"
)

// Options configure [New]. Secret, Authorize or both are required.
type Options struct {
	// Store holds the rounds; nil is [NewMemoryStore].
	Store Store
	// Secret signs the tokens of [Relay.Token]: at least 16 bytes, the same in all processes. Nil is for no tokens.
	Secret []byte
	// Authorize returns the session that a request may see, for example from its cookies. Nil accepts tokens only.
	Authorize func(*http.Request) (session string, ok bool)
	// Origins may use the endpoint. The default is that of the request's own address. Behind a proxy, list them.
	Origins []string
	// Lease is how long a round stays open without a sign of life from its client; 0 is 30 seconds.
	Lease time.Duration
	// Keep is how long an answer is stored for a client that comes back; 0 is 10 minutes.
	Keep time.Duration
	// Poll is how often the store is read when it sends no notification; 0 is 5 seconds.
	Poll time.Duration
	// Heartbeat is how often a quiet stream sends a comment to stay alive; 0 is 15 seconds.
	Heartbeat time.Duration
	// Limits bound the rounds of a session; a call beyond a limit gets an [Error]. Zeros are the defaults.
	Limits Limits
	// Logger gets events, never an answer; nil is for no log.
	Logger *slog.Logger
}

// Relay asks requests on the devices of a session. It is safe for concurrent use.
type Relay struct {
	options Options

	closed context.Context
	close  context.CancelFunc
	mu     sync.Mutex
	// background has the calls of the store that outlive their callers; Close waits for them.
	background sync.WaitGroup
	watchers   map[string]*watcher
	refusals   *quota.Rate
	// notices counts the finished pages on their way to the store, by session, asker and server.
	notices map[[3]string]int
}

const (
	storeTimeout = 10 * time.Second
	pieceTimeout = 10 * time.Second
)

// New makes a relay.
func New(o Options) (*Relay, error) {
	switch {
	case o.Secret == nil && o.Authorize == nil:
		return nil, errors.New("relay: a secret or Authorize is needed: otherwise anybody could answer")
	case o.Secret != nil && len(o.Secret) < minSecret:
		return nil, errors.New("relay: the secret needs at least 16 bytes")
	case min(o.Lease, o.Keep, o.Poll, o.Heartbeat) < 0:
		return nil, errors.New("relay: a time is negative")
	case o.Limits.smallest() < 0:
		return nil, errors.New("relay: a limit is negative")
	}
	o.Lease = cmp.Or(o.Lease, 30*time.Second)
	o.Keep = cmp.Or(o.Keep, 10*time.Minute)
	o.Poll = cmp.Or(o.Poll, 5*time.Second)
	o.Heartbeat = cmp.Or(o.Heartbeat, 15*time.Second)
	o.Limits = o.Limits.orDefault()
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	if o.Store == nil {
		o.Store = NewMemoryStore()
	}
	refusals := quota.NewRate(maxRefused, refusalInterval)
	r := &Relay{options: o, watchers: map[string]*watcher{}, notices: map[[3]string]int{}, refusals: refusals}
	r.closed, r.close = context.WithCancel(context.Background())
	return r, nil
}

// Close ends all streams. Waiting callers get "disposed". The rounds stay open until their leases end.
func (r *Relay) Close() {
	r.mu.Lock()
	r.close()
	r.mu.Unlock()
	r.background.Wait()
}

// runInBackground reports false, and starts nothing, when the relay is closed.
func (r *Relay) runInBackground(call func()) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	isOpen := r.closed.Err() == nil
	if isOpen {
		r.background.Go(call)
	}
	return isOpen
}

func (r *Relay) warn(err error) {
	if err != nil {
		r.options.Logger.Warn("relay: the store does not answer", "error", err)
	}
}

func (r *Relay) sweep(ctx context.Context, session string) error {
	w := newWatcher(r, session)
	defer w.end()
	return w.look(ctx)
}
