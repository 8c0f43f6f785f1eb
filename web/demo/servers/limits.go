package servers

import (
	"net/http"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// maxBody is more than any answer to a form of these servers.
	maxBody = 1 << 20
	// maxSessions bounds what forgotten pages and eager scripts can hold.
	maxSessions = 200
)

// limitSessions refuses to begin one session too many. Sessions that exist go on.
func limitSessions(server *mcp.Server, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begins := r.Method == http.MethodPost && r.Header.Get("Mcp-Session-Id") == ""
		if begins && sessions(server) >= maxSessions {
			w.Header().Set("Retry-After", "60")
			http.Error(w, "too many sessions", http.StatusServiceUnavailable)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func sessions(server *mcp.Server) int {
	return len(slices.Collect(server.Sessions()))
}
