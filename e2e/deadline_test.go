package e2e

import (
	"strings"
	"testing"
	"time"
)

// TestDeadline covers G6 and P17: the form shows the deadline, and announces its last minute and
// its end. After it the request ends with an error, never with a decision. The test stops the clock
// of the frame, so that no second depends on the machine.
// Rows: G6, P17, N20.
func TestDeadline(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	deadline := time.Now().Add(time.Hour).UnixMilli()
	host.form().stopClock(deadline - 61_000)
	key, form := host.show(twoFields, map[string]any{"deadline": deadline})
	form.wait("the countdown", `/Answer by \d/.test(document.querySelector("main").innerText) && document.querySelector("[role=timer]").innerText === "2 minutes left"`)
	form.Type("City", "Oslo")
	form.expectAccessible("with a deadline")
	form.stopClock(deadline - 60_000)
	form.wait("the warning of the last minute", `document.querySelector("#status").textContent === "60 seconds left"`)
	form.stopClock(deadline - 57_500)
	form.wait("the seconds to run", `document.querySelector("[role=timer]").innerText === "58 seconds left"`)
	if got := eval[string](form, `document.activeElement.value`); got != "Oslo" {
		t.Errorf("the clock took the focus or the text: %q", got)
	}
	form.Press("Decline")
	host.expectAction(key, "decline")

	// The heading of the outcome takes the focus, and must not take it back later.
	form.onHeading(declinedHeading)
	form.wait("the focus on it", `document.activeElement.id === "heading"`)

	// The test does not wait until this form is shown: it may expire earlier.
	host.page().run(`document.getElementById("before").focus()`)
	key = host.start(twoFields, map[string]any{"deadlineIn": 500})
	got := host.outcome(key)
	if got.Code != "expired" || got.RPCCode != -32603 {
		t.Errorf("settled as %+v", got)
	}
	form.onHeading(expiredHeading)
	form.wait("it to be announced", `(text) => document.querySelector("#status").textContent.startsWith(text)`, expiredHeading)
	host.expectSettledOnce(key)
	if text := eval[string](form, `document.body.innerText`); strings.Contains(text, "Continue") {
		t.Errorf("an expired form can still be used:\n%s", text)
	}
	host.expectQuiet()
}

// TestWithdrawnWhileWaiting covers P17: the form tells that a request was withdrawn.
// Rows: P17.
func TestWithdrawnWhileWaiting(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(urlRequest("https://shop.example/"), nil)
	form.onHeading(consentHeading)
	host.page().run(`(key) => controllers[key].abort()`, key)
	form.onHeading(withdrawnHeading)
	host.expectAborted(key)
	host.expectSettledOnce(key)
}

// stopClock stops the clock of a document at a moment, in milliseconds since 1970,
// until the next call. Timers go on: only the time of day changes.
func (d Document) stopClock(at int64) {
	d.t.Helper()
	d.run(`(at) => {
		const Real = globalThis.RealDate ??= Date;
		globalThis.Date = class extends Real {
			constructor(...parts) { super(...(parts.length > 0 ? parts : [at])); }
			static now() { return at; }
		};
	}`, at)
}
