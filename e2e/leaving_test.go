package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/elicitform/elicitform/e2e/driver"
)

// left is what was left of a step when the focus came to the next one.
type left struct {
	Connected       bool
	Text            string
	IDs, Names      int
	TabIndex, Boxes int
}

// onward presses Enter in what has the focus, and returns what was left of it when the
// heading of the next step got the focus.
func (d Document) onward() left {
	d.t.Helper()
	d.run(`(() => {
		const before = document.activeElement;
		window.left = undefined;
		document.addEventListener("focusin", () => {
			const place = document.querySelector(".leaving");
			window.left = {
				connected: before.isConnected, text: place?.textContent, tabIndex: before.tabIndex,
				ids: place?.querySelectorAll("[id]").length, names: place?.querySelectorAll("[class]:not([class=''])").length,
				boxes: place?.querySelectorAll("input, button, label, p").length,
			};
			window.before = before;
		}, { once: true });
	})()`)
	d.Key(kb.Enter)
	d.wait("the focus on the next heading", `window.left && document.activeElement.id === "heading"`)
	return eval[left](d, `window.left`)
}

// TestLeaving covers N42: what had the focus is still there when the focus comes to the
// next step, because a screen reader asks for it then, and goes a moment later. Nothing
// else is left of its step, and it can neither be pressed nor reached nor seen. Of a text
// field, in which an answer stands, only what was around it is left.
func TestLeaving_N42_D1(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(twoFields, nil)
	form.Type("City", "Oslo")
	if got := form.onward(); got != (left{TabIndex: -1}) {
		t.Errorf("left of the form: %+v", got)
	}
	form.wait("nothing of the form", `!before.isConnected && !document.querySelector(".leaving")`)
	form.onHeading(reviewHeading)

	form.run(driver.Button("send") + `.focus()`)
	got := form.onward()
	if !got.Connected || got.TabIndex != -1 || got.IDs+got.Names != 0 || got.Boxes != 1 {
		t.Errorf("left of the review: %+v", got)
	}
	// A late press of the button sends nothing again, and leads nowhere.
	form.run(`before.click()`)
	form.wait("nothing of the review", `!before.isConnected && !document.querySelector(".leaving")`)
	form.onHeading(sentHeading)
	host.expectAction(key, "accept")
	host.expectSettledOnce(key)
	host.expectQuiet()
}
