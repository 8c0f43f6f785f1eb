package e2e

import (
	"bytes"
	"image"
	_ "image/png" // decodes the pictures
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// colourBehind is the colour on the screen at the edge of the frame, beside its content.
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

// TestBackground: the page shows through the frame if the host names its theme. With colours of
// its own the host must also ask for that. In every other case the frame has a readable
// background.
// Rows: G16.
func TestBackground(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.viewport(800, 900, 1)
	host.media(map[string]string{"prefers-color-scheme": "light"})
	_, form := host.show(twoFields, nil)
	light, dark, own, navy := [3]uint32{250, 248, 240}, [3]uint32{36, 30, 44}, [3]uint32{255, 255, 255}, [3]uint32{16, 20, 60}
	night := [3]uint32{23, 24, 27}
	for _, c := range []struct {
		name, theme, scheme, page string
		colours                   map[string]string
		background                string
		want                      [3]uint32
	}{
		{"a white page whose host says dark", "dark", "normal", "white", nil, "", night},
		{"a dark page whose host says light", "light", "dark", "rgb(36 30 44)", nil, "", own},
		{"a grey page, on which neither theme can be read", "light", "light", "rgb(128 128 128)", nil, "", own},
		{"a page with a picture under dark text", "dark", "light", "linear-gradient(white, #eee)", nil, "", night},
		{"a page with a picture under light text", "light", "dark", "linear-gradient(#111, #222)", nil, "", own},
		{"a page in a colour space of its own", "dark", "light", "oklch(0.97 0.01 90)", nil, "", night},
		{"a host that shows its own page, which is another one", "dark", "dark", "white", map[string]string{"--color-background-primary": "rgb(16 20 60)"}, "transparent", navy},
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
		host.waitFor("the colours of "+c.name, func() bool { got = host.colourBehind(); return got == c.want })
		if c.want != light && c.want != dark {
			for _, problem := range eval[[]string](form, "("+readability+")()") {
				t.Errorf("%s: %s", c.name, problem)
			}
		}
	}
	// The page changes without setContext, and then only the element around the frame changes.
	host.page().run(`(() => {
		document.body.style.background = "rgb(250 248 240)";
		host.setContext({ theme: "light", styles: { variables: {} }, "elicitform/background": null });
	})()`)
	host.waitFor("the light page to be seen", func() bool { return host.colourBehind() == light })
	host.page().run(`document.body.style.background = "rgb(36 30 44)"`)
	host.waitFor("a background of its own", func() bool { return host.colourBehind() == own })
	host.page().run(`document.getElementById("place").style.background = "rgb(250 248 240 / 0.999)"`)
	host.waitFor("the light card to be seen", func() bool { return host.colourBehind() == light })
	host.expectQuiet()
}
