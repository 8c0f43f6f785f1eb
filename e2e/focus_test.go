package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// TestNextRequest covers G8 and P18: the next request of a queue replaces the
// decided one, and the focus moves to its heading.
// Rows: G8, P18.
func TestNextRequest(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	_, form := host.show(twoFields, nil)
	next := host.start(twoFields, nil)
	form.run(`window.before = document.querySelector("h1")`)
	form.Press("Decline")
	form.wait("the focus on the next heading",
		`document.activeElement?.id === "heading" && document.activeElement !== before && document.activeElement.textContent === "Example asks"`)
	form.Press("Not now")
	host.outcome(next)
	host.expectQuiet()
}

// TestPutAway covers W1 and G8: when the wait for an opened page ends, the
// focus does not stay in the hidden frame.
// Rows: W1, G8.
func TestPutAway(t *testing.T) {
	t.Parallel()
	site := newVisitedSite(t)
	host := warmHost(t)
	key, form := host.show(urlRequest(site.URL), nil)
	form.do("open")
	host.outcome(key)
	site.waitForVisit()
	form.onHeading(waitingHeading)
	form.Press("Close")
	host.page().wait("the focus outside of the hidden frame",
		`document.querySelector("iframe").style.visibility === "hidden" && document.activeElement.tagName !== "IFRAME"`)
	host.expectQuiet()
}

// TestFocusAfterOpening covers W1 and G8: while the person is in the tab that was opened,
// the heading of the waiting step keeps the focus for when they come back.
// Rows: W1, G8.
func TestFocusAfterOpening(t *testing.T) {
	t.Parallel()
	site := newVisitedSite(t)
	host := warmWindow(t)
	pretendFocus := func(pretend bool) {
		t.Helper()
		_, err := chromedp.Call(host.ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: pretend})
		must(t, err)
	}
	key, form := host.show(urlRequest(site.URL), nil)
	form.do("open")
	host.outcome(key)
	site.waitForVisit()
	form.onHeading(waitingHeading)
	form.wait("the focus on the heading", `document.activeElement.id === "heading"`)
	// From now on the page does not pretend to have the focus, which is in the other tab.
	pretendFocus(false)
	form.wait("the page to be behind the other tab", `!document.hasFocus()`)
	host.toFront()
	form.wait("the focus to come back to the heading", `document.hasFocus() && document.activeElement.id === "heading"`)
	form.run(stepButtons + `[0].focus()`)
	if got := eval[bool](form, `document.getElementById("heading").hasAttribute("tabindex")`); got {
		t.Error("the heading can be focused when something else has the focus")
	}
	pretendFocus(true)
	host.expectQuiet()
}
