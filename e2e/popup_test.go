package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// popupAddress is the address of the site's popup; ORIGIN stands for the
// opener's origin.
func popupAddress(t testing.TB) string { return baseURL(t) + "/popup.html?origin=ORIGIN" }

// ask sends a request for one word to the popup.
func (o *opener) ask(id int, message string) {
	o.t.Helper()
	o.page().run(`(id, params) => say({type: "elicitform/request", id, params, server: {id: "bank.example", name: "Weather"}})`, id, oneText(message))
}

// waitForMessages waits until exactly these messages have come.
func (o *opener) waitForMessages(types string) {
	o.t.Helper()
	o.page().wait("the messages "+types, `(types) => window.types() === types`, types)
}

// TestPopup covers N29: a page of another site opens the popup, sends its
// request and gets the result, and then does so again in the same window. N20: if a request
// cannot be shown, the result is an error with its code, not a decision.
// Rows: N29, P11, N20.
func TestPopup(t *testing.T) {
	t.Parallel()
	opener := openOpener(t, popupAddress(t), "Cross-Origin-Opener-Policy", "same-origin-allow-popups")
	popup := opener.openPopup()
	opener.waitForMessages("elicitform/ready")
	popup.page().wait("who gets the answer", `(origin) => document.getElementById("site").textContent === origin`, opener.origin)
	form := popup.form()
	// The frame is ready, and can have loaded before the window was driven.
	form.run(readsAtOnce)
	opener.ask(1, "Say a word")
	host := strings.TrimPrefix(opener.origin, "http://")
	form.onHeading(askingHeading(host))
	form.shows("Weather")
	if text := eval[string](form, `document.body.innerText`); strings.Contains(text, "bank.example") {
		t.Errorf("the opener could choose the trusted name: %s", text)
	}
	popup.page().expectAccessible("popup")
	form.Type("Word", "wind")
	form.sendAnswers()
	opener.waitForMessages("elicitform/ready,elicitform/result")
	expectSameJSON(t, "message", eval[string](opener.page(), `JSON.stringify(messages[1])`),
		`{"type":"elicitform/result","id":1,"result":{"action":"accept","content":{"word":"wind"}}}`)
	popup.page().wait("the end", `/Your answer was sent to/.test(document.getElementById("told").textContent)`)
	popup.page().expectAccessible("popup after the answer")

	opener.page().run(`say({type: "elicitform/request", id: "a", params: "{ not JSON"})`)
	form.onHeading(unshownHeading)
	form.Press("Close")
	opener.waitForMessages("elicitform/ready,elicitform/result,elicitform/error")
	if got := eval[string](opener.page(), `[messages[2].id, messages[2].error.code, messages[2].error.rpcCode].join()`); got != "a,invalid-request,-32602" {
		t.Errorf("the opener was told %s", got)
	}

	opener.ask(2, "And another")
	form.onHeading(askingHeading(host))
	form.Press("Decline")
	opener.waitForMessages("elicitform/ready,elicitform/result,elicitform/error,elicitform/result")
	// The button is clicked a little later, because a closed window cannot
	// answer DevTools.
	popup.page().find("button", "Close window")
	popup.page().run(`void setTimeout(() => document.getElementById("close").click())`)
	opener.page().wait("the window to close", `popup.closed`)
	opener.waitForMessages("elicitform/ready,elicitform/result,elicitform/error,elicitform/result")
	opener.expectQuiet()
	popup.expectQuiet()
}

// TestPopupClosed covers N29: a window that is closed without an answer sends
// no answer, and a request that was withdrawn or repeated is not answered
// twice.
// Rows: N29, N20.
func TestPopupClosed(t *testing.T) {
	t.Parallel()
	opener := openOpener(t, popupAddress(t))
	popup := opener.openPopup()
	opener.waitForMessages("elicitform/ready")
	opener.ask(1, "Withdrawn")
	form := popup.form()
	form.wait("the form", `document.body.innerText.includes("Withdrawn")`)
	opener.ask(1, "The same id again")
	opener.page().run(`say({type: "elicitform/withdraw", id: 1})`)
	popup.page().wait("the end", `/no longer needs an answer/.test(document.getElementById("told").textContent)`)
	opener.ask(1, "The id is free again")
	form.wait("the form", `document.body.innerText.includes("The id is free again")`)
	// If the window is reloaded, its open request ends, and it accepts a new
	// one.
	_, err := chromedp.Call(popup.ctx, page.Reload, page.ReloadParams{})
	must(t, err)
	opener.waitForMessages("elicitform/ready,elicitform/closed,elicitform/ready")
	opener.ask(2, "After the reload")
	form.wait("the form", `document.body.innerText.includes("After the reload")`)
	// A window that is closed for good may be unable to report it, but it never
	// reports anything else.
	opener.page().run(`popup.close()`)
	opener.page().wait("the window to close", `popup.closed`)
	expectSameJSON(t, "messages", eval[string](opener.page(), `JSON.stringify(messages.slice(0, 3))`), `[
		{"type":"elicitform/ready"},{"type":"elicitform/closed","id":1},{"type":"elicitform/ready"}]`)
	if last := eval[string](opener.page(), `window.types().split(",").slice(3).join()`); last != "" && last != "elicitform/closed" {
		t.Errorf("the closed window said %s", last)
	}
}

// TestPopupOrigin covers N29: the popup takes messages only from the origin in
// its address, and sends messages only to it.
// Rows: N29.
func TestPopupOrigin(t *testing.T) {
	t.Parallel()
	opener := openOpener(t, baseURL(t)+"/popup.html?origin=https%3A%2F%2Fbank.example")
	popup := opener.openPopup()
	popup.form().wait("the frame", `document.body`)
	popup.page().wait("who gets the answer", `document.getElementById("site").textContent === "https://bank.example"`)
	opener.ask(1, "From the wrong origin")
	// This message of the right window comes after the wrong one.
	popup.page().run(`new Promise((done) => { addEventListener("message", (event) => event.data === "later" && done()); postMessage("later", "*"); })`)
	popup.page().run(`postMessage({type: "elicitform/request", id: 2, params: {message: "From the popup itself"}}, "*")`)
	popup.waitUntilIdle()
	if text := eval[string](popup.form(), `document.body.innerText`); strings.Contains(text, "From the") {
		t.Errorf("the form shows a request of a stranger: %s", text)
	}
	if got := eval[string](opener.page(), `window.types()`); got != "" {
		t.Errorf("a stranger was told %s", got)
	}
}

// TestPopupRejects covers N29: the popup shows no form if it cannot know the
// site that may get the answer, or cannot reach it.
// Rows: N29.
func TestPopupRejects(t *testing.T) {
	t.Parallel()
	rejected := func(tab *Tab, why string) {
		t.Helper()
		tab.page().wait("the reason", `(why) => document.getElementById("why").textContent.includes(why) && document.querySelector("h1").checkVisibility !== undefined && !document.querySelector("iframe")`, why)
	}
	tab := newTab(t)
	tab.open(baseURL(t) + "/popup.html")
	rejected(tab, "without naming the site")
	tab.page().expectAccessible("popup that shows no form")
	tab.open(baseURL(t) + "/popup.html?origin=https%3A%2F%2Fchat.example")
	rejected(tab, "No page has opened")
	tab.expectQuiet()

	// A page with this header is cut off from every window that it opens.
	cut := openOpener(t, popupAddress(t), "Cross-Origin-Opener-Policy", "same-origin")
	rejected(cut.openPopup(), "No page has opened")
}

// openerPage is a page of another site that opens the popup and keeps the
// messages that it gets from it.
const openerPage = `<!doctype html><html lang="en"><title>Chat</title><link rel="icon" href="data:,">
<button id="open">Open</button>
<script>
	const address = %s;
	const site = new URL(address).origin;
	window.messages = [];
	addEventListener("message", (event) => {
		if (event.origin === site) messages.push(event.data);
	});
	document.getElementById("open").onclick = () => { window.popup = window.open(address); };
	window.say = (message) => popup.postMessage(message, site);
	window.types = () => messages.map(({type}) => type).join();
</script>`

// opener is a tab with a page of another site that opens the popup.
type opener struct {
	*Tab
	origin string
}

// openOpener opens a page of another site that can open the given address.
// headers are names and values of response headers in turn. ORIGIN in the
// address stands for the origin of the new page.
func openOpener(t testing.TB, address string, headers ...string) *opener {
	t.Helper()
	var origin string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		fmt.Fprintf(w, openerPage, quote(strings.ReplaceAll(address, "ORIGIN", origin)))
	}))
	t.Cleanup(server.Close)
	// A browser treats localhost and 127.0.0.1 as two sites.
	origin = strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
	page := &opener{Tab: newTab(t), origin: origin}
	page.open(origin)
	return page
}

// openPopup presses the button of the page and returns the window that opens.
func (o *opener) openPopup() *Tab {
	o.t.Helper()
	return o.opened(func() { o.page().Press("Open") })
}
