package e2e

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/elicitform/elicitform/e2e/driver"
	"github.com/elicitform/elicitform/e2e/testsite"
)

// hostFont is a style sheet with the wide font in it, as embedFonts makes it.
func hostFont(t testing.TB, family string) string {
	t.Helper()
	return fmt.Sprintf(`@import url("https://fonts.example/css"); @font-face { font-family: %q; src: url("data:application/octet-stream;base64,%s"); font-weight: 100 900 }`,
		family, base64.StdEncoding.EncodeToString(wideFont(t, family)))
}

// lettersWide waits until the letters of the heading are, or are not, as wide as high.
func lettersWide(form Document, want bool) {
	form.t.Helper()
	form.wait("the font of the host", `(want) => {
		const heading = document.getElementById("heading"), range = document.createRange();
		let lines = 0;
		// A range over an element has the rectangles of the element and those of its text.
		for (const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT); texts.nextNode();) {
			range.selectNodeContents(texts.currentNode);
			lines += [...range.getClientRects()].reduce((sum, { width }) => sum + width, 0);
		}
		return (lines > 0.7 * heading.textContent.length * parseFloat(getComputedStyle(heading).fontSize)) === want;
	}`, want)
}

// TestFonts: the fonts of the host are used, under the policy that lets none load, and
// without a message of the browser. The host can change them and take them back.
// Rows: N32, N22.
func TestFonts(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func() *Host{
		"host package": func() *Host { return warmHost(t) },
		"MCP Apps host": func() *Host {
			host := warmAppsHost(t)
			host.page().run(`globalThis.host = { setContext: (context) => bridge.setHostContext({ locale: "en", ...context }) }`)
			return host
		},
	} {
		t.Run(name, func(t *testing.T) {
			host := open()
			host.viewport(1600, 900, 1)
			_, form := host.show(twoFields, nil)
			lettersWide(form, false)
			use := func(css string) {
				host.page().run(`(fonts) => host.setContext({ styles: { variables: { "--font-sans": '"Host Wide", sans-serif' }, css: { fonts } } })`, css)
			}
			use(hostFont(t, "Host Wide"))
			lettersWide(form, true)
			// The frame requests none of these files, and no policy reports anything.
			use(`@font-face { font-family: "Host Wide"; src: url("/wide.ttf"), url("https://fonts.example/wide.ttf"), url(javascript:alert(1)) } }</style><script>alert(1)</script>`)
			lettersWide(form, false)
			use(hostFont(t, "Host Wide"))
			lettersWide(form, true)
			host.page().run(`host.setContext({ styles: null })`)
			lettersWide(form, false)
			host.expectQuiet()
			// Only the browser reports a broken font, because the host cannot know it.
			use(hostFont(t, "Host Wide"))
			lettersWide(form, true)
			use(`@font-face { font-family: "Host Wide"; src: url("data:font/woff2;base64,AAAA") }`)
			lettersWide(form, false)
			use(hostFont(t, "Host Wide"))
			lettersWide(form, true)
			host.expectQuiet("OTS parsing error", "Failed to decode downloaded font")
		})
	}
}

// inTheFontsOfTheHost: each engine draws with the fonts that embedFonts puts into a style sheet.
func inTheFontsOfTheHost(t *testing.T, browser driver.Browser) {
	font, scripts := wideFont(t, "Host Wide"), http.FileServer(http.Dir(testsite.Path("build", "ts", "package")))
	files := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		if r.URL.Path == "/wide.ttf" {
			w.Header().Set("Content-Type", "font/ttf")
			w.Write(font)
			return
		}
		scripts.ServeHTTP(w, r)
	}))
	t.Cleanup(files.Close)
	host, form := openIn(t, browser, english)
	key := host.start(twoFields, nil)
	form.onHeading(askingHeading("Example"))
	lettersWide(form, false)
	host.page().run(`async (base) => {
		const { embedFonts } = await import(base + "index.js");
		const fonts = await embedFonts('@font-face { font-family: "Host Wide"; src: url("wide.ttf"); font-weight: 100 900 }', { base });
		host.setContext({ styles: { variables: { "--font-sans": '"Host Wide", sans-serif' }, css: { fonts } } });
	}`, files.URL+"/")
	lettersWide(form, true)
	form.wait("the fonts in fields and buttons", `[...document.querySelectorAll("input, label, button")].every((e) => getComputedStyle(e).fontFamily.includes("Host Wide"))`)
	host.page().run(`host.setContext({ styles: null })`)
	lettersWide(form, false)
	form.Press("Decline")
	host.expectResult(key, `{"action":"decline"}`)
}

// TestFontsByAddress: a deployment can list origins that the frame may load fonts
// from. Nothing else is asked for, and the browser reports nothing.
// Rows: N22, N32.
func TestFontsByAddress(t *testing.T) {
	t.Parallel()
	font := wideFont(t, "Host Wide")
	var requests atomic.Int32
	serve := func(count int32) string {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			requests.Add(count)
			w.Header().Set("Access-Control-Allow-Origin", "*")
			w.Header().Set("Content-Type", "font/ttf")
			w.Write(font)
		}))
		t.Cleanup(server.Close)
		return server.URL
	}
	listed, unlisted := serve(1), serve(1000)
	page, frame := documentedPolicies(t)
	host := openUnder(t, page, frame.with("font-src", listed), false)
	host.viewport(1600, 900, 1)
	host.page().wait("the host script", `window.loaded`)
	css := fmt.Sprintf(`@font-face { font-family: "Host Wide"; src: url(%q), url(%q) format("truetype") }`, unlisted+"/wide.ttf", listed+"/wide.ttf")
	host.mount(map[string]any{"frameUrl": "/frame/index.html?font=" + listed, "context": map[string]any{
		"locale": "en", "styles": map[string]any{"variables": map[string]any{"--font-sans": `"Host Wide"`}, "css": map[string]any{"fonts": css}}}})
	_, form := host.show(twoFields, nil)
	lettersWide(form, true)
	if got := requests.Load(); got != 1 {
		t.Errorf("fonts were asked for: %d", got)
	}
	host.expectQuiet(sandboxWarning)
}
