package e2e

import (
	"strings"
	"testing"
)

// secretForm asks for two secrets and another text.
const secretForm = `{"message":"Connect the account.","requestedSchema":{"type":"object","properties":{
	"city":{"type":"string","title":"City"},"password":{"type":"string","title":"Password"},
	"key":{"type":"string","title":"API key","description":"Starts with sk-"}}}}`

// TestSecretReview covers N15: review shows a secret only when the person asks
// for it, and sends it only after the person has ticked a box that names the
// server. Until then it is in no node, attribute or name of the document.
// Rows: N15.
func TestSecretReview(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(secretForm, nil)
	// The warning advises against an answer, so Decline is the main button.
	if got := eval[[]string](form, stepButtons+`.map((b) => (b.textContent || b.ariaLabel) + (b.matches(".primary") ? " *" : ""))`); strings.Join(got, ", ") != "Decline *, Continue anyway, Not now" {
		t.Errorf("the buttons are %q", got)
	}
	form.Type("City", "Oslo")
	form.Type("Password", "hunter2")
	form.Type("API key", "sk-live-1")
	form.toReview()
	nowhere := func(when string, secrets ...string) {
		t.Helper()
		whole := eval[string](form, `document.documentElement.outerHTML`) + form.axDump()
		for _, secret := range secrets {
			if strings.Contains(whole, secret) {
				t.Errorf("%s: %s is in the document", when, secret)
			}
		}
	}
	nowhere("at first", "hunter2", "sk-live-1")
	if got := form.rows()[1]; got.None != "Not shown, because it looks like secret data" || got.Value != "" {
		t.Errorf("the row is %+v", got)
	}
	if got, want := form.wireText(), `{"city":"Oslo","password":"••••••••","key":"••••••••"}`; got != want {
		t.Errorf("JSON %s, want %s", got, want)
	}
	form.run(`document.querySelector("details").open = true`)
	if text := eval[string](form, `document.querySelector("details").innerText`); !strings.Contains(text, "•••••••• stands for an answer that is not shown.") {
		t.Errorf("it does not say what is left out: %s", text)
	}
	form.expectAccessible("review with secrets")

	form.Press("Show “Password”")
	form.waitFor("the secret", func() bool { return form.rows()[1].Value == "hunter2" })
	if got := form.find("button", "Hide “Password”"); !got.HasState("focused") || !got.HasState("expanded") {
		t.Errorf("after Show: %s", got)
	}
	nowhere("after the other was shown", "sk-live-1")
	form.Press("Hide “Password”")
	form.find("button", "Show “Password”")
	nowhere("hidden again", "hunter2", "sk-live-1")

	// Send tells that the tick is missing, and moves the focus to the box.
	form.Press("Send")
	form.wait("the focus on the tick", `document.activeElement?.id === "agreement"`)
	box := form.find("checkbox", "I want to send this to Example")
	const missing = "Tick the box if you want to send this to Example"
	if !strings.Contains(box.Description, missing) || !strings.Contains(box.Description, "This looks like secret data: Password, API key") || box.HasState("checked") {
		t.Errorf("the box is %s, described as %q", box, box.Description)
	}
	form.wait("the announcement", `(text) => document.getElementById("status").textContent === text`, missing)
	if title := eval[string](form, `document.title`); !strings.HasPrefix(title, "Error: ") {
		t.Errorf("title %q", title)
	}
	form.expectAccessible("review without the tick")
	if n := host.countReplies() + len(host.outcomes(key)); n != 0 {
		t.Fatalf("%d answers without the tick", n)
	}
	form.click(box, 1)
	form.wait("the error to go", `!document.getElementById("agreement-error")`)

	// If the secret changes, the box must be ticked again.
	form.Press("Change “API key”")
	form.wait("the focus on the field", `document.activeElement?.id === "f2"`)
	form.Type("API key", "sk-live-2")
	form.toReview()
	if eval[bool](form, `document.getElementById("agreement").checked`) {
		t.Error("the tick for another answer is still there")
	}
	nowhere("after a change", "hunter2", "sk-live-1", "sk-live-2")
	// If the answers stay the same, the tick stays.
	form.click(form.byID("agreement"), 1)
	form.leaveReview()
	form.onHeading(askingHeading("Example"))
	form.toReview()
	form.wait("the tick", `document.getElementById("agreement").checked`)
	form.Press("Send")
	if got := host.outcome(key); got.Action != "accept" || host.lastContent() != `{"city":"Oslo","password":"hunter2","key":"sk-live-2"}` {
		t.Errorf("settled as %+v", got)
	}
	for _, text := range host.fromFrame() {
		if strings.Contains(text, "hunter2") && !strings.Contains(text, `"action":"accept"`) {
			t.Errorf("a secret left beside the answer: %s", text)
		}
	}
	host.expectQuiet()
}

// TestSecretReview_InArabicAndNarrow covers N15 in languages that run from
// right to left or are written without spaces, in light, dark and narrow.
// Rows: N15.
func TestSecretReview_InArabicAndNarrow(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	for _, locale := range []string{"en", "ar", "ja"} {
		must(t, host.resetWindow())
		host.setLocale(locale, "UTC")
		key, form := host.show(secretForm, nil)
		form.wait("the form", `document.getElementById("f2")`)
		form.run(`document.getElementById("f1").focus()`)
		host.insert("hunter2")
		form.do("continue")
		form.wait("review", `document.getElementById("agreement")`)
		for _, scheme := range []string{"light", "dark"} {
			host.media(map[string]string{"prefers-color-scheme": scheme})
			form.expectAccessible(locale + " " + scheme)
		}
		form.click(form.element(`document.querySelector("[aria-expanded]")`), 1)
		form.wait("the secret", `document.querySelector("main").innerText.includes("hunter2")`)
		form.do("send")
		form.wait("the focus on the tick", `document.activeElement?.id === "agreement"`)
		host.viewport(320, 800, 1)
		if eval[bool](form, `document.documentElement.scrollWidth > innerWidth`) {
			t.Errorf("%s: it scrolls sideways at 320 px", locale)
		}
		form.expectAccessible(locale + " narrow")
		host.Key(" ")
		form.wait("the tick", `document.getElementById("agreement").checked`)
		form.do("send")
		if got := host.outcome(key); got.Action != "accept" {
			t.Errorf("%s: settled as %+v", locale, got)
		}
		host.expectQuiet()
	}
}
