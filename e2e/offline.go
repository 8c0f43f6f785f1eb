package e2e

import (
	"net"
	"net/http"
	"os"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/web/server/site"
)

// offline disconnects the tab from the network, or connects it again.
func (tab *Tab) offline(gone bool) {
	tab.t.Helper()
	_, err := chromedp.Call(tab.ctx, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		EmulateOfflineServiceWorker: &gone,
		MatchedNetworkConditions:    []*network.Conditions{{Offline: gone, DownloadThroughput: -1, UploadThroughput: -1}},
	})
	must(tab.t, err)
}

// ownServer serves the built site for one test, at an address of its own.
type ownServer struct {
	tab     *Tab
	pages   http.Handler
	address string
	server  *http.Server
}

// serveAlone starts a server that the test can stop and start again. Because
// its origin is new, the browser has nothing in its cache that another test has
// loaded.
func (tab *Tab) serveAlone() *ownServer {
	tab.t.Helper()
	dir, err := builtSite()
	must(tab.t, err)
	pages, err := site.Handler(os.DirFS(dir), site.Options{})
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

// stop ends the server and closes all connections to it.
func (s *ownServer) stop() { _ = s.server.Close() }

func (s *ownServer) url() string { return "http://" + s.address }
