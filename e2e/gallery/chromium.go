package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"sync"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/e2e/chromium"
)

// chromiumCamera is a tab of Chromium, driven by its DevTools protocol.
type chromiumCamera struct {
	ctx    context.Context
	stop   func()
	top    string
	naming string

	mu     sync.Mutex
	worlds []world
}

// world is the script context of a document.
type world struct {
	id     runtime.ExecutionContextID
	unique string
	frame  string
}

func launchChromium() (camera, error) {
	path, err := chromium.Find(chromium.Headless)
	if err != nil {
		return nil, err
	}
	// With the frame in the page's process one session sees both.
	ctx, stop, err := chromium.Launch(path, chromedp.Flag("disable-features", "IsolateSandboxedIframes"), chromedp.Flag("font-render-hinting", "none"))
	if err != nil {
		return nil, err
	}
	c := &chromiumCamera{ctx: ctx, stop: stop, top: string(chromedp.FromContext(ctx).Target.TargetID)}
	err = chromedp.Listen(ctx, c.track)
	if err == nil {
		_, err = chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	}
	if err == nil {
		v, failed := chromedp.CallBrowser(ctx, cdpbrowser.GetVersion, struct{}{})
		if err = failed; err == nil {
			c.naming = v.Product
		}
	}
	if err != nil {
		stop()
		return nil, err
	}
	return c, nil
}

// track keeps the list of script contexts up to date.
func (c *chromiumCamera) track(event any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExecutionContextCreated:
		var data struct {
			FrameID   string `json:"frameId"`
			IsDefault bool   `json:"isDefault"`
		}
		if json.Unmarshal(e.Context.AuxData, &data) == nil && data.IsDefault {
			c.worlds = append(c.worlds, world{e.Context.ID, e.Context.UniqueID, data.FrameID})
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

func (c *chromiumCamera) version() string { return c.naming }

func (c *chromiumCamera) look(v variant) error {
	features := []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}, {Name: "prefers-color-scheme", Value: "light"}, {Name: "forced-colors", Value: "none"}}
	if v.dark {
		features[1].Value = "dark"
	}
	if v.forced {
		features[2].Value = "active"
	}
	_, err1 := chromedp.Call(c.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
	_, err2 := chromedp.Call(c.ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: int64(v.width), Height: 800, DeviceScaleFactor: 1})
	if err1 != nil {
		return err1
	}
	return err2
}

func (c *chromiumCamera) open(url string) error { return chromedp.Do(c.ctx, chromedp.Navigate(url)) }

func (c *chromiumCamera) world(where place) (runtime.ExecutionContextID, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := len(c.worlds) - 1; i >= 0; i-- {
		if (c.worlds[i].frame != c.top) == (where == inFrame) {
			return c.worlds[i].id, nil
		}
	}
	return 0, errNoFrame
}

func (c *chromiumCamera) evaluate(where place, expression string) (string, error) {
	id, err := c.world(where)
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

func (c *chromiumCamera) picture(width, height int) (image.Image, error) {
	shot, err := chromedp.Call(c.ctx, cdppage.CaptureScreenshot, cdppage.CaptureScreenshotParams{
		CaptureBeyondViewport: new(true), Clip: &cdppage.Viewport{Width: float64(width), Height: float64(height), Scale: 1},
	})
	if err != nil {
		return nil, err
	}
	return png.Decode(bytes.NewReader(shot.Data))
}

func (c *chromiumCamera) close() { c.stop() }
