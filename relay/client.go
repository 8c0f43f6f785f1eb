package relay

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// HostOptions say how the requests of a client of the official Go SDK are asked.
type HostOptions struct {
	// Server is who asks.
	Server Server
	// Key is your own name for a request, from its params: see [ElicitOptions]. Without a key it
	// is empty. A round has a key when each of its requests has one.
	Key func(params *mcp.ElicitParams) string
}

// Handler makes an ElicitationHandler for a client of the official Go SDK, all of whose
// requests go to one session. [Relay.Install] does more: the SDK rejects some forms before
// it calls a handler, and shows the forms of a round one by one.
func (r *Relay) Handler(session string, o HostOptions) func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
	return func(ctx context.Context, request *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		return r.elicit(ctx, session, request.Params, o)
	}
}

// elicit asks one request of a client.
func (r *Relay) elicit(ctx context.Context, session string, params *mcp.ElicitParams, o HostOptions) (*mcp.ElicitResult, error) {
	options := ElicitOptions{Session: session, Server: o.Server}
	if o.Key != nil && params != nil {
		options.Key = o.Key(params)
	}
	return r.Elicit(ctx, paramsOf(params), options)
}

// Sessions says to which session the requests of a client go. In the revisions of the
// protocol before 2026-07-28 the context of a request is that of the connection, not of
// the call that caused it: have one [mcp.ClientSession] for each session of yours.
type Sessions func(context.Context, *mcp.ClientSession) (session string, err error)

// InSession is for a client all of whose requests go to one session.
func InSession(session string) Sessions {
	return func(context.Context, *mcp.ClientSession) (string, error) { return session, nil }
}

// Announce completes the options of a client for [Relay.Install]: the client tells its
// servers that it can show forms and pages, and leaves rounds to the relay. Nil is for a
// client without other options. Other capabilities stay as they are; without any, roots
// are not announced.
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

// Install lets a client of the official Go SDK ask by the relay, before it is connected.
// Beside what an ElicitationHandler gets these reach the person too: forms that the SDK
// rejects, such as those with "anyOf"; pages that a server demands with the error
// -32042, after which the call is repeated; and rounds, in which all forms are shown as
// one.
//
// When the calls are given up during which a server has asked, the request is
// withdrawn: the server's own word for it comes too late then. The client needs options
// that [Announce] has completed:
//
//	client := mcp.NewClient(implementation, relay.Announce(nil))
//	relays.Install(client, relay.InSession(session), relay.HostOptions{Server: server})
//
// The SDK reads schemas into maps, so the questions are asked in alphabetical order.
func (r *Relay) Install(client *mcp.Client, sessions Sessions, o HostOptions) {
	i := &installed{relay: r, sessions: sessions, options: o, calls: map[context.Context]*mcp.ClientSession{}}
	client.AddReceivingMiddleware(i.receive)
	client.AddSendingMiddleware(i.send)
}

type installed struct {
	relay    *Relay
	sessions Sessions
	options  HostOptions

	mu sync.Mutex
	// calls are those that wait for their results.
	calls map[context.Context]*mcp.ClientSession
}

// errReplied is the cause with which the context of a call ends when the call has its result.
var errReplied = errors.New("relay: the call has its result")

// begin adds a call to those that wait for their results; over removes it.
func (i *installed) begin(ctx context.Context, client *mcp.ClientSession) (over func()) {
	call, end := context.WithCancelCause(ctx)
	i.mu.Lock()
	defer i.mu.Unlock()
	i.calls[call] = client
	return func() {
		i.mu.Lock()
		defer i.mu.Unlock()
		end(errReplied)
		delete(i.calls, call)
	}
}

// wanted returns a context that ends when all calls that are pending now are over, if one of
// them was given up: the server does not need the answer any more.
func (i *installed) wanted(ctx context.Context, client *mcp.ClientSession) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	i.mu.Lock()
	calls := slices.DeleteFunc(slices.Collect(maps.Keys(i.calls)), func(call context.Context) bool { return i.calls[call] != client })
	i.mu.Unlock()
	go func() {
		var cause error
		for _, call := range calls {
			select {
			case <-call.Done():
				if why := context.Cause(call); why != errReplied {
					cause = cmp.Or(cause, why)
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

// aliveInterval is how often a server hears that its request waits for a person.
const aliveInterval = time.Second

// keepAlive tells a server of progress until the context ends, each time after it has
// answered a ping: its own timeout for the request begins anew then.
func keepAlive(ctx context.Context, client *mcp.ClientSession, token any) {
	for progress := 1.0; ; progress++ {
		select {
		case <-ctx.Done():
			return
		case <-time.After(aliveInterval):
		}
		if client.Ping(ctx, nil) != nil {
			return
		}
		_ = client.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: token, Progress: progress})
	}
}

func (i *installed) receive(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, request mcp.Request) (mcp.Result, error) {
		client, ok := request.GetSession().(*mcp.ClientSession)
		if !ok {
			return next(ctx, method, request)
		}
		switch params := request.GetParams().(type) {
		case *mcp.ElicitParams:
			session, err := i.sessions(ctx, client)
			if err != nil {
				return nil, err
			}
			ctx, done := i.wanted(ctx, client)
			defer done()
			if params != nil && params.GetProgressToken() != nil {
				go keepAlive(ctx, client, params.GetProgressToken())
			}
			result, err := i.relay.elicit(ctx, session, params, i.options)
			if err != nil {
				return nil, err
			}
			return result, nil
		case *mcp.ElicitationCompleteParams:
			session, err := i.sessions(ctx, client)
			if err != nil || params == nil {
				i.relay.o.Logger.Warn("relay: the devices were not told of a finished page", "error", err)
				break
			}
			// A store that is away must not hold up what the server says next.
			i.relay.work(func() {
				if err := i.relay.Complete(context.WithoutCancel(ctx), session, i.options.Server, params.ElicitationID); err != nil {
					i.relay.o.Logger.Warn("relay: the devices were not told of a finished page", "error", err)
				}
			})
		}
		return next(ctx, method, request)
	}
}

// mostRounds is how often a server may answer one call by asking something.
const mostRounds = 10

func (i *installed) send(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, request mcp.Request) (mcp.Result, error) {
		client, ok := request.GetSession().(*mcp.ClientSession)
		if !ok {
			return next(ctx, method, request)
		}
		if method == "tools/call" || method == "prompts/get" || method == "resources/read" {
			defer i.begin(ctx, client)()
		}
		seen := map[string]bool{}
		for round := 1; ; round++ {
			result, failure := next(ctx, method, request)
			requests, state := needed(result, failure)
			same, demanded := addresses(requests), failure != nil
			// A server that demands the same pages again would do so for ever.
			if !onlyElicitations(requests) || round > mostRounds || demanded && seen[same] {
				return result, failure
			}
			seen[same] = seen[same] || demanded
			session, err := i.sessions(ctx, client)
			if err != nil {
				return nil, err
			}
			answers, err := i.ask(ctx, session, requests, demanded)
			if err != nil {
				return nil, err
			}
			responses, declined := mcp.InputResponseMap{}, false
			for name, answer := range answers {
				responses[name] = answer
				declined = declined || answer.Action != "accept"
			}
			if demanded && !declined {
				continue
			}
			// Without a page the call fails with the server's own error; otherwise it is made again.
			params := answered(request.GetParams(), responses, state)
			if demanded || params == nil {
				return result, failure
			}
			request = &mcp.ClientRequest[mcp.Params]{Session: client, Params: params}
		}
	}
}

// mostPages is how many pages a server may demand at once.
const mostPages = 26

// pagesOf are the pages that an error -32042 demands; none where it is another error.
func pagesOf(failure error) mcp.InputRequestMap {
	var wire *jsonrpc.Error
	if !errors.As(failure, &wire) || wire.Code != mcp.CodeURLElicitationRequired {
		return nil
	}
	var data struct {
		Elicitations []*mcp.ElicitParams `json:"elicitations"`
	}
	if json.Unmarshal(wire.Data, &data) != nil || len(data.Elicitations) > mostPages {
		return nil
	}
	pages := mcp.InputRequestMap{}
	for n, page := range data.Elicitations {
		if page == nil || page.URL == "" || page.Mode != "url" {
			return nil
		}
		pages[string(rune('a'+n))] = page
	}
	return pages
}

// addresses tells pages from other ones without their ids: servers make a new id each
// time, and often put it into the address.
func addresses(requests mcp.InputRequestMap) string {
	var list []string
	for _, request := range requests {
		if page, ok := request.(*mcp.ElicitParams); ok && page.ElicitationID != "" {
			list = append(list, strings.ReplaceAll(page.URL, page.ElicitationID, ""))
		} else if ok {
			list = append(list, page.URL)
		}
	}
	slices.Sort(list)
	return strings.Join(list, "\n")
}

// needed is what a call asks for before there is a real result: in its place, or the pages
// that an error demands.
func needed(result mcp.Result, failure error) (mcp.InputRequestMap, string) {
	if failure != nil {
		return pagesOf(failure), ""
	}
	switch result := result.(type) {
	case *mcp.CallToolResult:
		return result.InputRequests, result.RequestState
	case *mcp.GetPromptResult:
		return result.InputRequests, result.RequestState
	case *mcp.ReadResourceResult:
		return result.InputRequests, result.RequestState
	}
	return nil, ""
}

// onlyElicitations reports whether a person can answer all. What else a server asks for is
// for the caller, which gets the result as it is.
func onlyElicitations(requests mcp.InputRequestMap) bool {
	for _, request := range requests {
		if _, ok := request.(*mcp.ElicitParams); !ok {
			return false
		}
	}
	return len(requests) > 0
}

// ask asks requests as one round, in the order of their names.
func (i *installed) ask(
	ctx context.Context, session string, requests mcp.InputRequestMap, waitForPages bool,
) (map[string]*mcp.ElicitResult, error) {
	var asked []request
	var keys [][2]string
	for _, name := range slices.Sorted(maps.Keys(requests)) {
		params, _ := requests[name].(*mcp.ElicitParams)
		asked = append(asked, request{name, string(paramsOf(params))})
		if i.options.Key != nil && params != nil {
			if key := i.options.Key(params); key != "" {
				keys = append(keys, [2]string{name, key})
			}
		}
	}
	o := ElicitOptions{Session: session, Server: i.options.Server, WaitForPages: waitForPages}
	if len(keys) == len(asked) {
		o.Key = string(text(keys))
	}
	return i.relay.ask(ctx, asked, o)
}

// answered are the params of a call with what was asked for; nil for another kind of call.
func answered(params mcp.Params, responses mcp.InputResponseMap, state string) mcp.Params {
	switch params := params.(type) {
	case *mcp.CallToolParams:
		next := *params
		next.InputResponses, next.RequestState = responses, state
		return &next
	case *mcp.GetPromptParams:
		next := *params
		next.InputResponses, next.RequestState = responses, state
		return &next
	case *mcp.ReadResourceParams:
		next := *params
		next.InputResponses, next.RequestState = responses, state
		return &next
	}
	return nil
}

// paramsOf writes params as the server did, as far as the SDK has kept them. It fills in
// the mode where the server left it out.
func paramsOf(params *mcp.ElicitParams) json.RawMessage {
	if params == nil {
		return nil
	}
	whole := *params
	if whole.Mode == "" && whole.URL != "" {
		whole.Mode = "url"
	}
	whole.Mode = cmp.Or(whole.Mode, "form")
	return text(whole)
}
