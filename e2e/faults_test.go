package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/e2e/testsite"
)

const appPage = `<!doctype html><html lang="en"><title>My app</title><h1>My app</h1></html>`

// siteFile returns the content of the one file of the built site that matches.
func siteFile(t testing.TB, pattern string) string {
	t.Helper()
	dir, err := testsite.Built()
	must(t, err)
	found, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern)))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: %v %v", pattern, found, err)
	}
	content, err := os.ReadFile(found[0])
	must(t, err)
	return string(content)
}

// openHostOn opens the host page of a given site.
func openHostOn(t testing.TB, site string, options map[string]any) *Host {
	t.Helper()
	host := &Host{Tab: newTab(t)}
	host.load(site)
	host.mount(options)
	return host
}

// eventsOf lists the host's events of these types.
func (h *Host) eventsOf(types ...string) string {
	h.t.Helper()
	return eval[string](h.page(), `(types) => events.filter((e) => types.includes(e.type)).map((e) => e.type + (e.reason ? " " + e.reason : "")).join(", ")`, types)
}

// waitForConsole waits until the console contains all parts.
func (h *Host) waitForConsole(parts ...string) {
	h.t.Helper()
	for _, part := range parts {
		h.waitFor("the console to say "+part, func() bool { return strings.Contains(h.log.String(), part) })
	}
}

// expectWorks shows a request and answers it in the form.
func (h *Host) expectWorks(t testing.TB, word string) {
	t.Helper()
	key := h.start(oneText(word), nil)
	form := h.form()
	form.wait("the form", `(word) => document.querySelector("main")?.innerText.includes(word) && document.getElementById("f0")`, word)
	form.Type("Word", word)
	form.toReview()
	if got, _ := h.send(key); got.Action != "accept" {
		t.Errorf("settled as %+v", got)
	}
}

// nextLoad starts a request while the site has a fault, and returns its key. The failed frame stays on the screen until the next
// one has loaded, so nextLoad marks its document: see newDocument.
func (h *Host) nextLoad(site *siteWithFaults, path string, handler http.HandlerFunc) (key string) {
	h.t.Helper()
	_ = h.form().try(`void (window.before = true)`, nil)
	h.page().run(`events.length = 0`)
	h.log.clear()
	site.setFault(path, handler)
	if !eval[bool](h.page(), `"host" in window`) {
		h.page().run(`(frameUrl) => mount({ context: { locale: "en", timeZone: "UTC" }, frameUrl })`, site.URL+"/frame/index.html")
	}
	return h.start(oneText("Asked"), nil)
}

// newDocument is true in a frame that nextLoad has not marked.
const newDocument = `!window.before`

// TestProgramFaults covers B36: with any fault of the program's file, the person reads that the form
// could not be loaded, and can decline or cancel. The host and the console get the cause. The next
// request tries again, without the caches of page and browser, so that one host meets all faults.
// Rows: B36.
func TestProgramFaults(t *testing.T) {
	t.Parallel()
	wasm := siteFile(t, "frame/elicitform.*.wasm")
	half := func(length int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/wasm")
			w.Header().Set("Access-Control-Allow-Origin", "*")
			w.Header().Set("Content-Length", strconv.Itoa(length))
			_, _ = w.Write([]byte(wasm[:len(wasm)/2]))
		}
	}
	site := serveWithFaults(t)
	host := &Host{Tab: newTab(t)}
	host.load(site.URL)
	var keys []string
	for _, c := range []struct {
		name, path string
		fault      http.HandlerFunc
		reason     string
		says       string
	}{
		{"the app's own page", ".wasm", cachedForAYear(respondWith(200, "text/html", appPage)), "not-wasm", "answers with another file"},
		{"half a file", ".wasm", cachedForAYear(half(len(wasm) / 2)), "truncated", "only a part of it arrived"},
		{"the app's own page, called wasm", ".wasm", cachedForAYear(respondWith(200, "application/wasm", appPage)), "not-wasm", "answers with another file"},
		{"a download that breaks off", ".wasm", half(len(wasm)), "truncated", "only a part of it arrived"},
		{"nothing there", ".wasm", respondWith(404, "text/plain", "no"), "status 404", "answers with status 404"},
		{"a download that stalls", ".wasm", func(w http.ResponseWriter, r *http.Request) {
			half(len(wasm))(w, r)
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}, "stalled", "no more of it arrived"},
		{"a policy without wasm-unsafe-eval", "/frame/index.html", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Security-Policy", "script-src 'self'")
			_, _ = w.Write([]byte(siteFile(t, "frame/index.html")))
		}, "csp", "wasm-unsafe-eval"},
	} {
		t.Run(c.name, func(t *testing.T) {
			host.reportTo(t)
			key := host.nextLoad(site, c.path, c.fault)
			keys = append(keys, key)
			form := host.form()
			stalls := c.reason == "stalled"
			if stalls {
				form.wait("the shell", newDocument+` && document.querySelector("h1")?.innerText === "Request from Example"`)
			}
			host.waitFor("the failure to be told", func() bool {
				if stalls {
					host.advance(15_000)
				}
				var hasFailed bool
				return form.try(newDocument+` && document.body.innerText.includes("The form could not be loaded")`, &hasFailed) == nil && hasFailed
			})
			form.expectAccessible(c.name)
			host.waitForConsole("elicitform: the form's program "+site.URL+"/frame/elicitform.", c.says)
			host.page().wait("the host to know", `events.some((e) => e.type === "load-failed")`)
			if got, want := host.eventsOf("load-failed", "ready"), "load-failed "+c.reason; got != want {
				t.Errorf("the host tells %q, not %q", got, want)
			}
			if got := eval[string](host.page(), `host.ready.catch((error) => error.reason + ": " + error.message)`); !strings.HasPrefix(got, c.reason+": ") || !strings.Contains(got, c.says) {
				t.Errorf("ready rejects with %q", got)
			}
			form.Press("Not now")
			host.expectAction(key, "cancel")
		})
	}
	site.setFault("", nil)
	host.expectWorks(t, "Second")
	for _, key := range keys {
		host.expectSettledOnce(key)
	}
}

// TestFrameAddressFaults covers B36: a request fails as soon as the host knows that the frame's document
// is not at its address. The error names the address, the document there, and the remedy. The next
// request tries again, so that one host meets all faults.
// Rows: B36.
func TestFrameAddressFaults(t *testing.T) {
	t.Parallel()
	site := serveWithFaults(t)
	host := &Host{Tab: newTab(t)}
	host.load(site.URL)
	var keys []string
	for _, c := range []struct {
		name, path string
		fault      http.HandlerFunc
		reason     string
		says       string
	}{
		{"the app's own page", "/frame/index.html", respondWith(200, "text/html", appPage), "wrong-page", "is another page (status 200)."},
		{"nothing there", "/frame/index.html", respondWith(404, "text/html", "<title>Not found</title>"), "wrong-page", "is another page (status 404)."},
		{"a document whose script is missing", ".js", respondWith(404, "text/plain", "no"), "no-handshake", "is silent."},
		{"a document that may not be framed", "/frame/index.html", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("X-Frame-Options", "DENY")
			_, _ = w.Write([]byte(siteFile(t, "frame/index.html")))
		}, "no-handshake", "is sent with DENY."},
		{"a document as text", "/frame/index.html", respondWith(200, "text/plain", siteFile(t, "frame/index.html")), "no-handshake", "is sent with text/plain."},
	} {
		t.Run(c.name, func(t *testing.T) {
			host.reportTo(t)
			key := host.nextLoad(site, c.path, c.fault)
			keys = append(keys, key)
			host.expectNoDocument(key, site, site.URL, c.reason, c.says)
		})
	}
	site.setFault("", nil)
	host.expectWorks(t, "Second")
	for _, key := range keys {
		host.expectSettledOnce(key)
	}
}

// expectNoDocument checks the failure of a request whose frame has another document. origin is that of the page.
func (h *Host) expectNoDocument(key string, site *siteWithFaults, origin, reason, says string) {
	h.t.Helper()
	if got := h.outcome(key); got.Code != "load-failed" || got.Reason != reason {
		h.t.Errorf("settled as %+v", got)
	}
	frameURL := site.URL + "/frame/index.html"
	h.waitForConsole("elicitform: "+frameURL+" "+says, "Run: npx elicitform check "+frameURL+" --from "+origin)
	if got, want := h.eventsOf("load-failed", "shown", "ready"), "load-failed "+reason; got != want {
		h.t.Errorf("the host tells %q, not %q", got, want)
	}
	if shown := eval[bool](h.page(), `document.querySelector("iframe").style.visibility !== "hidden"`); shown {
		h.t.Error("the page there is shown")
	}
}

// TestFaultsOfAnotherOrigin covers B36 with the form's files on another origin, whose responses the page cannot read.
// Rows: B36.
func TestFaultsOfAnotherOrigin(t *testing.T) {
	t.Parallel()
	site := serveWithFaults(t, baseURL(t))
	host := &Host{Tab: newTab(t)}
	host.load(baseURL(t))
	// The program may not be read by other origins.
	key := host.nextLoad(site, ".wasm", respondWith(200, "application/wasm", siteFile(t, "frame/elicitform.*.wasm")))
	form := host.form()
	form.wait("the failure to be told", newDocument+` && document.body.innerText.includes("The form could not be loaded")`)
	host.waitForConsole("Access-Control-Allow-Origin: *", site.URL+"/frame/elicitform.")
	host.page().wait("the host to know", `events.some((e) => e.type === "load-failed")`)
	if got, want := host.eventsOf("load-failed"), "load-failed blocked"; got != want {
		t.Errorf("the host tells %q, not %q", got, want)
	}
	form.Press("Decline")
	host.expectAction(key, "decline")

	key = host.nextLoad(site, "/frame/index.html", respondWith(200, "text/html", appPage))
	host.expectNoDocument(key, site, baseURL(t), "no-handshake", "is silent.")
	host.expectSettledOnce(key)
	site.setFault("", nil)
	host.expectWorks(t, "Second")
	host.expectSettledOnce(key)
}

// TestHeadersMissing: the console of a page on the developer's machine names the header that the frame's document lacks. The form works.
func TestHeadersMissing(t *testing.T) {
	t.Parallel()
	site := serveWithFaults(t)
	site.setFault("/frame/index.html", respondWith(200, "text/html; charset=utf-8", siteFile(t, "frame/index.html")))
	host := openHostOn(t, site.URL, map[string]any{"context": map[string]any{"locale": "en"}})
	host.waitForConsole("elicitform: "+site.URL+"/frame/index.html comes without sandbox and frame-ancestors", "Content-Security-Policy: sandbox allow-scripts")
	host.expectWorks(t, "First")
}

// TestFrameLedAway covers B37: if the frame leaves its document while a form is open, it is loaded again with the request and
// the typed text, but only a limited number of times.
// Rows: B37.
func TestFrameLedAway(t *testing.T) {
	t.Parallel()
	host := openHostPage(t)
	page, form := host.page(), host.form()
	page.run(`mount({ context: { locale: "en" }, drafts: sessionStorage })`)
	key, _ := host.show(oneText("Kept"), nil)
	away := func(address string) {
		t.Helper()
		form.run(`(address) => { window.here = true; setTimeout(() => location.href = address); }`, address)
	}
	for i, address := range []string{"about:blank", baseURL(t) + "/e2e/page.html", "data:text/html,<title>Away</title>"} {
		typed := "typed " + strconv.Itoa(i)
		form.Type("Word", typed)
		page.wait("the draft", `(typed) => Object.values(sessionStorage).some((draft) => draft.includes(typed))`, typed)
		away(address)
		form.wait("the form in a new document", `(typed) => !window.here && document.getElementById("f0")?.value === typed`, typed)
	}
	if got := host.eventsOf("shown", "load-failed", "error"); got != "shown" {
		t.Errorf("the host tells %q", got)
	}
	away("about:blank")
	if got := host.outcome(key); got.Code != "load-failed" || got.Reason != "navigated" {
		t.Errorf("settled as %+v", got)
	}
	host.expectWorks(t, "Next")
	host.expectSettledOnce(key)
}
