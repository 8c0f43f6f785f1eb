package e2e

import (
	"strings"
	"testing"
)

// TestSending covers W4 and B35: while the host does not confirm, the button keeps its name and
// the focus and is not disabled. After a while the form tells that the reply may be lost, and
// the person can send the same answer again.
// Rows: W4, B35, D4.
func TestSending(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(twoFields, nil)
	form.Type("City", "Oslo")
	form.toReview()
	// The host ignores what the frame sends from now on.
	host.page().run(`(() => { window.listener = formPort.onmessage; formPort.onmessage = null; })()`)
	form.Press("Send")
	form.wait("the status", `document.querySelector("#status").textContent === "Sending"`)
	state := eval[string](form, `(() => { const b = document.activeElement; return [b.textContent, b.getAttribute("aria-disabled"), b.disabled, document.querySelector("h1").textContent].join("|"); })()`)
	if state != "Send to Example|true|false|"+reviewHeading {
		t.Errorf("while sending: %s", state)
	}
	form.expectAccessible("sending")
	form.Press("Send")
	form.Press("Change “City”")
	host.advance(10_000)
	form.find("button", "Try again")
	if text := eval[string](form, `document.body.innerText`); !strings.Contains(text, "Your reply may not have arrived.") {
		t.Errorf("not told:\n%s", text)
	}
	form.expectAccessible("not confirmed")
	host.page().run(`formPort.onmessage = window.listener`)
	form.Press("Try again")
	host.expectAction(key, "accept")
	form.onHeading(sentHeading)
	host.expectSettledOnce(key)
	if got := host.countReplies(); got != 2 {
		t.Errorf("%d answers have left, want the same twice", got)
	}
	host.expectQuiet()
}

// TestWhatTheHostTakes covers B30: the host passes on every answer that the
// form accepts, even for a schema that is only a reference. The form refuses to
// send an answer that is too large.
// Rows: B30.
func TestWhatTheHostTakes(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	t.Run("a reference", func(t *testing.T) {
		host.reportTo(t)
		key, form := host.show(`{"message":"Where?","requestedSchema":{"$ref":"#/$defs/Form","$defs":{"Form":{"type":"object","properties":{"city":{"type":"string","title":"City"}}}}}}`, nil)
		form.Type("City", "Oslo")
		form.toReview()
		host.expectSent(key, `{"city":"Oslo"}`)
	})
	t.Run("too much", func(t *testing.T) {
		host.reportTo(t)
		key, form := host.show(oneText("Much"), nil)
		form.Type("Word", "x")
		form.run(`(() => { f0.focus(); document.execCommand("insertText", false, "x".repeat(299999)); })()`)
		form.Press("Review")
		form.hasProblems(1)
		if got, want := strings.Join(form.errorState().Links, "|"), "“Word”: Enter 262,131 characters or fewer"; got != want {
			t.Errorf("the form says %q, not %q", got, want)
		}
		form.run(`(() => { f0.focus(); f0.setSelectionRange(262131, 300000); document.execCommand("delete"); })()`)
		form.toReview()
		if got, content := host.send(key); got.Action != "accept" || len(content) != 262131+len(`{"word":""}`) {
			t.Errorf("settled as %+v with %d bytes", got, len(content))
		}
	})
	host.expectQuiet()
}
