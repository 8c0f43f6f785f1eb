package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/elicitform/elicitform/e2e/chromium"
)

// launch starts the browser. It isolates the sandboxed frame in a process of its own,
// as it does for everybody who does not change its settings.
func launch() (ctx context.Context, stop func(), err error) {
	path, err := chromium.Find(chromium.Headless)
	if err != nil {
		return nil, nil, err
	}
	return chromium.Launch(path,
		chromedp.Flag("disable-features", "Translate,MediaRouter,OptimizationHints"),
		chromedp.Flag("site-per-process", true),
		chromedp.Flag("enable-features", "IsolateSandboxedIframes"),
	)
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
	if err := chromium.CountCPU(d.ctx); err != nil {
		return err
	}
	_, err := chromedp.Call(d.ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
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
	return chromium.Metrics(ctx)
}

func (d document) work() (work, error) {
	m, err := d.metrics()
	const ms = 1000
	return work{Task: m["TaskDuration"] * ms, Script: m["ScriptDuration"] * ms, Style: m["RecalcStyleDuration"] * ms, Layout: m["LayoutDuration"] * ms}, err
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
