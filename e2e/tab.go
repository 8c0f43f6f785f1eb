package e2e

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/e2e/driver"
)

func (tab *Tab) viewport(width, height int, scale float64) {
	tab.t.Helper()
	must(tab.t, tab.chromium.Resize(width, height, scale))
}

// media emulates media features such as prefers-color-scheme, and resets all others.
func (tab *Tab) media(features map[string]string) {
	tab.t.Helper()
	must(tab.t, tab.chromium.Media(features))
}

// toFront shows the tab, because the browser does not draw a tab behind another.
func (tab *Tab) toFront() {
	tab.t.Helper()
	_, err := chromedp.Call(tab.ctx, page.BringToFront, struct{}{})
	must(tab.t, err)
}

func (tab *Tab) offline(gone bool) {
	tab.t.Helper()
	_, err := chromedp.Call(tab.ctx, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		EmulateOfflineServiceWorker: &gone,
		MatchedNetworkConditions:    []*network.Conditions{{Offline: gone, DownloadThroughput: -1, UploadThroughput: -1}},
	})
	must(tab.t, err)
}

func (tab *Tab) opened(do func()) *Tab {
	tab.t.Helper()
	known := tab.targets()
	do()
	var found []target.ID
	tab.waitFor("the new window", func() bool {
		found = slices.DeleteFunc(tab.targets(), func(id target.ID) bool { return slices.Contains(known, id) })
		return len(found) > 0
	})
	window, err := driver.OpenTab(tab.ctx, chromedp.WithTargetID(found[0]))
	must(tab.t, err)
	tab.t.Cleanup(window.Close)
	opened, err := listenTo(window)
	must(tab.t, err)
	opened.t = tab.t
	opened.evaluateEarly(readsAtOnce)
	opened.evaluateEarly(timersScript)
	opened.page().run(timersScript)
	return opened
}

func (tab *Tab) targets() []target.ID {
	tab.t.Helper()
	ids, err := tab.chromium.Targets()
	must(tab.t, err)
	return ids
}

// free are used tabs after [Tab.renew]. A new tab costs twice the processor time of a renewed one until its frame is
// ready: a profile, a process, and a program to compile.
var free = make(chan *Tab, maxTabs)

// reuseTab is newTab with a tab that another test has used. A test that changes more than [Tab.renew] resets,
// such as the scripts of new documents, uses newTab.
func reuseTab(t testing.TB) *Tab {
	t.Helper()
	tab, _ := pooledTab(t, free, headless, func(tab *Tab) bool { return tab.renew() == nil })
	return tab
}

// pooledTab returns a tab of the pool, or a new tab if the pool is empty. After a test without failure, clean resets the tab and
// reports whether another test can use it. Such a tab returns to the pool.
func pooledTab(t testing.TB, pool chan *Tab, which func() (*browser, error), clean func(*Tab) bool) (tab *Tab, used bool) {
	t.Helper()
	b, err := which()
	must(t, err)
	open := func() (*Tab, error) {
		select {
		case tab := <-pool:
			used = true
			return tab, tab.throttle(true)
		default:
			return b.openTab()
		}
	}
	tab = inSlot(t, open, func(tab *Tab) {
		if !t.Failed() && clean(tab) {
			must(t, tab.throttle(false))
			select {
			case pool <- tab:
				return
			default: // There are enough.
			}
		}
		tab.browser.Close()
	})
	return tab, used
}

// tabsOfAPage is a pool of tabs with one page. It limits the number of tests that use one of its tabs at the same time, because
// each further tab would load the page and its frame.
type tabsOfAPage struct {
	pool  chan *Tab
	users chan struct{}
	which func() (*browser, error)
}

func shareTabs(which func() (*browser, error), users int) tabsOfAPage {
	return tabsOfAPage{make(chan *Tab, users), make(chan struct{}, users), which}
}

// tab is [pooledTab] with a tab of the page. It waits for another test at the limit.
func (s tabsOfAPage) tab(t testing.TB, clean func(*Tab) bool) (tab *Tab, used bool) {
	t.Helper()
	s.users <- struct{}{}
	t.Cleanup(func() { <-s.users })
	return pooledTab(t, s.pool, s.which, clean)
}

// renew resets the pages, the storage, the window, the media and the log.
func (tab *Tab) renew() error {
	base, err := serve()
	if err != nil {
		return err
	}
	err1 := errors.Join(tab.resetWindow(), tab.browser.Open(base+"/e2e/page.html"), tab.page().try(`(sessionStorage.clear(), localStorage.clear())`, nil))
	_, err2 := chromedp.Call(tab.ctx, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: base, StorageTypes: "all"})
	_, err3 := chromedp.Call(tab.ctx, page.ResetNavigationHistory, struct{}{})
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	tab.log.clear()
	return nil
}

// resetWindow closes the other tabs of the profile, and resets the size of the window and its media.
func (tab *Tab) resetWindow() error {
	_, err := chromedp.Call(tab.ctx, emulation.ClearDeviceMetricsOverride, struct{}{})
	return errors.Join(tab.browser.Return(), err, tab.chromium.Media(nil))
}

// framesLoaded counts the documents of the form in the frames of all tabs. Each of them compiles the program, which takes
// most of the time of the browser tests.
var framesLoaded atomic.Int64

// tabLog collects the warnings and errors that the browser reports, and the URLs of requests.
type tabLog struct {
	top      cdp.FrameID // of the top document
	mu       sync.Mutex
	trouble  []string
	requests []string
	urls     map[network.RequestID]string
}

func (l *tabLog) event(ev any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch e := ev.(type) {
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
		l.add("exception: %s", text)
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" || e.Type == "assert" {
			l.add("console.%s: %s", e.Type, words(e.Args))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == "error" || e.Entry.Level == "warning" {
			l.add("%s %s: %s %s", e.Entry.Source, e.Entry.Level, e.Entry.Text, e.Entry.URL)
		}
	case *audits.EventIssueAdded:
		if e.Issue.Code == "ContentSecurityPolicyIssue" {
			details := e.Issue.Details.ContentSecurityPolicyIssueDetails
			l.add("content security policy: %s %s", details.ViolatedDirective, details.BlockedURL)
		}
	case *network.EventRequestWillBeSent:
		if l.urls == nil {
			l.urls = map[network.RequestID]string{}
		}
		l.urls[e.RequestID] = e.Request.URL
		// The browser draws icons of its controls from data: URLs, which cause no traffic.
		if !strings.HasPrefix(e.Request.URL, "data:") && !strings.HasPrefix(e.Request.URL, "about:") {
			l.requests = append(l.requests, e.Request.URL)
		}
	case *network.EventResponseReceived:
		if e.Type == network.ResourceTypeDocument && e.FrameID != l.top && isForm(e.Response) {
			framesLoaded.Add(1)
		}
		if e.Response.Status >= 400 {
			l.add("response %d: %s", e.Response.Status, e.Response.URL)
		}
	case *network.EventLoadingFailed:
		if !e.Canceled {
			l.add("loading failed: %s %s", e.ErrorText, l.urls[e.RequestID])
		}
	}
}

// isForm reports whether a response is the document of the form. Tests of faults serve other pages at its address.
func isForm(r *network.Response) bool {
	return r.Status == 200 && strings.HasSuffix(r.URL, "/frame/index.html") && r.MimeType == "text/html"
}

func (l *tabLog) add(format string, args ...any) {
	l.trouble = append(l.trouble, fmt.Sprintf(format, args...))
}

func (l *tabLog) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.trouble, l.requests, l.urls = nil, nil, nil
}

func (l *tabLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.trouble, "\n")
}

func (tab *Tab) requestedURLs() []string {
	tab.log.mu.Lock()
	defer tab.log.mu.Unlock()
	return slices.Clone(tab.log.requests)
}

func words(args []*runtime.RemoteObject) string {
	var list []string
	for _, arg := range args {
		list = append(list, cmp.Or(arg.Description, string(arg.Value)))
	}
	return strings.Join(list, " ")
}

// expectQuiet fails the test for each report of the browser, except those that contain one of the expected texts.
func (tab *Tab) expectQuiet(expected ...string) {
	tab.t.Helper()
	tab.log.mu.Lock()
	defer tab.log.mu.Unlock()
	for _, line := range tab.log.trouble {
		if !slices.ContainsFunc(expected, func(part string) bool { return strings.Contains(line, part) }) {
			tab.t.Errorf("browser: %s", line)
		}
	}
	tab.log.trouble = nil
}
