package e2e

import (
	"net/url"
	"testing"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// TestStandaloneRound covers N27, N29 and P18: a round of two forms and a page
// is answered in turn. The result has the responses under the server's keys,
// and the repeated call has the state as it came.
// Rows: N27, N29, P18.
func TestStandaloneRound(t *testing.T) {
	t.Parallel()
	tab := standalonePage(t)
	page, form := tab.page(), tab.form()
	page.typeInto(page.find("textbox", "Request"), `{"resultType": "input_required", "requestState": "s-\u00e9", "inputRequests": {
		"10": {"method": "elicitation/create", "params": `+oneText("First")+`},
		"model": {"method": "sampling/createMessage", "params": {}},
		"9": {"method": "elicitation/create", "params": `+oneText("Second")+`}}}`)
	page.wait("what was recognised", `document.getElementById("recognised").textContent === "A round of 2 forms. A request of another kind is left to the client."`)
	page.Press("Show form")
	form.wait("the first part", `document.body.innerText.includes("First")`)
	form.Type("Word", "one")
	form.Press("Review")
	form.asks("Second")
	form.Type("Word", "two")
	form.sendAnswers()
	page.wait("the result", `!document.getElementById("result").hidden`)
	const responses = `{"9":{"action":"accept","content":{"word":"two"}},"10":{"action":"accept","content":{"word":"one"}}}`
	expectSameJSON(t, "result", eval[string](page, `document.getElementById("result").textContent`), `{"inputResponses":`+responses+`}`)
	expectSameJSON(t, "call", eval[string](page, `document.getElementById("answer").textContent`),
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"…","arguments":{},"inputResponses":`+responses+`,"requestState":"s-é"}}`)
	page.wait("who answers the rest", `document.getElementById("answer-text").textContent.includes("“model”")`)
	tab.expectQuiet()
}

// TestStandaloneRequired covers P16 and N29: the pages of an error -32042 are
// opened one after the other, and the notices of completion end the wait.
// Rows: P16, N29.
func TestStandaloneRequired(t *testing.T) {
	t.Parallel()
	tab := standalonePage(t)
	page, form := tab.page(), tab.form()
	page.typeInto(page.find("textbox", "Request"), `{"jsonrpc": "2.0", "id": 12, "error": {"code": -32042, "message": "Two accounts", "data": {"elicitations": [
		{"mode": "url", "elicitationId": "mail-1", "url": "http://localhost:1/mail", "message": "Connect your mailbox."},
		{"mode": "url", "elicitationId": "cal-1", "url": "http://localhost:1/calendar", "message": "Connect your calendar."}]}}}`)
	page.Press("Show form")
	form.wait("the first page", `document.body.innerText.includes("Connect your mailbox.")`)
	form.Press("Decline")
	form.wait("the second page", `document.body.innerText.includes("Connect your calendar.")`)
	form.waitUntilReplaced()
	form.Press("Decline")
	page.wait("the result", `document.getElementById("result").textContent === '"decline"'`)
	page.wait("the error for the caller", `document.getElementById("answer").textContent.includes("-32042")`)
	if got := eval[string](page, `[...document.querySelectorAll("#completion-buttons button")].map((button) => button.textContent).join()`); got != "Report mail-1 as finished,Report cal-1 as finished" {
		t.Errorf("buttons for notices: %s", got)
	}
	page.expectAccessible("standalone with notices")
	tab.expectQuiet()
}

// TestStandaloneLeaving covers N29 and N24: the page asks before the person
// leaves it if answers were typed, and only then.
// Rows: N29, N24.
func TestStandaloneLeaving(t *testing.T) {
	t.Parallel()
	tab := newTab(t)
	dialogs := make(chan *cdppage.EventJavascriptDialogOpening, 1)
	must(t, chromedp.Listen(tab.ctx, func(ev any) {
		if e, ok := ev.(*cdppage.EventJavascriptDialogOpening); ok {
			dialogs <- e
		}
	}))
	tab.open(baseURL(t) + "/standalone.html#request=" + url.PathEscape(oneText("Leaving")))
	page, form := tab.page(), tab.form()
	form.onHeading(askingHeading("example-server"))
	page.Press("Copy link")
	// The form is open and untouched, so nothing can be lost.
	tab.open(baseURL(t) + "/standalone.html?again#request=" + url.PathEscape(oneText("Again")))
	form.wait("the form", `document.body.innerText.includes("Again")`)
	form.wait("the focus on its heading", `document.activeElement?.id === "heading"`)
	form.Type("Word", "typed")
	page.wait("the answer to be known to the page", `!dispatchEvent(new Event("beforeunload", {cancelable: true}))`)
	go func() { _ = chromedp.Do(tab.ctx, chromedp.Navigate("about:blank")) }()
	select {
	case dialog := <-dialogs:
		if dialog.Type != cdppage.DialogTypeBeforeunload {
			t.Errorf("a dialog of type %s", dialog.Type)
		}
	case <-time.After(waitTimeout):
		t.Fatal("the page was left without a question")
	}
	_, err := chromedp.Call(tab.ctx, cdppage.HandleJavaScriptDialog, cdppage.HandleJavaScriptDialogParams{Accept: false})
	must(t, err)
	// When the form is shown again, it still has the typed text.
	page.Press("Show form")
	form.wait("the form to say so", `document.body.innerText.includes("Your earlier answers are back")`)
	form.wait("the typed answer", `[...document.querySelectorAll("input")].some(({value}) => value === "typed")`)
	form.Press("Decline")
	page.wait("the result", `!document.getElementById("result").hidden`)
	// The request is decided, so that the person can leave without a question.
	tab.open("about:blank")
}
