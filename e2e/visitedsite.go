package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// visitedSite is a site whose page reports how it was opened.
type visitedSite struct {
	t testing.TB
	// URL is the address of its page.
	URL    string
	visits chan visit
}

// visit is what the opened page knows of the page that opened it.
type visit struct{ Referer, Referrer, Opener, Origin string }

func newVisitedSite(t testing.TB) *visitedSite {
	t.Helper()
	site := &visitedSite{t: t, visits: make(chan visit, 10)}
	mux := http.NewServeMux()
	mux.HandleFunc("/authorize", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `<!doctype html><title>opened</title><link rel="icon" href="data:,"><script>
			fetch("/seen?" + new URLSearchParams({ header: %q, referrer: document.referrer, opener: String(window.opener), origin: self.origin }));
		</script>`, r.Referer())
	})
	mux.HandleFunc("/seen", func(_ http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		site.visits <- visit{Referer: q.Get("header"), Referrer: q.Get("referrer"), Opener: q.Get("opener"), Origin: q.Get("origin")}
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	site.URL = server.URL + "/authorize?client=chat&state=8f3b21"
	return site
}

// waitForVisit waits until the page is opened.
func (s *visitedSite) waitForVisit() visit {
	s.t.Helper()
	select {
	case v := <-s.visits:
		return v
	case <-time.After(waitTimeout):
		s.t.Fatal("the page was never opened")
	}
	return visit{}
}

// urlRequest is a request in URL mode.
func urlRequest(url string) string {
	return `{"mode":"url","message":"Sign in to go on.","url":` + quote(url) + `,"elicitationId":"e-1"}`
}
