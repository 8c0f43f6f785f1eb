package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/e2e/driver"
)

// openerPage is a page of another site that opens the popup and keeps the
// messages that it gets from it.
const openerPage = `<!doctype html><html lang="en"><title>Chat</title><link rel="icon" href="data:,">
<button id="open">Open</button>
<script>
	const address = %s;
	const site = new URL(address).origin;
	window.told = [];
	addEventListener("message", (event) => {
		if (event.origin === site) told.push(event.data);
	});
	document.getElementById("open").onclick = () => { window.popup = window.open(address); };
	window.say = (message) => popup.postMessage(message, site);
	window.types = () => told.map(({type}) => type).join();
</script>`

// opener is a tab with a page of another site that opens the popup.
type opener struct {
	*Tab
	origin string
}

// openOpener opens a page of another site that can open the given address.
// headers are names and values of response headers in turn. ORIGIN in the
// address stands for the origin of the new page.
func openOpener(t testing.TB, address string, headers ...string) *opener {
	t.Helper()
	var origin string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		fmt.Fprintf(w, openerPage, quote(strings.ReplaceAll(address, "ORIGIN", origin)))
	}))
	t.Cleanup(server.Close)
	// A browser treats localhost and 127.0.0.1 as two sites.
	origin = strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
	page := &opener{Tab: newTab(t), origin: origin}
	page.open(origin)
	return page
}

// openPopup presses the button of the page and returns the window that opens.
func (o *opener) openPopup() *Tab {
	o.t.Helper()
	return o.opened(func() { o.page().Press("Open") })
}

// opened calls do and returns the window that opens because of it.
func (tab *Tab) opened(do func()) *Tab {
	tab.t.Helper()
	known := tab.targets()
	do()
	var id target.ID
	tab.waitFor("the new window", func() bool {
		for _, found := range tab.targets() {
			if !slices.Contains(known, found) {
				id = found
			}
		}
		return id != ""
	})
	return tab.attach(id)
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
