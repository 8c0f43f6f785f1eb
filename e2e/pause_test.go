package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// pressedAt lets a test say when the presses in a document were made: window.pressAt on
// the clock of performance.now.
const pressedAt = `(() => {
	const { get } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
	Object.defineProperty(Event.prototype, "timeStamp", { get() { return window.pressAt ?? get.call(this); } });
})()`

const pauseNote = "This is another request. Read it first."

// pauseShown finds the note beside the buttons.
const pauseShown = `[...document.querySelectorAll("p")].find((p) => p.textContent === "` + pauseNote + `")`

// pausedTabs are tabs like those of [warmHost], with the pause after a new request.
var pausedTabs = shareTabs(headless, 1)

// pausedHost is warmHost with the pause after a new request.
func pausedHost(t testing.TB) *Host {
	t.Helper()
	return warmHostIn(t, func(clean func(*Tab) bool) (*Tab, bool) {
		tab, used := pausedTabs.tab(t, clean)
		if !used {
			tab.readAsPeopleDo()
			tab.evaluateEarly(pressedAt)
		}
		return tab, used
	}, `window.mount`)
}

// openPausedHost is pausedHost with a frame that has shown no request.
func openPausedHost(t testing.TB) *Host {
	t.Helper()
	tab := newTab(t)
	tab.readAsPeopleDo()
	tab.evaluateEarly(pressedAt)
	host := hostPage(tab)
	host.mount(english)
	host.waitUntilReady()
	return host
}

// now returns the document's clock once the drawing is painted.
func (d Document) now() float64 {
	d.t.Helper()
	return eval[float64](d, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))`)
}

// pressingAt gives all later presses the time at.
func (d Document) pressingAt(at float64) {
	d.t.Helper()
	d.run(`(at) => { window.pressAt = at; }`, at)
}

// readAsPeopleDo removes readsAtOnce from the documents that are loaded later.
func (tab *Tab) readAsPeopleDo() {
	tab.t.Helper()
	_, err := chromedp.Call(tab.ctx, page.RemoveScriptToEvaluateOnNewDocument, page.RemoveScriptToEvaluateOnNewDocumentParams{Identifier: tab.reads})
	must(tab.t, err)
}

// expectPauseNote checks that the form explained why a press did nothing, in a visible note and for screen readers, and
// removes the note.
func (d Document) expectPauseNote(how string) {
	d.t.Helper()
	d.wait(how+" to be told that this is another request", `(note) => `+pauseShown+`?.checkVisibility() && document.querySelector("#alert").textContent === note`, pauseNote)
	d.run(pauseShown + `.remove(); document.querySelector("#alert").textContent = ""`)
}

func (d Document) expectNoPause(what string) {
	d.t.Helper()
	if d.isTrue(pauseShown) {
		d.t.Errorf("%s has a pause", what)
	}
}

// TestConsentBySwapping: when a request replaces another, a press that may have been meant for
// the first decides nothing, with pointer and keys, and the form tells why.
// Rows: B50.
func TestConsentBySwapping(t *testing.T) {
	t.Parallel()
	host := pausedHost(t)
	const deleteAll = `{"message":"Delete everything?","requestedSchema":{"type":"object","properties":{}}}`
	for _, way := range []struct {
		name string
		end  func(key string, form Document)
		last string
	}{
		{"withdrawn", func(key string, _ Document) { host.withdrawShown(key) }, "Confirm"},
		{"expired", func(string, Document) { host.passDeadline() }, "Decline"},
		{"the next of a queue", func(_ string, form Document) { form.Press("Decline") }, "Not now"},
	} {
		t.Run(way.name, func(t *testing.T) {
			host.reportTo(t)
			form := host.form()
			if host.keys > 0 {
				// The earlier request loses its mark, so the next one replaces no request.
				form.run(`document.querySelector("[data-request]").removeAttribute("data-request")`)
				form.pressingAt(form.now() + 10_000)
			}
			first, form := host.show(confirmation, map[string]any{"deadlineIn": 86_000_000})
			form.pressingAt(form.now() + 10_000)
			began := form.now()
			second := host.start(deleteAll, nil)
			way.end(first, form)
			host.outcome(first)
			form.asks("everything")
			form.waitUntilReplaced()
			for _, later := range []float64{0, 100, 300, 490} {
				form.pressingAt(began + later)
				for _, button := range []string{"Confirm", "Decline", "Not now"} {
					form.Press(button)
					form.expectPauseNote(fmt.Sprintf("a press on %s after %.0f ms", button, later))
				}
				for _, key := range []string{kb.Enter, " "} {
					form.run(`document.querySelector("[data-action=confirm]").focus()`)
					host.Key(key)
					form.expectPauseNote(fmt.Sprintf("the key %q after %.0f ms", key, later))
				}
				form.run(`document.querySelector("[data-action=confirm]").click()`)
				form.expectPauseNote("assistive technology")
			}
			host.expectOpen(second)
			form.pressingAt(form.now() + 501)
			form.Press(way.last)
			form.expectNoPause("a press after the pause")
			host.expectAction(second, map[string]string{"Confirm": "accept", "Decline": "decline", "Not now": "cancel"}[way.last])
		})
	}
	host.expectQuiet()
}

// TestNoPause: after the pause of a request, the person's own steps, a refusal of the host, another
// context and the next part of a round cause no new pause.
// Rows: B50.
func TestNoPause(t *testing.T) {
	t.Parallel()
	host := pausedHost(t)
	form := host.startChecked("checked", `{"message":"Where?","requestedSchema":{"type":"object","properties":{"city":{"type":"string","title":"City"}}}}`)
	host.advance(501) // It has been read.
	host.page().run(`verdict = () => [{ name: "city", message: "No." }]`)
	form.Type("City", "Oslo")
	form.sendAnswers()
	form.hasProblems(1)
	host.page().run(`host.setContext({ locale: "de", theme: "dark" })`)
	form.wait("the other language", `document.querySelector("[data-action=decline]").textContent === "Ablehnen"`)
	form.Press("Ablehnen")
	form.expectNoPause("a form")
	host.expectAction("checked", "decline")
}
