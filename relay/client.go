package relay

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// HostOptions are for a client of the official Go SDK.
type HostOptions struct {
	// Server is as in [ElicitOptions].
	Server Server
	// Key returns your own name for a request, as in [ElicitOptions], or "". A round has a key if all its requests have one.
	Key func(params *mcp.ElicitParams) string
}

// Handler makes an ElicitationHandler for one session. The SDK rejects some forms before it calls a handler, and shows the
// forms of a round one by one; [Relay.Install] avoids both.
func (r *Relay) Handler(session string, o HostOptions) func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
	return func(ctx context.Context, request *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		return r.elicit(ctx, session, request.Params, o)
	}
}

func (r *Relay) elicit(ctx context.Context, session string, params *mcp.ElicitParams, o HostOptions) (*mcp.ElicitResult, error) {
	options := ElicitOptions{Session: session, Server: o.Server}
	if o.Key != nil && params != nil {
		options.Key = o.Key(params)
	}
	return r.Elicit(ctx, encodeParams(params), options)
}

// Sessions returns the session for the requests of a client. Before revision 2026-07-28 of the protocol, the context of
// a request is that of the connection, not of the call that caused it: use one [mcp.ClientSession] for each session.
type Sessions func(context.Context, *mcp.ClientSession) (session string, err error)

// InSession sends all requests of a client to one session.
func InSession(session string) Sessions {
	return func(context.Context, *mcp.ClientSession) (string, error) { return session, nil }
}

// Announce completes the options of a client for [Relay.Install]; nil stands for no other options. The client declares
// forms and pages, and leaves rounds to the relay. Without other capabilities it does not announce roots.
func Announce(options *mcp.ClientOptions) *mcp.ClientOptions {
	announced := mcp.ClientOptions{}
	if options != nil {
		announced = *options
	}
	capabilities := mcp.ClientCapabilities{}
	if announced.Capabilities != nil {
		capabilities = *announced.Capabilities
	}
	capabilities.Elicitation = &mcp.ElicitationCapabilities{Form: &mcp.FormElicitationCapabilities{}, URL: &mcp.URLElicitationCapabilities{}}
	announced.Capabilities = &capabilities
	announced.MultiRoundTrip = &mcp.MultiRoundTripOptions{Disabled: true}
	return &announced
}

// Install makes a client of the official Go SDK ask by the relay. Call it before the client connects. Besides the
// requests of an ElicitationHandler, the person sees forms that the SDK rejects, such as those with "anyOf"; pages that
// a server demands with the error -32042, after which the call is repeated; and rounds as one journey.
//
// A request is withdrawn when the calls are given up during which the server sent it, because the server's own
// cancellation comes too late then. The client needs the options of [Announce]:
//
//	client := mcp.NewClient(implementation, relay.Announce(nil))
//	relays.Install(client, relay.InSession(session), relay.HostOptions{Server: server})
//
// The SDK reads schemas into maps, so the form has its questions in alphabetical order.
func (r *Relay) Install(client *mcp.Client, sessions Sessions, o HostOptions) {
	m := &middleware{relay: r, sessions: sessions, options: o, calls: map[context.Context]*mcp.ClientSession{}}
	client.AddReceivingMiddleware(m.receive)
	client.AddSendingMiddleware(m.send)
}

type middleware struct {
	relay    *Relay
	sessions Sessions
	options  HostOptions

	mu    sync.Mutex
	calls map[context.Context]*mcp.ClientSession
}

var errReplied = errors.New("relay: the call has its result")

func (m *middleware) addCall(ctx context.Context, client *mcp.ClientSession) (remove func()) {
	call, end := context.WithCancelCause(ctx)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls[call] = client
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		end(errReplied)
		delete(m.calls, call)
	}
}

// duringCalls returns a context that ends when all present calls are over and one was given up.
func (m *middleware) duringCalls(ctx context.Context, client *mcp.ClientSession) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	m.mu.Lock()
	calls := slices.DeleteFunc(slices.Collect(maps.Keys(m.calls)), func(call context.Context) bool { return m.calls[call] != client })
	m.mu.Unlock()
	go func() {
		var cause error
		for _, call := range calls {
			select {
			case <-call.Done():
				if reason := context.Cause(call); reason != errReplied {
					cause = cmp.Or(cause, reason)
				}
			case <-ctx.Done():
				return
			}
		}
		if cause != nil {
			cancel(cause)
		}
	}()
	return ctx, func() { cancel(nil) }
}

const keepAliveInterval = time.Second

// keepAlive notifies a server of progress, which restarts its own timeout, each time after the reply to a ping.
func keepAlive(ctx context.Context, client *mcp.ClientSession, token any) {
	for progress := 1.0; ; progress++ {
		select {
		case <-ctx.Done():
			return
		case <-time.After(keepAliveInterval):
		}
		if client.Ping(ctx, nil) != nil {
			return
		}
		_ = client.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: token, Progress: progress})
	}
}

func (m *middleware) receive(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, request mcp.Request) (mcp.Result, error) {
		client, ok := request.GetSession().(*mcp.ClientSession)
		if !ok {
			return next(ctx, method, request)
		}
		switch params := request.GetParams().(type) {
		case *mcp.ElicitParams:
			return m.elicit(ctx, client, params)
		case *mcp.ElicitationCompleteParams:
			m.complete(ctx, client, params)
		}
		return next(ctx, method, request)
	}
}

func (m *middleware) elicit(ctx context.Context, client *mcp.ClientSession, params *mcp.ElicitParams) (mcp.Result, error) {
	session, err := m.sessions(ctx, client)
	if err != nil {
		return nil, err
	}
	ctx, cancel := m.duringCalls(ctx, client)
	defer cancel()
	if params != nil && params.GetProgressToken() != nil {
		go keepAlive(ctx, client, params.GetProgressToken())
	}
	result, err := m.relay.elicit(ctx, session, params, m.options)
	if err != nil {
		return nil, err // A nil *ElicitResult in a mcp.Result would not be nil.
	}
	return result, nil
}

func (m *middleware) complete(ctx context.Context, client *mcp.ClientSession, params *mcp.ElicitationCompleteParams) {
	warn := func(err error) {
		m.relay.options.Logger.Warn("relay: the devices were not told of a finished page", "error", err)
	}
	session, err := m.sessions(ctx, client)
	if err != nil || params == nil {
		warn(err)
		return
	}
	// In the background, so that a store that is away does not hold up the server's next message.
	m.relay.runInBackground(func() {
		if err := m.relay.Complete(context.WithoutCancel(ctx), session, m.options.Server, params.ElicitationID); err != nil {
			warn(err)
		}
	})
}

func encodeParams(params *mcp.ElicitParams) json.RawMessage {
	if params == nil {
		return nil
	}
	complete := *params
	if complete.Mode == "" && complete.URL != "" {
		complete.Mode = "url"
	}
	complete.Mode = cmp.Or(complete.Mode, "form")
	return encodeJSON(complete)
}
