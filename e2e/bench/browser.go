package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// browserNames are looked for in this order; CHROME names another browser.
var browserNames = []string{"chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

func findBrowser() (string, error) {
	if path := os.Getenv("CHROME"); path != "" {
		return exec.LookPath(path)
	}
	for _, name := range browserNames {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no browser: install Chromium or name one in CHROME (looked for %q)", browserNames)
}

// launch starts the browser. It isolates the sandboxed frame in a process of its own,
// as it does for everybody who does not change its settings.
func launch() (ctx context.Context, stop func(), err error) {
	path, err := findBrowser()
	if err != nil {
		return nil, nil, err
	}
	dir, err := os.MkdirTemp("", "elicitform-bench-")
	if err != nil {
		return nil, nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.UserDataDir(dir),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("force-device-scale-factor", "1"),
		chromedp.Flag("lang", "en-US"),
		chromedp.Flag("accept-lang", "en"),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"),
		chromedp.WindowSize(1000, 800),
		chromedp.Flag("disable-features", "Translate,MediaRouter,OptimizationHints"),
		chromedp.Flag("site-per-process", true),
		chromedp.Flag("enable-features", "IsolateSandboxedIframes"),
		chromedp.WSURLReadTimeout(60*time.Second),
	)
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
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

// patience is how long anything may take.
const patience = 30 * time.Second

// document is a page or a frame in the browser, with a script context of its own.
type document struct{ ctx context.Context }

// eval evaluates an expression, waits for its promise, and decodes its value.
func (d document) eval(expression string, into any) error {
	ctx, cancel := context.WithTimeout(d.ctx, patience)
	defer cancel()
	result, err := chromedp.Call(ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: expression, ReturnByValue: new(true), AwaitPromise: new(true)})
	if err != nil {
		return fmt.Errorf("%.200s: %w", expression, err)
	}
	if e := result.ExceptionDetails; e != nil {
		text := e.Text
		if e.Exception != nil {
			text += " " + e.Exception.Description
		}
		return fmt.Errorf("%.200s: %s", expression, text)
	}
	if into == nil || len(result.Result.Value) == 0 {
		return nil
	}
	return json.Unmarshal(result.Result.Value, into)
}

// call evaluates a call of a function with these arguments.
func (d document) call(into any, function string, args ...any) error {
	list, err := json.Marshal(args)
	if err != nil {
		return err
	}
	return d.eval("("+function+")(..."+string(list)+")", into)
}

// prepare lets the browser count what the document's main thread computes, and
// behave as if the document's window had the focus.
func (d document) prepare() error {
	_, err := chromedp.Call(d.ctx, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks})
	if err != nil {
		return err
	}
	_, err = chromedp.Call(d.ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	return err
}

// work is what a main thread has computed, in milliseconds of its processor time.
type work struct{ Task, Script, Style, Layout float64 }

func (w work) minus(before work) work {
	return work{w.Task - before.Task, w.Script - before.Script, w.Style - before.Style, w.Layout - before.Layout}
}

func (w work) plus(other work) work {
	return work{w.Task + other.Task, w.Script + other.Script, w.Style + other.Style, w.Layout + other.Layout}
}

// metrics returns the browser's own figures of the document's process, by name.
func (d document) metrics() (map[string]float64, error) {
	ctx, cancel := context.WithTimeout(d.ctx, patience)
	defer cancel()
	result, err := chromedp.Call(ctx, performance.GetMetrics, struct{}{})
	if err != nil {
		return nil, err
	}
	values := map[string]float64{}
	for _, m := range result.Metrics {
		values[m.Name] = m.Value
	}
	return values, nil
}

func (d document) work() (work, error) {
	m, err := d.metrics()
	const ms = 1000
	return work{Task: m["TaskDuration"] * ms, Script: m["ScriptDuration"] * ms, Style: m["RecalcStyleDuration"] * ms, Layout: m["LayoutDuration"] * ms}, err
}

func (d document) collectGarbage() error {
	_, err := chromedp.Call(d.ctx, heapprofiler.CollectGarbage, struct{}{})
	return err
}

// key presses and releases a key in whatever has the focus.
func (d document) key(r rune) error {
	encoded := kb.Encode(r)
	down, up := *encoded[0], *encoded[len(encoded)-1]
	if len(encoded) == 3 {
		down.Text, down.UnmodifiedText = encoded[1].Text, encoded[1].UnmodifiedText
	} else {
		down.Type = input.DispatchKeyEventTypeRawKeyDown
	}
	for _, event := range []input.DispatchKeyEventParams{down, up} {
		if _, err := chromedp.Call(d.ctx, input.DispatchKeyEvent, event); err != nil {
			return fmt.Errorf("press %q: %w", r, err)
		}
	}
	return nil
}
