package e2e

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"maps"
	"math"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// TestStatesCanBeSeen covers G15 and G16 with pictures, because a style sheet does not
// tell how the system or the browser draws: each control has a border, a chosen option
// differs from the others, a select has its arrow, an error its sign and the focus its
// ring, all with 3:1 or more; in forced colours too.
// Rows: G15, G16, G10.
func TestStatesCanBeSeen(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	none := map[string]string{"forced-colors": "none", "prefers-color-scheme": "light"}
	for name, change := range map[string]map[string]string{
		"light":               {},
		"dark":                {"prefers-color-scheme": "dark"},
		"forced colours":      {"forced-colors": "active"},
		"forced dark colours": {"forced-colors": "active", "prefers-color-scheme": "dark"},
	} {
		t.Run(name, func(t *testing.T) {
			host.reportTo(t)
			features := maps.Clone(none)
			maps.Copy(features, change)
			host.media(features)
			key, form := host.show(everyKind, nil)
			see := func(what string, least, seen int) {
				t.Helper()
				if seen < least {
					t.Errorf("%s: %d pixels can be told apart, want %d", what, seen, least)
				}
			}
			// The border is all around the control, so that it has more pixels than its
			// two longer sides.
			for _, id := range []string{"f0", "f5-day", "f6-zone", "f7", "f9", "f10", "f11"} {
				control := "#" + id
				pixels := 2 * eval[int](form, `(control) => Math.round(document.querySelector(control).getBoundingClientRect().width)`, control)
				if id == "f7" {
					pixels = 12 // Of a circle many pixels are only half covered.
				}
				see("the border of "+control, pixels, standsOut(host.picture(form, control, 2), nil))
			}
			see("the border of a button", 200, standsOut(host.picture(form, "[data-action=decline]", 2), nil))
			// The last 32 pixels of a select are free of text.
			see("the arrow of a select", 8, standsOut(lastPixels(host.picture(form, "#f9", -3), 29), nil))

			for _, id := range []string{"f7", "f10"} {
				control := "#" + id
				off := host.picture(form, control, 0)
				form.run(`(control) => document.querySelector(control).click()`, control)
				form.wait("it to be on", `(control) => document.querySelector(control).checked`, control)
				see("that "+control+" is on", 24, standsOut(host.picture(form, control, 0), off))
			}
			for _, id := range []string{"f0", "f5-day", "f8", "f9", "f10-2", "f11"} {
				control := "#" + id
				// The ring of an option is around its label.
				around := control
				if id == "f8" || id == "f10-2" {
					around = "label[for=" + id + "]"
				}
				form.run(`document.activeElement.blur()`)
				before := host.picture(form, around, 6)
				form.run(`(control) => document.querySelector(control).focus({ focusVisible: true, preventScroll: true })`, control)
				see("the focus on "+control, 2*before.Bounds().Dx(), standsOut(host.picture(form, around, 6), before))
			}
			fine := host.picture(form, "#f0", 1)
			form.run(`document.activeElement.blur()`)
			form.continueWithErrors()
			form.run(`document.activeElement.blur()`)
			// The sign is round and filled, or has a border.
			see("the sign of an error", 30, standsOut(host.picture(form, "#f0-error", 0), nil))
			see("the line beside a field in error", 30, standsOut(host.picture(form, ".field.bad", 1), nil))
			if same := host.picture(form, "#f0", 1); same.Bounds() == fine.Bounds() {
				see("the border of a control in error", 1, standsOut(same, fine))
			}
			form.Press("Decline")
			host.outcome(key)
			host.media(nil)
		})
	}
	host.expectQuiet()
}

// area is a part of a page, in CSS pixels.
type area struct{ X, Y, Width, Height float64 }

// picture is a picture of an area of the page, with so many pixels around it. Each CSS pixel is one
// pixel of the picture.
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

func lastPixels(of image.Image, width int) image.Image {
	bounds := of.Bounds()
	bounds.Min.X = bounds.Max.X - width
	return of.(interface {
		SubImage(image.Rectangle) image.Image
	}).SubImage(bounds)
}

// standsOut counts the pixels with a contrast of 3:1 or more to the same place in
// another picture, or without another picture to the pixel in the corner.
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
