package e2e

import (
	"strings"

	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// gate holds back the requests of a tab for URLs that end with a suffix, as a
// slow or broken network does.
type gate struct {
	tab    *Tab
	paused chan fetch.RequestID
}

// holdBack starts to hold back what matches a pattern such as "*.wasm*".
func (tab *Tab) holdBack(pattern string) *gate {
	tab.t.Helper()
	g := &gate{tab: tab, paused: make(chan fetch.RequestID, 100)}
	must(tab.t, chromedp.Listen(tab.ctx, func(ev any) {
		if e, ok := ev.(*fetch.EventRequestPaused); ok {
			g.paused <- e.RequestID
		}
	}))
	_, err := chromedp.Call(tab.ctx, fetch.Enable, fetch.EnableParams{Patterns: []*fetch.RequestPattern{{URLPattern: pattern}}})
	must(tab.t, err)
	return g
}

// open lets one held request go on.
func (g *gate) open() {
	g.tab.t.Helper()
	_, err := chromedp.Call(g.tab.ctx, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: <-g.paused})
	must(g.tab.t, err)
}

// fail lets every request fail, now and later.
func (g *gate) fail() {
	go func() {
		for {
			select {
			case id := <-g.paused:
				_, _ = chromedp.Call(g.tab.ctx, fetch.FailRequest, fetch.FailRequestParams{RequestID: id, ErrorReason: network.ErrorReasonConnectionFailed})
			case <-g.tab.ctx.Done():
				return
			}
		}
	}()
}

// asked lists what was asked of the network so far. The browser's own controls
// draw their icons from data: URLs, which is not the network.
func (tab *Tab) asked() []string {
	var list []string
	for _, url := range tab.log.sent() {
		if !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "about:") {
			list = append(list, url)
		}
	}
	return list
}

// elsewhere lists the requests that did not go to the tab's own server.
func (tab *Tab) elsewhere(base string) []string {
	var list []string
	for _, url := range tab.asked() {
		if !strings.HasPrefix(url, base) {
			list = append(list, url)
		}
	}
	return list
}
