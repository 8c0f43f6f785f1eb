package e2e

import (
	_ "embed"
	"fmt"
	"testing"

	"github.com/elicitform/elicitform/e2e/driver"
)

// warm are tabs with a host whose frame is ready: its program runs, so no test waits for it.
var warm = make(chan *Tab, maxTabs)

// openers are such tabs whose hosts open links themselves: with window.openLink, or none.
var openers = shareTabsIn(headless, 1)

// warmHost returns a host with the options [english], whose frame can show a request at once. Many tests share it, one
// after the other: compiling the program costs more than most tests. At the end it takes back what the test has left,
// and fails the test for what it cannot take back. A test about loading, or one that changes how the page works, uses
// [openHost] or [newTab].
func warmHost(t testing.TB) *Host {
	t.Helper()
	return warmHostIn(t, func(clean func(*Tab) bool) (*Tab, bool) { return pooledTab(t, warm, headless, clean) }, `window.mount`)
}

// warmOpener is warmHost with a host that opens links itself: it opens none where the test gives it no window.openLink.
func warmOpener(t testing.TB) *Host {
	t.Helper()
	return warmHostIn(t, func(clean func(*Tab) bool) (*Tab, bool) { return openers.tab(t, clean) },
		`(options) => window.mount({ ...options, openLink: (url) => window.openLink?.(url) })`)
}

// windows are such tabs in the browser with windows, see [windowed].
var windows = shareTabsIn(windowed, 1)

// warmWindow is warmHost in a browser with windows.
func warmWindow(t testing.TB) *Host {
	t.Helper()
	return warmHostIn(t, func(clean func(*Tab) bool) (*Tab, bool) { return windows.tab(t, clean) }, `window.mount`)
}

// briefs are such tabs whose hosts show for a moment what became of a request, and whose frames have more room than they need.
var briefs = shareTabsIn(headless, 1)

func warmBrief(t testing.TB) *Host {
	t.Helper()
	return warmHostIn(t, func(clean func(*Tab) bool) (*Tab, bool) { return briefs.tab(t, clean) },
		`(options) => window.mount({ ...options, minHeight: 900, outcome: { milliseconds: 300 } })`)
}

func warmHostIn(t testing.TB, take func(clean func(*Tab) bool) (tab *Tab, used bool), mount string) *Host {
	t.Helper()
	var host *Host
	tab, used := take(func(*Tab) bool {
		host.clean()
		return !t.Failed()
	})
	host = &Host{Tab: tab}
	if !used {
		host.load(baseURL(t))
		host.page().run(mount, english)
		host.waitUntilReady()
		host.remember()
	}
	return host
}

//go:embed traces.js
var rememberScript string

// remember notes what the page and the frame are like before a test changes them.
func (h *Host) remember() {
	h.t.Helper()
	h.page().run(rememberScript)
	h.form().run(rememberScript)
}

// clean withdraws the open requests, undoes what the test has changed of the browser and of its functions, and fails the test
// for each other change.
func (h *Host) clean() {
	h.t.Helper()
	page, form := h.page(), h.form()
	const prepared = `typeof findTraces === "function"`
	if !eval[bool](page, prepared+" && mounts === 1") {
		h.t.Errorf("the test loads the page again, or mounts another host: use openHost")
		return
	}
	page.run(`(context) => takeBack(context)`, english["context"])
	if !h.closeForms(func() bool { return eval[bool](page, `host.idle`) }) {
		h.t.Fatalf("%s\nwaited in vain for the host to be idle", h.situation())
	}
	must(h.t, h.resetWindow())
	page.run(`host.ready`)
	h.waitUntilIdle()
	var same bool
	if form.try(prepared, &same) != nil || !same {
		// The document of the frame has loaded again, so that nothing is left in it.
		form.run(rememberScript)
	}
	traces := eval[[]string](form, `findTraces()`)
	if eval[bool](page, `events.some(({ type, reason }) => type === "error" && reason === "internal")`) {
		traces = append(traces, "the program has failed")
	}
	// A frame that stays out of sight is not drawn, and its tree of accessibility answers nothing.
	if _, err := h.chromium.Find(driver.Frame, driver.Query{Role: "button", Name: "Close"}); err != nil {
		traces = append(traces, fmt.Sprintf("no control of the frame can be found: %v", err))
	}
	traces = append(traces, eval[[]string](page, `findTraces()`)...)
	for _, trace := range traces {
		h.t.Errorf("the test leaves a change: %s", trace)
	}
	page.run(`forget()`)
	h.log.clear()
}
