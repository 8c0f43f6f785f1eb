package e2e

import (
	"net"
	"net/http"
	"os"
	"testing"

	"github.com/elicitform/elicitform/e2e/testsite"
	"github.com/elicitform/elicitform/web/server/site"
)

// TestStandaloneOffline covers N29: once the page has loaded, everything on it
// works without a network.
// Rows: N29.
func TestStandaloneOffline(t *testing.T) {
	t.Parallel()
	tab := newTab(t)
	tab.open(baseURL(t) + "/standalone.html")
	page, form := tab.page(), tab.form()
	form.wait("the program", `!document.getElementById("shell")`)
	page.typeInto(page.find("textbox", "Request"), oneText("First"))
	page.wait("the advice of the clients", `/TypeScript client 2/.test(document.getElementById("verdicts").textContent)`)
	tab.offline(true)
	before := len(tab.requestedURLs())

	page.Press("Show form")
	form.onHeading(askingHeading("example-server"))
	form.Type("Word", "wind")
	form.sendAnswers()
	page.wait("the result", `document.getElementById("result").textContent.includes("wind")`)

	page.Press("Start again")
	page.wait("an empty page", `document.getElementById("request").value === "" && document.getElementById("form").hidden && document.activeElement.id === "request"`)
	page.Select("Theme", "Dark")
	page.Select("Language of the form", "Deutsch")
	page.typeInto(page.find("textbox", "Request"), oneText("Second"))
	page.Press("Show form")
	form.wait("German", `document.documentElement.lang === "de"`)
	form.asks("Second")
	form.wait("the dark theme", `matchMedia("(prefers-color-scheme: dark)").matches || getComputedStyle(document.documentElement).colorScheme === "dark"`)
	form.Press("Jetzt nicht")
	page.wait("the result", `document.getElementById("result").textContent.includes("cancel")`)
	if sent := tab.requestedURLs(); len(sent) != before {
		t.Errorf("asked of the network: %q", sent[before:])
	}
	tab.expectQuiet()
}

// TestStandaloneReloadOffline covers N29: if the page is reloaded without a
// network, it still gives advice and says that the form needs the network. When
// the network is back, it shows the form.
// Rows: N29, N20.
func TestStandaloneReloadOffline(t *testing.T) {
	t.Parallel()
	tab := newTab(t)
	server := tab.serveAlone()
	tab.open(server.url() + "/standalone.html")
	page, form := tab.page(), tab.form()
	tab.waitFor("the page to be kept", func() bool {
		return eval[int](page, `navigator.serviceWorker.ready.then(() => caches.open("elicitform-standalone")).then((cache) => cache.keys()).then((kept) => kept.length)`) == 4
	})
	server.stop()
	tab.open(server.url() + "/standalone.html?again")
	page.typeInto(page.find("textbox", "Request"), corpus(t, "028-ts-test-complex-pattern.json"))
	page.wait("the advice", `/without pattern/.test(document.getElementById("verdicts").textContent)`)
	page.Press("Show form")
	page.wait("the honest error", `document.getElementById("result-text").textContent.includes("load-failed")`)
	server.start()
	page.Press("Show form")
	form.onHeading(askingHeading("example-server"))
	form.Press("Decline")
	page.wait("the result", `document.getElementById("result").textContent.includes("decline")`)
}

// ownServer serves the built site for one test, at an address of its own.
type ownServer struct {
	tab     *Tab
	pages   http.Handler
	address string
	server  *http.Server
}

// serveAlone starts a server that the test can stop and restart. Its origin is new, because
// the browser's cache could hold files of other tests.
func (tab *Tab) serveAlone() *ownServer {
	tab.t.Helper()
	dir, err := testsite.Built()
	must(tab.t, err)
	pages, err := site.Handler(os.DirFS(dir))
	must(tab.t, err)
	s := &ownServer{tab: tab, pages: pages, address: "127.0.0.1:0"}
	s.start()
	tab.t.Cleanup(s.stop)
	return s
}

func (s *ownServer) start() {
	s.tab.t.Helper()
	listener, err := net.Listen("tcp", s.address)
	must(s.tab.t, err)
	s.address = listener.Addr().String()
	s.server = &http.Server{Handler: s.pages}
	go func() { _ = s.server.Serve(listener) }()
}

func (s *ownServer) stop() { _ = s.server.Close() }

func (s *ownServer) url() string { return "http://" + s.address }
