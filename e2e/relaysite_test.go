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

// relaySite is the relay in one language, behind the site of the host pages.
type relaySite struct {
	endpoint string
	control  string
}

// relaySites are the relays of both languages.
var relaySites = map[string]func() (*relaySite, error){"TypeScript": startNodeRelay, "Go": startGoRelay}

// startNodeRelay starts the relay in TypeScript, which runs until the tests end.
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
	return mountRelay("/typescript", address.String()+"/control", testsite.Proxy(func(r *httputil.ProxyRequest) {
		r.SetURL(address)
		// The relay compares the origin of a page with its own.
		r.Out.Host = r.In.Host
	}))
})

// relayPages is the site of the host pages: the published files of the package, in a server of their own. One site serves both
// relays, so that their tests share the frames.
var relayPages = sync.OnceValues(func() (*relayPagesSite, error) {
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
	base, err := testsite.Serve(mux)
	return &relayPagesSite{base, mux}, err
})

type relayPagesSite struct {
	url string
	mux *http.ServeMux
}

// mountRelay serves a relay below a prefix of the site of the host pages.
func mountRelay(prefix, control string, relay http.Handler) (*relaySite, error) {
	pages, err := relayPages()
	if err != nil {
		return nil, err
	}
	pages.mux.Handle(prefix+"/relay", http.StripPrefix(prefix, relay))
	return &relaySite{endpoint: pages.url + prefix + "/relay", control: control}, nil
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

// relaySessions numbers the sessions, so that a repeated test gets a new session.
var relaySessions atomic.Int64

// devices are tabs with a host page whose frame is ready. One test at a time uses them, because a test needs up to two.
var devices = struct {
	sync.Mutex
	tabs chan *Tab
}{tabs: make(chan *Tab, 2)}

// inEachRelay runs a test with a session of each relay. A session has the name
// of its test.
func inEachRelay(t *testing.T, test func(t *testing.T, session relaySession)) {
	t.Parallel()
	for language, start := range relaySites {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			site, err := start()
			must(t, err)
			devices.Lock()
			t.Cleanup(devices.Unlock)
			test(t, relaySession{t, site, fmt.Sprintf("%s %d", t.Name(), relaySessions.Add(1))})
		})
	}
}

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

// outcome waits for the outcome of a request on the server.
func (s relaySession) outcome(key string) Outcome {
	s.t.Helper()
	var outcome Outcome
	s.do("outcome", map[string]any{"key": key}, &outcome)
	return outcome
}

// device returns a page of the session, whose host another test may have used.
func (s relaySession) device() *Host {
	s.t.Helper()
	var host *Host
	tab, used := pooledTab(s.t, devices.tabs, headless, func(*Tab) bool {
		host.page().run(`connection.close()`)
		host.clean()
		return !s.t.Failed()
	})
	host = &Host{Tab: tab}
	if !used {
		s.loadDevice(host)
	}
	s.connect(host)
	return host
}

// reload opens the page of a device again, and connects it.
func (s relaySession) reload(device *Host) {
	s.t.Helper()
	s.loadDevice(device)
	s.connect(device)
}

// loadDevice loads a host page whose drafts are in the relay.
func (s relaySession) loadDevice(host *Host) {
	s.t.Helper()
	pages, err := relayPages()
	must(s.t, err)
	host.load(pages.url)
	host.page().run(`async (options) => {
		const { connectRelay, relayDrafts } = await import("/relay-browser.js");
		Object.assign(window, { connectRelay, drafts: relayDrafts() });
		mount({ ...options, drafts });
	}`, english)
	host.waitUntilReady()
	host.remember()
}

func (s relaySession) connect(host *Host) {
	s.t.Helper()
	host.page().run(`(relay, token) => {
		window.relayed = [];
		window.connection = connectRelay(relay, host, { token, drafts, onEvent: (event) => relayed.push(event) });
	}`, s.site.endpoint, s.token())
}

// connectWithoutFrame opens a page that connects with a token, and whose forms nobody sees.
func (s relaySession) connectWithoutFrame(token string) *Tab {
	s.t.Helper()
	pages, err := relayPages()
	must(s.t, err)
	tab := newTab(s.t)
	tab.open(pages.url + "/e2e/page.html")
	tab.page().run(`async (relay, token) => {
		const { connectRelay } = await import("/relay-browser.js");
		const never = () => new Promise(() => {});
		window.relayed = [];
		window.connection = connectRelay(relay, { elicit: never, elicitAll: never, complete() {} }, { token, onEvent: (event) => relayed.push(event) });
	}`, s.site.endpoint, token)
	return tab
}

func (s relaySession) token() string {
	s.t.Helper()
	var token string
	s.do("token", nil, &token)
	return token
}
