// Package servers has the MCP servers of the demo chat: one for each revision of the protocol with elicitation. They keep
// answers only in memory, for at most a day.
package servers

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	revision2025June     = "2025-06-18"
	revision2025November = "2025-11-25"
	revision2026July     = "2026-07-28"
)

// The paths of the servers.
const (
	TravelPath = "/mcp"
	HotelPath  = "/mcp/hotel"
	StudioPath = "/mcp/studio"
)

const (
	maxBody = 64 << 10
	// maxSessions bounds the sessions of forgotten pages and eager scripts.
	maxSessions   = 200
	roundLifetime = 24 * time.Hour
)

// Patience has time limits: until an offer is withdrawn, for the client's hold on a seat, for the visit of a
// page, and for a silent session.
type Patience struct {
	Offer, Seat, Visit, Idle time.Duration
	// AfterFunc withdraws an offer when its time is over: [time.AfterFunc], except in tests.
	AfterFunc func(time.Duration, func()) *time.Timer
}

// DefaultPatience gives a person time to read.
var DefaultPatience = Patience{
	Offer: 8 * time.Second, Seat: time.Minute, Visit: 15 * time.Minute, Idle: 10 * time.Minute, AfterFunc: time.AfterFunc,
}

type service struct {
	name, title string
	revisions   []string
}

var services = map[string]service{
	TravelPath: {"travel", "Travel desk", []string{revision2025November, revision2025June}},
	HotelPath:  {"hotel", "Hotel Lido", []string{revision2025June}},
	StudioPath: {"studio", "Project studio", []string{revision2026July}},
}

// asksInRounds is false before 2026-07-28: servers have a session for each client, and ask while a call runs.
func (s service) asksInRounds() bool { return s.revisions[0] >= revision2026July }

const baseHeader = "Elicitform-Demo-Base"

// Mount adds the MCP servers, over Streamable HTTP, and the pages of their tools. base is their common address,
// such as https://demo.example/x; if it is empty, the Host header of a call is used. The SDK rejects foreign
// Host headers, and the wrapper requests of other web sites.
func Mount(mux *http.ServeMux, patience Patience, base string) {
	protection := http.NewCrossOriginProtection()
	pages := pages{newShelf[*visit](pageLifetime)}
	mux.Handle(pagesPath, protection.Handler(pages))
	for path, s := range services {
		mux.Handle(path, protection.Handler(s.handler(s.server(pages, patience), patience.Idle, base)))
	}
}

func (s service) server(pages pages, patience Patience) *mcp.Server {
	server := mcp.NewServer(
		&mcp.Implementation{Name: "elicitform-demo-" + s.name, Title: s.title, Version: "1.0.0"},
		&mcp.ServerOptions{Capabilities: &mcp.ServerCapabilities{}, SupportedProtocolVersions: s.revisions},
	)
	d := &desk{server: server, pages: pages, patience: patience, visited: map[*mcp.ServerSession]map[string]*visit{}}
	if s.asksInRounds() {
		d.waiting = newShelf[progress](roundLifetime)
	}
	if s.revisions[0] == revision2025June {
		server.AddSendingMiddleware(withoutMode)
	}
	for _, t := range tools(s.name) {
		d.offer(t)
	}
	return server
}

func (s service) handler(server *mcp.Server, idle time.Duration, base string) http.Handler {
	options := &mcp.StreamableHTTPOptions{MaxRequestBodyBytes: maxBody}
	if s.asksInRounds() {
		options.Stateless = true
		// Tools stop when their call is cancelled: its answer would reach no client.
		options.PropagateRequestCancellation = true
	} else {
		options.SessionTimeout = idle
		// The client resumes a stream that broke while the form was open.
		options.EventStore = mcp.NewMemoryEventStore(nil)
	}
	next := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, options)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begins := r.Method == http.MethodPost && r.Header.Get("Mcp-Session-Id") == ""
		if begins && len(slices.Collect(server.Sessions())) >= maxSessions {
			w.Header().Set("Retry-After", "60")
			http.Error(w, "too many sessions", http.StatusServiceUnavailable)
			return
		}
		r.Header.Set(baseHeader, cmp.Or(base, "http://"+r.Host))
		next.ServeHTTP(w, r)
	})
}

type plainForm struct{ *mcp.ElicitParams }

// MarshalJSON writes only the members of that revision.
func (f *plainForm) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"message": f.Message, "requestedSchema": f.RequestedSchema})
}

// withoutMode removes the mode, which the SDK writes in every revision.
func withoutMode(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if params, ok := req.GetParams().(*mcp.ElicitParams); ok {
			req = &mcp.ServerRequest[*plainForm]{Session: req.GetSession().(*mcp.ServerSession), Params: &plainForm{params}}
		}
		return next(ctx, method, req)
	}
}
