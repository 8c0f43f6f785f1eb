package e2e

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/e2e/testsite"
	"github.com/elicitform/elicitform/web/server/site"
)

// policy is a Content-Security-Policy by directive, with the example origins of
// the documentation.
type policy map[string]string

const (
	documentedPage  = "https://chat.example"
	documentedForms = "https://forms.example"
)

// documentedPolicies reads the policies of a chat's page and of the frame from
// docs/csp.md, so that the tests use the documented text.
func documentedPolicies(t *testing.T) (page, frame policy) {
	t.Helper()
	text, err := os.ReadFile(testsite.Path("docs", "csp.md"))
	must(t, err)
	blocks := strings.Split(string(text), "```\n")
	if len(blocks) != 5 {
		t.Fatalf("docs/csp.md has %d blocks", len(blocks)/2)
	}
	read := func(block string) policy {
		p := policy{}
		for directive := range strings.SplitSeq(block, ";") {
			name, sources, _ := strings.Cut(strings.TrimSpace(directive), " ")
			p[name] = strings.Join(strings.Fields(sources), " ")
		}
		return p
	}
	return read(blocks[1]), read(blocks[3])
}

// without returns the policy without one source of a directive.
func (p policy) without(directive, source string) policy {
	changed := policy{}
	for name, sources := range p {
		if name == directive {
			remaining := slices.DeleteFunc(strings.Fields(sources), func(s string) bool { return s == source })
			if sources = strings.Join(remaining, " "); sources == "" {
				continue
			}
		}
		changed[name] = sources
	}
	return changed
}

// with returns the policy with other sources for a directive.
func (p policy) with(directive, sources string) policy {
	changed := maps.Clone(p)
	changed[directive] = sources
	return changed
}

// header returns the policy as a header's value, with the origins of the test.
func (p policy) header(page, forms string) string {
	var directives []string
	for name, sources := range p {
		directives = append(directives, name+" "+sources)
	}
	return strings.NewReplacer(documentedPage, page, documentedForms, forms).Replace(strings.Join(directives, "; "))
}

// openUnder opens a host page and a frame, each served with its policy. If
// elsewhere is set, the files of elicitform come from another origin than the
// page.
func openUnder(t *testing.T, page, frame policy, elsewhere bool) *Host {
	t.Helper()
	built, err := testsite.Built()
	must(t, err)
	files, err := site.Handler(os.DirFS(built))
	must(t, err)
	script, err := os.ReadFile(testsite.Path("e2e", "testdata", "host.js"))
	must(t, err)

	var pageOrigin, formOrigin string
	pages := http.NewServeMux()
	pages.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", page.header(pageOrigin, formOrigin))
		fmt.Fprint(w, `<!doctype html><html lang="en"><title>A chat</title><main><h1>Chat</h1><div id="place"></div></main><script type="module" src="/chat.js"></script>`)
	})
	pages.HandleFunc("/chat.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprint(w, strings.Replace(string(script), `"/elicitform.js"`, `"`+formOrigin+`/elicitform.js"`, 1))
	})
	forms := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".html") {
			w = &withPolicy{w, frame.header(pageOrigin, formOrigin)}
		}
		files.ServeHTTP(w, r)
	})
	pages.Handle("/", forms)
	pageServer := httptest.NewServer(pages)
	t.Cleanup(pageServer.Close)
	pageOrigin, formOrigin = pageServer.URL, pageServer.URL
	if elsewhere {
		formServer := httptest.NewServer(forms)
		t.Cleanup(formServer.Close)
		formOrigin = formServer.URL
	}
	host := &Host{Tab: newTab(t)}
	host.open(pageOrigin)
	return host
}

// withPolicy replaces the policy that a handler writes into a response.
type withPolicy struct {
	http.ResponseWriter
	policy string
}

func (w *withPolicy) WriteHeader(status int) {
	w.Header().Set("Content-Security-Policy", w.policy)
	w.ResponseWriter.WriteHeader(status)
}

// TestServedFramePolicy covers N22: the server sends the documented policy with
// its own origin as the only source, and allows the frame to fetch its program
// itself.
// Rows: N22.
func TestServedFramePolicy(t *testing.T) {
	t.Parallel()
	_, frame := documentedPolicies(t)
	const files = documentedForms + "/frame/"
	own := baseURL(t)
	response, err := http.Get(own + "/frame/index.html")
	must(t, err)
	response.Body.Close()
	sorted := func(header string) []string {
		directives := strings.Split(header, "; ")
		slices.Sort(directives)
		return directives
	}
	want := strings.ReplaceAll(frame.with("connect-src", files).header("'self'", documentedForms), files, "'self' "+own)
	if got := response.Header.Get("Content-Security-Policy"); !slices.Equal(sorted(got), sorted(want)) {
		t.Errorf("the policy\n%s\nis not\n%s", got, want)
	}
}

// sandboxWarning is what Chromium reports for every page that is sandboxed and
// keeps its origin. It is meant for frames, which could remove their own
// sandbox.
const sandboxWarning = "can escape its sandboxing"

// TestStrictestPolicy covers N22: a form is answered from start to end under
// the documented policies, and the browser reports nothing.
// Rows: N22.
func TestStrictestPolicy(t *testing.T) {
	t.Parallel()
	page, frame := documentedPolicies(t)
	for _, c := range []struct {
		name, params string
		elsewhere    bool
	}{
		{"files beside the page", everyKind, false},
		{"files on another origin", twoFields, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			opened := newVisitedSite(t)
			host := openUnder(t, page, frame, c.elsewhere)
			host.page().wait("the host script", `window.loaded`)
			host.mount(map[string]any{"context": map[string]any{"locale": "en", "timeZone": "UTC", "theme": "dark", "styles": map[string]any{"variables": map[string]any{"--color-background-primary": "#222"}}}})
			key, form := host.show(c.params, nil)
			form.continueWithErrors()
			want := form.answerEverything(c.params)
			form.toReview()
			got, _ := host.send(key)
			expectSameJSON(t, "content", got.Content(t), want)
			key, form = host.show(urlRequest(opened.URL), nil)
			form.do("open")
			host.outcome(key)
			if v := opened.waitForVisit(); v.Origin == "null" {
				t.Error("the opened page is in a sandbox")
			}
			host.toFront()
			form.Press("I have finished")
			for _, button := range []string{"Decline", "Not now"} {
				key, form := host.show(confirmation, nil)
				form.Press(button)
				host.outcome(key)
			}
			host.expectQuiet(sandboxWarning)
		})
	}
}

// TestFrameFetchesProgram covers N22 and B36: if the page's policy does not
// allow the page to fetch the program, the frame fetches it if the frame's
// policy allows it.
// Rows: N22, B36.
func TestFrameFetchesProgram(t *testing.T) {
	t.Parallel()
	page, frame := documentedPolicies(t)
	const files = documentedForms + "/frame/"
	host := openUnder(t, page.without("connect-src", files), frame.with("connect-src", files), true)
	host.page().wait("the host script", `window.loaded`)
	host.mount(english)
	key, form := host.show(oneText("Fetched"), nil)
	form.Type("Word", "w")
	form.toReview()
	host.send(key)
	host.expectQuiet(sandboxWarning, "connect-src", "Refused to connect")
}

// TestPolicyNeedsEverySource covers N22: docs/csp.md says what each source is
// for. The test removes each of them, and the browser reports what then fails.
// Rows: N22.
func TestPolicyNeedsEverySource(t *testing.T) {
	t.Parallel()
	page, frame := documentedPolicies(t)
	const files = documentedForms + "/frame/"
	ask := func(host *Host) {
		host.page().wait("the host script", `window.loaded`)
		host.mount(english)
		host.start(oneText("Policy"), nil)
	}
	nothing := func(*Host) {}
	opened := newVisitedSite(t)
	open := func(host *Host) {
		host.page().wait("the host script", `window.loaded`)
		host.mount(english)
		_, form := host.show(urlRequest(opened.URL), nil)
		form.do("open")
	}
	for _, c := range []struct {
		name        string
		page, frame policy
		act         func(host *Host)
		reported    string
	}{
		{"the chat's script", page.without("script-src", documentedPage+"/chat.js"), frame, nothing, "script-src"},
		{"the host script", page.without("script-src", documentedForms+"/elicitform.js"), frame, nothing, "script-src"},
		{"the frame", page.without("frame-src", files+"index.html"), frame, ask, "/frame/index.html is not in this page's frame-src. Run: npx elicitform check"},
		{"receipts", page.without("script-src", documentedForms+"/receipt.js"), frame, func(host *Host) {
			host.page().wait("the host script", `window.loaded`)
			host.mount(english)
			host.page().run(`hostOptions.outcome = "receipt"`)
			host.start(oneText("Policy"), nil)
		}, "/receipt.js"},
		{"the diagnosis of the frame", page.without("script-src", documentedForms+"/diagnosis.js").without("frame-src", files+"index.html"), frame, ask, "/frame/index.html failed. Run: npx elicitform check"},
		{"fetching the program", page.without("connect-src", files), frame, ask, "default-src"},
		{"scripts", page.without("sandbox", "allow-scripts"), frame, nothing, "'allow-scripts' permission is not set"},
		{"the page's origin", page.without("sandbox", "allow-same-origin"), frame, nothing, "from origin 'null'"},
		{"new tabs", page.without("sandbox", "allow-popups"), frame, open, "'allow-popups' permission is not set"},
		{"new tabs without a sandbox", page.without("sandbox", "allow-popups-to-escape-sandbox"), frame, func(host *Host) {
			open(host)
			if v := opened.waitForVisit(); v.Origin != "null" {
				t.Errorf("the page was opened as %s", v.Origin)
			}
		}, ""},
		{"the frame's scripts", page, frame.without("script-src", files), ask, "script-src"},
		{"WebAssembly", page, frame.without("script-src", "'wasm-unsafe-eval'"), func(host *Host) {
			ask(host)
			host.form().wait("the shell to say so", `document.body.innerText.includes("The form could not be loaded")`)
			host.form().Press("Not now")
		}, "script-src"},
		{"the frame's style", page, frame.without("style-src", files), ask, "default-src"},
		{"the frame's scripts in its own sandbox", page, frame.without("sandbox", "allow-scripts"), ask, "'allow-scripts' permission is not set"},
		{"embedding", page, frame.with("frame-ancestors", "https://other.example"), ask, "frame-ancestors"},
	} {
		t.Run(c.name, func(t *testing.T) {
			host := openUnder(t, c.page, c.frame, true)
			c.act(host)
			host.waitFor("a report about "+c.reported, func() bool { return strings.Contains(host.log.String(), c.reported) })
		})
	}
}
