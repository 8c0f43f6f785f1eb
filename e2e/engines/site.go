package engines

import (
	"crypto/rand"
	"io"
	"net/http"
	"sync"

	"github.com/elicitform/elicitform/e2e/testsite"
)

// visits are the pages that servers ask to open, one for each test: a channel by the query
// of the page's address, which takes who has opened it.
var visits sync.Map

// newVisit returns the path of a page of its own, and the channel of who opens it.
func newVisit() (path string, openedBy chan string) {
	query := rand.Text()
	openedBy = make(chan string, 10)
	visits.Store(query, openedBy)
	return "/visited?" + query, openedBy
}

// visitedPage tells who opened it: its window, and the page before.
const visitedPage = `<!doctype html><html lang="en"><title>A page that a server asked to open</title><link rel="icon" href="data:,">
<h1>Opened</h1><script>fetch("/arrived" + location.search, { method: "POST", body: opener + " " + (document.referrer || "nobody") })</script>`

// serve starts a server for the built site and returns its base URL.
var serve = sync.OnceValues(func() (string, error) {
	dir, err := testsite.Built()
	if err != nil {
		return "", err
	}
	mux, err := testsite.Handler(dir, "'self'")
	if err != nil {
		return "", err
	}
	mux.HandleFunc("/visited", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(visitedPage))
	})
	mux.HandleFunc("POST /arrived", func(_ http.ResponseWriter, r *http.Request) {
		by, _ := io.ReadAll(r.Body)
		if visit, known := visits.Load(r.URL.RawQuery); known {
			visit.(chan string) <- string(by)
		}
	})
	return testsite.Serve(mux)
})
