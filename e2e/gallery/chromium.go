package main

import (
	"bytes"
	"image"
	"image/png"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/e2e/chromium"
)

// chromiumCamera is a tab of Chromium, driven by its DevTools protocol.
type chromiumCamera struct {
	*chromium.Page
	naming string
}

func launchChromium() (camera, error) {
	opened, err := chromium.OpenPage(chromedp.Flag("font-render-hinting", "none"))
	if err != nil {
		return nil, err
	}
	v, err := chromedp.CallBrowser(opened.Ctx, cdpbrowser.GetVersion, struct{}{})
	if err != nil {
		opened.Close()
		return nil, err
	}
	return chromiumCamera{opened, v.Product}, nil
}

func (c chromiumCamera) version() string { return c.naming }

func (c chromiumCamera) look(v variant) error {
	features := []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}, {Name: "prefers-color-scheme", Value: "light"}, {Name: "forced-colors", Value: "none"}}
	if v.dark {
		features[1].Value = "dark"
	}
	if v.forced {
		features[2].Value = "active"
	}
	_, err1 := chromedp.Call(c.Ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
	_, err2 := chromedp.Call(c.Ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: int64(v.width), Height: 800, DeviceScaleFactor: 1})
	if err1 != nil {
		return err1
	}
	return err2
}

func (c chromiumCamera) open(url string) error { return c.Navigate(url) }

func (c chromiumCamera) evaluate(where place, expression string) (string, error) {
	return c.Text(where == inFrame, expression)
}

func (c chromiumCamera) picture(width, height int) (image.Image, error) {
	shot, err := chromedp.Call(c.Ctx, cdppage.CaptureScreenshot, cdppage.CaptureScreenshotParams{
		CaptureBeyondViewport: new(true), Clip: &cdppage.Viewport{Width: float64(width), Height: float64(height), Scale: 1},
	})
	if err != nil {
		return nil, err
	}
	return png.Decode(bytes.NewReader(shot.Data))
}

func (c chromiumCamera) close() { c.Close() }
