package e2e

import (
	"strings"
	"testing"
)

// TestSending covers W4 and B35: while the host is silent the button keeps its
// name and the focus and is not disabled; then the person is told, and can send
// the same answer again.
func TestSending_W4_B35_D4(t *testing.T) {
	t.Parallel()
	host := openHost(t, english)
	host.warm()
	key, form := host.show(twoFields, nil)
	form.Type("City", "Oslo")
	form.toReview()
	// The host goes deaf: what the frame says gets lost.
	host.page().run(`(() => { window.heard = formPort.onmessage; formPort.onmessage = null; })()`)
	form.Press("Send answers")
	form.wait("the status", `document.querySelector("#status").textContent === "Sending"`)
	state := eval[string](form, `(() => { const b = document.activeElement; return [b.textContent, b.getAttribute("aria-disabled"), b.disabled, document.querySelector("h1").textContent].join("|"); })()`)
	if state != "Send answers|true|false|"+reviewHeading {
		t.Errorf("while sending: %s", state)
	}
	form.expectAccessible("sending")
	form.Press("Send answers")
	form.Press("Change City")
	form.find("button", "Try again")
	if text := eval[string](form, `document.body.innerText`); !strings.Contains(text, "Nobody has confirmed that your answers arrived.") {
		t.Errorf("not told:\n%s", text)
	}
	form.expectAccessible("not confirmed")
	host.page().run(`formPort.onmessage = window.heard`)
	form.Press("Try again")
	if got := host.outcome(key); got.Action != "accept" {
		t.Errorf("settled as %+v", got)
	}
	form.onHeading(sentHeading)
	host.settledOnce(key)
	if got := host.replies(); got != 2 {
		t.Errorf("%d answers have left, want the same twice", got)
	}
	host.expectQuiet()
}
