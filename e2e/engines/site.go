package engines

import (
	"net/http"
	"sync"

	"github.com/elicitform/elicitform/e2e/testsite"
)

// visited is the address of a page that a server may ask to open, and arrived takes how
// each visit of it came about.
const visited = "/visited"

var arrived = make(chan string, 10)

// visitedPage tells who opened it: its window, and the page before.
const visitedPage = `<!doctype html><html lang="en"><title>A page that a server asked to open</title><link rel="icon" href="data:,">
<h1>Opened</h1><script>fetch("/arrived?" + new URLSearchParams({ by: opener + " " + (document.referrer || "nobody") }))</script>`

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
	mux.HandleFunc(visited, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(visitedPage))
	})
	mux.HandleFunc("/arrived", func(_ http.ResponseWriter, r *http.Request) { arrived <- r.URL.Query().Get("by") })
	return testsite.Serve(mux)
})
