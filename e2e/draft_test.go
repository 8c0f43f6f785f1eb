package e2e

import (
	"strings"
	"testing"
)

const withSecret = `{"message":"Connect.","requestedSchema":{"type":"object","properties":{
	"city":{"type":"string","title":"City"},"password":{"type":"string","title":"Password"},
	"size":{"type":"string","title":"Size","enum":["small","large"]},"when":{"type":"string","format":"date","title":"Day"}}}}`

// TestDraft covers N24: typed text survives a reload of the page, unless it looks like a secret,
// until the answers are sent. D3: Not now acts at once, and when the same request comes again, all
// typed text is there.
// Rows: N24, B39, B40, B42, D3.
func TestDraft(t *testing.T) {
	t.Parallel()
	host := openHostPage(t)
	mount := func(locale, zone string) {
		host.page().run(`(locale, timeZone) => mount({ context: { locale, timeZone }, drafts: sessionStorage })`, locale, zone)
		host.waitUntilReady()
	}
	options := map[string]any{"draftKey": "connect"}
	mount("en", "America/New_York")
	_, form := host.show(withSecret, options)
	form.Type("City", "Oslo")
	form.Type("Password", "hunter2")
	form.Choose("Size", "large")
	form.TypePart("Day", "Day", "7")
	host.page().wait("the draft to be kept", `JSON.stringify(sessionStorage).includes("Oslo") && JSON.stringify(sessionStorage).includes("day")`)
	if drafts := eval[string](host.page(), `JSON.stringify(sessionStorage)`); strings.Contains(drafts, "hunter2") {
		t.Errorf("a secret was kept: %s", drafts)
	}

	host.load(baseURL(t))
	mount("en", "America/New_York")
	key, form := host.show(withSecret, options)
	form.wait("the notice", `document.body.innerText.includes("Your earlier answers are back.")`)
	got := eval[[]string](form, `[...document.querySelectorAll("input:not([type=radio]):not([type=date])")].map((i) => i.value)`)
	if strings.Join(got, "|") != "Oslo||7||" || !form.find("radio", "large").HasState("checked") {
		t.Errorf("came back as %q\n%s", got, form.axDump())
	}
	form.expectAccessible("restored")
	form.Type("City", "Bergen")
	form.Type("Password", "hunter2")
	form.Press("Not now")
	if got := host.outcome(key); got.Action != "cancel" {
		t.Errorf("D3: Not now settled as %+v", got)
	}
	if drafts := eval[string](host.page(), `JSON.stringify(sessionStorage)`); !strings.Contains(drafts, "Bergen") || strings.Contains(drafts, "hunter2") {
		t.Errorf("D3: kept %s", drafts)
	}
	key, form = host.show(withSecret, options)
	form.wait("D3: the last keys", `document.body.innerText.includes("Your earlier answers are back.") && f0.value === "Bergen" && f1.value === ""`)
	form.TypePart("Day", "Month", "2")
	form.TypePart("Day", "Year", "2027")
	form.toReview()
	host.send(key)
	host.page().wait("the draft to be forgotten", `!JSON.stringify(sessionStorage).includes("Bergen")`)
	host.expectQuiet()

	// B42: a draft has the same meaning in a page with another region and time zone.
	host.setLocale("en-US", "America/New_York")
	options = map[string]any{"draftKey": "booking"}
	_, form = host.show(fields(bookingForm), options)
	form.dateOf(0, "4", "3", "2026")
	form.setText("f1", "1.234")
	form.dateOf(2, "4", "3", "2026")
	form.setText("f2-time", "10:30")
	host.page().wait("the draft to be kept", `JSON.stringify(sessionStorage).includes("10:30")`)

	host.load(baseURL(t))
	mount("de", "Asia/Tokyo")
	key, form = host.show(fields(bookingForm), options)
	form.wait("what was kept", `f1.value === "1,234" && document.getElementById("f0-month").value === "3"`)
	form.goToReview(uiTextsOf["de"])
	if got := host.sendAnswers(uiTextsOf["de"], key); got != `{"d":"2026-03-04","n":1.234,"m":"2026-03-04T10:30:00-05:00"}` {
		t.Errorf("sent %s", got)
	}
}
