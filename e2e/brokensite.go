package e2e

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// brokenSite serves the site and the tests' own pages for one test, at an
// address of its own, and can be made to answer wrongly.
type brokenSite struct {
	URL string

	mu sync.Mutex
	// path ends the paths that the fault concerns.
	path  string
	fault http.HandlerFunc
}

// serveBroken starts it in good health. Pages of the given origins may embed
// its frame, beside its own.
func serveBroken(t testing.TB, embedders ...string) *brokenSite {
	t.Helper()
	dir, err := builtSite()
	must(t, err)
	pages, err := siteHandler(dir, append(embedders, "'self'")...)
	must(t, err)
	site := &brokenSite{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		site.mu.Lock()
		fault := site.fault
		concerned := fault != nil && strings.HasSuffix(r.URL.Path, site.path)
		site.mu.Unlock()
		if concerned {
			fault(w, r)
			return
		}
		pages.ServeHTTP(w, r)
	}))
	site.URL = server.URL
	t.Cleanup(func() {
		// What hangs goes first, as the server waits for it.
		server.CloseClientConnections()
		server.Close()
	})
	return site
}

// fails lets requests for paths that end so be answered by the fault from now
// on; nil heals the site.
func (s *brokenSite) fails(path string, fault http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.path, s.fault = path, fault
}

// answers is a fault: some other answer, of that type.
func answers(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

// kept is a fault that browsers keep as long as they keep what is right.
func kept(fault http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		fault(w, r)
	}
}
