package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestRestoredPage covers B37: a page that the browser restores from its
// back/forward cache continues where it was, over the same port.
func TestRestoredPage_B37(t *testing.T) {
	t.Parallel()
	host := openHostWindow(t, english)
	key, form := host.show(oneText("Back again?"), nil)
	form.Type("Word", "kept")
	host.page().run(`addEventListener("pageshow", (event) => { window.restored = event.persisted; })`)
	must(t, chromedp.Do(host.ctx, chromedp.Navigate(baseURL(t)+"/standalone.html")))
	// chromedp's own function is not used: it waits for a load event, which
	// does not come.
	host.page().run(`setTimeout(() => history.back())`)
	host.page().wait("the page to come back", `window.restored`)
	if got := eval[string](form, `f0.value`); got != "kept" {
		t.Errorf("the field holds %q", got)
	}
	form.toReview()
	if got, content := host.send(key); got.Action != "accept" || content != `{"word":"kept"}` {
		t.Errorf("settled as %+v with %s", got, content)
	}
	host.expectSettledOnce(key)
	host.expectQuiet()
}

// TestReloadedFrame covers B37: a frame that is loaded again makes the
// handshake again, before and after the program has started, and gets the
// request again.
func TestReloadedFrame_B37(t *testing.T) {
	t.Parallel()
	host := openHostPage(t)
	wasm := host.holdRequests("*.wasm*")
	host.mount(english)
	key := host.start(oneText("Still there?"), nil)
	form := host.form()
	reload := func(heading string) {
		t.Helper()
		form.onHeading(heading)
		form.run(`void (window.before = true)`)
		host.page().run(`(() => { const f = document.querySelector("iframe"); f.src = f.src; })()`)
		form.wait("another document", `!window.before`)
		form.onHeading(heading)
		form.wait("the request", `document.body.innerText.includes("Still there?")`)
	}
	reload("Request from Example")
	// Each document has a download of its own.
	wasm.releaseAll()
	reload(askingHeading("Example"))
	form.Type("Word", "found")
	form.toReview()
	if got, content := host.send(key); got.Action != "accept" || content != `{"word":"found"}` {
		t.Errorf("settled as %+v with %s", got, content)
	}
	host.expectSettledOnce(key)
	host.expectQuiet()
}
