package e2e

import (
	"strings"
	"testing"
)

// TestOneChoice covers R1, R10 and R11 for a host that allows sending a single choice without a review: the button
// names the answer, and the answer is the chosen option.
// Rows: R1, R10, R11.
func TestOneChoice(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	short := map[string]any{"review": "short"}
	const seats = `{"message":"Where?","requestedSchema":{"type":"object","properties":{"seat":{"type":"string","title":"Seat","enum":["aisle","window"]}},"required":["seat"]}}`

	key, form := host.show(seats, short)
	form.expectAccessible("one choice")
	host.expectNoScrolling("one choice", form)
	form.Press("window")
	if got := host.outcome(key); host.lastContent() != `{"seat":"window"}` {
		t.Errorf("settled as %+v with %s", got, host.lastContent())
	}
	form.onHeading("Answers sent")

	// If the answer is required, No needs a second press, and the form says what Decline is for.
	key, form = host.show(`{"message":"Is this a good time?","requestedSchema":{"type":"object","properties":{"a":{"type":"boolean","title":"Agree"}},"required":["a"]}}`, short)
	form.Press("No")
	form.wait("what Decline is for", `document.activeElement.textContent === "Send “No”" && document.getElementById("status").textContent.includes("choose “Decline”")`)
	form.expectAccessible("a required no")
	host.expectOpen(key)
	form.Press("Send “No”")
	if got := host.outcome(key); host.lastContent() != `{"a":false}` {
		t.Errorf("settled as %+v with %s", got, host.lastContent())
	}

	// Up to three questions are sent from the form, but not before one of them has an answer.
	key, form = host.show(`{"message":"What is your name?","requestedSchema":{"type":"object","properties":{"a":{"type":"string","title":"Name"}}}}`, short)
	form.Press("Send")
	form.wait("the problem", `document.querySelector("#f0[aria-invalid=true]")`)
	form.Type("Name", "one")
	form.Press("Send")
	if got := host.outcome(key); host.lastContent() != `{"a":"one"}` {
		t.Errorf("settled as %+v with %s", got, host.lastContent())
	}
	// The typed text is longer than its box, which shows a part of it.
	key, form = host.show(`{"message":"What is your name?","requestedSchema":{"type":"object","properties":{"a":{"type":"string","title":"Name"}}}}`, short)
	form.Type("Name", strings.Repeat("one ", 90))
	form.do("send")
	form.onHeading(reviewHeading)
	if _, content := host.send(key); !strings.Contains(content, "one one") {
		t.Errorf("sent %s", content)
	}
	host.expectQuiet()
}

// TestOneChoice_OutOfView covers R1: one press sends nothing while a part of the form is out of view, for any reason.
// Rows: R1.
func TestOneChoice_OutOfView(t *testing.T) {
	t.Parallel()
	const seats = `{"message":"Where would you like to sit?","requestedSchema":{"type":"object","properties":{"seat":{"type":"string","title":"Seat","oneOf":[` +
		`{"const":"a","title":"Aisle","description":"Near the front."},{"const":"w","title":"Window"},{"const":"m","title":"Middle"}]}},"required":["seat"]}}`
	for _, c := range []struct {
		name  string
		hide  string
		whole bool
	}{
		{"all of it", ``, true},
		{"the frame scrolls", `host.setContext({ containerDimensions: { maxHeight: 280 } })`, false},
		{"the page scrolls", `document.body.style.paddingTop = "2000px"; document.querySelector("iframe").scrollIntoView({ block: "end" }); scrollBy(0, -60)`, false},
		{"a box of the page clips it", `Object.assign(document.querySelector("iframe").parentElement.style, { blockSize: "220px", overflow: "hidden" }); document.querySelector("iframe").style.marginTop = "-150px"`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			host := warmHost(t)
			key, form := host.show(seats, map[string]any{"review": "short"})
			host.page().run(`(() => { ` + c.hide + ` })()`)
			host.waitUntilIdle()
			if !c.whole {
				// A frame hears from the page's next rendering which part of it is in view.
				form.run(`new Promise((done) => new IntersectionObserver((entries, observer) => {
					if (entries.at(-1).intersectionRatio < 1) {
						observer.disconnect();
						done();
					}
				}, { threshold: Array.from({ length: 101 }, (_, i) => i / 100) }).observe(document.documentElement))`)
			}
			form.run(`document.querySelector(".choices button:nth-child(2)").click()`)
			host.page().run(`document.querySelector("iframe").style.marginTop = ""`)
			if c.whole {
				host.expectAction(key, "accept")
				return
			}
			form.onHeading("Check your answers")
			host.expectOpen(key)
			host.page().run(`document.body.style.paddingTop = ""`)
			form.run(`document.querySelector("[data-action=send]").click()`)
			host.expectAction(key, "accept")
		})
	}
}
