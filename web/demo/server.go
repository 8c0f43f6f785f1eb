// Package demo is the chat that shows elicitform at work: an MCP server whose
// tools ask the person for something, and the page that talks to it.
package demo

import (
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Handler serves the demo's MCP server over Streamable HTTP.
//
// Nothing in it touches the machine, but a web site elsewhere must not be able
// to talk to it all the same: the SDK refuses foreign Host headers, and the
// wrapper refuses requests that a browser makes for another origin.
func Handler() http.Handler {
	server := Server()
	handler := mcp.NewStreamableHTTPHandler(
		func(*http.Request) *mcp.Server { return server },
		&mcp.StreamableHTTPOptions{
			// A person may take long over a form; the idle limit is there for
			// sessions of pages that were closed.
			SessionTimeout: 24 * time.Hour,
			// The client resumes a stream that broke while the form was open.
			EventStore:          mcp.NewMemoryEventStore(nil),
			MaxRequestBodyBytes: 1 << 20,
		})
	return http.NewCrossOriginProtection().Handler(handler)
}

// Server is the demo's MCP server.
func Server() *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{
		Name:    "elicitform-demo",
		Title:   "Demo server",
		Version: "1.0.0",
	}, &mcp.ServerOptions{Capabilities: &mcp.ServerCapabilities{}})
	for _, tool := range tools() {
		tool.addTo(server)
	}
	return server
}
