package e2e

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// siteWithFaults serves the built site and the tests' own pages for one test,
// at an address of its own. A test can make it answer some requests wrongly.
type siteWithFaults struct {
	URL string

	mu sync.Mutex
	// The fault concerns requests whose path ends with path.
	path  string
	fault http.HandlerFunc
}

// serveWithFaults starts the site, without a fault. Pages of the site itself
// and of the given origins may embed its frame.
func serveWithFaults(t testing.TB, embedders ...string) *siteWithFaults {
	t.Helper()
	dir, err := builtSite()
	must(t, err)
	pages, err := siteHandler(dir, append(embedders, "'self'")...)
	must(t, err)
	site := &siteWithFaults{}
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
		// Requests that hang are cut off first, because the server waits for
		// them.
		server.CloseClientConnections()
		server.Close()
	})
	return site
}

// setFault answers requests whose path ends with path by the fault, from now
// on. A nil fault repairs the site.
func (s *siteWithFaults) setFault(path string, fault http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.path, s.fault = path, fault
}

// respondWith is a fault that sends another answer, of that type.
func respondWith(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

// cachedForAYear sends a fault with the headers with which the real files are
// cached, so that browsers keep it for a year.
func cachedForAYear(fault http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		fault(w, r)
	}
}
