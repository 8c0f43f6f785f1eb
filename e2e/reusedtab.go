package e2e

import (
	"errors"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
)

// free are the tabs that tests have left, as good as new. A new tab costs half a second of
// processor time until its frame is ready: a profile, a process, and a program to compile.
// In a tab that is used again it is less than half of that.
var free struct {
	sync.Mutex
	tabs []*Tab
}

// reuseTab does the same as newTab with a tab that another test has left, if there is one. A
// test that changes what [Tab.renew] does not reset, such as the scripts of new documents,
// uses newTab.
func reuseTab(t testing.TB) *Tab {
	t.Helper()
	b, err := headless()
	must(t, err)
	open := func() (*Tab, error) {
		if tab := takeFree(); tab != nil {
			return tab, nil
		}
		return b.openTab()
	}
	return inSlot(t, open, func(tab *Tab) {
		if t.Failed() || tab.renew() != nil {
			tab.browser.Close()
			return
		}
		free.Lock()
		defer free.Unlock()
		free.tabs = append(free.tabs, tab)
	})
}

// takeFree returns a tab that a test has left, or nil.
func takeFree() *Tab {
	free.Lock()
	defer free.Unlock()
	last := len(free.tabs) - 1
	if last < 0 {
		return nil
	}
	tab := free.tabs[last]
	free.tabs = free.tabs[:last]
	return tab
}

// renew takes away what a test leaves in a tab: its page and other windows, what they have
// stored, the emulated window and media, and what the browser has reported.
func (tab *Tab) renew() error {
	base, err := serve()
	if err != nil {
		return err
	}
	err1 := errors.Join(tab.browser.Return(), tab.browser.Open(base+"/e2e/opened.html"), tab.page().try(`(sessionStorage.clear(), localStorage.clear())`, nil))
	_, err2 := chromedp.Call(tab.ctx, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: base, StorageTypes: "all"})
	_, err3 := chromedp.Call(tab.ctx, emulation.ClearDeviceMetricsOverride, struct{}{})
	err4 := tab.chromium.Media(nil)
	_, err5 := chromedp.Call(tab.ctx, page.ResetNavigationHistory, struct{}{})
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		return err
	}
	tab.log.mu.Lock()
	defer tab.log.mu.Unlock()
	tab.log.trouble, tab.log.requests, tab.log.urls = nil, nil, nil
	return nil
}
