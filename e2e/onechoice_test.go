package e2e

import "testing"

// TestOneChoice covers R1, R10 and R11 for a host that lets the person send one choice from
// where it is made: the button names the answer, and the answer is the chosen option.
// Rows: R1, R10, R11.
func TestOneChoice(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	short := map[string]any{"review": "short"}
	const seats = `{"message":"Where?","requestedSchema":{"type":"object","properties":{"seat":{"type":"string","title":"Seat","enum":["aisle","window"]}},"required":["seat"]}}`

	key, form := host.show(seats, short)
	form.expectAccessible("one choice")
	host.expectNoScrolling("one choice", form)
	form.Press("Send answer to Example")
	form.wait("the summary", problemFocused)
	if got := form.errorState(); len(got.Links) != 1 || len(host.outcomes(key)) != 0 {
		t.Fatalf("without an answer: %+v, settled %+v", got, host.outcomes(key))
	}
	form.Choose("Seat", "window")
	form.Press("Send “window” to Example")
	if got := host.outcome(key); host.lastContent() != `{"seat":"window"}` {
		t.Errorf("settled as %+v with %s", got, host.lastContent())
	}
	form.onHeading("Answers sent")

	key, form = host.show(fields(`"a":{"type":"string","title":"A"}`), short)
	form.Type("A", "one")
	form.toReview()
	if _, content := host.send(key); content != `{"a":"one"}` {
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
			form.Choose("Seat", "Window")
			form.wait("a button that sends the choice", `document.querySelector("[type=submit]").innerText === "Send “Window” to Example"`)
			host.page().run(`(() => { ` + c.hide + ` })()`)
			host.waitUntilIdle()
			form.run(`document.querySelector("[type=submit]").click()`)
			host.page().run(`document.querySelector("iframe").style.marginTop = ""`)
			if c.whole {
				host.expectAction(key, "accept")
				return
			}
			form.onHeading("Check your answers")
			if got := host.outcomes(key); len(got) != 0 {
				t.Fatalf("settled as %+v", got)
			}
			host.page().run(`document.body.style.paddingTop = ""`)
			form.run(`document.querySelector("[data-action=send]").click()`)
			host.expectAction(key, "accept")
		})
	}
}
