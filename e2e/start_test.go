package e2e

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/elicitform/elicitform/e2e/testsite"
	"github.com/elicitform/elicitform/web/server/site"
)

// requestLog lists the paths of the requests to a site in their order.
type requestLog struct {
	mu    sync.Mutex
	paths []string
}

func (l *requestLog) add(path string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.paths = append(l.paths, path)
}

// matching lists the paths with that end.
func (l *requestLog) matching(end string) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var found []string
	for _, path := range l.paths {
		if strings.HasSuffix(path, end) {
			found = append(found, path)
		}
	}
	return found
}

func builtPages(t *testing.T) http.Handler {
	t.Helper()
	pages, err := siteHandler("'self'")
	must(t, err)
	return pages
}

// serve starts a server of pages that logs each request.
func (l *requestLog) serve(t *testing.T, pages http.Handler) (url string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		l.add(r.URL.Path)
		pages.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL
}

// TestProgramIsAskedForAtOnce: the page requests the program together with the frame's document,
// before the document can name it. The server holds the document back until then. Every byte of the
// program is transferred to the frame, in pieces as they come, and none of them stays in the page.
func TestProgramIsAskedForAtOnce(t *testing.T) {
	t.Parallel()
	late := make(chan bool, 10)
	pages, log := builtPages(t), &requestLog{}
	url := log.serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/frame/index.html" && !becomesTrue(func() bool { return len(log.matching(".wasm")) > 0 }) {
			late <- true
		}
		pages.ServeHTTP(w, r)
	}))
	host := &Host{Tab: newTab(t)}
	host.load(url)
	host.countHandedBytes()
	host.mount(english)
	host.expectWorks(t, "Early")
	if len(late) > 0 {
		t.Error("the program is asked for after the frame's document")
	}
	if got := log.matching(".wasm"); len(got) != 1 {
		t.Errorf("asked for %v", got)
	}
	type count struct{ Pieces, Bytes, Kept, Others int }
	handed := eval[count](host.page(), `handed`)
	if want := len(siteFile(t, "frame/elicitform.*.wasm")); handed.Bytes != want || handed.Kept != 0 || handed.Others != 0 || handed.Pieces < 3 {
		t.Errorf("handed over %+v of %d bytes", handed, want)
	}
	host.expectQuiet()
}

// countHandedBytes counts the pieces, bytes and other messages without texts which the page
// hands to its frames.
func (h *Host) countHandedBytes() {
	h.t.Helper()
	h.page().run(`(() => {
		window.handed = {pieces: 0, bytes: 0, kept: 0, others: 0};
		const post = MessagePort.prototype.postMessage;
		MessagePort.prototype.postMessage = function (message, ...rest) {
			const length = message?.byteLength;
			const result = post.call(this, message, ...rest);
			if (message instanceof Uint8Array) {
				handed.pieces++;
				handed.bytes += length;
				handed.kept += message.byteLength;
			} else if (typeof message !== "string") {
				handed.others++;
			}
			return result;
		};
	})()`)
}

// TestOneDownloadForTwoHosts: all frames of a page need one download of the
// program, whether they load at the same time or one after the other.
func TestOneDownloadForTwoHosts(t *testing.T) {
	t.Parallel()
	log := &requestLog{}
	url := log.serve(t, builtPages(t))
	host := openHostOn(t, url, english)
	host.page().run(`(options) => { window.first = host; mount(options); return Promise.all([first.ready, host.ready]); }`, english)
	host.page().run(`(options) => { mount(options); return host.ready; }`, english)
	if got := log.matching(".wasm"); len(got) != 1 {
		t.Errorf("asked for %v", got)
	}
	if got := eval[int](host.page(), `document.querySelectorAll("iframe").length`); got != 3 {
		t.Errorf("%d frames", got)
	}
	host.expectQuiet()
}

// TestOneDownloadForAMovedFrame: a frame that is moved before its document is there loads again, in
// browsers that cannot move it with its document. The new document gets the program that is on its
// way.
func TestOneDownloadForAMovedFrame(t *testing.T) {
	t.Parallel()
	pages, log, moved := builtPages(t), &requestLog{}, make(chan struct{})
	url := log.serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/frame/index.html" {
			select {
			case <-moved:
			case <-r.Context().Done():
			}
		}
		pages.ServeHTTP(w, r)
	}))
	host := &Host{Tab: newTab(t)}
	host.load(url)
	host.page().run(`(() => {
		delete Element.prototype.moveBefore;
		const real = fetch;
		window.fetched = [];
		window.fetch = (url, options) => { fetched.push(String(url)); return real(url, options); };
	})()`)
	host.mount(english)
	host.waitFor("the frame to load", func() bool { return len(log.matching("/frame/index.html")) == 1 })
	host.startInline("moved", "elsewhere")
	host.waitFor("the frame to load again", func() bool { return len(log.matching("/frame/index.html")) == 2 })
	close(moved)
	host.form().answerAs("moved")
	host.expectAction("moved", "accept")
	if got := eval[int](host.page(), `fetched.filter((url) => url.endsWith(".wasm")).length`); got != 1 {
		t.Errorf("the program was asked for %d times", got)
	}
}

// TestFrameOfAnotherBuild: a copy of the frame that an update has left behind names another program
// than the host asks for. The frame gets the program that it names.
func TestFrameOfAnotherBuild(t *testing.T) {
	t.Parallel()
	dir, err := testsite.Built()
	must(t, err)
	built := os.DirFS(dir)
	programs, err := fs.Glob(built, "frame/elicitform.*.wasm")
	if err != nil || len(programs) != 1 {
		t.Fatal(programs, err)
	}
	const older = "elicitform.00000000deadbeef.wasm"
	files := fstest.MapFS{"index.html": &fstest.MapFile{}}
	for _, name := range []string{"index.html", "boot.*.js", "style.*.css", "wasm_exec.*.js", "elicitform.*.wasm"} {
		found, err := fs.Glob(built, "frame/"+name)
		must(t, err)
		content, err := fs.ReadFile(built, found[0])
		must(t, err)
		switch name {
		case "index.html":
			content = []byte(strings.Replace(string(content), path.Base(programs[0]), older, 1))
		case "elicitform.*.wasm":
			found[0] = "frame/" + older
		}
		files[found[0]] = &fstest.MapFile{Data: content}
	}
	copied, err := site.Handler(files, "'self'")
	must(t, err)
	mux := http.NewServeMux()
	mux.Handle("/elsewhere/", http.StripPrefix("/elsewhere", copied))
	mux.Handle("/", builtPages(t))
	log := &requestLog{}
	url := log.serve(t, mux)
	host := &Host{Tab: newTab(t)}
	host.load(url)
	host.mount(map[string]any{"context": english["context"], "frameUrl": "/elsewhere/frame/index.html"})
	host.expectWorks(t, "Older")
	if got, want := fmt.Sprint(log.matching(".wasm")), fmt.Sprint([]string{"/elsewhere/" + programs[0], "/elsewhere/frame/" + older}); got != want {
		t.Errorf("asked for %s, want %s", got, want)
	}
	if got := host.eventsOf("load-failed", "error"); got != "" {
		t.Errorf("the host tells %q", got)
	}
}
