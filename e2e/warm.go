package e2e

import (
	_ "embed"
	"fmt"
	"testing"

	"github.com/elicitform/elicitform/e2e/driver"
)

// warm are tabs with a host whose program runs already.
var warm = make(chan *Tab, maxTabs)

// openers are like warm, and their hosts open links with window.openLink, if a test sets that.
var openers = shareTabs(headless, 1)

// warmHost returns a host with the options [english] and a frame that can show a request at once. Many tests share it, one
// after the other, because compiling the program costs more than most tests. At the end it undoes the changes of the test,
// and fails the test for a change that stays. A test about loading, or one that changes the page itself, uses
// [openHost] or [newTab].
func warmHost(t testing.TB) *Host {
	t.Helper()
	return warmHostIn(t, func(clean func(*Tab) bool) (*Tab, bool) { return pooledTab(t, warm, headless, clean) }, `window.mount`)
}

// warmOpener is warmHost with a host that opens links itself: with window.openLink, if the test sets that.
func warmOpener(t testing.TB) *Host {
	t.Helper()
	return warmHostIn(t, func(clean func(*Tab) bool) (*Tab, bool) { return openers.tab(t, clean) },
		`(options) => window.mount({ ...options, openLink: (url) => window.openLink?.(url) })`)
}

// windows are like warm, in the browser with windows.
var windows = shareTabs(windowed, 1)

// warmWindow is warmHost in a browser with windows.
func warmWindow(t testing.TB) *Host {
	t.Helper()
	return warmHostIn(t, func(clean func(*Tab) bool) (*Tab, bool) { return windows.tab(t, clean) }, `window.mount`)
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

// remember records the state of page and frame before a test.
func (h *Host) remember() {
	h.t.Helper()
	h.page().run(rememberScript)
	h.form().run(rememberScript)
}

// clean withdraws the open requests, undoes the changes of the test to the browser and its functions, and fails the test
// for each other change.
func (h *Host) clean() {
	h.t.Helper()
	page, form := h.page(), h.form()
	const prepared = `typeof findTraces === "function"`
	if !eval[bool](page, prepared+" && mounts === 1") {
		h.t.Errorf("the test loads the page again, or mounts another host: use openHost")
		return
	}
	page.run(`takeBack()`)
	if !h.closeForms(func() bool { return eval[bool](page, `host.idle`) }) {
		h.t.Fatalf("%s\nthe host did not become idle", h.situation())
	}
	must(h.t, h.resetWindow())
	page.run(`host.ready`)
	h.waitUntilIdle()
	var same bool
	if form.try(prepared, &same) != nil || !same {
		// The test has reloaded the frame, whose new document lacks the record.
		form.run(rememberScript)
	}
	traces := eval[[]string](form, `findTraces()`)
	if eval[bool](page, `events.some(({ type, reason }) => type === "error" && reason === "internal")`) {
		traces = append(traces, "the program has failed")
	}
	// A frame that stays invisible is not drawn, and its accessibility tree does not answer.
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
