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

// Tests run in the browser without windows where it is installed: the same
// engine for half of the processor's time. Few tests need what only windows
// have. CHROME names one browser for all of them.
var (
	windowNames   = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}
	headlessNames = append([]string{"chromium-headless-shell", "chrome-headless-shell"}, windowNames...)
)

// maxTabs is how many tabs are open at once. A test waits about as long for
// frames and timers as it computes, and two cores are all that a small machine
// has: with more tabs, a browser that waits for the processor looks broken.
const maxTabs = 4

// slots holds one value for every open tab, in whichever browser.
var slots = make(chan struct{}, maxTabs)

// browser is a browser of the run.
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

// launched are the browsers to close in the end.
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
		// A region of the browser's would decide how dates are written; the
		// tests that are about it set one.
		chromedp.Flag("accept-lang", "en"),
		// Tests open pages of foreign names, and nothing may leave the machine.
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"),
		chromedp.WindowSize(1000, 800),
		// The sandboxed frame stays in the page's process, so that one
		// session sees both; its origin is opaque all the same.
		// The rest is the browser's own furniture, which takes a process
		// beside every tab.
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

// closeBrowsers ends what was launched.
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

// headless is the browser of most tests, and windowed the one of the others,
// which may be the same. Each starts with the first test that asks for it.
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

// Tab is one page of the browser, with a profile of its own.
type Tab struct {
	t     testing.TB
	ctx   context.Context
	close context.CancelFunc
	log   *tabLog

	mu       sync.Mutex
	contexts []world
	main     string
}

// newTab opens a blank tab that closes with the test. It waits while there are
// enough tabs.
func newTab(t testing.TB) *Tab {
	t.Helper()
	return newTabIn(t, headless)
}

// newWindow opens a tab in a browser with windows, whose tabs hide each other
// and are kept for the way back.
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

// openTab opens a blank tab and starts to listen to it.
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
	// Loaded again so that its script context is announced.
	err4 := chromedp.Do(ctx, chromedp.Navigate("about:blank"))
	return tab, errors.Join(err1, err2, err3, err4)
}

func (tab *Tab) event(ev any) {
	tab.track(ev)
	tab.log.event(ev)
}

// open goes to a page and waits until it has loaded.
func (tab *Tab) open(url string) {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate(url)); err != nil {
		tab.t.Fatalf("open %s: %v", url, err)
	}
}

// patience is how long a test waits for what should take no time. It is only
// ever used up by a failure.
const patience = 60 * time.Second

// in lets a subtest use the tab: what goes wrong is told to the subtest.
func (tab *Tab) in(t testing.TB) {
	outer := tab.t
	tab.t = t
	t.Cleanup(func() { tab.t = outer })
}
