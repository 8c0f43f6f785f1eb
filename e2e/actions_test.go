package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestDeclineAndCancel covers P10: Decline and Not now work on every step,
// differ, are explained, act at once (D3) and send no content; D1: the outcome is
// the heading; D2: the host gets the decision once.
// Rows: P10, D1, D2, D3.
func TestDeclineAndCancel(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	steps := []struct {
		name, params string
		reach        func(form Document)
	}{
		{"form", twoFields, func(Document) {}},
		{"after a failed Continue", twoFields, func(form Document) {
			form.Press("Review")
			form.wait("problems", listedProblems+`.length > 0`)
		}},
		{"review", twoFields, func(form Document) {
			form.Type("City", "Oslo")
			form.toReview()
		}},
		{"confirmation", confirmation, func(Document) {}},
		{"blocked form", blockedForm, func(Document) {}},
		{"form short of a question", shortOf(`"ticket"`), func(Document) {}},
	}
	for _, step := range steps {
		for button, want := range map[string]struct{ action, heading string }{
			"Decline": {"decline", declinedHeading},
			"Not now": {"cancel", cancelledHeading},
		} {
			t.Run(step.name+" "+button, func(t *testing.T) {
				host.reportTo(t)
				key, form := host.show(step.params, nil)
				step.reach(form)
				if both := form.exists("button", "Decline") && form.exists("button", "Not now"); !both {
					t.Fatalf("Decline and Not now are not both there\n%s", form.axDump())
				}
				form.wait("no words about the buttons but their names", `document.body.innerText.split(/Decline|Not now/).length === 2`)
				form.Press(button)
				got := host.outcome(key)
				if got.Action != want.action || len(got.Keys) != 1 {
					t.Errorf("settled as %+v", got)
				}
				form.onHeading(want.heading)
				form.wait("the focus on the heading", `document.activeElement?.id === "heading"`)
				host.expectSettledOnce(key)
			})
		}
	}
	host.expectQuiet()
}

// TestSecondAnswer covers D4, P19 and B34: with any number of fast presses on a button, a
// request settles once and one answer leaves the frame.
// Rows: D4, P19, B34.
func TestSecondAnswer(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	cases := []struct{ name, params, button, action string }{
		{"Send", twoFields, "Send", "accept"},
		{"Confirm", confirmation, "Confirm", "accept"},
		{"Decline", twoFields, "Decline", "decline"},
		{"Not now", twoFields, "Not now", "cancel"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			host.reportTo(t)
			before := host.countReplies()
			key, form := host.show(c.params, nil)
			if c.button == "Send" {
				form.Type("City", "Oslo")
				form.toReview()
			}
			form.PressTimes(c.button, 3)
			host.expectAction(key, c.action)
			host.expectSettledOnce(key)
			if got := host.countReplies() - before; got != 1 {
				t.Errorf("%d answers left the frame", got)
			}
		})
	}
	t.Run("Continue twice does not send", func(t *testing.T) {
		host.reportTo(t)
		key, form := host.show(twoFields, nil)
		form.Type("City", "Oslo")
		form.PressTimes("Review", 3)
		host.waitUntilIdle()
		host.expectOpen(key)
		form.Press("Not now")
		host.outcome(key)
	})
	t.Run("Send and Cancel in the same turn", func(t *testing.T) {
		host.reportTo(t)
		before := host.countReplies()
		key, form := host.show(twoFields, nil)
		form.Type("City", "Oslo")
		form.toReview()
		form.run(`(() => {
			const [send, cancel] = [document.querySelector("[data-action=send]"), document.querySelector("[data-action=cancel]")];
			send.click();
			cancel.click();
		})()`)
		host.expectAction(key, "accept")
		host.expectSettledOnce(key)
		if got := host.countReplies() - before; got != 1 {
			t.Errorf("%d answers left the frame", got)
		}
	})
	// Chromium reports this if a form is removed between two clicks on its
	// button.
	host.expectQuiet("form is not connected")
}

// TestSecondClick covers D4 and B34: the second click of a double click does
// nothing to a button that appears under the pointer after the first click.
// Rows: D4, B34, P19.
func TestSecondClick(t *testing.T) {
	t.Parallel()
	host := warmOpener(t)
	cases := []struct{ name, params, button, action string }{
		{"the next form", oneText("Anything?"), "Review", "decline"},
		{"review", oneText("Anything?"), "Send", "accept"},
		{"confirmation", confirmation, "Confirm", "accept"},
		{"page", urlRequest("https://shop.example/"), "Open shop.example in a new tab", "accept"},
		{"the next request", oneText("Anything?"), "Decline", "decline"},
		{"the next request, cancelled", oneText("Anything?"), "Not now", "cancel"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			host.reportTo(t)
			key, form := host.show(c.params, nil)
			if c.button == "Review" || c.button == "Send" {
				form.Type("Word", "one")
			}
			if c.button == "Send" {
				form.toReview()
			}
			form.waitUntilReplaced()
			before := form.heading()
			form.clickAgain(form.find("button", c.button))
			host.waitUntilIdle()
			host.expectOpen(key)
			form.onHeading(before)
			if c.button == "Review" {
				form.Press("Decline")
			} else {
				form.Press(c.button)
			}
			host.expectAction(key, c.action)
			if c.name == "page" {
				form.onHeading(waitingHeading)
				form.Press("Close")
			}
		})
	}
	t.Run("before the program runs", func(t *testing.T) {
		host := warmShell(t)
		key := host.start(oneText("Anything?"), nil)
		form := host.form()
		form.onHeading("Request from Example")
		form.clickAgain(form.find("button", "Decline"))
		host.waitUntilIdle()
		host.expectOpen(key)
		form.Press("Decline")
		host.expectAction(key, "decline")
	})
	host.expectQuiet()
}

// TestDoneForgetsAnswers covers D1: after any decision, no typed text is in the document.
// Rows: D1.
func TestDoneForgetsAnswers(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	const typed = "Zanzibar-4711"
	for button, heading := range map[string]string{"Send": sentHeading, "Decline": declinedHeading, "Not now": cancelledHeading} {
		t.Run(button, func(t *testing.T) {
			host.reportTo(t)
			key, form := host.show(twoFields, nil)
			form.Type("City", typed)
			form.Type("Comment", typed)
			form.toReview()
			form.Press(button)
			host.outcome(key)
			form.onHeading(heading)
			if eval[bool](form, `(typed) => document.documentElement.outerHTML.includes(typed) ||
				[...document.querySelectorAll("input, textarea")].some((c) => c.value.includes(typed))`, typed) {
				t.Error("an answer is left in the document")
			}
			if controls := eval[string](form, `[...document.querySelectorAll("button, input, a")].filter((control) => control.checkVisibility() && !control.closest(".leaving")).map((control) => control.textContent).join()`); controls != "" {
				t.Errorf("the controls that are left: %q", controls)
			}
			form.waitUntilReplaced()
		})
	}
}

// TestShell covers N30 and G21: before the program runs, the person sees who
// asks, and Decline and Not now work. They still work if the program cannot be
// loaded (B36). N21: a press that begins on the shell's Decline and ends on the program's decides
// nothing. B37: a frame that is loaded again, before and after the program has started, makes the
// handshake again, and gets the request again.
// Rows: N30, G21, N21, B36, B37.
func TestShell(t *testing.T) {
	t.Parallel()
	t.Run("the program is slow", func(t *testing.T) {
		host := openHostPage(t)
		wasm := host.holdRequests("*.wasm*")
		host.mount(english)
		declined := host.start(oneText("First"), nil)
		cancelled := host.start(oneText("Second"), nil)
		pressed := host.start(oneText("Third"), nil)
		fourth := host.start(oneText("Fourth"), nil)
		form := host.form()
		reload := func(heading, message string) {
			t.Helper()
			form.onHeading(heading)
			form.run(`void (window.before = true)`)
			host.page().run(`(() => { const f = document.querySelector("iframe"); f.src = f.src; })()`)
			form.wait("another document", `!window.before`)
			form.onHeading(heading)
			form.wait("the request", `(message) => document.body.innerText.includes(message)`, message)
		}
		form.onHeading("Request from Example")
		form.wait("the message and the state", `document.body.innerText.includes("First") && document.body.innerText.includes("Loading form")`)
		form.expectAccessible("shell")
		form.Press("Decline")
		if got := host.outcome(declined); got.Action != "decline" || len(got.Keys) != 1 {
			t.Errorf("settled as %+v", got)
		}
		form.wait("the next request", `document.body.innerText.includes("Second")`)
		form.Press("Not now")
		if got := host.outcome(cancelled); got.Action != "cancel" || len(got.Keys) != 1 {
			t.Errorf("settled as %+v", got)
		}
		form.wait("the next request", `document.body.innerText.includes("Third")`)
		reload("Request from Example", "Third")
		x, y := form.clickPoint(form.find("button", "Decline"))
		host.mouse(chromedp.MousePressed, x, y)
		// Each document has a download of its own.
		wasm.releaseAll()
		form.onHeading(askingHeading("Example"))
		x, y = form.clickPoint(form.find("button", "Decline"))
		host.mouse(chromedp.MouseReleased, x, y)
		host.waitUntilIdle()
		host.expectOpen(pressed)
		form.clickAgain(form.find("button", "Decline"))
		host.expectOpen(pressed)
		form.Press("Decline")
		host.expectAction(pressed, "decline")
		form.asks("Fourth")
		reload(askingHeading("Example"), "Fourth")
		form.Type("Word", "late")
		form.toReview()
		if got, content := host.send(fourth); got.Action != "accept" || content != `{"word":"late"}` {
			t.Errorf("settled as %+v", got)
		}
		for _, key := range []string{declined, cancelled, pressed, fourth} {
			host.expectSettledOnce(key)
		}
		host.expectQuiet()
	})
	t.Run("the program cannot be loaded", func(t *testing.T) {
		host := openHostPage(t)
		host.holdRequests("*.wasm*").failAll()
		host.mount(english)
		key := host.start(oneText("Never drawn"), nil)
		form := host.form()
		form.wait("the failure to be told", `document.body.innerText.includes("The form could not be loaded")`)
		form.expectAccessible("failed shell")
		form.Press("Not now")
		host.expectAction(key, "cancel")
		host.page().wait("ready to reject", `window.hostFailed === "load-failed"`)
		host.expectSettledOnce(key)
	})
}
