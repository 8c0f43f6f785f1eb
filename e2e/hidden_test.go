package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestFrameWhileHidden covers G20: in Chromium, screen readers hear nothing of
// a document that was loaded below aria-hidden, even after the attribute is
// removed. So the frame that is loaded in advance is hidden in another way,
// which also keeps it out of the accessibility tree and out of the order of the
// Tab key.
// Rows: G20.
func TestFrameWhileHidden(t *testing.T) {
	t.Parallel()
	host := openHostPage(t)
	page := host.page()
	page.run(`(() => {
		window.everHidden = [];
		const look = () => {
			for (let node = document.querySelector("iframe"); node; node = node.parentElement) {
				if (node.hasAttribute("aria-hidden") || node.inert) everHidden.push(node.outerHTML);
			}
		};
		new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true});
	})()`)
	host.mount(english)
	host.waitUntilReady()

	unseen := func(when string) {
		t.Helper()
		page.run(`document.getElementById("before").focus()`)
		host.Key(kb.Tab)
		page.wait(when+": the focus behind the frame", `document.activeElement.id === "after"`)
		for _, node := range page.axTree() {
			if node.Role == "Iframe" {
				t.Errorf("%s: assistive technology finds %s", when, node)
			}
		}
	}
	unseen("while it warms up")

	key, form := host.show(oneText("Seen"), nil)
	frames := 0
	for _, node := range page.axTree() {
		if node.Role == "Iframe" && node.Name == "Request from Example" {
			frames++
		}
	}
	if frames != 1 {
		t.Errorf("the page has %d frames of that name for assistive technology", frames)
	}
	form.Press("Decline")
	host.outcome(key)

	host.startInline("elsewhere", "elsewhere")
	form.answerAs("elsewhere")
	host.outcome("elsewhere")
	page.run(`document.getElementById("elsewhere").remove()`)
	page.wait("the frame to be put away", `document.querySelector("iframe").style.visibility === "hidden"`)
	unseen("after the last request")

	if ever := eval[[]string](page, `everHidden`); len(ever) > 0 {
		t.Errorf("hidden from assistive technology for good: %q", ever)
	}
	host.expectQuiet()
}

// TestShown covers the event that a request is shown: it comes when the request
// is on the screen, in the shell or in the form, and not when it was sent.
func TestShown(t *testing.T) {
	t.Parallel()
	reports := `events.filter((e) => ["shown", "settled", "ready"].includes(e.type)).map((e) => e.type).join(" ")`
	host := openHostPage(t)
	boot := host.holdRequests("*/boot.*.js")
	host.mount(english)
	key := host.start(oneText("First"), nil)
	host.page().wait("the document", `document.querySelector("iframe").offsetHeight > 0`)
	host.waitUntilIdle()
	if got := eval[string](host.page(), reports); got != "" {
		t.Errorf("nothing can be seen yet, and the host tells %q", got)
	}
	boot.release()
	host.page().wait("the request to be shown", reports+` !== ""`)
	host.form().onHeading(askingHeading("Example"))
	host.form().Press("Decline")
	host.outcome(key)
	key, form := host.show(oneText("Second"), nil)
	form.Press("Decline")
	host.outcome(key)
	want := "shown ready settled shown settled"
	if got := eval[string](host.page(), reports); got != want {
		t.Errorf("the host tells %q, not %q", got, want)
	}
	if got := eval[int](host.page(), `fromFrame.filter((text) => text.includes("elicitform/shown")).length`); got > 3 {
		t.Errorf("the frame says %d times that two requests are shown", got)
	}
	host.expectQuiet()
}
