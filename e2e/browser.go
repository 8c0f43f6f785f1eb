package e2e

import (
	"cmp"
	"context"
	"errors"
	"os"
	"strconv"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/e2e/driver"
)

// maxTabs is the number of tests that have a tab at the same time. A test waits about as long for frames and timers as it
// computes, and a small machine has only two cores. With more tabs, a browser that waits for the processor looks broken.
const maxTabs = 4

// slots holds one value for each test with a tab, of any browser.
var slots = make(chan struct{}, maxTabs)

// holding has the tests with a tab. Such a test gets more tabs at once: tests that wait for one another's tabs would deadlock.
var holding sync.Map

type browser struct {
	ctx  context.Context
	stop func()
}

var launched struct {
	sync.Mutex
	browsers []*browser
}

func launch(names []string) (*browser, error) {
	// The sandboxed frame stays in the page's process, so that one session sees both; its origin is still opaque. The other
	// features are parts of the browser's own windows, which start a process for each tab. The browser scrolls at once.
	ctx, stop, err := driver.Launch(names,
		chromedp.Flag("disable-features", "IsolateSandboxedIframes,Translate,MediaRouter,OptimizationHints,"+
			"WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"),
		chromedp.Flag("js-flags", os.Getenv("JS_FLAGS")), chromedp.Flag("force-prefers-reduced-motion", true))
	if err != nil {
		return nil, err
	}
	b := &browser{ctx, stop}
	launched.Lock()
	defer launched.Unlock()
	launched.browsers = append(launched.browsers, b)
	return b, nil
}

func closeBrowsers() {
	launched.Lock()
	defer launched.Unlock()
	for _, b := range launched.browsers {
		b.stop()
	}
}

// headless is the browser of most tests. The windowed browser hides tabs behind the front tab, and keeps a page in memory
// for the Back button.
var (
	headless = sync.OnceValues(func() (*browser, error) { return launch(driver.Headless) })
	windowed = sync.OnceValues(func() (*browser, error) { return launch(driver.Windowed) })
)

// Tab is a page of a browser with its own profile.
type Tab struct {
	t       testing.TB
	browser driver.Browser
	// chromium is the same browser, and ctx its context. Both are nil in tests of other engines.
	chromium *driver.Chromium
	ctx      context.Context
	log      *tabLog
	reads    page.ScriptIdentifier
}

// readsAtOnce removes the pause after which a new request takes presses: tests read in no time.
const readsAtOnce = `(() => {
	const { querySelector } = Document.prototype;
	Document.prototype.querySelector = function (selectors) {
		return selectors === "[data-request]" ? null : querySelector.call(this, selectors);
	};
})()`

// newTab opens a blank tab, which is closed at the end of the test. It waits while maxTabs other tests have one.
func newTab(t testing.TB) *Tab {
	t.Helper()
	return newTabIn(t, headless)
}

func newTabIn(t testing.TB, which func() (*browser, error)) *Tab {
	t.Helper()
	b, err := which()
	must(t, err)
	return inSlot(t, b.openTab, func(tab *Tab) { tab.browser.Close() })
}

// inSlot opens a tab when fewer than maxTabs tests have one. leave gets the tab at the end of the test.
func inSlot(t testing.TB, open func() (*Tab, error), leave func(*Tab)) *Tab {
	t.Helper()
	_, more := holding.LoadOrStore(t, true)
	if !more {
		slots <- struct{}{}
	}
	tab, err := open()
	t.Cleanup(func() {
		// If leave ends the goroutine, as Fatal does, the slot must become free all the same.
		defer func() {
			if !more {
				holding.Delete(t)
				<-slots
			}
		}()
		if tab != nil {
			leave(tab)
		}
	})
	if err != nil {
		t.Fatalf("open a tab: %v", err)
	}
	tab.t = t
	return tab
}

func (b *browser) openTab() (*Tab, error) {
	opened, err := driver.OpenTab(b.ctx)
	if err != nil {
		return nil, err
	}
	tab, err := listenTo(opened)
	_, err1 := chromedp.Call(tab.ctx, audits.Enable, struct{}{})
	early, err2 := chromedp.Call(tab.ctx, page.AddScriptToEvaluateOnNewDocument,
		page.AddScriptToEvaluateOnNewDocumentParams{Source: readsAtOnce})
	if err2 == nil {
		tab.reads = early.Identifier
	}
	_, err3 := chromedp.Call(tab.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: timersScript})
	return tab, errors.Join(err, err1, err2, err3, tab.throttle(true))
}

// throttle slows the tab down by the factor ELICITFORM_THROTTLE, or ends that: a throttled tab keeps a processor busy without a test.
func (tab *Tab) throttle(on bool) error {
	rate, err := strconv.ParseFloat(cmp.Or(os.Getenv("ELICITFORM_THROTTLE"), "1"), 64)
	if err != nil || rate == 1 {
		return err
	}
	if !on {
		rate = 1
	}
	_, err = chromedp.Call(tab.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: rate})
	return err
}

// listenTo records the reports of a tab.
func listenTo(opened *driver.Chromium) (*Tab, error) {
	top := cdp.FrameID(chromedp.FromContext(opened.Ctx).Target.TargetID)
	tab := &Tab{browser: opened, chromium: opened, ctx: opened.Ctx, log: &tabLog{top: top}}
	err := chromedp.Listen(tab.ctx, tab.log.event)
	_, err1 := chromedp.Call(tab.ctx, network.Enable, network.EnableParams{})
	return tab, errors.Join(err, err1)
}

func (tab *Tab) open(url string) {
	tab.t.Helper()
	if err := tab.browser.Open(url); err != nil {
		tab.t.Fatalf("open %s: %v", url, err)
	}
}

// waitTimeout bounds every wait; only a hang reaches it.
const waitTimeout = driver.Patience

// reportTo reports failures to a subtest until it ends.
func (tab *Tab) reportTo(t testing.TB) {
	outer := tab.t
	tab.t = t
	t.Cleanup(func() { tab.t = outer })
}

func (tab *Tab) evaluateEarly(source string) {
	tab.t.Helper()
	_, err := chromedp.Call(tab.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source})
	must(tab.t, err)
}
