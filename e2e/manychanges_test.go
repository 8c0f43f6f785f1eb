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
		for (let i = 0; i < 1000; i++) {
			host.setContext({ theme: i % 2 ? "dark" : "light", locale: i === 999 ? "de" : "fr" });
		}
	})()`)
	form.wait("the last change", `document.documentElement.dataset.theme === "dark" && document.documentElement.lang === "de"`)
	if n := changes(); n != 1 {
		t.Errorf("the changes of one turn are told in %d messages", n)
	}

	// Each change comes in a task of its own, faster than the frame handles
	// messages.
	took := eval[float64](page, `new Promise((done) => {
		const { port1, port2 } = new MessageChannel(), start = performance.now();
		let remaining = 300;
		port1.onmessage = () => {
			host.setContext(--remaining > 0 ? { theme: remaining % 2 ? "dark" : "light" } : { theme: "light", locale: "en" });
			remaining > 0 ? port2.postMessage(0) : done(performance.now() - start);
		};
		port2.postMessage(0);
	})`)
	form.wait("the last change", `document.documentElement.dataset.theme === "light" && document.documentElement.lang === "en"`)
	// The first turn had one message, and the last change may come after the others. A timer of 10 ms is between two messages.
	if n := changes(); float64(n) > 3+took/10 {
		t.Errorf("%d messages in %.0f ms", n, took)
	}
	form.toReview()
	if got, content := host.send(key); got.Action != "accept" || content != `{"word":"typed"}` {
		t.Errorf("settled as %+v", got)
	}
	host.expectQuiet()
}
