package engines

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/elicitform/elicitform/e2e/chromium"
)

// chromiumTab is a tab of Chromium, driven by its DevTools protocol.
type chromiumTab struct {
	ctx  context.Context
	stop func()
	top  string

	mu     sync.Mutex
	worlds []chromiumWorld
}

// chromiumWorld is the script context of a document.
type chromiumWorld struct {
	id     runtime.ExecutionContextID
	unique string
	frame  string
}

func launchChromium() (Browser, error) {
	path, err := chromium.Find(chromium.Headless)
	if err != nil {
		return nil, err
	}
	// With the frame in the page's process one session sees both.
	ctx, stop, err := chromium.Launch(path, chromedp.Flag("disable-features", "IsolateSandboxedIframes"))
	if err != nil {
		return nil, err
	}
	c := &chromiumTab{ctx: ctx, stop: stop, top: string(chromedp.FromContext(ctx).Target.TargetID)}
	if err := c.prepare(); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

func (c *chromiumTab) prepare() error {
	if err := chromedp.Listen(c.ctx, c.track); err != nil {
		return err
	}
	_, err := chromedp.Call(c.ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: windowWidth, Height: windowHeight, DeviceScaleFactor: 1,
	})
	if err != nil {
		return err
	}
	// The tab is as if in front, whatever it opens.
	_, err = chromedp.Call(c.ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	return err
}

// track keeps the list of script contexts up to date.
func (c *chromiumTab) track(event any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExecutionContextCreated:
		var data struct {
			FrameID   string `json:"frameId"`
			IsDefault bool   `json:"isDefault"`
		}
		if json.Unmarshal(e.Context.AuxData, &data) == nil && data.IsDefault {
			c.worlds = append(c.worlds, chromiumWorld{e.Context.ID, e.Context.UniqueID, data.FrameID})
		}
	case *runtime.EventExecutionContextDestroyed:
		for i, w := range c.worlds {
			if w.unique == e.ExecutionContextUniqueID {
				c.worlds = append(c.worlds[:i:i], c.worlds[i+1:]...)
				break
			}
		}
	case *runtime.EventExecutionContextsCleared:
		c.worlds = nil
	}
}

// world returns the newest script context of a document.
func (c *chromiumTab) world(place Place) (runtime.ExecutionContextID, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := len(c.worlds) - 1; i >= 0; i-- {
		if (c.worlds[i].frame != c.top) == (place == Frame) {
			return c.worlds[i].id, nil
		}
	}
	return 0, errNoFrame
}

func (c *chromiumTab) Open(url string) error { return chromedp.Do(c.ctx, chromedp.Navigate(url)) }

func (c *chromiumTab) Evaluate(place Place, expression string) (string, error) {
	id, err := c.world(place)
	if err != nil {
		return "", err
	}
	got, err := chromedp.Call(c.ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: expression, ContextID: id, ReturnByValue: new(true)})
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

// chromiumKeys are the keys that have another name here, with the modifiers that they
// are while they are held down.
var chromiumKeys = map[string]struct {
	key      string
	modifier chromedp.Modifier
}{
	Enter: {kb.Enter, 0}, Tab: {kb.Tab, 0}, Escape: {kb.Escape, 0}, Delete: {kb.Delete, 0}, Home: {kb.Home, 0},
	ArrowUp: {kb.ArrowUp, 0}, ArrowDown: {kb.ArrowDown, 0}, Shift: {kb.Shift, chromedp.ModifierShift}, Control: {kb.Control, chromedp.ModifierCtrl},
}

func (c *chromiumTab) Press(keys []string, modifiers ...string) error {
	var held chromedp.Modifier
	for _, m := range modifiers {
		held |= chromiumKeys[m].modifier
	}
	for _, key := range keys {
		if named, ok := chromiumKeys[key]; ok {
			key = named.key
		}
		for _, r := range key {
			encoded := kb.Encode(r)
			down, up := *encoded[0], *encoded[len(encoded)-1]
			down.Modifiers, up.Modifiers = int64(held), int64(held)
			if len(encoded) == 3 && held&^chromedp.ModifierShift == 0 {
				down.Text, down.UnmodifiedText = encoded[1].Text, encoded[1].UnmodifiedText
			} else {
				down.Type = input.DispatchKeyEventTypeRawKeyDown
			}
			if r == 'a' && held == chromedp.ModifierCtrl {
				// The browser's own shortcut comes from a window, which there is none of.
				down.Commands = []string{"selectAll"}
			}
			for _, event := range []input.DispatchKeyEventParams{down, up} {
				if _, err := chromedp.Call(c.ctx, input.DispatchKeyEvent, event); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (c *chromiumTab) mouse(event input.DispatchMouseEventParams) error {
	_, err := chromedp.Call(c.ctx, input.DispatchMouseEvent, event)
	return err
}

func (c *chromiumTab) Click(x, y float64) error {
	for _, kind := range []input.DispatchMouseEventType{chromedp.MouseMoved, chromedp.MousePressed, chromedp.MouseReleased} {
		event := input.DispatchMouseEventParams{Type: kind, X: x, Y: y}
		if kind != chromedp.MouseMoved {
			event.Button, event.ClickCount = input.MouseButtonLeft, 1
		}
		if err := c.mouse(event); err != nil {
			return err
		}
	}
	return nil
}

// tabs lists the tabs.
func (c *chromiumTab) tabs() (ids []target.ID, err error) {
	got, err := chromedp.CallBrowser(c.ctx, target.GetTargets, target.GetTargetsParams{})
	if err != nil {
		return nil, err
	}
	for _, info := range got.TargetInfos {
		if info.Type == "page" {
			ids = append(ids, info.TargetID)
		}
	}
	return ids, nil
}

func (c *chromiumTab) Tabs() (int, error) {
	ids, err := c.tabs()
	return len(ids), err
}

func (c *chromiumTab) Return() error {
	ids, err := c.tabs()
	if err != nil {
		return err
	}
	for _, id := range ids {
		if string(id) == c.top {
			continue
		}
		if _, err := chromedp.CallBrowser(c.ctx, target.CloseTarget, target.CloseTargetParams{TargetID: id}); err != nil {
			return err
		}
	}
	_, err = chromedp.Call(c.ctx, page.BringToFront, struct{}{})
	return err
}

func (c *chromiumTab) Screenshot() ([]byte, error) {
	shot, err := chromedp.Call(c.ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{})
	if err != nil {
		return nil, err
	}
	return shot.Data, nil
}

func (c *chromiumTab) Close() { c.stop() }
