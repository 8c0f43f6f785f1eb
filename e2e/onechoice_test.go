package e2e

import "testing"

// TestOneChoice covers R1, R10 and R11 for a host that wants one choice to be sent from
// where it is made: the button says so, and what is sent is what is chosen.
func TestOneChoice_R1_R10_R11(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	short := map[string]any{"review": "short"}
	const seats = `{"message":"Where?","requestedSchema":{"type":"object","properties":{"seat":{"type":"string","title":"Seat","enum":["aisle","window"]}},"required":["seat"]}}`

	key, form := host.show(seats, short)
	form.expectAccessible("one choice")
	host.expectNoScrolling("one choice", form)
	form.Press("Send answer to Example")
	form.wait("the summary", `document.activeElement?.id === "summary"`)
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
