package e2e

import (
	"cmp"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/elicitform/elicitform/e2e/testsite"
	"github.com/elicitform/elicitform/web/demo/servers"
)

var serve = sync.OnceValues(func() (string, error) {
	handler, err := siteHandler("'self'")
	if err != nil {
		return "", err
	}
	return testsite.Serve(handler)
})

// siteHandler serves the built site, whose frame the given origins may embed, the demo's servers and the tests' pages.
func siteHandler(frameAncestors ...string) (http.Handler, error) {
	mux, err := testsite.Handler(frameAncestors...)
	if err != nil {
		return nil, err
	}
	servers.Mount(mux, servers.DefaultPatience, "")
	mux.Handle("/faulty/", http.StripPrefix("/faulty", http.HandlerFunc(serveFaulty)))
	return mux, nil
}

func baseURL(t testing.TB) string {
	t.Helper()
	base, err := serve()
	must(t, err)
	return base
}

func envInt(t testing.TB, name string, otherwise int) int {
	t.Helper()
	n, err := strconv.Atoi(cmp.Or(os.Getenv(name), strconv.Itoa(otherwise)))
	must(t, err)
	return n
}

// bundle bundles scripts as an application would and returns their folder; see bundle.mjs.
func bundle(name, format string, scripts ...string) (string, error) {
	built, err := testsite.Built()
	if err != nil {
		return "", err
	}
	folder := testsite.Path("build", "e2e", name)
	cmd := exec.Command("node", append([]string{testsite.Path("e2e", "bundle.mjs"), built, folder, format}, scripts...)...)
	if output, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("bundle %s: %w\n%s", name, err, output)
	}
	return folder, nil
}

func bundleScript(name, script string) (string, error) {
	folder, err := bundle(name, "iife", name+"="+script)
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(folder, name+".js"))
	return string(text), err
}

// visitedSite is a site whose page reports how it was opened.
type visitedSite struct {
	t      testing.TB
	URL    string
	visits chan visit
}

// visit is what an opened page can read of its opener.
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

func urlRequest(url string) string {
	return `{"mode":"url","message":"Sign in to go on.","url":` + quote(url) + `,"elicitationId":"e-1"}`
}
