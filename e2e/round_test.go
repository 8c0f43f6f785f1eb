package e2e

import (
	"strings"
	"testing"
)

// threeParts is a round of a form, a page and a confirmation. It also has a request of another
// kind, which the host answers itself.
func threeParts(url string) string {
	return `{"10":{"method":"elicitation/create","params":{"message":"Who travels?","requestedSchema":{"type":"object","properties":{"name":{"type":"string","title":"Name"}},"required":["name"]}}},
		"sample":{"method":"sampling/createMessage","params":{"messages":[]}},
		"9":{"method":"elicitation/create","params":{"mode":"url","message":"Sign in to the airline.","url":` + quote(url) + `}},
		"__proto__":{"method":"elicitation/create","params":{"message":"Book now?","requestedSchema":{"type":"object","properties":{}}}}}`
}

// TestRound covers N27 and P18: the requests of one round are shown in turn and
// have one review, and the answers are sent under the exact keys.
// Rows: N27, P18.
func TestRound(t *testing.T) {
	t.Parallel()
	site := newVisitedSite(t)
	host := warmHost(t)
	key, form := host.show(threeParts(site.URL), map[string]any{"round": true})
	form.onHeading(askingHeading("Example"))
	place := func(want string) {
		t.Helper()
		form.shows(want)
	}
	place("Request 1 of 3")
	const aboutOne = `document.body.innerText.includes("“Decline” is for this request only.")`
	if !eval[bool](form, aboutOne) {
		t.Error("it does not say that Decline is about one request")
	}
	form.expectAccessible("first request")
	form.Press("Review")
	form.wait("problems", listedProblems+`.length > 0`)
	form.Type("Name", "Ada")
	form.Press("Review")
	form.onHeading(consentHeading)
	place("Request 2 of 3")
	if eval[bool](form, aboutOne) {
		t.Error("it says again what Decline does")
	}
	form.wait("the focus on the heading", `document.activeElement?.id === "heading"`)
	form.do("open")
	site.waitForVisit()
	form.onHeading(waitingHeading)
	if got := host.countReplies(); got != 0 {
		t.Errorf("%d answers have left before the review", got)
	}
	form.Press("I have finished")
	form.onHeading(confirmHeading("Example"))
	place("Request 3 of 3")
	form.Press("Confirm")
	form.onHeading(reviewHeading)
	form.expectAccessible("review of a round")
	text := eval[string](form, `document.body.innerText`)
	for _, part := range []string{"Request 1 of 3", "Who travels?", "Ada", "You opened 127.0.0.1", "Book now?", "You chose Confirm", "Decline all"} {
		if !strings.Contains(text, part) {
			t.Errorf("review lacks %q:\n%s", part, text)
		}
	}
	form.Press("Change “Name”")
	form.onHeading(changeHeading("Example"))
	place("Request 1 of 3")
	form.Type("Name", "Eve")
	form.Press("Save")
	form.onHeading(reviewHeading)
	form.wait("C2: the focus on the row", `document.activeElement?.id === "change-0-0"`)
	const sent = `{"10":{"action":"accept","content":{"name":"Eve"}},"9":{"action":"accept"},"__proto__":{"action":"accept","content":{}}}`
	if shown := form.wireText(); shown != sent {
		t.Errorf("review shows %s, want %s", shown, sent)
	}
	form.Press("Send")
	// In a JavaScript object of the host, keys that look like numbers come
	// first.
	got := host.outcome(key)
	expectSameJSON(t, "what the host got", got.Result, `{"9":{"action":"accept"},"10":{"action":"accept","content":{"name":"Eve"}},"__proto__":{"action":"accept","content":{}}}`)
	form.onHeading(sentHeading)
	host.expectSettledOnce(key)
	host.expectQuiet()
}

// TestRoundDecisions covers P10 and P18: Decline declines one request of a
// round and continues with the next; Not now leaves all others unanswered.
// Rows: P10, P18.
func TestRoundDecisions(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(threeParts("https://shop.example/"), map[string]any{"round": true})
	form.Press("Decline")
	form.onHeading(consentHeading)
	form.Press("Not now")
	got := host.outcome(key)
	expectSameJSON(t, "what the host got", got.Result, `{"9":{"action":"cancel"},"10":{"action":"decline"},"__proto__":{"action":"cancel"}}`)
	form.onHeading(cancelledHeading)
	host.expectSettledOnce(key)
}
