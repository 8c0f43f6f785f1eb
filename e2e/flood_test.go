package e2e

import (
	"testing"

	"github.com/elicitform/elicitform/e2e/driver"
)

// TestContextFlood checks that only the final one of ten thousand contexts counts: the form follows
// it, keeps the typed text, and still reacts.
// Rows: N34.
func TestContextFlood(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(shared(100, `{"type":"string","format":"date-time"}`), nil)
	form.waitUntilDrawn()
	form.setText("f0-time", "14:30")
	host.page().run(`(() => {
		for (let i = 1; i <= 10_000; i++) {
			const params = {[i % 2 ? "locale" : "timeZone"]: i % 4 ? (i % 2 ? "de" : "Asia/Tokyo") : "UTC", theme: i % 3 ? "light" : "dark"};
			host.setContext(i === 10_000 ? {locale: "fr", theme: "dark"} : params);
		}
	})()`)
	form.wait("the last language and theme", `document.documentElement.lang === "fr" && document.documentElement.dataset.theme === "dark"
		&& `+stepButtons+`.some((b) => b.textContent === "Refuser")`)
	if got := eval[string](form, `document.getElementById("f0-time").value`); got != "14:30" {
		t.Errorf("the time is %q", got)
	}
	form.Press("Refuser")
	host.expectAction(key, "decline")
	host.expectQuiet()
}

// TestRequestFlood checks that a flood of unexpected requests does not take
// a decision away from the person, and that their answer arrives all the same.
// Rows: N34.
func TestRequestFlood(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(shared(20, `{"type":"string","title":"Text"}`), nil)
	host.page().run(`(() => {
		for (let i = 0; i < 10_000; i++) {
			formPort.postMessage(JSON.stringify({jsonrpc: "2.0", id: "forged" + i, method: "elicitform/ask", params: {notes: {}, requests: [{params: JSON.stringify({message: "m", requestedSchema: {type: "object", properties: {a: {type: "string"}}}})}]}}));
		}
	})()`)
	form.run(driver.Button("decline") + `.click()`)
	host.expectAction(key, "decline")
	// The host has confirmed the answer, so the form does not offer to try
	// again.
	form.wait("no doubt about the answer", `!`+driver.Button("resend"))
	host.expectSettledOnce(key)
}
