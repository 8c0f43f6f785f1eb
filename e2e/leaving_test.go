package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/elicitform/elicitform/e2e/driver"
)

// remains describes the old step at the moment when the next step gets the focus.
type remains struct {
	Connected       bool
	Text            string
	IDs, Names      int
	TabIndex, Boxes int
}

// onward presses Enter on the focused element, and returns the remains of its step when the
// heading of the next step has the focus.
func (d Document) onward() remains {
	d.t.Helper()
	d.run(`(() => {
		const before = document.activeElement;
		window.remains = undefined;
		document.addEventListener("focusin", () => {
			const place = document.querySelector(".leaving");
			window.remains = {
				connected: before.isConnected, text: place?.textContent, tabIndex: before.tabIndex,
				ids: place?.querySelectorAll("[id]").length, names: place?.querySelectorAll("[class]:not([class=''])").length,
				boxes: place?.querySelectorAll("input, button, label, p").length,
			};
			window.before = before;
		}, { once: true });
	})()`)
	d.Key(kb.Enter)
	d.wait("the focus on the next heading", `window.remains && document.activeElement.id === "heading"`)
	return eval[remains](d, `window.remains`)
}

// TestLeaving covers N42: the element with the focus remains until the focus has reached the next step,
// because a screen reader reads it then, and goes a moment later. The rest of its step is gone at
// once. It can be neither pressed nor focused nor seen. Of a text field with an answer only
// its surroundings remain.
// Rows: N42, D1.
func TestLeaving(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(twoFields, nil)
	form.Type("City", "Oslo")
	if got := form.onward(); got != (remains{TabIndex: -1}) {
		t.Errorf("remains of the form: %+v", got)
	}
	form.wait("nothing of the form", `!before.isConnected && !document.querySelector(".leaving")`)
	form.onHeading(reviewHeading)

	form.run(driver.Button("send") + `.focus()`)
	got := form.onward()
	if !got.Connected || got.TabIndex != -1 || got.IDs+got.Names != 0 || got.Boxes != 1 {
		t.Errorf("remains of the review: %+v", got)
	}
	// A late press of the button sends nothing again, and leads nowhere.
	form.run(`before.click()`)
	form.wait("nothing of the review", `!before.isConnected && !document.querySelector(".leaving")`)
	form.onHeading(sentHeading)
	host.expectAction(key, "accept")
	host.expectSettledOnce(key)
	host.expectQuiet()
}
