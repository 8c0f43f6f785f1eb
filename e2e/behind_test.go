package e2e

import (
	"bytes"
	"image"
	_ "image/png" // decodes the pictures
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// colourBehind is the colour at the edge of the frame, beside everything in it, as it is
// on the screen.
func (h *Host) colourBehind() [3]uint32 {
	h.t.Helper()
	at := eval[[2]float64](h.page(), `(() => { const { right, top } = document.querySelector("iframe").getBoundingClientRect(); return [right - 4, top + 4]; })()`)
	shot, err := chromedp.Call(h.ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{})
	must(h.t, err)
	picture, _, err := image.Decode(bytes.NewReader(shot.Data))
	must(h.t, err)
	r, g, b, _ := picture.At(int(at[0]), int(at[1])).RGBA()
	return [3]uint32{r >> 8, g >> 8, b >> 8}
}

// TestBackground_G16: the page is seen through the frame where the host says of which
// theme it is, with colours of its own only if it says that too. In every other case the
// frame has a background on which it can be read.
func TestBackground_G16(t *testing.T) {
	t.Parallel()
	host := openReadyHost(t, english)
	host.viewport(800, 900, 1)
	host.media(map[string]string{"prefers-reduced-motion": "reduce", "prefers-color-scheme": "light"})
	_, form := host.show(twoFields, nil)
	light, dark, own, navy := [3]uint32{250, 248, 240}, [3]uint32{36, 30, 44}, [3]uint32{255, 255, 255}, [3]uint32{16, 20, 60}
	for _, c := range []struct {
		name, theme, scheme, page string
		colours                   map[string]string
		background                string
		want                      [3]uint32
	}{
		{"a light page that says so", "light", "light", "rgb(250 248 240)", nil, "", light},
		{"a dark page that says so", "dark", "dark", "rgb(36 30 44)", nil, "", dark},
		{"a dark page without a color-scheme", "dark", "normal", "rgb(36 30 44)", nil, "", dark},
		{"a dark page that does not say so", "", "normal", "rgb(36 30 44)", nil, "", own},
		{"colours of the host", "dark", "dark", "rgb(36 30 44)", map[string]string{"--color-background-primary": "rgb(16 20 60)"}, "", navy},
		{"colours of a host that shows its own page", "dark", "dark", "rgb(36 30 44)", map[string]string{"--color-background-primary": "rgb(36 30 45)"}, "transparent", dark},
		{"light colours of a host that shows its own page", "light", "light", "rgb(250 248 240)", map[string]string{"--color-background-primary": "rgb(250 248 241)"}, "transparent", light},
		{"the same host, which shows it no more", "light", "light", "rgb(36 30 44)", map[string]string{"--color-background-primary": "rgb(16 20 60)"}, "", navy},
	} {
		host.page().run(`(theme, scheme, page, variables, background) => {
			document.documentElement.style.colorScheme = scheme;
			document.body.style.background = page;
			host.setContext({ theme: theme || null, styles: { variables: { "--font-mono": page + theme, ...variables } }, "elicitform/background": background || null });
		}`, c.theme, c.scheme, c.page, c.colours, c.background)
		form.wait("the theme", `(theme) => (document.documentElement.dataset.theme ?? "") === theme`, c.theme)
		var got [3]uint32
		host.waitFor("the colours", func() bool { got = host.colourBehind(); return got == c.want })
		host.screenshot("behind-" + c.theme + "-" + c.scheme)
	}
	host.expectQuiet()
}
