package e2e

import (
	"strings"
	"testing"
)

// relayOver are the browser's reports of late and refused answers and drafts.
var relayOver = []string{"response 409", "409 (Conflict)", "response 503", "503 (Service Unavailable)"}

// TestRelayFirstAnswerWins shows that a page answers a request of a client on a server, and that a second
// device learns of it.
func TestRelayFirstAnswerWins(t *testing.T) {
	inEachRelay(t, func(t *testing.T, session relaySession) {
		desk, phone := session.device(), session.device()
		session.ask("a", twoFields, nil)
		here, there := desk.form(), phone.form()
		here.onStep("Review")
		there.onStep("Review")
		there.Type("City", "Bergen")
		here.Type("City", "Oslo")
		here.sendAnswers()
		here.onHeading(sentHeading)
		if got := session.outcome("a"); got.Action != "accept" || !strings.Contains(got.Result, `"Oslo"`) {
			t.Errorf("settled as %+v", got)
		}
		there.onHeading(elsewhereHeading)
		for key, button := range map[string]string{"decline": "Decline", "cancel": "Not now"} {
			session.ask(key, twoFields, nil)
			there.onStep("Review")
			there.Press(button)
			if got := session.outcome(key); got.Result != `{"action":"`+key+`"}` {
				t.Errorf("%s settled as %+v", button, got)
			}
		}
		desk.expectQuiet(relayOver...)
		phone.expectQuiet(relayOver...)
	})
}

// TestRelayReload shows that a request returns with the typed text after a reload and on another device.
// The answer comes from the device that sends it.
func TestRelayReload(t *testing.T) {
	inEachRelay(t, func(t *testing.T, session relaySession) {
		host := session.device()
		session.ask("a", twoFields, nil)
		host.form().onStep("Review")
		// The browser lists the stream only at its end.
		host.page().run(`performance.clearResourceTimings()`)
		host.form().Type("City", "Oslo")
		host.page().wait("the draft to be sent", `performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/relay"))`)
		session.reload(host)
		for _, device := range []*Host{host, session.device()} {
			form := device.form()
			form.onStep("Review")
			form.wait("what was typed", `document.body.innerText.includes("Your earlier answers are back.") && f0.value === "Oslo"`)
			device.expectQuiet()
		}
		host.form().sendAnswers()
		host.form().onHeading(sentHeading)
		if got := session.outcome("a"); !strings.Contains(got.Result, `"Oslo"`) {
			t.Errorf("settled as %+v", got)
		}
		late := session.connectWithoutFrame(session.token())
		late.page().wait("the relay", `connection.state === "open"`)
		if got := eval[int](late.page(), `relayed.filter(({ type }) => type === "asked").length`); got != 0 {
			t.Error("what is answered comes again")
		}
	})
}

// TestRelayEndsWithoutAnswer shows that a withdrawal and a deadline end with an error on the server,
// never with a decision, and with a sentence in the page.
func TestRelayEndsWithoutAnswer(t *testing.T) {
	inEachRelay(t, func(t *testing.T, session relaySession) {
		host := session.device()
		form := host.form()
		session.ask("a", twoFields, nil)
		form.onStep("Review")
		session.do("withdraw", map[string]any{"key": "a"}, nil)
		if got := session.outcome("a"); got.Error != "AbortError" || got.Result != "" {
			t.Errorf("withdrawn: %+v", got)
		}
		form.onHeading(withdrawnHeading)

		// The test does not wait until this request is shown: it may expire earlier.
		session.ask("b", twoFields, map[string]any{"deadlineIn": 500})
		if got := session.outcome("b"); got.Code != "expired" || got.RPCCode != -32603 || got.Result != "" {
			t.Errorf("expired: %+v", got)
		}
		session.ask("c", oneText("Which word?"), map[string]any{"deadlineIn": 3_000_000})
		form.wait("the next form", `document.querySelector("label")?.textContent.includes("Word")`)
		host.passDeadline()
		form.onHeading(expiredHeading)
		host.expectQuiet()
	})
}

// TestRelayTurnsAnswersAway shows that an answer comes through when the relay turns it away
// at first, and that the form says "Answers sent" only then.
func TestRelayTurnsAnswersAway(t *testing.T) {
	inEachRelay(t, func(t *testing.T, session relaySession) {
		host := session.device()
		form := host.form()
		session.ask("a", oneText("Which word?"), nil)
		form.onStep("Review")
		form.Type("Word", "once")
		form.toReview()
		session.do("refuse", map[string]any{"count": 2}, nil)
		form.Press("Send")
		form.onHeading(sentHeading)
		if got := session.outcome("a"); got.Action != "accept" {
			t.Errorf("settled as %+v", got)
		}
		if refused := strings.Count(host.log.String(), "response 503"); refused != 2 {
			t.Errorf("turned away %d times", refused)
		}
		host.expectQuiet(relayOver...)
	})
}

// TestRelayLetsNobodyElseIn shows that a page with a wrong token, and one of another
// origin, sees nothing.
func TestRelayLetsNobodyElseIn(t *testing.T) {
	inEachRelay(t, func(t *testing.T, session relaySession) {
		session.ask("a", twoFields, nil)
		wrong := session.connectWithoutFrame("v1.eA.99999999999.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
		wrong.page().wait("the relay to refuse it", `connection.state === "denied"`)

		foreign := newTab(t)
		foreign.open(baseURL(t) + "/e2e/page.html")
		// A script of another origin cannot be imported, so this page has a copy of its own.
		foreign.page().run(`async (relay, token) => {
			window.answers = [];
			for (const method of ["GET", "POST"]) {
				await fetch(relay, { method, headers: { authorization: "Bearer " + token } }).then(({ status }) => answers.push(status), () => answers.push("refused"));
			}
		}`, session.site.endpoint, session.token())
		if got := eval[[]string](foreign.page(), `answers`); strings.Join(got, " ") != "refused refused" {
			t.Errorf("another origin got %q", got)
		}
		if got := eval[int](wrong.page(), `relayed.filter(({ type }) => type === "asked").length`); got != 0 {
			t.Error("a page without a valid token sees the request")
		}
	})
}
