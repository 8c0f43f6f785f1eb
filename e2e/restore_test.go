package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestRestoredPage covers B37: a page that the browser restores from its
// back/forward cache continues where it was, over the same port.
// Rows: B37.
func TestRestoredPage(t *testing.T) {
	t.Parallel()
	host := openHostWindow(t, english)
	key, form := host.show(oneText("Back again?"), nil)
	form.Type("Word", "kept")
	host.page().run(`addEventListener("pageshow", (event) => { window.restored = event.persisted; })`)
	must(t, chromedp.Do(host.ctx, chromedp.Navigate(baseURL(t)+"/e2e/page.html")))
	// chromedp's own function is not used: it waits for a load event, which
	// does not come.
	host.page().run(`setTimeout(() => history.back())`)
	host.page().wait("the page to come back", `window.restored`)
	if got := eval[string](form, `f0.value`); got != "kept" {
		t.Errorf("the field holds %q", got)
	}
	form.toReview()
	host.expectSent(key, `{"word":"kept"}`)
	host.expectSettledOnce(key)
	host.expectQuiet()
}
