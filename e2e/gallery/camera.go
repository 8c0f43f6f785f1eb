package main

import (
	"bytes"
	"errors"
	"image"
	"image/draw"
	"image/png"
	"strconv"

	cdppage "github.com/chromedp/cdproto/page"

	"github.com/elicitform/elicitform/e2e/driver"
)

// look sets how wide the form is, and in Chromium with what colours it is drawn. The window of
// other engines keeps its size: the page gets a narrower form.
func (s *studio) look(v variant) error {
	c, ok := s.Browser.(*driver.Chromium)
	if !ok {
		return nil
	}
	features := map[string]string{"prefers-reduced-motion": "reduce", "prefers-color-scheme": "light", "forced-colors": "none"}
	if v.dark {
		features["prefers-color-scheme"] = "dark"
	}
	if v.forced {
		features["forced-colors"] = "active"
	}
	return errors.Join(c.Media(features), c.Resize(v.width, 800, 1))
}

// take returns a picture of the form. Where the engine takes pictures of its window only, it
// is put together of several.
func (s *studio) take(v variant) (image.Image, error) {
	var height int
	if err := s.Evaluate(driver.Page, `Math.ceil(document.querySelector("iframe").getBoundingClientRect().height)`, &height); err != nil {
		return nil, err
	}
	if c, ok := s.Browser.(*driver.Chromium); ok {
		clip := cdppage.Viewport{Width: float64(v.width), Height: float64(height), Scale: 1}
		if v.field {
			// The frame is at the top of the page.
			const place = `(() => { const { top, height } = document.querySelector(".fields").getBoundingClientRect(); return { y: Math.floor(top) - 12, height: Math.ceil(height) + 24 } })()`
			if err := s.Evaluate(driver.Frame, place, &clip); err != nil {
				return nil, err
			}
		}
		shot, err := c.Picture(cdppage.CaptureScreenshotParams{CaptureBeyondViewport: new(true), Clip: &clip})
		if err != nil {
			return nil, err
		}
		return png.Decode(bytes.NewReader(shot))
	}
	whole := image.NewRGBA(image.Rect(0, 0, v.width, height))
	for top := 0; top < height; {
		// The last part of the page cannot be scrolled to the top.
		var at int
		const drawn = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(Math.round(scrollY)))))`
		if err := s.Evaluate(driver.Page, "(scrollTo(0, "+strconv.Itoa(top)+"), "+drawn+")", &at); err != nil {
			return nil, err
		}
		shot, err := s.Screenshot()
		if err != nil {
			return nil, err
		}
		part, err := png.Decode(bytes.NewReader(shot))
		if err != nil {
			return nil, err
		}
		if part.Bounds().Empty() {
			return nil, errors.New("the picture is empty")
		}
		draw.Draw(whole, image.Rect(0, at, v.width, at+part.Bounds().Dy()), part, part.Bounds().Min, draw.Src)
		top = at + part.Bounds().Dy()
	}
	return whole, nil
}
