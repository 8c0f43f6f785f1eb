package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// twinForm has a field of every kind, with and without suggestions, and one that is
// secret.
var twinForm = `{
	"message": "Everything at once\nin two lines",
	"requestedSchema": {
		"type": "object",
		"properties": {
			"name": {"type": "string", "title": "Name", "minLength": 2},
			"email": {"type": "string", "title": "Email", "format": "email"},
			"site": {"type": "string", "title": "Home page", "format": "uri"},
			"guests": {"type": "integer", "title": "Guests", "minimum": 1, "maximum": 100, "default": 2},
			"price": {"type": "number", "title": "Price", "minimum": 0, "maximum": 1000},
			"arrival": {"type": "string", "title": "Arrival", "format": "date"},
			"meeting": {"type": "string", "title": "Meeting", "format": "date-time"},
			"wake": {"type": "string", "title": "Wake-up call", "format": "time"},
			"parking": {"type": "boolean", "title": "Parking", "default": false},
			"room": {"type": "string", "title": "Room", "oneOf": [{"const": "s", "title": "Single"}, {"const": "d", "title": "Double"}], "default": "d"},
			"month": {"type": "string", "title": "Discount month", ` + enum(12) + `},
			"extras": {"type": "array", "title": "Extras", "minItems": 1, "items": {"type": "string", "enum": ["Breakfast", "Late checkout", "Bicycle"]}},
			"many": {"type": "array", "title": "Many", "maxItems": 2, "items": {"type": "string", ` + enum(40) + `}},
			` + choiceProperty("city", "City", 200, "") + `,
			"notes": {"type": "string", "title": "Notes", "maxLength": 500},
			"names": {"type": "array", "title": "Other guests", "items": {"type": "string"}, "minItems": 1},
			"word": {"type": "string", "title": "Word", "pattern": "^[A-Z]{3}$"},
			"key": {"type": "string", "title": "API key"},
			"odd": {"type": "object", "title": "Odd", "properties": {}}
		},
		"required": ["name", "email", "guests", "arrival", "meeting", "wake", "parking", "extras", "names", "city"]
	}
}`

// The places of its fields.
const (
	twinName = iota
	twinEmail
	twinSite
	twinGuests
	twinPrice
	twinArrival
	twinMeeting
	twinWake
	twinParking
	twinRoom
	twinMonth
	twinExtras
	twinMany
	twinCity
	twinNotes
	twinNames
	twinWord
	twinKey
)

func id(field int, rest string) string { return fmt.Sprintf("f%d%s", field, rest) }

// TestEquivalence drives everything that the form does with the direct layer of
// drawing and with the batched one, and compares the tabs after each step: the
// document, what stands in controls, the focus, what assistive technology gets, and
// the result.
func TestEquivalence(t *testing.T) {
	t.Parallel()
	p := openTwins(t, english)
	p.same("no request yet")
	site := newVisitedSite(t)

	p.form(t)
	p.review(t)
	p.longForm(t)
	p.pages(t, site)
	p.round(t, site)
	p.endings(t)

	p.expectLayers(func(w *twin) Document { return w.form })
	p.direct.expectQuiet()
	p.batched.expectQuiet()
}

// form fills in the form of every kind.
func (p *twins) form(t *testing.T) {
	p.show("a form of every kind", twinForm, abortable)
	p.do("errors and summary", func(w *twin) {
		w.form.Press("Continue")
		w.form.wait("the summary", `document.activeElement?.id === "summary"`)
	})
	p.do("a link of the summary", func(w *twin) {
		w.form.click(w.form.bySelector("#summary li:last-child a"), 1)
		w.form.wait("the focus in the field", `document.activeElement?.id !== "summary"`)
	})
	p.do("a text", func(w *twin) { w.form.fill(id(twinName, ""), "Ada 🙂 Lovelace \u202eabc") })
	p.do("a key in the middle", func(w *twin) { w.form.Key(kb.ArrowLeft + kb.ArrowLeft + "x" + kb.Backspace + "y") })
	p.do("a wrong address", func(w *twin) { w.form.fill(id(twinEmail, ""), "ada") })
	p.do("a number of another language", func(w *twin) { w.form.fill(id(twinPrice, ""), "1,500") })
	p.do("a suggestion is changed", func(w *twin) { w.form.fill(id(twinGuests, ""), "700") })
	p.do("Continue with some problems less", func(w *twin) {
		w.form.Press("Continue")
		w.form.wait("the summary", `document.activeElement?.id === "summary"`)
	})
	p.do("problems are solved", func(w *twin) {
		w.form.fill(id(twinEmail, ""), "ada@example.com")
		w.form.fill(id(twinPrice, ""), "15.50")
		w.form.fill(id(twinGuests, ""), "7")
	})
	p.do("a list that opens", func(w *twin) {
		w.form.run(`(id) => document.getElementById(id).focus()`, id(twinCity, ""))
		w.form.Key(kb.ArrowDown)
	})
	p.do("the list is moved through", func(w *twin) { w.form.Key(kb.PageDown + kb.ArrowDown + kb.End + kb.ArrowUp) })
	p.do("the list is closed", func(w *twin) { w.form.Key(kb.Escape) })
	p.do("a search", func(w *twin) { w.form.Key("17") })
	p.do("a search without result", func(w *twin) { w.form.Key("zz") })
	p.do("a result is taken", func(w *twin) { w.form.Key(kb.Backspace + kb.Backspace + kb.ArrowDown + kb.ArrowDown + kb.Enter) })
	p.do("a filter", func(w *twin) { w.form.setText(id(twinMany, "-filter"), "Option 3") })
	p.do("boxes under the filter", func(w *twin) {
		w.form.click(w.form.find("checkbox", "Option 33"), 1)
		w.form.click(w.form.find("checkbox", "Option 31"), 1)
	})
	p.do("a filter without result", func(w *twin) { w.form.setText(id(twinMany, "-filter"), "nowhere") })
	p.do("no filter", func(w *twin) { w.form.setText(id(twinMany, "-filter"), "") })
	p.do("a box is taken back", func(w *twin) { w.form.click(w.form.find("checkbox", "Option 31"), 1) })
	p.do("boxes", func(w *twin) { w.form.Tick("Extras", "Breakfast", "Bicycle") })
	p.do("radio buttons", func(w *twin) {
		w.form.Choose("Parking", "Yes")
		w.form.Choose("Room", "Single")
	})
	p.do("a radio button is taken back", func(w *twin) { w.form.Choose("Room", "No answer") })
	p.do("a select", func(w *twin) { w.form.Select("Discount month", "Option 4") })
	p.do("items are added to a list", func(w *twin) { w.form.fill(id(twinNames, ""), "Eve\nBob\n\nCarol") })
	p.do("an item is removed", func(w *twin) { w.form.Key(strings.Repeat(kb.Backspace, 6)) })
	p.do("lines are pasted into an input", func(w *twin) {
		w.form.setText(id(twinSite, ""), "before after")
		w.form.setText(id(twinWord, ""), "ABC")
		w.form.setText(id(twinKey, ""), "sk-live-1")
		w.form.setText(id(twinNotes, ""), "some notes")
		w.form.Key(strings.Repeat(kb.ArrowLeft, 5))
		w.form.pasteInto("one\r\ntwo\nthree")
	})
	p.do("a home page", func(w *twin) { w.form.setText(id(twinSite, ""), "https://example.com/?a=b") })
	p.do("a date", func(w *twin) { w.form.dateOf(twinArrival, "29", "feb", "2024") })
	p.do("a date that does not exist", func(w *twin) { w.form.dateOf(twinMeeting, "30", "2", "2024") })
	p.do("a moment", func(w *twin) {
		w.form.dateOf(twinMeeting, "1", "2", "2024")
		w.form.setText(id(twinMeeting, "-time"), "14:30")
	})
	p.do("a time zone", func(w *twin) { w.form.pickZone(id(twinMeeting, "-zone"), "new york", "America/New York") })
	p.do("a time of day", func(w *twin) { w.form.typeTime(twinWake, "0645AM") })
	p.do("another language in the middle of a number", func(w *twin) {
		w.form.setText(id(twinPrice, ""), "12.")
		w.setLocale("he", "UTC")
		w.form.wait("Hebrew", `document.documentElement.lang === "he"`)
	})
	p.do("typing on", func(w *twin) { w.form.Key("5") })
	p.do("German, and dark", func(w *twin) {
		w.Host.page().run(`host.setContext({ theme: "dark", locale: "de", timeZone: "Europe/Berlin" })`)
		w.form.wait("German", `document.documentElement.lang === "de"`)
	})
	p.do("English again", func(w *twin) {
		w.Host.page().run(`host.setContext({ theme: "light", locale: "en", timeZone: "UTC" })`)
		w.form.wait("English", `document.documentElement.lang === "en"`)
	})
}

// review goes through the review of that form until it is sent.
func (p *twins) review(t *testing.T) {
	p.do("Ctrl+Enter", func(w *twin) {
		w.form.Key(kb.Enter, chromedp.ModifierCtrl)
		w.form.onHeading(reviewHeading)
	})
	p.do("Change", func(w *twin) {
		w.form.Press("Change “Price”")
		w.form.wait("the focus on the field", `(id) => document.activeElement?.id === id`, id(twinPrice, ""))
	})
	p.do("a changed answer", func(w *twin) {
		w.form.setText(id(twinPrice, ""), "99")
		w.form.toReview()
	})
	p.do("Back", func(w *twin) {
		w.form.Press("Back")
		w.form.onHeading(askingHeading("Example"))
	})
	p.do("review again", func(w *twin) { w.form.toReview() })
	p.do("exactly what will be sent", func(w *twin) { w.form.click(w.form.bySelector("details.wire summary"), 1) })
	p.do("a secret is shown", func(w *twin) { w.form.revealSecrets() })
	p.do("a language that is written from right to left", func(w *twin) {
		w.setLocale("ar", "UTC")
		w.form.wait("Arabic", `document.documentElement.lang === "ar"`)
	})
	p.do("English", func(w *twin) {
		w.setLocale("en", "UTC")
		w.form.wait("English", `document.documentElement.lang === "en"`)
	})
	p.do("a secret is hidden", func(w *twin) { w.form.Press("Hide “API key”") })
	p.do("no agreement", func(w *twin) {
		w.form.Press("Send answers")
		w.form.wait("the focus on the box", `document.activeElement?.id === "agreement"`)
	})
	p.do("the agreement", func(w *twin) { w.form.tickAgreement() })
	p.do("sending", func(w *twin) {
		w.Host.page().run(`(() => { window.heard = formPort.onmessage; formPort.onmessage = null; })()`)
		w.form.Press("Send answers")
		w.form.wait("the status", `document.getElementById("status").textContent === "Sending"`)
	})
	p.do("nobody confirms", func(w *twin) { w.form.find("button", "Try again") })
	p.do("sent again", func(w *twin) {
		w.Host.page().run(`formPort.onmessage = window.heard`)
		w.form.Press("Try again")
		w.form.onHeading(sentHeading)
	})
	if got := p.settled("answers"); got.Action != "accept" || !strings.Contains(got.Result, `"price":99`) {
		t.Errorf("settled as %+v", got)
	}
	p.show("the same form again", twinForm, abortable)
	p.do("withdrawn", func(w *twin) {
		w.withdrawShown(w.key)
		w.form.onHeading(withdrawnHeading)
	})
	p.settled("withdrawn")
}

// longForm shows a form that is drawn in parts.
func (p *twins) longForm(t *testing.T) {
	long := `{"message":"x","requestedSchema":{"type":"object","properties":{` + many(599, `{"type":"string","title":"Text"}`) +
		`,"end":{"type":"string","title":"End"}},"required":["end"]}}`
	p.do("preparing, and a long form", func(w *twin) {
		w.form.run(`(() => {
			window.preparing = "";
			new MutationObserver(() => {
				if (!preparing && document.querySelector(".step.preparing")) preparing = readTree();
			}).observe(document.body, { childList: true, subtree: true });
		})()`)
		w.key, _ = w.Host.show(long, nil)
		w.form.waitUntilDrawn()
	})
	a, b := eval[string](p.direct.form, `preparing`), eval[string](p.batched.form, `preparing`)
	if a == "" || a != b {
		t.Errorf("preparing: direct and batched differ (%d and %d bytes)\n%s", len(a), len(b), firstDifference(a, b))
	}
	p.do("more questions", func(w *twin) {
		w.form.setText("f0", "typed")
		w.form.click(w.form.byID("more"), 1)
		w.form.waitUntilDrawn()
	})
	p.do("a problem further down", func(w *twin) {
		w.form.Press("Continue")
		w.form.wait("the summary", `document.activeElement?.id === "summary"`)
	})
	p.do("the field that is drawn for it", func(w *twin) {
		w.form.click(w.form.bySelector("#summary a"), 1)
		w.form.wait("the focus", `document.activeElement?.id === "f599"`)
		w.form.waitUntilDrawn()
	})
	p.do("a long review", func(w *twin) {
		w.insert("done")
		w.form.Press("Continue")
		w.form.onHeading(reviewHeading)
		w.form.waitUntilDrawn()
	})
	p.do("declined", func(w *twin) {
		w.form.Press("Decline")
		w.form.onHeading(declinedHeading)
	})
	p.settled("a long form")
}

// pages shows requests in URL mode.
func (p *twins) pages(t *testing.T, site *visitedSite) {
	p.show("consent", urlRequest(site.URL), nil)
	p.do("waiting", func(w *twin) {
		w.form.click(w.form.bySelector("a.primary"), 1)
		site.waitForVisit()
		w.form.onHeading(waitingHeading)
		w.form.wait("the focus on the heading", `document.activeElement?.id === "heading"`)
	})
	p.settled("a page")
	p.do("another request meanwhile", func(w *twin) { w.key, _ = w.Host.show(confirmation, nil) })
	p.do("confirmed", func(w *twin) {
		w.form.Press("Confirm")
		w.form.onHeading(confirmedHeading)
	})
	p.settled("a confirmation")
	p.do("waiting again", func(w *twin) {
		w.form.Press("Close")
		w.form.onHeading(waitingHeading)
	})
	p.do("the page is finished", func(w *twin) {
		w.Host.page().run(`host.complete("e-1")`)
		w.form.onHeading(confirmedHeading)
	})
	p.show("an address that is not opened", urlRequest("javascript:alert(1)"), nil)
	p.do("a page is declined", func(w *twin) {
		w.form.Press("Decline")
		w.form.onHeading(declinedHeading)
	})
	p.settled("an address that is not opened")
}

// round shows several requests with one review.
func (p *twins) round(t *testing.T, site *visitedSite) {
	p.show("the first of a round", threeParts(site.URL), map[string]any{"round": true})
	p.do("the second", func(w *twin) {
		w.form.Type("Name", "Ada")
		w.form.Press("Continue")
		w.form.onHeading(consentHeading)
	})
	p.do("its page", func(w *twin) {
		w.form.wait("the focus on the heading", `document.activeElement?.id === "heading"`)
		w.form.click(w.form.bySelector("a.primary"), 1)
		site.waitForVisit()
		w.form.onHeading(waitingHeading)
	})
	p.do("the third", func(w *twin) {
		w.form.Press("I have finished")
		w.form.onHeading(confirmHeading("Example"))
	})
	p.do("review of the round", func(w *twin) {
		w.form.Press("Confirm")
		w.form.onHeading(reviewHeading)
	})
	p.do("a change in the round", func(w *twin) {
		w.form.Press("Change “Name”")
		w.form.onHeading(askingHeading("Example"))
		w.form.Type("Name", "Eve")
		w.form.Press("Continue")
		w.form.onHeading(reviewHeading)
	})
	p.do("the round is sent", func(w *twin) {
		w.form.Press("Send answers")
		w.form.onHeading(sentHeading)
	})
	p.settled("a round")
}

// endings shows what else a request may come to.
func (p *twins) endings(t *testing.T) {
	p.show("a field that nobody can answer", blockedForm, nil)
	p.do("cancelled", func(w *twin) {
		w.form.Press("Cancel")
		w.form.onHeading(cancelledHeading)
	})
	p.settled("cancelled")
	p.show("a form short of a question", shortOf(`"ticket"`), nil)
	p.do("declined", func(w *twin) {
		w.form.Press("Decline")
		w.form.onHeading(declinedHeading)
	})
	p.settled("declined")
	p.do("answers that the host refuses", func(w *twin) {
		w.key = "checked"
		w.startChecked(w.key, twoFields, nil)
		w.Host.page().run(`(() => { verdict = () => [{ name: "city", message: "<b>Oslo</b> is not served." }]; })()`)
		w.form.Type("City", "Oslo")
		w.form.toReview()
		w.form.Press("Send answers")
		w.form.wait("the summary", `document.activeElement?.id === "summary"`)
	})
	p.do("answers that it takes", func(w *twin) {
		w.Host.page().run(`(() => { verdict = () => []; })()`)
		w.form.Type("City", "Bergen")
		w.form.toReview()
		w.form.Press("Send answers")
		w.form.onHeading(sentHeading)
	})
	p.settled("answers that the host has checked")
	p.do("a request that cannot be shown", func(w *twin) {
		w.key = w.start(`{"message":"x","requestedSchema":{"type":"object","properties":{"a":{"type":"string"}},"required":["b"],"maxProperties":-1,"$ref":"https://example.com/x"}}`, nil)
		w.outcome(w.key)
	})
	p.settled("a request that cannot be shown")
	p.do("expired", func(w *twin) {
		w.key, _ = w.Host.show(oneText("Soon over"), map[string]any{"deadlineIn": 3_000_000})
		w.passDeadline()
		w.form.onHeading(expiredHeading)
	})
	p.settled("expired")
}
