package e2e

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/e2e/testsite"
	"github.com/elicitform/elicitform/web/server/site"
)

// fault replaces the response to requests whose path ends with path.
type fault struct {
	path    string
	handler http.HandlerFunc
}

// siteWithFaults is the built site for one test, which can replace some of its responses.
type siteWithFaults struct {
	URL string

	fault atomic.Pointer[fault]
}

// serveWithFaults starts the site. Its own pages and the given origins may embed its frame.
func serveWithFaults(t testing.TB, embedders ...string) *siteWithFaults {
	t.Helper()
	pages, err := siteHandler(append(embedders, "'self'")...)
	must(t, err)
	site := &siteWithFaults{}
	site.setFault("", nil)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if f := site.fault.Load(); f.handler != nil && strings.HasSuffix(r.URL.Path, f.path) {
			f.handler(w, r)
			return
		}
		pages.ServeHTTP(w, r)
	}))
	site.URL = server.URL
	t.Cleanup(func() {
		// The server would wait for hanging requests.
		server.CloseClientConnections()
		server.Close()
	})
	return site
}

// setFault sets the response to requests whose path ends with path. A nil handler repairs the site.
func (s *siteWithFaults) setFault(path string, handler http.HandlerFunc) {
	s.fault.Store(&fault{path, handler})
}

func respondWith(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

// cachedForAYear adds the headers of the real files, which browsers cache for a year.
func cachedForAYear(fault http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		fault(w, r)
	}
}

// aboutWasm finds the size and digest of the program in the frame's document.
var aboutWasm = regexp.MustCompile(` data-bytes="\d+" data-digest="[0-9a-f]{64}"`)

// faultySite is the built site with the faulty program.
var faultySite = sync.OnceValues(func() (http.Handler, error) {
	dir, err := testsite.Built()
	if err != nil {
		return nil, err
	}
	program := testsite.Path("build", "faulty", "elicitform.wasm")
	cmd := exec.Command("go", "run", "./web/build", "-wasm", "./e2e/testdata/faulty", "-program", program)
	cmd.Dir = testsite.Path()
	if output, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build the faulty program: %w\n%s", err, output)
	}
	faulty, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	files, built := fstest.MapFS{}, os.DirFS(dir)
	err = fs.WalkDir(built, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.Contains(name, ".wasm.") || strings.HasPrefix(name, "frame/index.html.") {
			return err
		}
		content, err := fs.ReadFile(built, name)
		if strings.HasSuffix(name, ".wasm") {
			content = faulty
		}
		if name == "frame/index.html" {
			content = aboutWasm.ReplaceAll(content, fmt.Appendf(nil, ` data-bytes="%d" data-digest="%s"`, len(faulty), testsite.ProgramDigest(faulty)))
		}
		files[name] = &fstest.MapFile{Data: content}
		return err
	})
	if err != nil {
		return nil, err
	}
	return site.Handler(files, "'self'")
})

func serveFaulty(w http.ResponseWriter, r *http.Request) {
	pages, err := faultySite()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	pages.ServeHTTP(w, r)
}

// heldRequests are requests of a tab that the test delays, like a slow network.
type heldRequests struct {
	tab    *Tab
	paused chan fetch.RequestID
}

// holdRequests delays the requests whose URL matches a pattern such as "*.wasm*".
func (tab *Tab) holdRequests(pattern string) *heldRequests {
	tab.t.Helper()
	g := &heldRequests{tab: tab, paused: make(chan fetch.RequestID, 100)}
	must(tab.t, chromedp.Listen(tab.ctx, func(ev any) {
		if e, ok := ev.(*fetch.EventRequestPaused); ok {
			g.paused <- e.RequestID
		}
	}))
	_, err := chromedp.Call(tab.ctx, fetch.Enable, fetch.EnableParams{Patterns: []*fetch.RequestPattern{{URLPattern: pattern}}})
	must(tab.t, err)
	return g
}

// release lets a delayed request continue. On a slow machine the page may have cancelled the first one and retried.
func (g *heldRequests) release() {
	g.tab.t.Helper()
	for g.tab.ctx.Err() == nil {
		if _, err := chromedp.Call(g.tab.ctx, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: <-g.paused}); err == nil {
			return
		}
	}
}

// releaseAll lets every delayed request continue, now and later.
func (g *heldRequests) releaseAll() {
	g.each(func(id fetch.RequestID) {
		_, _ = chromedp.Call(g.tab.ctx, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: id})
	})
}

func (g *heldRequests) failAll() {
	g.each(func(id fetch.RequestID) {
		_, _ = chromedp.Call(g.tab.ctx, fetch.FailRequest, fetch.FailRequestParams{RequestID: id, ErrorReason: network.ErrorReasonConnectionFailed})
	})
}

func (g *heldRequests) each(decide func(fetch.RequestID)) {
	go func() {
		for {
			select {
			case id := <-g.paused:
				decide(id)
			case <-g.tab.ctx.Done():
				return
			}
		}
	}()
}
