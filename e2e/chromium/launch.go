// Package chromium starts the browser that tests and benchmarks look at forms in, and
// asks it for its own figures.
package chromium

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/chromedp/chromedp"
)

// The names of browsers with and without windows. One without has the same engine and
// needs half of the processor time; where there is none, one with windows takes its
// place.
var (
	Windowed = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}
	Headless = append([]string{"chromium-headless-shell", "chrome-headless-shell"}, Windowed...)
)

// Find returns the path of the first of these browsers that is installed. CHROME names
// one for all.
func Find(names []string) (string, error) {
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

// Launch starts a browser with a profile of its own, which goes when it is stopped.
func Launch(path string, options ...chromedp.ExecAllocatorOption) (ctx context.Context, stop func(), err error) {
	dir, err := os.MkdirTemp("", "elicitform-browser-")
	if err != nil {
		return nil, nil, err
	}
	all := append(chromedp.DefaultExecAllocatorOptions[:],
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
		chromedp.WSURLReadTimeout(60*time.Second),
	)
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), append(all, options...)...)
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithLogf(func(string, ...any) {}), chromedp.WithErrorf(func(string, ...any) {}))
	stop = func() {
		_ = chromedp.Cancel(ctx)
		cancel()
		stopAllocator()
		_ = os.RemoveAll(dir)
	}
	if err := chromedp.Do(ctx); err != nil {
		stop()
		return nil, nil, fmt.Errorf("start %s: %w", path, err)
	}
	return ctx, stop, nil
}
