package e2e

import (
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/elicitform/elicitform/e2e/driver"
)

// journey is one way through a form.
type journey struct {
	name string
	// short journeys are tried in every run of all tests.
	short bool
	walk  func(t *testing.T, browser driver.Browser)
}

// journeys are tried in each engine. ENGINES=all is for all of them, in all engines.
var journeys = []journey{
	{"every kind of field", false, inEveryKind},
	{"errors", true, withErrors},
	{"decline", false, withDecline},
	{"keys alone", true, withKeys},
	{"calendar", true, withCalendar},
	{"a page to open", true, throughPage},
	{"queue", false, throughQueue},
	{"round", false, throughRound},
	{"German", false, inLanguage("de", "ltr", "1.234,5", [3]string{"Tag", "Monat", "Jahr"}, [3]string{"29", "2", "2028"}, "29. Feb. 2028")},
	{"Arabic", false, inLanguage("ar", "rtl", "١٢٣٤٫٥", [3]string{"اليوم", "الشهر", "السنة"}, [3]string{"٢٩", "٢", "٢٠٢٨"}, "٢٩\u200f/٢\u200f/٢٠٢٨")},
	{"ten languages", false, asTheEngineWrites},
	{"dark", false, inTheDark},
	{"fonts of the host", false, inTheFontsOfTheHost},
	{"empty time", false, withEmptyTime},
}

// TestJourneys walks through the journeys in each engine. Chromium is left out of
// the short form, because the rest of the suite runs in it.
// Rows: N33.
func TestJourneys(t *testing.T) {
	engines := os.Getenv("ENGINES")
	if engines == "" {
		t.Skip("make test-engines runs this")
	}
	all := engines == "all"
	for _, engine := range driver.Engines {
		if !all && engine.Name == "Chromium" {
			continue
		}
		t.Run(engine.Name, func(t *testing.T) {
			t.Parallel()
			browser, err := engine.Launch()
			if err != nil {
				t.Fatal(err)
			}
			defer browser.Close()
			for _, j := range journeys {
				if all || j.short {
					t.Run(j.name, func(t *testing.T) { j.walk(t, browser) })
				}
			}
		})
	}
}

func inEveryKind(t *testing.T, browser driver.Browser) {
	host, form := openIn(t, browser, english)
	key := host.start(everyKind, nil)
	form.onHeading(askingHeading("Example"))
	form.Type("Name", "Ada Lovelace")
	form.Type("Email", "ada@example.com")
	form.Type("Home page", "https://example.com/a?b=c")
	form.Type("Guests", "2")
	form.Type("Price", "12.50")
	day := func(group string) {
		for part, text := range map[string]string{"Day": "29", "Month": "2", "Year": "2028"} {
			form.TypePart(group, part, text)
		}
	}
	day("Arrival")
	day("Meeting")
	form.TypePart("Meeting", "Time", "14:30")
	form.Choose("Parking", "Yes")
	form.Choose("Room", "Double")
	form.Select("Discount month", "m03")
	form.Tick("Extras", "Breakfast", "Bicycle")
	form.Type("Notes", "Quiet, please.")
	form.Type("Other guests", "Grace")
	form.typeClock("Wake-up call", "07", "15")
	form.Press("Review")
	form.onHeading(reviewHeading)
	form.changeAndSend("Name", "Ada")
	host.expectResult(key, `{"action":"accept","content":{"name":"Ada","email":"ada@example.com","site":"https://example.com/a?b=c","guests":2,"price":12.5,`+
		`"arrival":"2028-02-29","meeting":"2028-02-29T14:30:00Z","parking":true,"room":"d","month":"m03","extras":["Breakfast","Bicycle"],`+
		`"notes":"Quiet, please.","names":["Grace"],"wake":"07:15:00Z"}}`)
}

// changeAndSend changes one answer on review, and sends all.
func (d Document) changeAndSend(label, text string) {
	d.t.Helper()
	d.Press("Change “" + label + "”")
	d.onHeading(changeHeading("Example"))
	d.Type(label, text)
	d.Press("Save")
	d.onHeading(reviewHeading)
	d.decide(func() { d.Press("Send") })
	d.onHeading(sentHeading)
}

func withErrors(t *testing.T, browser driver.Browser) {
	host, form := openIn(t, browser, english)
	key := host.start(`{"message":"Where should it go?","requestedSchema":{"type":"object","properties":{
		"street":{"type":"string","title":"Street"},"note":{"type":"string","title":"Note"},"city":{"type":"string","title":"City","minLength":3}},"required":["street","city"]}}`, nil)
	form.onHeading(askingHeading("Example"))
	form.Type("City", "Os")
	form.Press("Review")
	form.hasProblems(2)
	form.Key(kb.Tab + kb.Enter)
	form.focused("", "textbox", "Street")
	form.insert("High Street 1")
	form.Type("City", "Oslo")
	form.Press("Review")
	form.onHeading(reviewHeading)
	form.decide(func() { form.Press("Send") })
	form.onHeading(sentHeading)
	host.expectResult(key, `{"action":"accept","content":{"street":"High Street 1","city":"Oslo"}}`)
}

func withDecline(t *testing.T, browser driver.Browser) {
	host, form := openIn(t, browser, english)
	key := host.start(everyKind, nil)
	form.onHeading(askingHeading("Example"))
	form.Press("Decline")
	host.expectResult(key, `{"action":"decline"}`)
}

// expectVisible waits until the focused element, or as much of its beginning as fits, is in the window and in the frame, which
// grows with its form.
func (d Document) expectVisible(what string) {
	d.t.Helper()
	d.waitFor(what+" to be in the window", func() bool {
		var window struct{ Frame, Height float64 }
		var focus struct{ Top, Height, Room float64 }
		const page = `(() => { const frame = document.querySelector("iframe"); return { Frame: frame.getBoundingClientRect().top + frame.clientTop, Height: innerHeight }; })()`
		const box = `(() => { const { top, height } = document.activeElement.getBoundingClientRect(); return { Top: top, Height: height, Room: innerHeight }; })()`
		if d.page().try(page, &window) != nil || d.try(box, &focus) != nil {
			return false
		}
		top, part := window.Frame+focus.Top, min(focus.Height, window.Height/2)
		return top >= -1 && top+part <= window.Height+1 && focus.Top >= -1 && focus.Top+part <= focus.Room+1
	})
}

// focused waits until a control has the focus; group may be empty.
func (d Document) focused(group, role, name string) {
	d.t.Helper()
	d.waitFor("the focus on "+name, func() bool { return d.hasFocus(d.control(group, role, name)) })
}

// control waits for a control, within a group if one is named.
func (d Document) control(group, role, name string) Node {
	d.t.Helper()
	if group == "" {
		return d.find(role, name)
	}
	return d.findIn(d.find("group", group), role, name)
}

// clockOf waits for the control of a question that asks for a time: the engine's own, or a text box.
func (d Document) clockOf(group string) (clock Node, own bool) {
	d.t.Helper()
	in := d.find("group", group)
	d.waitFor("the time of "+group, func() bool {
		for _, role := range []string{"InputTime", "textbox"} {
			if found, err := d.browser.Find(d.place, driver.Query{Role: role, Name: "Time", In: &in}); err == nil && len(found) == 1 {
				clock, own = found[0], role == "InputTime"
				return true
			}
		}
		return false
	})
	return clock, own
}

// typeClock types a time before noon. The engine's control has parts for hours, minutes and
// often half of the day.
func (d Document) typeClock(group, hour, minute string) {
	d.t.Helper()
	clock, own := d.clockOf(group)
	d.tabTo(clock)
	if own {
		d.Key(hour + minute + "a")
	} else {
		d.Key(hour + ":" + minute)
	}
	d.waitFor(group+" to hold the time", func() bool {
		sight, err := d.browser.See(d.place, clock)
		return err == nil && sight.Value == hour+":"+minute
	})
}

// openIn opens the host page in a browser that was launched for the test, and mounts a form
// host with these options.
func openIn(t *testing.T, browser driver.Browser, options map[string]any) (*Host, Document) {
	t.Helper()
	host := &Host{Tab: &Tab{t: t, browser: browser, log: &tabLog{}}}
	host.load(baseURL(t))
	host.mount(options)
	host.waitUntilReady()
	return host, host.form()
}

// expectResult waits until a request has settled, once, with this result.
func (h *Host) expectResult(key, result string) {
	h.t.Helper()
	if got := h.outcome(key); got.Result != result || got.Error != "" || len(h.outcomes(key)) != 1 {
		h.t.Errorf("%s settled as %+v\nwant %s", key, got, result)
	}
}

// withKeys answers a form and reads its problems with keys alone. The focused element is always visible, even in a
// frame that is higher than the window.
func withKeys(t *testing.T, browser driver.Browser) {
	host, form := openIn(t, browser, english)
	key := host.start(everyKind, nil)
	form.onHeading(askingHeading("Example"))
	for _, field := range [][3]string{
		{"", "textbox", "Name"}, {"", "textbox", "Guests"}, {"Parking", "radio", "Yes"}, {"", "combobox", "Discount month"},
		{"Extras", "checkbox", "Bicycle"}, {"", "textbox", "Notes"},
	} {
		form.tabTo(form.control(field[0], field[1], field[2]))
		form.expectVisible(field[2])
	}
	form.tabTo(form.find("button", "Review"))
	form.expectVisible("Review")
	form.Key(kb.Enter)
	form.wait("the focus on the summary", problemFocused)
	form.expectVisible("the summary")
	form.tabTo(form.find("link", "“Room”: Choose an answer"))
	form.Key(kb.Enter)
	form.expectVisible("the field of the link")
	form.tabTo(form.find("button", "Decline"))
	form.expectVisible("Decline")
	form.Key(kb.Enter)
	host.expectResult(key, `{"action":"decline"}`)
}

// openPage follows the link to a page, looks at what that page knows of this one, and comes
// back.
func (h *Host) openPage(site *visitedSite) {
	h.t.Helper()
	form := h.form()
	form.onHeading("Example wants to open a web page")
	form.decide(func() { form.do("open") })
	if by := site.waitForVisit(); by.Referer+by.Referrer != "" || by.Opener != "null" {
		h.t.Errorf("the page was opened by %+v", by)
	}
	if tabs, err := h.browser.Tabs(); err != nil || tabs != 2 {
		h.t.Errorf("%d tabs are open (%v)", tabs, err)
	}
	must(h.t, h.browser.Return())
	form.onHeading("Finish in the other tab")
}

func throughPage(t *testing.T, browser driver.Browser) {
	host, form := openIn(t, browser, english)
	site := newVisitedSite(t)
	key := host.start(urlRequest(site.URL), nil)
	host.openPage(site)
	host.expectResult(key, `{"action":"accept"}`)
	form.wait("the focus on the heading", `document.activeElement?.id === "heading"`)
	form.expectVisible("the heading of the wait")
	form.decide(func() { form.Press("I have finished") })
	form.onHeading("You said that you finished. Waiting for Example.")
}

// haveRead moves the clock of the frame, in every engine, past the pause in which the form accepts no decision: after a new
// screen, and on a page that was behind another page.
func (d Document) haveRead() {
	d.t.Helper()
	d.run("(() => {" + timersScript + "\n})()")
	// The pause begins when the request is painted.
	d.run(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))`)
	d.run(`testClock.skip(600)`)
}

// decide presses a button that sends something, again if necessary. The form ignores a press that gives the window the focus, or
// that comes when the page has just moved under the pointer. No test knows when an engine does that.
func (d Document) decide(press func()) {
	d.t.Helper()
	d.haveRead()
	press()
	d.waitFor("a press that counts", func() bool {
		var refused bool
		if d.try(`document.querySelector(".another") !== null`, &refused) != nil || !refused {
			return true
		}
		d.haveRead()
		press()
		return false
	})
}

func throughQueue(t *testing.T, browser driver.Browser) {
	host, form := openIn(t, browser, english)
	var keys []string
	for n := range 3 {
		keys = append(keys, host.start(oneText(fmt.Sprintf("Number %d", n+1)), nil))
	}
	for n, key := range keys {
		form.asks(fmt.Sprintf("Number %d", n+1))
		form.shows(fmt.Sprintf("%d of 3", n+1))
		if n == 1 {
			form.decide(func() { form.Press("Decline") })
			host.expectResult(key, `{"action":"decline"}`)
			continue
		}
		form.Type("Word", "one")
		form.Press("Review")
		form.onHeading(reviewHeading)
		form.decide(func() { form.Press("Send") })
		host.expectResult(key, `{"action":"accept","content":{"word":"one"}}`)
	}
	form.onHeading(sentHeading)
}

func throughRound(t *testing.T, browser driver.Browser) {
	host, form := openIn(t, browser, english)
	site := newVisitedSite(t)
	part := func(params string) string { return `{"method":"elicitation/create","params":` + params + `}` }
	key := host.start(`{"first":`+part(oneText("Who travels?"))+`,"second":`+part(urlRequest(site.URL))+`,"third":`+part(confirmation)+`}`, map[string]any{"round": true})
	form.shows("1 of 3")
	form.Type("Word", "Ada")
	form.Press("Review")
	host.openPage(site)
	form.decide(func() { form.Press("I have finished") })
	form.onHeading("Example is asking for confirmation")
	form.decide(func() { form.Press("Confirm") })
	form.onHeading(reviewHeading)
	form.changeAndSend("Word", "Eve")
	host.expectResult(key, `{"first":{"action":"accept","content":{"word":"Eve"}},"second":{"action":"accept"},"third":{"action":"accept","content":{}}}`)
}

// withCalendar chooses days with keys and pointer in the calendar of the form.
func withCalendar(t *testing.T, browser driver.Browser) {
	host, form := openIn(t, browser, english)
	key := host.start(`{"message":"When?","requestedSchema":{"type":"object","properties":{
		"from":{"type":"string","title":"From","format":"date"},"to":{"type":"string","title":"To","format":"date"}},"required":["from","to"]}}`, nil)
	form.onHeading(askingHeading("Example"))
	for part, text := range map[string]string{"Day": "29", "Month": "2", "Year": "2028"} {
		form.TypePart("From", part, text)
	}
	day := func(name string) { t.Helper(); form.focused("From", "gridcell", name) }
	button := func() { t.Helper(); form.focused("From", "button", "Choose a date") }
	form.tabTo(form.control("From", "button", "Choose a date"))
	form.Key(kb.Enter)
	day("Tuesday, 29 February 2028")
	form.expectVisible("the day")
	form.Key(kb.ArrowRight)
	day("Wednesday, 1 March 2028")
	form.Key(kb.PageDown)
	day("Saturday, 1 April 2028")
	form.Key(kb.Escape)
	button()
	form.wait("the day that stood there", `!document.querySelector("[role=grid]") && document.getElementById("f0-day").value === "29"`)
	form.Key(" ")
	day("Tuesday, 29 February 2028")
	form.Key(kb.ArrowDown)
	day("Tuesday, 7 March 2028")
	form.Key(kb.Enter)
	button()
	form.wait("the day that was chosen", `!document.querySelector("[role=grid]") && ["day", "month", "year"].map((part) => document.getElementById("f0-" + part).value).join() === "7,3,2028"`)

	form.TypePart("To", "Month", "March")
	form.TypePart("To", "Year", "2028")
	form.click(form.control("To", "button", "Choose a date"), 1)
	form.focused("To", "gridcell", "Wednesday, 1 March 2028")
	form.click(form.control("To", "button", "Next month"), 1)
	form.click(form.control("To", "gridcell", "Sunday, 30 April 2028"), 1)
	form.focused("To", "button", "Choose a date")
	form.Press("Review")
	form.onHeading(reviewHeading)
	form.decide(func() { form.Press("Send") })
	host.expectResult(key, `{"action":"accept","content":{"from":"2028-03-07","to":"2028-04-30"}}`)
}
