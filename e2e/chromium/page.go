package chromium

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// errNoFrame is that the page has no frame, or none that has loaded.
var errNoFrame = errors.New("the page has no such frame")

// Page is the only tab of a headless browser that was started for it. It is as if in
// front, whatever it opens.
type Page struct {
	Ctx context.Context
	// Top is the id of the tab, and of the frame of its top document.
	Top string
	// Close ends the browser.
	Close func()

	worlds Worlds
}

// OpenPage starts a browser.
func OpenPage(options ...chromedp.ExecAllocatorOption) (*Page, error) {
	path, err := Find(Headless)
	if err != nil {
		return nil, err
	}
	// With the frame in the page's process one session sees both.
	ctx, stop, err := Launch(path, append(options, chromedp.Flag("disable-features", "IsolateSandboxedIframes"))...)
	if err != nil {
		return nil, err
	}
	p := &Page{Ctx: ctx, Top: string(chromedp.FromContext(ctx).Target.TargetID), Close: stop}
	if err = chromedp.Listen(ctx, p.worlds.Track); err == nil {
		_, err = chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	}
	if err != nil {
		stop()
		return nil, err
	}
	return p, nil
}

// Navigate loads a document and waits until it has loaded.
func (p *Page) Navigate(url string) error { return chromedp.Do(p.Ctx, chromedp.Navigate(url)) }

// Text evaluates an expression, in the top document or in the frame in it, that gives text.
func (p *Page) Text(inFrame bool, expression string) (string, error) {
	world, ok := p.worlds.Newest(p.Top, inFrame)
	if !ok {
		return "", errNoFrame
	}
	got, err := chromedp.Call(p.Ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: expression, ContextID: world.ID, ReturnByValue: new(true)})
	if err != nil {
		return "", err
	}
	if e := got.ExceptionDetails; e != nil {
		return "", fmt.Errorf("%s %s\nin %.300s", e.Text, e.Exception.Description, expression)
	}
	var text string
	if err := json.Unmarshal(got.Result.Value, &text); err != nil {
		return "", fmt.Errorf("%w\nin %.300s", err, expression)
	}
	return text, nil
}
