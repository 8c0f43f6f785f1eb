// Package servers holds the MCP servers of the demo chat: one for each revision
// of the protocol that elicitation is spoken in. Their tools ask the person for
// something in every way that there is, and answer with every kind of content.
package servers

import (
	"net/http"
	"time"

	"github.com/elicitform/elicitform/web/demo/visits"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The revisions of the protocol that the servers speak.
const (
	revision2025June     = "2025-06-18"
	revision2025November = "2025-11-25"
	revision2026July     = "2026-07-28"
)

// Where the servers are.
const (
	TravelPath = "/mcp"
	HotelPath  = "/mcp/hotel"
	StudioPath = "/mcp/studio"
)

// Patience is how long things take.
type Patience struct {
	// Offer is how long an offer stands before it is withdrawn.
	Offer time.Duration
	// Seat is how long the client is to wait for somebody to take a seat.
	Seat time.Duration
	// Visit is how long a tool waits for somebody to finish a page.
	Visit time.Duration
	// Idle is how long a session lives of which nothing is heard. While a call
	// runs it is not idle, however long a person takes over a form; a page that
	// is open but does nothing has to ping.
	Idle time.Duration
}

// DefaultPatience lets a person read before something happens.
var DefaultPatience = Patience{Offer: 8 * time.Second, Seat: time.Minute, Visit: 15 * time.Minute, Idle: 10 * time.Minute}

// Mount puts the MCP servers, over Streamable HTTP, and the pages that their
// tools send people to beside whatever else the mux serves.
//
// Nothing in them touches the machine, but a web site elsewhere must not be able
// to talk to them all the same: the SDK refuses foreign Host headers, and the
// wrapper refuses requests that a browser makes for another origin.
func Mount(mux *http.ServeMux, patience Patience) {
	pages := &visits.Book{}
	for path, handler := range map[string]http.Handler{
		TravelPath:  withSessions(newTravelServer(pages, patience), patience.Idle),
		HotelPath:   withSessions(newHotelServer(), patience.Idle),
		StudioPath:  withoutSessions(newStudioServer(pages, patience)),
		visits.Root: pages,
	} {
		mux.Handle(path, http.NewCrossOriginProtection().Handler(handler))
	}
}

// withSessions serves a server of the revisions before 2026-07-28: it keeps a
// session for each client and asks it over an open stream.
func withSessions(server *mcp.Server, idle time.Duration) http.Handler {
	handler := mcp.NewStreamableHTTPHandler(
		func(*http.Request) *mcp.Server { return server },
		&mcp.StreamableHTTPOptions{
			// Pages that were closed often cannot say so any more.
			SessionTimeout: idle,
			// The client resumes a stream that broke while the form was open.
			EventStore:          mcp.NewMemoryEventStore(nil),
			MaxRequestBodyBytes: maxBody,
		})
	return withOrigin(limitSessions(server, handler))
}

// withoutSessions serves a server of revision 2026-07-28, where each request
// stands for itself and a question is the answer to one.
func withoutSessions(server *mcp.Server) http.Handler {
	return withOrigin(mcp.NewStreamableHTTPHandler(
		func(*http.Request) *mcp.Server { return server },
		&mcp.StreamableHTTPOptions{
			Stateless: true,
			// Nobody waits for the answer of a call that was given up.
			PropagateRequestCancellation: true,
			MaxRequestBodyBytes:          maxBody,
		}))
}

func newServer(name, title string, revisions ...string) *mcp.Server {
	return mcp.NewServer(
		&mcp.Implementation{Name: name, Title: title, Version: "1.0.0"},
		&mcp.ServerOptions{Capabilities: &mcp.ServerCapabilities{}, SupportedProtocolVersions: revisions},
	)
}
