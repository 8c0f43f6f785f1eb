package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestFocusFollowsEachStep covers G8: each step moves the focus to its heading or to the control
// that the person came for. A heading leaves the order of Tab as soon as the focus moves on.
// Rows: G8.
func TestFocusFollowsEachStep(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(twoFields, nil)
	onThenGone := func(id string) {
		t.Helper()
		form.wait("the focus on "+id, `(id) => document.activeElement?.id === id && document.activeElement.tabIndex === -1`, id)
		host.Key(kb.Tab)
		form.wait(id+" to leave the order of Tab", `(id) => document.activeElement?.id !== id && !document.getElementById(id).hasAttribute("tabindex")`, id)
	}
	form.Press("Review")
	form.wait("the focus on the only problem", `document.activeElement?.id === "f0"`)
	form.Type("City", "Oslo")
	form.Press("Review")
	form.onHeading(reviewHeading)
	onThenGone("heading")
	form.leaveReview()
	form.onHeading(askingHeading("Example"))
	onThenGone("heading")
	form.toReview()
	if _, sent := host.send(key); sent == "" {
		t.Error("nothing was sent")
	}
	form.onHeading(sentHeading)
	form.wait("the focus on the outcome", `document.activeElement?.id === "heading"`)
	host.expectQuiet()
}

// TestEscape covers D3: Escape answers nothing, on no step. On review it leads to the form.
// Rows: D3.
func TestEscape(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(twoFields, nil)
	form.Type("City", "Oslo")
	host.Key(kb.Escape)
	form.toReview()
	form.leaveReview()
	form.onHeading(askingHeading("Example"))
	host.expectOpen(key)
	form.Press("Decline")
	host.expectAction(key, "decline")
	for _, params := range []string{confirmation, blockedForm, urlRequest("https://shop.example/")} {
		key, form = host.show(params, map[string]any{"focus": true})
		form.wait("the focus", `document.activeElement?.id === "heading"`)
		host.Key(kb.Escape)
		host.waitUntilIdle()
		host.expectOpen(key)
		form.Press("Not now")
		host.expectAction(key, "cancel")
	}
	host.expectQuiet()
}
