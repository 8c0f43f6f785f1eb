package e2e

import "testing"

// TestContextFlood_N34: of ten thousand changes of context that wait, only what
// they come to counts: the last one is followed, what was typed stays, and the
// form answers.
func TestContextFlood_N34(t *testing.T) {
	t.Parallel()
	host := openHost(t, english)
	key, form := host.show(shared(100, `{"type":"string","format":"date-time"}`), nil)
	form.waitUntilDrawn()
	form.setText("f0-time", "14:30")
	host.page().run(`(() => {
		for (let i = 1; i <= 10_000; i++) {
			const params = {[i % 2 ? "locale" : "timeZone"]: i % 4 ? (i % 2 ? "de" : "Asia/Tokyo") : "UTC", theme: i % 3 ? "light" : "dark"};
			formPort.postMessage(JSON.stringify({jsonrpc: "2.0", method: "ui/notifications/host-context-changed", params: i === 10_000 ? {locale: "fr", theme: "dark"} : params}));
		}
	})()`)
	form.wait("the last language and theme", `document.documentElement.lang === "fr" && document.documentElement.dataset.theme === "dark"
		&& [...document.querySelectorAll(".actions button")].some((b) => b.textContent === "Refuser")`)
	if got := eval[string](form, `document.getElementById("f0-time").value`); got != "14:30" {
		t.Errorf("the time is %q", got)
	}
	form.Press("Refuser")
	if got := host.outcome(key); got.Action != "decline" {
		t.Errorf("settled with %+v", got)
	}
	host.expectQuiet()
}

// TestRequestFlood_N34: a flood of requests that nobody asked for takes no
// decision away from the person, whose answer gets through in it.
func TestRequestFlood_N34(t *testing.T) {
	t.Parallel()
	host := openHost(t, english)
	key, form := host.show(shared(20, `{"type":"string","title":"Text"}`), nil)
	host.page().run(`(() => {
		for (let i = 0; i < 10_000; i++) {
			formPort.postMessage(JSON.stringify({jsonrpc: "2.0", id: "forged" + i, method: "elicitation/create", params: {message: "m", requestedSchema: {type: "object", properties: {a: {type: "string"}}}}}));
		}
	})()`)
	form.run(`[...document.querySelectorAll(".actions button")].find((b) => b.textContent === "Decline").click()`)
	if got := host.outcome(key); got.Action != "decline" {
		t.Errorf("settled with %+v", got)
	}
	// The host has confirmed it, so that nothing asks to try again.
	form.wait("no doubt about the answer", `![...document.querySelectorAll(".sending")].some((e) => !e.hidden)`)
	host.expectSettledOnce(key)
}
