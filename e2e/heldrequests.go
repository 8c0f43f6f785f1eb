package e2e

import (
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// heldRequests are the network requests of a tab that the test holds back, as a
// slow or broken network does.
type heldRequests struct {
	tab    *Tab
	paused chan fetch.RequestID
}

// holdRequests starts to hold back requests whose URL matches a pattern such as
// "*.wasm*".
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

// release lets one held request continue.
func (g *heldRequests) release() {
	g.tab.t.Helper()
	_, err := chromedp.Call(g.tab.ctx, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: <-g.paused})
	must(g.tab.t, err)
}

// releaseAll lets every held request continue, now and later.
func (g *heldRequests) releaseAll() {
	g.each(func(id fetch.RequestID) {
		_, _ = chromedp.Call(g.tab.ctx, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: id})
	})
}

// failAll makes every held request fail, now and later.
func (g *heldRequests) failAll() {
	g.each(func(id fetch.RequestID) {
		_, _ = chromedp.Call(g.tab.ctx, fetch.FailRequest, fetch.FailRequestParams{RequestID: id, ErrorReason: network.ErrorReasonConnectionFailed})
	})
}

// each does something with every held request, now and later.
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
