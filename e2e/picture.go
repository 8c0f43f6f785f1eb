package e2e

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"

	"github.com/chromedp/cdproto/page"
)

// area is a part of a page, in CSS pixels.
type area struct{ X, Y, Width, Height float64 }

// picture is what an area of the page looks like, with so many pixels around it. Each
// CSS pixel is one of the picture.
func (h *Host) picture(form Document, selector string, around float64) image.Image {
	h.t.Helper()
	form.run(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`)
	at := eval[area](form, `(selector) => { const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect(); return { x, y, width, height }; }`, selector)
	frame := eval[area](h.page(), `(() => { const { x, y } = document.querySelector("iframe").getBoundingClientRect(); return { x: x + scrollX, y: y + scrollY }; })()`)
	shot, err := h.chromium.Picture(page.CaptureScreenshotParams{
		CaptureBeyondViewport: new(true),
		Clip: &page.Viewport{
			X: math.Round(at.X+frame.X) - around, Y: math.Round(at.Y+frame.Y) - around,
			Width: math.Round(at.Width) + 2*around, Height: math.Round(at.Height) + 2*around, Scale: 1,
		},
	})
	must(h.t, err)
	decoded, err := png.Decode(bytes.NewReader(shot))
	must(h.t, err)
	return decoded
}

// lastPixels is the right end of a picture.
func lastPixels(of image.Image, width int) image.Image {
	bounds := of.Bounds()
	bounds.Min.X = bounds.Max.X - width
	return of.(interface {
		SubImage(image.Rectangle) image.Image
	}).SubImage(bounds)
}

// standsOut counts the pixels of a picture whose contrast to what is at the same place
// in another one is 3:1 or more. Without another picture they are compared with the
// pixel in the corner.
func standsOut(in, from image.Image) int {
	n := 0
	bounds := in.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			before := in.At(bounds.Min.X, bounds.Min.Y)
			if from != nil {
				before = from.At(x, y)
			}
			light, dark := luminance(in.At(x, y)), luminance(before)
			if (max(light, dark)+0.05)/(min(light, dark)+0.05) >= 3 {
				n++
			}
		}
	}
	return n
}

// luminance is the relative luminance of WCAG 2.2.
func luminance(c color.Color) float64 {
	red, green, blue, _ := c.RGBA()
	linear := func(channel uint32) float64 {
		value := float64(channel) / 0xffff
		if value <= 0.04045 {
			return value / 12.92
		}
		return math.Pow((value+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(red) + 0.7152*linear(green) + 0.0722*linear(blue)
}
