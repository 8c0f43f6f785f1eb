package e2e

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// Most tests run in a browser without windows, if one is installed: it has the
// same engine and needs half of the processor time. A few tests need what only
// a browser with windows has. CHROME names one browser for all tests.
var (
	windowNames   = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}
	headlessNames = append([]string{"chromium-headless-shell", "chrome-headless-shell"}, windowNames...)
)

// maxTabs is how many tabs are open at the same time. A test waits about as
// long for frames and timers as it computes, and a small machine has only two
// cores: with more tabs, a browser that waits for the processor looks as if it
// were broken.
const maxTabs = 4

// slots holds one value for each open tab, of any browser.
var slots = make(chan struct{}, maxTabs)

// browser is a running browser.
type browser struct {
	ctx    context.Context
	cancel context.CancelFunc
	dir    string
}

func findBrowser(names []string) (string, error) {
	if path := os.Getenv("CHROME"); path != "" {
		return exec.LookPath(path)
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no browser: install Chromium or name one in CHROME (looked for %q)", names)
}

// launched are the browsers that closeBrowsers has to close.
var launched struct {
	sync.Mutex
	browsers []*browser
}

func launch(path string) (*browser, error) {
	dir, err := os.MkdirTemp("", "elicitform-e2e-")
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.UserDataDir(dir),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("force-device-scale-factor", "1"),
		chromedp.Flag("lang", "en-US"),
		// If the browser had a region, it would decide how dates are written.
		// Tests of regions set one.
		chromedp.Flag("accept-lang", "en"),
		// Tests open pages under names that do not exist, and no request may
		// leave the machine.
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"),
		chromedp.WindowSize(1000, 800),
		// The sandboxed frame stays in the page's process, so that one session
		// sees both. Its origin is opaque all the same. The other features are
		// parts of the browser's own windows, which start another process for
		// each tab.
		chromedp.Flag("disable-features", "IsolateSandboxedIframes,Translate,MediaRouter,OptimizationHints,"+
			"WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"),
		chromedp.WSURLReadTimeout(60*time.Second),
	)
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithLogf(func(string, ...any) {}), chromedp.WithErrorf(func(string, ...any) {}))
	b := &browser{ctx: ctx, dir: dir}
	b.cancel = func() { cancel(); stop() }
	if err := chromedp.Do(ctx); err != nil {
		b.close()
		return nil, fmt.Errorf("start %s: %w", path, err)
	}
	launched.Lock()
	defer launched.Unlock()
	launched.browsers = append(launched.browsers, b)
	return b, nil
}

// closeBrowsers closes all browsers that were launched.
func closeBrowsers() {
	launched.Lock()
	defer launched.Unlock()
	for _, b := range launched.browsers {
		b.close()
	}
}

func (b *browser) close() {
	_ = chromedp.Cancel(b.ctx)
	b.cancel()
	_ = os.RemoveAll(b.dir)
}

// headless is the browser of most tests; windowed is the browser of the others,
// and may be the same one. Each starts when the first test needs it.
var (
	headless = sync.OnceValues(func() (*browser, error) {
		path, err := findBrowser(headlessNames)
		if err != nil {
			return nil, err
		}
		return launch(path)
	})
	windowed = sync.OnceValues(func() (*browser, error) {
		path, err := findBrowser(windowNames)
		if err != nil {
			return nil, err
		}
		if other, err := findBrowser(headlessNames); err == nil && other == path {
			return headless()
		}
		return launch(path)
	})
)

// Tab is one page of a browser, with a profile of its own.
type Tab struct {
	t     testing.TB
	ctx   context.Context
	close context.CancelFunc
	log   *tabLog

	mu       sync.Mutex
	contexts []world
	main     string
}

// newTab opens a blank tab, which is closed at the end of the test. If maxTabs
// tabs are open, it waits until one of them is closed.
func newTab(t testing.TB) *Tab {
	t.Helper()
	return newTabIn(t, headless)
}

// newWindow opens a tab in a browser with windows. Only there does a tab in
// front hide the others, and only there does the browser keep a page in memory
// for the Back button.
func newWindow(t testing.TB) *Tab {
	t.Helper()
	return newTabIn(t, windowed)
}

func newTabIn(t testing.TB, which func() (*browser, error)) *Tab {
	t.Helper()
	b, err := which()
	must(t, err)
	slots <- struct{}{}
	tab, err := b.openTab()
	t.Cleanup(func() {
		if tab != nil {
			tab.close()
		}
		<-slots
	})
	if err != nil {
		t.Fatalf("open a tab: %v", err)
	}
	tab.t = t
	return tab
}

// openTab opens a blank tab and starts to listen to its events.
func (b *browser) openTab() (*Tab, error) {
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	tab := &Tab{ctx: ctx, close: cancel, log: &tabLog{}}
	if err := chromedp.Do(ctx); err != nil {
		return tab, err
	}
	tab.main = string(chromedp.FromContext(ctx).Target.TargetID)
	if err := chromedp.Listen(ctx, tab.event); err != nil {
		return tab, err
	}
	_, err1 := chromedp.Call(ctx, network.Enable, network.EnableParams{})
	_, err2 := chromedp.Call(ctx, audits.Enable, struct{}{})
	_, err3 := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	// The page is loaded again, so that the browser announces its script
	// context.
	err4 := chromedp.Do(ctx, chromedp.Navigate("about:blank"))
	return tab, errors.Join(err1, err2, err3, err4)
}

func (tab *Tab) event(ev any) {
	tab.track(ev)
	tab.log.event(ev)
}

// open loads a page and waits until it has loaded.
func (tab *Tab) open(url string) {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, waitTimeout)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate(url)); err != nil {
		tab.t.Fatalf("open %s: %v", url, err)
	}
}

// waitTimeout is how long a test waits for something that should take no time.
// Only a test that fails waits this long.
const waitTimeout = 60 * time.Second

// reportTo lets a subtest use the tab: until the subtest ends, failures are
// reported to the subtest.
func (tab *Tab) reportTo(t testing.TB) {
	outer := tab.t
	tab.t = t
	t.Cleanup(func() { tab.t = outer })
}
