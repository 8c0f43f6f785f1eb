package engines

import (
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/elicitform/elicitform/e2e/chromium"
)

// chromiumTab is a tab of Chromium, driven by its DevTools protocol.
type chromiumTab struct{ *chromium.Page }

func launchChromium() (Browser, error) {
	opened, err := chromium.OpenPage()
	if err != nil {
		return nil, err
	}
	_, err = chromedp.Call(opened.Ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: windowWidth, Height: windowHeight, DeviceScaleFactor: 1,
	})
	if err != nil {
		opened.Close()
		return nil, err
	}
	return chromiumTab{opened}, nil
}

func (c chromiumTab) Open(url string) error { return c.Navigate(url) }

func (c chromiumTab) Evaluate(place Place, expression string) (string, error) {
	return c.Text(place == Frame, expression)
}

func (c chromiumTab) Close() { c.Page.Close() }

// chromiumKeys are the keys that have another name here, with the modifiers that they
// are while they are held down.
var chromiumKeys = map[string]struct {
	key      string
	modifier chromedp.Modifier
}{
	Enter: {kb.Enter, 0}, Tab: {kb.Tab, 0}, Escape: {kb.Escape, 0}, Delete: {kb.Delete, 0}, Home: {kb.Home, 0},
	ArrowUp: {kb.ArrowUp, 0}, ArrowDown: {kb.ArrowDown, 0}, Shift: {kb.Shift, chromedp.ModifierShift}, Control: {kb.Control, chromedp.ModifierCtrl},
}

func (c chromiumTab) Press(keys []string, modifiers ...string) error {
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
				if _, err := chromedp.Call(c.Ctx, input.DispatchKeyEvent, event); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (c chromiumTab) mouse(event input.DispatchMouseEventParams) error {
	_, err := chromedp.Call(c.Ctx, input.DispatchMouseEvent, event)
	return err
}

func (c chromiumTab) Click(x, y float64) error {
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
func (c chromiumTab) tabs() (ids []target.ID, err error) {
	got, err := chromedp.CallBrowser(c.Ctx, target.GetTargets, target.GetTargetsParams{})
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

func (c chromiumTab) Tabs() (int, error) {
	ids, err := c.tabs()
	return len(ids), err
}

func (c chromiumTab) Return() error {
	ids, err := c.tabs()
	if err != nil {
		return err
	}
	for _, id := range ids {
		if string(id) == c.Top {
			continue
		}
		if _, err := chromedp.CallBrowser(c.Ctx, target.CloseTarget, target.CloseTargetParams{TargetID: id}); err != nil {
			return err
		}
	}
	_, err = chromedp.Call(c.Ctx, page.BringToFront, struct{}{})
	return err
}

func (c chromiumTab) Screenshot() ([]byte, error) {
	shot, err := chromedp.Call(c.Ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{})
	if err != nil {
		return nil, err
	}
	return shot.Data, nil
}
