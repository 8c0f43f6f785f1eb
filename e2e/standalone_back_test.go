package e2e

import (
	"net/url"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/e2e/driver"
)

// goInHistory presses the browser's Back or Forward button that many times.
func (tab *Tab) goInHistory(steps int) {
	tab.t.Helper()
	tab.page().run(`(steps) => { history.go(steps); }`, steps)
}

// standaloneHistory returns the standalone page without a request and without the history of other tests, and the number of
// entries in its history.
func standaloneHistory(t testing.TB) (tab *Tab, entries int) {
	t.Helper()
	tab = standalonePage(t)
	_, err := chromedp.Call(tab.ctx, cdppage.ResetNavigationHistory, struct{}{})
	must(t, err)
	tab.page().wait("the state", `history.state`)
	return tab, eval[int](tab.page(), `history.length`)
}

// TestStandaloneBack covers C4: the browser's Back and Forward buttons lead
// through the requests, forms and results of the standalone page, and nothing
// that was written is lost.
// Rows: C4.
func TestStandaloneBack(t *testing.T) {
	t.Parallel()
	tab, start := standaloneHistory(t)
	page, form := tab.page(), tab.form()
	editor := func(what, text string) {
		t.Helper()
		page.wait(what, `(text) => document.getElementById("request").value === text`, text)
	}
	shown := func(message string) {
		t.Helper()
		form.asks(message)
		form.wait("the focus in the form", driver.Button("continue")+` && document.activeElement?.id === "heading"`)
	}
	page.typeInto(page.find("textbox", "Request"), oneText("First"))
	page.Press("Show form")
	shown("First")
	known := func() {
		t.Helper()
		page.wait("the answer to be known to the page", `!dispatchEvent(new Event("beforeunload", {cancelable: true}))`)
	}
	form.Type("Word", "one")
	known()
	form.sendAnswers()
	page.wait("the result", `document.getElementById("result").textContent.includes('"one"')`)
	// The request was edited but not shown.
	page.typeInto(page.find("textbox", "Request"), `{"half": `)
	page.Select("Example", "Contact details")
	form.wait("the example", questions+`.length > 1`)
	if grown := eval[int](page, `history.length`) - start; grown != 3 {
		t.Errorf("%d entries for a form, a result and another form", grown)
	}
	page.Press("Show form")
	if entries := eval[int](page, `history.length`) - start; entries != 3 {
		t.Errorf("the same form shown again is another entry: %d", entries)
	}

	tab.goInHistory(-1)
	page.wait("the result again", `document.getElementById("result").textContent.includes('"one"') && document.getElementById("form").hidden`)
	editor("what was written since", `{"half": `)
	tab.goInHistory(-1)
	shown("First")
	form.wait("what was sent", `f0.value === "one"`)
	page.wait("no result", `document.getElementById("result").hidden`)
	tab.goInHistory(-1)
	page.wait("no form", `document.getElementById("form").hidden && document.activeElement.id === "request"`)
	editor("the request as it was written", oneText("First"))
	if went := eval[string](page, `location.pathname`); went != "/standalone.html" {
		t.Fatalf("Back left the page for %s", went)
	}
	tab.goInHistory(1)
	shown("First")
	tab.goInHistory(2)
	form.wait("the example", questions+`.length > 1`)

	// The form comes back with the typed text.
	tab.goInHistory(-2)
	shown("First")
	// The frame sends a draft when nobody has typed for a moment, and the page keeps it.
	page.run(`(() => {
		const { set } = Map.prototype;
		window.restoreMap = () => { Map.prototype.set = set; };
		Map.prototype.set = function (name, value) {
			window.kept ||= typeof value === "string" && value.includes("two");
			return set.call(this, name, value);
		};
	})()`)
	form.Type("Word", "two")
	page.wait("the draft to be kept", `window.kept`)
	page.run(`restoreMap()`)
	tab.goInHistory(-1)
	page.wait("no form", `document.getElementById("form").hidden`)
	tab.goInHistory(1)
	shown("First")
	form.wait("what was typed", `f0.value === "two"`)
	form.sendAnswers()
	page.wait("the other result", `document.getElementById("result").textContent.includes('"two"')`)
	page.Press("Start again")
	editor("nothing", "")
	page.wait("no advice", `document.getElementById("advice-panel").hidden`)
	tab.goInHistory(-1)
	page.wait("the other result", `document.getElementById("result").textContent.includes('"two"')`)
	tab.expectQuiet()
}

// TestStandaloneBackToLinks covers C4 and N29: an address with a request does not
// change, and a new address in the address bar is a step in the history too. A
// reload stays at the same step.
// Rows: C4, N29.
func TestStandaloneBackToLinks(t *testing.T) {
	t.Parallel()
	tab := newTab(t)
	link := func(message string) string { return "#request=" + url.PathEscape(oneText(message)) }
	tab.open(baseURL(t) + "/standalone.html" + link("Linked"))
	page, form := tab.page(), tab.form()
	asks := func(message string) {
		t.Helper()
		form.asks(message)
		form.button("continue")
		page.wait("its text", `(message) => document.getElementById("request").value.includes(message)`, message)
	}
	asks("Linked")
	address := eval[string](page, `location.href`)
	form.Press("Decline")
	page.wait("the result", `document.getElementById("result").textContent.includes("decline")`)
	if now := eval[string](page, `location.href`); now != address {
		t.Errorf("the address of the result is %s", now)
	}
	page.run(`(hash) => { location.hash = hash; }`, link("Another"))
	asks("Another")
	tab.goInHistory(-1)
	page.wait("the result", `document.getElementById("result").textContent.includes("decline")`)
	tab.goInHistory(-1)
	asks("Linked")
	if now := eval[string](page, `location.href`); now != address {
		t.Errorf("the address is %s, was %s", now, address)
	}
	tab.goInHistory(2)
	asks("Another")
	page.run(`document.getElementById("request").value += " "`)
	tab.goInHistory(-2)
	asks("Linked")
	page.Press("Start again")
	page.wait("an address without a request", `location.hash === "" && document.getElementById("request").value === ""`)
	page.typeInto(page.find("textbox", "Request"), oneText("Written"))
	page.Press("Show form")
	asks("Written")
	page.run(`location.reload()`)
	asks("Written")
	tab.goInHistory(-1)
	page.wait("the request as it was written", `document.getElementById("form").hidden && document.getElementById("request").value.includes("Written")`)
	tab.goInHistory(-1)
	asks("Linked")
	tab.expectQuiet()
}

// TestStandaloneBackFromReview covers C4: Back leads from review to the form
// with all answers, and then to the request.
// Rows: C4.
func TestStandaloneBackFromReview(t *testing.T) {
	t.Parallel()
	tab, start := standaloneHistory(t)
	page, form := tab.page(), tab.form()
	grown := func(want int) {
		t.Helper()
		page.wait("the step to be in the history", `(want) => history.length === want`, start+want)
	}
	inForm := func(word string) {
		t.Helper()
		form.wait("the form with "+word, `(word) => document.querySelector("form") && document.getElementById("f0")?.value === word`, word)
		page.wait("the step of the form", `history.state.elicitform.step.kind === "form"`)
	}
	reviews := func() {
		t.Helper()
		form.toReview()
		page.wait("the step of review", `history.state.elicitform.step.kind === "review"`)
	}
	page.typeInto(page.find("textbox", "Request"), oneText("First"))
	page.Press("Show form")
	form.wait("the form", `document.activeElement?.id === "heading" && document.getElementById("f0")`)
	form.Type("Word", "one")
	reviews()
	grown(2)

	tab.goInHistory(-1)
	inForm("one")
	// Forward does not lead to review, because the answers were not checked.
	page.run(`new Promise((done) => { addEventListener("popstate", () => done(), { once: true }); history.forward(); })`)
	tab.waitUntilIdle()
	inForm("one")
	form.Type("Word", "two")
	reviews()
	grown(2)
	// Escape is the same step in the history.
	form.leaveReview()
	inForm("two")
	reviews()
	grown(2)
	// Changing an answer is a part of review, without an entry in the history.
	form.Press("Change “Word”")
	form.onHeading(changeHeading("example-server"))
	form.toReview()
	form.Press("Change “Word”")
	form.Type("Word", "two")
	grown(2)
	tab.goInHistory(-1)
	inForm("two")
	tab.goInHistory(-1)
	page.wait("no form", `document.getElementById("form").hidden && document.activeElement.id === "request"`)
	tab.goInHistory(2)
	form.wait("what was typed", `document.getElementById("f0")?.value === "two"`)
	form.Type("Word", "three")
	form.sendAnswers()
	page.wait("the result", `document.getElementById("result").textContent.includes('"three"')`)
	// The result replaces review in the history.
	grown(2)
	tab.goInHistory(-1)
	form.wait("what was sent", `document.getElementById("f0")?.value === "three"`)
	tab.goInHistory(1)
	page.wait("the result again", `document.getElementById("result").textContent.includes('"three"') && document.getElementById("form").hidden`)
	tab.expectQuiet()
}
