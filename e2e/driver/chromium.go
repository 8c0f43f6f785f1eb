package driver

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/elicitform/elicitform/e2e/process"
)

// Browsers with and without windows. A browser without windows needs half of the processor time, but is not
// installed everywhere.
var (
	Windowed = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}
	Headless = append([]string{"chromium-headless-shell", "chrome-headless-shell"}, Windowed...)
)

// ChromiumPath finds the first of these browsers. CHROME names one for all.
func ChromiumPath(names []string) (string, error) { return process.Find("CHROME", names...) }

// Launch starts the first of these browsers, with a profile of its own until it is stopped.
func Launch(names []string, options ...chromedp.ExecAllocatorOption) (ctx context.Context, stop func(), err error) {
	path, err := ChromiumPath(names)
	if err != nil {
		return nil, nil, err
	}
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
		// A region would decide how dates are written.
		chromedp.Flag("accept-lang", "en"),
		// No request may leave the machine.
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

// Chromium is a tab of Chromium, driven by the DevTools protocol.
type Chromium struct {
	Ctx context.Context
	// Close closes the tab, or the browser that was launched for it.
	close func()
	// top is the id of the tab, and of the frame of its top document.
	top string

	mu     sync.Mutex
	worlds []World // the newest last
}

// OpenTab attaches to a new tab with its own profile, or to the tab that an option names.
func OpenTab(browser context.Context, options ...chromedp.ContextOption) (*Chromium, error) {
	if len(options) == 0 {
		options = append(options, chromedp.WithNewBrowserContext())
	}
	ctx, cancel := chromedp.NewContext(browser, options...)
	c := &Chromium{Ctx: ctx, close: cancel}
	err := chromedp.Do(ctx)
	if err == nil {
		c.top = string(chromedp.FromContext(ctx).Target.TargetID)
		err = chromedp.Listen(ctx, c.track)
	}
	if err == nil {
		_, err1 := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
		// This announces the script contexts that exist already.
		_, err2 := chromedp.Call(ctx, runtime.Disable, struct{}{})
		_, err3 := chromedp.Call(ctx, runtime.Enable, struct{}{})
		err = errors.Join(err1, err2, err3)
	}
	if err != nil {
		cancel()
		return nil, err
	}
	return c, nil
}

// LaunchTab starts a browser for one tab, whose frame is in the page's process: one session sees both.
func LaunchTab(options ...chromedp.ExecAllocatorOption) (*Chromium, error) {
	ctx, stop, err := Launch(Headless, append(options, chromedp.Flag("disable-features", "IsolateSandboxedIframes"))...)
	if err != nil {
		return nil, err
	}
	c, err := OpenTab(ctx)
	if err == nil {
		c.close = stop
		err = c.Resize(windowWidth, windowHeight, 1)
	}
	if err != nil {
		stop()
		return nil, err
	}
	return c, nil
}

func (c *Chromium) Close() { c.close() }

// Resize sets the size of the page in CSS pixels. scale is the number of screen pixels for each.
func (c *Chromium) Resize(width, height int, scale float64) error {
	_, err := chromedp.Call(c.Ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: int64(width), Height: int64(height), DeviceScaleFactor: scale,
	})
	return err
}

// Media emulates media features such as prefers-color-scheme, and no others.
func (c *Chromium) Media(features map[string]string) error {
	// Forced colours stay on unless the list turns them off.
	list := []*emulation.MediaFeature{{Name: "forced-colors", Value: "none"}}
	for name, value := range features {
		list = append(list, &emulation.MediaFeature{Name: name, Value: value})
	}
	_, err := chromedp.Call(c.Ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: list})
	return err
}

func (c *Chromium) Open(url string) error {
	ctx, cancel := context.WithTimeout(c.Ctx, Patience)
	defer cancel()
	return chromedp.Do(ctx, chromedp.Navigate(url))
}

func (c *Chromium) Evaluate(place Place, expression string, into any) error {
	w, err := c.World(place)
	if err != nil {
		return err
	}
	return EvaluateIn(c.Ctx, w.ID, expression, into)
}

// EvaluateIn evaluates in a script context; 0 is that of the document that ctx is attached to.
func EvaluateIn(ctx context.Context, script runtime.ExecutionContextID, expression string, into any) error {
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	got, err := chromedp.Call(ctx, runtime.Evaluate, runtime.EvaluateParams{
		Expression: expression, ContextID: script, ReturnByValue: new(true), AwaitPromise: new(true),
	})
	if err != nil {
		return err
	}
	if e := got.ExceptionDetails; e != nil {
		text := e.Text
		if e.Exception != nil {
			text += " " + e.Exception.Description
		}
		return fmt.Errorf("%s\nin %.300s", text, expression)
	}
	if into == nil || len(got.Result.Value) == 0 {
		return nil
	}
	return json.Unmarshal(got.Result.Value, into)
}

//go:embed look.js
var lookScript string

func (c *Chromium) See(_ Place, node Node) (Sight, error) {
	var s Sight
	err := c.callOn(node.backend, "function () { return (\n"+lookScript+").see(this); }", &s)
	return s, err
}

// callOn calls a function with an element as its "this".
func (c *Chromium) callOn(element cdp.BackendNodeID, function string, into any, arguments ...cdp.BackendNodeID) error {
	resolve := func(id cdp.BackendNodeID) (runtime.RemoteObjectID, error) {
		got, err := chromedp.Call(c.Ctx, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: id})
		if err != nil {
			return "", err
		}
		return got.Object.ObjectID, nil
	}
	params := runtime.CallFunctionOnParams{FunctionDeclaration: function, ReturnByValue: new(true)}
	var err error
	if params.ObjectID, err = resolve(element); err != nil {
		return err
	}
	for _, id := range arguments {
		object, err := resolve(id)
		if err != nil {
			return err
		}
		params.Arguments = append(params.Arguments, &runtime.CallArgument{ObjectID: object})
	}
	got, err := chromedp.Call(c.Ctx, runtime.CallFunctionOn, params)
	if err != nil {
		return err
	}
	return json.Unmarshal(got.Result.Value, into)
}

func (c *Chromium) Reach(_ Place, node Node) (x, y float64, free bool, err error) {
	if _, err = chromedp.Call(c.Ctx, dom.ScrollIntoViewIfNeeded, dom.ScrollIntoViewIfNeededParams{BackendNodeID: node.backend}); err != nil {
		return 0, 0, false, err
	}
	quads, err := chromedp.Call(c.Ctx, dom.GetContentQuads, dom.GetContentQuadsParams{BackendNodeID: node.backend})
	if err != nil || len(quads.Quads) == 0 {
		return 0, 0, false, err
	}
	q := quads.Quads[0]
	x, y = (q[0]+q[2]+q[4]+q[6])/4, (q[1]+q[3]+q[5]+q[7])/4
	// GetNodeForLocation expects coordinates of the document.
	var scroll [2]float64
	if err := c.Evaluate(Page, "[scrollX, scrollY]", &scroll); err != nil {
		return 0, 0, false, err
	}
	hit, err := chromedp.Call(c.Ctx, dom.GetNodeForLocation, dom.GetNodeForLocationParams{X: int64(x + scroll[0]), Y: int64(y + scroll[1])})
	if err == nil {
		free = hit.BackendNodeID == node.backend
		if !free {
			err = c.callOn(node.backend, "function (inner) { return this.contains(inner); }", &free, hit.BackendNodeID)
		}
	}
	return x, y, free, err
}

func (c *Chromium) Press(keys string, held ...Modifier) error {
	ctx, cancel := context.WithTimeout(c.Ctx, Patience)
	defer cancel()
	for _, r := range keys {
		for _, event := range KeyEvents(r, held...) {
			if _, err := chromedp.Call(ctx, input.DispatchKeyEvent, event); err != nil {
				return err
			}
		}
	}
	return nil
}

// KeyEvents returns the events of a key. Like Puppeteer it writes a character in the event of the press: when Enter
// follows a link, a separate event would go to the element that has the focus then.
func KeyEvents(key rune, modifiers ...Modifier) []input.DispatchKeyEventParams {
	encoded := kb.Encode(key)
	down, up := *encoded[0], *encoded[len(encoded)-1]
	for _, m := range modifiers {
		down.Modifiers |= int64(m)
		up.Modifiers |= int64(m)
	}
	writes := down.Modifiers&^int64(chromedp.ModifierShift) == 0
	if len(encoded) == 3 && writes {
		down.Text, down.UnmodifiedText = encoded[1].Text, encoded[1].UnmodifiedText
	} else {
		down.Type = input.DispatchKeyEventTypeRawKeyDown
	}
	// A browser without windows does not know the shortcuts of a window.
	if command := map[rune]string{'a': "selectAll", 'v': "paste"}[key]; command != "" && !writes {
		down.Commands = []string{command}
	}
	return []input.DispatchKeyEventParams{down, up}
}

func (c *Chromium) Write(text string) error {
	if text == "" {
		return nil
	}
	_, err := chromedp.Call(c.Ctx, input.InsertText, input.InsertTextParams{Text: text})
	return err
}

func (c *Chromium) Click(x, y float64, first, last int) error {
	mouse := func(kind input.DispatchMouseEventType, n int) error {
		params := input.DispatchMouseEventParams{Type: kind, X: x, Y: y}
		if kind != chromedp.MouseMoved {
			params.Button, params.ClickCount = input.MouseButtonLeft, int64(n)
		}
		_, err := chromedp.Call(c.Ctx, input.DispatchMouseEvent, params)
		return err
	}
	err := mouse(chromedp.MouseMoved, 0)
	for n := first; n <= last && err == nil; n++ {
		if err = mouse(chromedp.MousePressed, n); err == nil {
			err = mouse(chromedp.MouseReleased, n)
		}
	}
	return err
}

// Targets lists the tabs of the tab's profile.
func (c *Chromium) Targets() ([]target.ID, error) {
	all, err := chromedp.CallBrowser(c.Ctx, target.GetTargets, target.GetTargetsParams{})
	if err != nil {
		return nil, err
	}
	var ids []target.ID
	for _, info := range all.TargetInfos {
		if info.Type == "page" && info.BrowserContextID == chromedp.FromContext(c.Ctx).BrowserContextID {
			ids = append(ids, info.TargetID)
		}
	}
	return ids, nil
}

func (c *Chromium) Tabs() (int, error) {
	ids, err := c.Targets()
	return len(ids), err
}

func (c *Chromium) Return() error {
	ids, err := c.Targets()
	for _, id := range ids {
		if err == nil && string(id) != c.top {
			_, err = chromedp.CallBrowser(c.Ctx, target.CloseTarget, target.CloseTargetParams{TargetID: id})
		}
	}
	if err == nil {
		_, err = chromedp.Call(c.Ctx, page.BringToFront, struct{}{})
	}
	return err
}

func (c *Chromium) Screenshot() ([]byte, error) { return c.Picture(page.CaptureScreenshotParams{}) }

// Picture returns a picture as PNG.
func (c *Chromium) Picture(params page.CaptureScreenshotParams) ([]byte, error) {
	ctx, cancel := context.WithTimeout(c.Ctx, Patience)
	defer cancel()
	shot, err := chromedp.Call(ctx, page.CaptureScreenshot, params)
	if err != nil {
		return nil, err
	}
	return shot.Data, nil
}
