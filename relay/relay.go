// Package relay brings the elicitation requests of an MCP client that runs on a server to
// the device where the person is, and the answers back.
//
// A [Relay] asks with [Relay.Elicit], or by itself for a client of the official Go SDK
// with [Relay.Install]. It is an [http.Handler] too: the device connects to it with
// connectRelay of the npm package's elicitform/relay, shows the form on every device of
// the session, and the first answer wins. Nothing is invented: where there is no decision,
// there is an [Error] and no decline.
//
// A [Store] holds what is open. The default is the memory of this process; with package
// redisstore any process may ask, show and take the answer, and each may be killed in
// between: a process that asks again with the same key joins the round or gets its answer.
package relay

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/elicitform/elicitform/internal/quota"
)

// Options are the options of [New]. It needs Secret, Authorize, or both.
type Options struct {
	// Store is where open rounds are kept; nil is [NewMemoryStore].
	Store Store
	// Secret is what [Relay.Token] signs with: 16 bytes or more, the same in all processes; nil for no tokens.
	Secret []byte
	// Authorize says which session a request may see, from its cookies for instance; nil where only tokens count.
	Authorize func(*http.Request) (session string, ok bool)
	// Origins are those whose pages may use the endpoint. The default is the one of the
	// endpoint's own address, as the request names it; behind a proxy they must be given.
	Origins []string
	// Lease is how long a round stays open when the process that asked gives no sign of
	// life; 0 is 30 seconds.
	Lease time.Duration
	// Keep is how long an answer is kept for a client that comes back; 0 is 10 minutes.
	Keep time.Duration
	// Poll is how often the store is looked at when it does not notify; 0 is 5 seconds.
	Poll time.Duration
	// Heartbeat is how often a quiet stream shows that it lives; 0 is 15 seconds.
	Heartbeat time.Duration
	// Limits are how much may be asked in a session; a call that asks for more gets an [Error]. Zeros are the defaults.
	Limits Limits
	// Logger is told what happens, never an answer; nil for no log.
	Logger *slog.Logger
}

// Relay brings requests to where the person is, and the answers back. It is safe for
// concurrent use.
type Relay struct {
	// o are the options, with the defaults in place of zeros.
	o Options

	// closed ends when the relay is closed.
	closed context.Context
	close  context.CancelFunc
	mu     sync.Mutex
	// working are the calls that outlive their callers; none begins when the relay
	// is closed.
	working sync.WaitGroup
	// watchers are those of the sessions that devices are told of.
	watchers map[string]*watcher
	// refused is the rate of answers that are refused.
	refused *quota.Rate
	// notices are how many finished pages of a session, asker and server are on their way to the store.
	notices map[[3]string]int
}

const (
	// patience is how long the store may take for one call.
	patience = 10 * time.Second
	// drain is how long a device may take for a piece of what is sent to it.
	drain = 10 * time.Second
)

// New makes a relay.
func New(o Options) (*Relay, error) {
	switch {
	case o.Secret == nil && o.Authorize == nil:
		return nil, errors.New("relay: a secret or Authorize is needed: otherwise anybody could answer")
	case o.Secret != nil && len(o.Secret) < leastSecret:
		return nil, errors.New("relay: the secret needs at least 16 bytes")
	case min(o.Lease, o.Keep, o.Poll, o.Heartbeat) < 0:
		return nil, errors.New("relay: a time is negative")
	case o.Limits.least() < 0:
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
	r := &Relay{o: o, watchers: map[string]*watcher{}, notices: map[[3]string]int{}, refused: quota.NewRate(maxRefused, refusedEvery)}
	r.closed, r.close = context.WithCancel(context.Background())
	return r, nil
}

// Close ends all streams. Callers that wait get an [Error] with the code "disposed"; the
// rounds stay open until their lease ends, so that another process may join them.
func (r *Relay) Close() {
	r.mu.Lock()
	r.close()
	r.mu.Unlock()
	r.working.Wait()
}

// work runs a call that [Relay.Close] waits for. It reports false, and does not run it, when the relay is closed.
func (r *Relay) work(call func()) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	open := r.closed.Err() == nil
	if open {
		r.working.Go(call)
	}
	return open
}

// Complete says that a page is finished, as a server does with
// notifications/elicitation/complete: the person need not say so. While the store does
// not answer it is said again, until a lease is over.
func (r *Relay) Complete(ctx context.Context, session string, server Server, elicitationID string) error {
	return r.complete(ctx, session, FinishedPage{Server: server.ID, ElicitationID: elicitationID})
}

// CompleteOwn is [Relay.Complete] for a page of one asker. The error has the reason "not-own-page" where none of its rounds leads
// to the page, and also where another asker's round leads to one with the same names: the devices could not tell the two apart.
func (r *Relay) CompleteOwn(ctx context.Context, session, asker string, server Server, elicitationID string) error {
	page := FinishedPage{Server: server.ID, ElicitationID: elicitationID, Asker: asker}
	askers, err := r.askersOf(ctx, session, page)
	switch {
	case err != nil:
		return err
	case len(askers) != 1 || !askers[asker]:
		return newError(codeInvalidRequest, reasonNotOwnPage)
	}
	return r.complete(ctx, session, page)
}

// CompleteAny is [Relay.Complete] for a page of whichever asker, also on devices that see only what that one has asked.
func (r *Relay) CompleteAny(ctx context.Context, session string, server Server, elicitationID string) error {
	page := FinishedPage{Server: server.ID, ElicitationID: elicitationID}
	askers, err := r.askersOf(ctx, session, page)
	if err != nil {
		return err
	}
	if len(askers) == 0 {
		return r.complete(ctx, session, page)
	}
	for _, page.Asker = range slices.Sorted(maps.Keys(askers)) {
		if err := r.complete(ctx, session, page); err != nil {
			return err
		}
	}
	return nil
}

// askersOf returns who has asked the rounds that lead to a page: those that are open, and those that have ended lately, because
// the page goes on when the person has agreed to open it.
func (r *Relay) askersOf(ctx context.Context, session string, page FinishedPage) (map[string]bool, error) {
	if err := CheckSession(session); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	s, err := r.o.Store.Read(ctx, session, 0)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, q := range s.Open {
		ids = append(ids, q.ID)
	}
	for _, n := range s.News {
		if n.Gone.How == Answered {
			ids = append(ids, n.Gone.ID)
		}
	}
	records, err := r.o.Store.Records(ctx, session, ids, FieldServer, FieldAsker, FieldPages)
	if err != nil {
		return nil, err
	}
	askers := map[string]bool{}
	for _, one := range records {
		if one.Server == page.Server && slices.Contains(one.Pages, page.ElicitationID) {
			askers[one.Asker] = true
		}
	}
	return askers, nil
}

func (r *Relay) complete(ctx context.Context, session string, page FinishedPage) error {
	if err := CheckSession(session); err != nil {
		return err
	}
	switch {
	case len(page.Server) > mostID:
		return newError(codeInternal, reasonServerIDTooLong)
	case len(page.ElicitationID) > mostID:
		return newError(codeInvalidRequest, reasonElicitationIDTooLong)
	}
	// A server that finishes pages without end while the store is away must not pile up calls.
	who := [3]string{session, page.Asker, page.Server}
	if r.count(who, 1) > mostNotices {
		r.count(who, -1)
		return newError(codeInternal, reasonTooManyNotices)
	}
	defer r.count(who, -1)
	return r.insist(ctx, func(ctx context.Context) (taken bool, err error) {
		version, err := r.o.Store.Page(ctx, session, page, r.o.Keep)
		return version != 0, err
	})
}

// warn logs that the store does not answer, unless the error is nil.
func (r *Relay) warn(err error) {
	if err != nil {
		r.o.Logger.Warn("relay: the store does not answer", "error", err)
	}
}

// count notes that there are more or fewer notices of a server on their way, and returns how many.
func (r *Relay) count(who [3]string, more int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := r.notices[who] + more
	if r.notices[who] = n; n == 0 {
		delete(r.notices, who)
	}
	return n
}

// sweep ends everything in a session that is over.
func (r *Relay) sweep(ctx context.Context, session string) error {
	w := newWatcher(r, session)
	defer w.end()
	return w.look(ctx)
}

// Error says why there is no decision. It is never turned into a decline: a server gets it
// as a JSON-RPC error with RPCCode.
type Error struct {
	// Code is "expired" past the deadline, "withdrawn" when another process took the
	// round back, "disposed" when the relay was closed, "invalid-request" or
	// "unsupported-mode" when the round cannot be shown, and "internal".
	Code string
	// Reason is the fact behind the code: "key-in-use" when the same key was used for
	// another round, "too-many-requests", "not-json", "acknowledged" and others.
	Reason string
	// Key is the request of a round that it is about, where that is known.
	Key string
	// RPCCode is -32602 where the server is to blame, otherwise -32603.
	RPCCode int64
}

func newError(code, reason string) *Error {
	e := &Error{Code: code, Reason: reason, RPCCode: jsonrpc.CodeInternalError}
	if code == codeInvalidRequest || code == codeUnsupportedMode {
		e.RPCCode = jsonrpc.CodeInvalidParams
	}
	return e
}

// Error says it in words for a log.
func (e *Error) Error() string {
	text := "elicitation: " + e.Code
	if e.Reason != "" {
		text += ": " + e.Reason
	}
	return text
}

// Unwrap gives the JSON-RPC error that the Go SDK sends to the server.
func (e *Error) Unwrap() error {
	return &jsonrpc.Error{Code: e.RPCCode, Message: e.Error()}
}
