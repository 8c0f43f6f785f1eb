package e2e

import (
	"slices"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/e2e/driver"
)

// viewport sets the size of the page in CSS pixels.
func (tab *Tab) viewport(width, height int, scale float64) {
	tab.t.Helper()
	must(tab.t, tab.chromium.Resize(width, height, scale))
}

// media emulates media features such as prefers-color-scheme; an empty map
// resets all.
func (tab *Tab) media(features map[string]string) {
	tab.t.Helper()
	must(tab.t, tab.chromium.Media(features))
}

// withMotion lets pages scroll smoothly, as they do for most people. Tests that do not
// look at motion are spared its pictures.
func (tab *Tab) withMotion() {
	tab.t.Helper()
	tab.media(map[string]string{"prefers-reduced-motion": "no-preference"})
}

// toFront shows the tab again after a page that it opened was put in front of
// it. The browser does not draw a tab that is behind another.
func (tab *Tab) toFront() {
	tab.t.Helper()
	_, err := chromedp.Call(tab.ctx, page.BringToFront, struct{}{})
	must(tab.t, err)
}

// offline disconnects the tab from the network, or connects it again.
func (tab *Tab) offline(gone bool) {
	tab.t.Helper()
	_, err := chromedp.Call(tab.ctx, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		EmulateOfflineServiceWorker: &gone,
		MatchedNetworkConditions:    []*network.Conditions{{Offline: gone, DownloadThroughput: -1, UploadThroughput: -1}},
	})
	must(tab.t, err)
}

// opened calls do and returns the window that opens because of it.
func (tab *Tab) opened(do func()) *Tab {
	tab.t.Helper()
	known := tab.targets()
	do()
	var found []target.ID
	tab.waitFor("the new window", func() bool {
		found = slices.DeleteFunc(tab.targets(), func(id target.ID) bool { return slices.Contains(known, id) })
		return len(found) > 0
	})
	return tab.attach(found[0])
}

// targets lists the pages of the tab's profile.
func (tab *Tab) targets() []target.ID {
	tab.t.Helper()
	ids, err := tab.chromium.Targets()
	must(tab.t, err)
	return ids
}

// attach returns a Tab for a window that a page has opened.
func (tab *Tab) attach(id target.ID) *Tab {
	tab.t.Helper()
	window, err := driver.OpenTab(tab.ctx, chromedp.WithTargetID(id))
	must(tab.t, err)
	tab.t.Cleanup(window.Close)
	opened, err := listenTo(window)
	must(tab.t, err)
	opened.t = tab.t
	return opened
}
