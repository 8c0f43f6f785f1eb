package e2e

import "testing"

// TestManyChangesOfContext covers P21: if a page changes its theme with every
// movement of a slider, only a few messages are sent, and the last change
// arrives.
// Rows: P21.
func TestManyChangesOfContext(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(oneText("Kept"), nil)
	form.Type("Word", "typed")
	page := host.page()
	changes := func() int {
		return eval[int](page, `toFrame.filter((text) => text.includes("host-context-changed")).length`)
	}
	page.run(`(() => {
		for (let i = 0; i < 10_000; i++) {
			host.setContext({ theme: i % 2 ? "dark" : "light", locale: i === 9_999 ? "de" : "fr" });
		}
	})()`)
	form.wait("the last change", `document.documentElement.dataset.theme === "dark" && document.documentElement.lang === "de"`)
	if n := changes(); n != 1 {
		t.Errorf("the changes of one turn are told in %d messages", n)
	}

	// Each change comes in a task of its own, faster than the frame handles
	// messages.
	page.run(`new Promise((done) => {
		const { port1, port2 } = new MessageChannel();
		let remaining = 3000;
		port1.onmessage = () => {
			host.setContext(--remaining > 0 ? { theme: remaining % 2 ? "dark" : "light" } : { theme: "light", locale: "en" });
			remaining > 0 ? port2.postMessage(0) : done();
		};
		port2.postMessage(0);
	})`)
	form.wait("the last change", `document.documentElement.dataset.theme === "light" && document.documentElement.lang === "en"`)
	if n := changes(); n > 1500 { // A slow page gives the frame time for more of them.
		t.Errorf("%d messages", n)
	}
	form.toReview()
	if got, content := host.send(key); got.Action != "accept" || content != `{"word":"typed"}` {
		t.Errorf("settled as %+v", got)
	}
	host.expectQuiet()
}
