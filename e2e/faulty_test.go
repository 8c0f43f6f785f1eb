package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// severalFields is a form with controls of several kinds, so that a fault would
// lose something.
const severalFields = `{"message": "What do you need?", "requestedSchema": {"type": "object", "properties": {
	"name": {"type": "string", "title": "Name"},
	"notes": {"type": "string", "title": "Notes", "maxLength": 500},
	"day": {"type": "string", "title": "Day", "format": "date"},
	"moment": {"type": "string", "title": "Moment", "format": "date-time"},
	"room": {"type": "string", "title": "Room", "enum": ["single", "double"]},
	"extras": {"type": "array", "title": "Extras", "items": {"type": "string", "enum": ["Breakfast", "Bicycle"]}},
	"letter": {"type": "string", "title": "Letter", "enum": ["a","b","c","d","e","f","g","h","i","j","k"]},
	"left": {"type": "string", "title": "Left alone"}}}}`

// faultyHosts are tabs with a host whose frame has the faulty program. If that has failed, the next request gets a new frame.
var faultyHosts = shareTabs(headless, 1)

// warmFaulty returns a host whose frame has the faulty program. Tests share it one after the other.
func warmFaulty(t *testing.T) *Host {
	t.Helper()
	frame, context := faultyFrame(t), map[string]any{"locale": "en-GB", "timeZone": "Europe/Berlin"}
	var host *Host
	tab, used := faultyHosts.tab(t, func(*Tab) bool {
		page := host.page()
		page.run(`takeBack()`)
		if host.resetWindow() != nil || !host.closeForms(func() bool { return eval[bool](page, `host.idle`) }) {
			return false
		}
		host.waitUntilIdle()
		page.run(`forget()`)
		host.log.clear()
		return true
	})
	host = &Host{Tab: tab}
	if !used {
		host.load(baseURL(t))
		host.mount(map[string]any{"frameUrl": frame, "context": context})
	}
	return host
}

// fillSeveralFields fills in the form and returns the texts that must be readable after the fault.
func fillSeveralFields(form Document) []string {
	form.Type("Name", "Ada <b>Lovelace</b>")
	form.Type("Notes", "precious")
	for label, text := range map[string]string{"Day": "4", "Month": "3", "Year": "2027"} {
		form.TypePart("Day", label, text)
		form.TypePart("Moment", label, text)
	}
	form.TypePart("Moment", "Time", "10:30")
	form.Choose("Room", "double")
	form.Tick("Extras", "Breakfast", "Bicycle")
	form.Select("Letter", "c")
	return []string{
		"Name: Ada <b>Lovelace</b>", "Notes: precious", "Day: Day: 4, Month: 3, Year: 2027",
		"Room: double", "Extras: Breakfast\nBicycle", "Letter: c",
	}
}

// typedList has the answers that the page lists as entered.
const typedList = `[...document.querySelectorAll("dt")].map((term) => term.textContent + ": " + term.nextElementSibling.textContent)`

// expectTyped fails the test if a typed answer cannot be read.
func (d Document) expectTyped(want []string) {
	d.t.Helper()
	got := eval[[]string](d, typedList)
	for _, entry := range want {
		found := false
		for _, line := range got {
			found = found || line == entry
		}
		if !found {
			d.t.Errorf("%q cannot be read in %q", entry, got)
		}
	}
	for _, line := range got {
		if strings.HasPrefix(line, "Left alone") {
			d.t.Errorf("what was not entered is listed: %q", line)
		}
	}
}

// continueWithFault presses Continue, during which the fault happens.
func (d Document) continueWithFault(fault string) {
	d.t.Helper()
	d.run(`(fault) => { window.fault = fault; document.querySelector("[type=submit]").click(); }`, fault)
}

// TestTheFormFailsInGoodOrder covers faults after which the program can still
// report that it has failed.
func TestTheFormFailsInGoodOrder(t *testing.T) {
	t.Parallel()
	host := warmFaulty(t)
	for _, fault := range []string{"update", "render", "effect"} {
		t.Run(fault, func(t *testing.T) {
			host.reportTo(t)
			host.page().run(`events.length = 0`)
			key, form := host.show(severalFields, map[string]any{"deadlineIn": time.Hour.Milliseconds()})
			typed := fillSeveralFields(form)
			form.continueWithFault(fault)
			form.onHeading("Something went wrong")
			if fault != "effect" {
				// On review, dates are written with words.
				form.expectTyped(typed)
			} else if !strings.Contains(eval[string](form, typedList+`.join()`), "precious") {
				t.Error("what was typed cannot be read")
			}
			if got := eval[string](form, `document.body.innerText`); !strings.Contains(got, "None of this has been sent") || !strings.Contains(got, "“Decline” and “Not now” still work.") {
				t.Errorf("it says %q", got)
			}
			form.expectAccessible("failed in good order")
			if got := host.outcomes(key); len(got) != 0 {
				t.Errorf("settled by itself as %+v", got)
			}
			reports := eval[string](host.page(), `JSON.stringify(events.filter((e) => e.type === "error" || e.type === "load-failed").map(({ type, code, reason, id }) => [type, code, reason, id]))`)
			id := eval[int](host.page(), `events.find((e) => e.type === "shown").id`)
			if want := fmt.Sprintf(`[["load-failed",null,"internal",null],["error","internal","internal",%d]]`, id); reports != want {
				t.Errorf("the host was told %s, want %s", reports, want)
			}
			host.expectQuiet("is broken")
			host.expectNoEffect(key, true)
			button, action := "Decline", "decline"
			if fault == "render" {
				button, action = "Not now", "cancel"
			}
			form.Press(button)
			host.expectAction(key, action)
			form.onHeading(map[string]string{"decline": declinedHeading, "cancel": cancelledHeading}[action])
			host.expectSettledOnce(key)
			if got := eval[int](form, typedList+`.length`); got != 0 {
				t.Errorf("%d answers are left on the page", got)
			}
			// The next request gets a new frame, which works, and meets the next fault.
			next, form := host.show(oneText("Once more"), nil)
			form.Press("Decline")
			host.outcome(next)
			host.expectQuiet("is broken")
		})
	}
}

// TestACallbackFailsInGoodOrder covers a fault in a function that the browser
// calls.
func TestACallbackFailsInGoodOrder(t *testing.T) {
	t.Parallel()
	host := warmFaulty(t)
	key, form := host.show(severalFields, nil)
	typed := fillSeveralFields(form)
	form.run(`void (window.fault = "callback")`)
	host.page().run(`host.setContext({ locale: "de" })`)
	form.onHeading("Etwas ist schiefgegangen")
	form.expectTyped(typed[:2])
	form.Press("Ablehnen")
	host.expectAction(key, "decline")
	host.expectSettledOnce(key)
	host.expectQuiet("is broken")
}

// TestDraftsOutliveAFailure checks that a draft includes text that was typed just before the program failed.
func TestDraftsOutliveAFailure(t *testing.T) {
	t.Parallel()
	host := warmFaulty(t)
	host.page().run(`hostOptions.drafts = sessionStorage`)
	key, form := host.show(severalFields, nil)
	fillSeveralFields(form)
	form.Type("Name", "The last word")
	form.continueWithFault("update")
	form.onHeading("Something went wrong")
	if got := eval[string](host.page(), `JSON.stringify({ ...sessionStorage })`); !strings.Contains(got, "The last word") || !strings.Contains(got, "precious") {
		t.Errorf("kept: %s", got)
	}
	form.Press("Not now")
	host.outcome(key)
	again, form := host.show(severalFields, nil)
	form.wait("the draft", `document.querySelector("#f0").value === "The last word" && document.querySelector("#f1").value === "precious"`)
	form.Press("Decline")
	host.outcome(again)
	host.expectQuiet("is broken")
}

// TestAFallenProgramIsNoticed covers faults after which the program can report
// nothing: the open request ends with an error.
func TestAFallenProgramIsNoticed(t *testing.T) {
	t.Parallel()
	host := warmFaulty(t)
	for _, fault := range []string{"exit", "recursion", "exception"} {
		t.Run(fault, func(t *testing.T) {
			host.reportTo(t)
			key, form := host.show(severalFields, nil)
			typed := fillSeveralFields(form)
			form.run(`void (window.thrower = { get member() { throw new Error("thrown on purpose"); } })`)
			// An error summary moves the focus and keeps the form.
			form.TypePart("Day", "Month", "13")
			form.continueWithFault(fault)
			form.onHeading("Something went wrong")
			form.expectTyped(typed[:2])
			if got := host.outcome(key); got.Code != "internal" || got.RPCCode != -32603 {
				t.Errorf("settled as %+v", got)
			}
			if form.exists("button", "Decline") {
				t.Error("what has been answered can be declined")
			}
			form.expectAccessible("a fallen program")
			host.expectSettledOnce(key)
			next, form := host.show(oneText("Once more"), nil)
			form.Press("Decline")
			host.outcome(next)
			host.expectQuiet("thrown on purpose", "Maximum call stack", "exit code", "elicitform:", "stack")
		})
	}
}

// faultyFrame is the address of a frame whose program fails when a test wants it to; see testdata/faulty. It returns when the
// program is built: a frame does not wait for minutes.
func faultyFrame(t testing.TB) string {
	t.Helper()
	_, err := faultySite()
	must(t, err)
	return "/faulty/frame/index.html"
}
