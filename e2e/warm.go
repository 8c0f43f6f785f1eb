package e2e

import (
	_ "embed"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/e2e/driver"
)

// warm holds the hosts that tests have returned. The program of each frame runs, so no test waits for it.
var warm = make(chan *Host, maxTabs)

// warmHost returns a host with the options [english], whose frame can show a request at once. Many tests share it, one
// after the other: compiling the program costs more than most tests. At the end it takes back what the test has left,
// and fails the test for what it cannot take back. A test about loading, or one that changes how the page works, uses
// [openHost] or [newTab].
func warmHost(t testing.TB) *Host {
	t.Helper()
	b, err := headless()
	must(t, err)
	var host *Host
	tab := inSlot(t, func() (*Tab, error) {
		select {
		case host = <-warm:
			return host.Tab, nil
		default:
			return b.openTab()
		}
	}, func(tab *Tab) {
		if host != nil && !t.Failed() {
			host.clean()
		}
		if !t.Failed() {
			select {
			case warm <- host:
				return
			default: // A test that holds two hosts can make more of them than there is room for.
			}
		}
		tab.browser.Close()
	})
	if host == nil {
		opened := hostPage(tab)
		opened.mount(english)
		opened.waitUntilReady()
		opened.page().run(rememberScript)
		opened.form().run(rememberScript)
		host = opened
	}
	return host
}

//go:embed traces.js
var rememberScript string

// clean withdraws the open requests, undoes what the test has changed of the browser, and fails the test for each
// other change.
func (h *Host) clean() {
	h.t.Helper()
	page, form := h.page(), h.form()
	const prepared = `typeof findTraces === "function"`
	var ready bool
	if form.try(prepared, &ready) != nil || !ready || !eval[bool](page, prepared+" && channels === 1") {
		h.t.Errorf("the test loads the page or the frame again, or mounts another host: use openHost")
		return
	}
	page.run(`(context) => takeBack(context)`, english["context"])
	h.waitFor("the host to be idle", func() bool {
		if eval[bool](page, `host.idle`) {
			return true
		}
		// A page that was opened is waited for until the person closes the form.
		_ = form.try(driver.Button("close")+`?.click()`, nil)
		return false
	})
	must(h.t, h.browser.Return())
	must(h.t, h.chromium.Media(nil))
	_, err := chromedp.Call(h.ctx, emulation.ClearDeviceMetricsOverride, struct{}{})
	must(h.t, err)
	h.waitUntilIdle()
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

// clear forgets what the browser has reported.
func (l *tabLog) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.trouble, l.requests, l.urls = nil, nil, nil
}
