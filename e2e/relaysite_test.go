package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/elicitform/elicitform/e2e/testsite"
)

// relaySite is a site of host pages with a relay behind it: the published files of the
// package, in a server of their own.
type relaySite struct {
	url     string // of the pages; the relay is at /relay
	control string
}

// relaySites are the halves of the relay that can be on a server, by their languages.
var relaySites = map[string]func() (*relaySite, error){"TypeScript": startNodeRelay, "Go": startGoRelay}

// startNodeRelay starts the site with the half in TypeScript, which runs until the tests end.
var startNodeRelay = sync.OnceValues(func() (*relaySite, error) {
	folder, err := relayFiles()
	if err != nil {
		return nil, err
	}
	server, err := startNode("node", filepath.Join(folder, "server.mjs"), nil)
	if err != nil {
		return nil, err
	}
	endpoint, err := endpoint(server)
	if err != nil {
		return nil, err
	}
	address, err := url.Parse(strings.TrimSuffix(endpoint, "/mcp"))
	if err != nil {
		return nil, err
	}
	mux, err := relayPages()
	if err != nil {
		return nil, err
	}
	mux.Handle("/relay", testsite.Proxy(func(r *httputil.ProxyRequest) {
		r.SetURL(address)
		// The relay compares the origin of a page with its own.
		r.Out.Host = r.In.Host
	}))
	site, err := testsite.Serve(mux)
	return &relaySite{url: site, control: address.String() + "/control"}, err
})

// relayPages serves the host pages with what they need of the relay.
func relayPages() (*http.ServeMux, error) {
	folder, err := relayFiles()
	if err != nil {
		return nil, err
	}
	mux, err := testsite.Handler("'self'")
	if err != nil {
		return nil, err
	}
	mux.HandleFunc("/relay-browser.js", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, filepath.Join(folder, "relay-browser.js"))
	})
	return mux, nil
}

// relayFiles makes a folder of the package's scripts and the server beside them, and
// returns its path.
var relayFiles = sync.OnceValues(func() (string, error) {
	folder := testsite.Path("build", "e2e", "relay")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	scripts, err := filepath.Glob(testsite.Path("build", "ts", "package", "*.js"))
	if err != nil {
		return "", err
	}
	if len(scripts) == 0 {
		return "", fmt.Errorf("the scripts of the relay are not built")
	}
	files := map[string]string{testsite.Path("e2e", "testdata", "relay-server.mjs"): "server.mjs"}
	for _, script := range scripts {
		files[script] = filepath.Base(script)
	}
	for from, to := range files {
		content, err := os.ReadFile(from)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(folder, to), content, 0o644); err != nil {
			return "", err
		}
	}
	return folder, os.WriteFile(filepath.Join(folder, "package.json"), []byte(`{"type":"module"}`), 0o644)
})

// relaySession is one session of the relay, with the devices of its person.
type relaySession struct {
	t    testing.TB
	site *relaySite
	name string
}

// relaySessions counts the sessions: a test that runs twice has another one each time.
var relaySessions atomic.Int64

// inEachRelay runs a test with a session of each half of the relay. A session has the name
// of its test.
func inEachRelay(t *testing.T, test func(t *testing.T, session relaySession)) {
	t.Parallel()
	for language, start := range relaySites {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			site, err := start()
			must(t, err)
			test(t, relaySession{t, site, fmt.Sprintf("%s %d", t.Name(), relaySessions.Add(1))})
		})
	}
}

// do lets the server do something, and reads what it returns.
func (s relaySession) do(what string, more map[string]any, into any) {
	s.t.Helper()
	order := map[string]any{"do": what, "session": s.name}
	for name, value := range more {
		order[name] = value
	}
	text, err := json.Marshal(order)
	must(s.t, err)
	response, err := http.Post(s.site.control, "application/json", bytes.NewReader(text))
	must(s.t, err)
	defer response.Body.Close()
	reply, err := io.ReadAll(response.Body)
	must(s.t, err)
	if into != nil {
		must(s.t, json.Unmarshal(reply, into))
	}
}

// ask lets the server's MCP client ask something under a key.
func (s relaySession) ask(key, params string, more map[string]any) {
	s.t.Helper()
	order := map[string]any{"key": key, "params": params}
	for name, value := range more {
		order[name] = value
	}
	s.do("ask", order, nil)
}

// outcome waits for what came of a request on the server.
func (s relaySession) outcome(key string) Outcome {
	s.t.Helper()
	var outcome Outcome
	s.do("outcome", map[string]any{"key": key}, &outcome)
	return outcome
}

// device opens a page of the session.
func (s relaySession) device() *Host {
	s.t.Helper()
	host := &Host{Tab: newTab(s.t)}
	s.load(host, s.site.url)
	return host
}

// load opens the page of a device, or opens it anew, on a site. It connects with the
// relay of the session.
func (s relaySession) load(host *Host, site string) {
	s.t.Helper()
	var token string
	s.do("token", nil, &token)
	host.load(site)
	s.connect(host, token)
}

func (s relaySession) connect(host *Host, token string) {
	s.t.Helper()
	host.page().run(`async (relay, token) => {
		const { connectRelay, relayDrafts } = await import(relay + "/relay-browser.js");
		const drafts = relayDrafts();
		window.relayed = [];
		mount({ context: { locale: "en" }, drafts });
		window.connection = connectRelay(relay + "/relay", host, { token, drafts, onEvent: (event) => relayed.push(event) });
	}`, s.site.url, token)
}
