package e2e

import (
	"strings"
	"testing"
	"time"
)

// startInline starts a request in the element with that id, as in a message of
// a transcript. Its outcome is recorded like that of window.start.
func (h *Host) startInline(key, id string) {
	h.t.Helper()
	h.page().run(`(key, params, id) => window.start(key, params, {container: document.getElementById(id)})`, key, oneText("Asked by "+key), id)
}

// frameParentID returns the id of the element that the frame is in.
func (h *Host) frameParentID() string {
	h.t.Helper()
	return eval[string](h.page(), `document.querySelector("iframe").parentNode.id`)
}

// TestInlineRequest covers a request inside a message: the frame moves there
// with its document and takes the height that it needs. It stays there so that
// the result can be read, and moves back for the next request. The message keeps a line
// about it, which opens and shows the answers.
func TestInlineRequest(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.page().run(`hostOptions.outcome = "receipt"`)
	host.setLocale("de", "UTC")
	form := host.form()
	form.run(`window.sameDocument = true`)
	host.page().run(`document.getElementById("elsewhere").style.width = "320px"`)
	// The rest of the test is in English. The texts of requests that have ended stay in German.
	host.page().run(`(params) => {
		const message = document.createElement("div");
		message.id = "earlier";
		document.body.append(message);
		window.start("earlier", params, {container: message, server: {id: "earlier"}});
	}`, oneText("Asked by earlier"))
	form.wait("the form", requestMark+` && document.getElementById("f0")`)
	form.do("decline")
	host.expectAction("earlier", "decline")
	host.page().run(`host.setContext({ locale: "en" })`)
	form.wait("English", `document.documentElement.lang === "en"`)

	host.startInline("inline", "elsewhere")
	form.answerAs("inline")
	host.expectAction("inline", "accept")
	if !eval[bool](form, `window.sameDocument`) {
		t.Error("the frame was loaded again, although this browser can move it")
	}
	host.page().wait("the line in the place of the frame, which has the focus", `(() => {
		const line = document.querySelector("#elsewhere > details");
		return line?.textContent === "Sent to Example: wWordw" && document.activeElement === line.firstElementChild;
	})()`)
	host.page().run(`document.querySelector("#elsewhere > details").open = true`)
	if look := eval[string](host.page(), `(() => {
		const [head, { firstChild: question, lastChild: answer }] = document.querySelector("#elsewhere > details").children;
		const [a, b] = [question, answer].map((part) => part.getBoundingClientRect());
		return head.getBoundingClientRect().height + " " + (a.top === b.top && a.right < b.left);
	})()`); look != "44 true" {
		t.Errorf("the height of the line, and whether the answer is beside the question: %s", look)
	}

	host.askAs("docked")
	form.answerAs("docked")
	if place := host.frameParentID(); place != "place" {
		t.Errorf("the frame is in #%s for a request without a place", place)
	}
	lines := eval[[]string](host.page(), `[...document.querySelectorAll(".elicitform-receipt:not(#place > *)")].map((line) => line.parentNode.id + " " + line.lang + ": " + line.textContent.replace(/[\u2068\u2069]/g, ""))`)
	if got := strings.Join(lines, "\n"); got != "elsewhere en: Sent to Example: wWordw\nearlier de: Sie haben die Anfrage abgelehnt · earlier" {
		t.Errorf("the messages keep\n%s", got)
	}
	host.expectEnds(map[string]string{"earlier": "decline", "Example": "accept", "docked": "accept"})
	host.expectQuiet()
	host.page().run(`document.querySelectorAll(".elicitform-receipt").forEach((line) => line.remove())`)
}

// TestInlineRequestPutBack: a chat redraws while somebody types. It takes the
// message with the form out of the page and puts it back, or moves it. The form stays in
// its message with the typed text, even if the frame loses its document.
func TestInlineRequestPutBack(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.page().run(`(() => { window.moveBefore = Element.prototype.moveBefore; delete Element.prototype.moveBefore; })()`)
	form := host.form()
	host.startInline("moved", "elsewhere")
	form.waitForRequestOf("moved")
	for i, change := range []string{
		`(message) => { const parent = message.parentNode, next = message.nextSibling; message.remove(); parent.insertBefore(message, next); }`,
		`(message) => { document.body.prepend(message); }`,
		`async (message) => { message.remove(); await null; testClock.skip(400); document.body.append(message); }`,
	} {
		text := "typed " + itoa(i)
		form.Type("Word", text)
		form.run(`window.sameDocument = true`)
		host.page().run(`(change) => (0, eval)(change)(document.getElementById("elsewhere"))`, change)
		form.wait("another document with what was typed", `(text) => !window.sameDocument && document.getElementById("f0")?.value === text`, text)
		host.advance(1200)
		if place := host.frameParentID(); place != "elsewhere" {
			t.Errorf("change %d: the frame is in #%s", i, place)
		}
	}
	form.sendAnswers()
	host.expectAction("moved", "accept")
	// The frame moves back with its document.
	host.page().run(`Element.prototype.moveBefore = moveBefore`)
	host.askAs("next")
	form.answerAs("next")
	host.expectQuiet()
}

// TestInlineRequestRemoved covers B37: the message with the form is removed. The
// request continues in the default place with the typed text. After the answer the
// frame waits there invisibly.
// Rows: B37.
func TestInlineRequestRemoved(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	form := host.form()
	host.startInline("removed", "elsewhere")
	form.Type("Word", "kept")
	form.run(`window.sameDocument = true`)
	host.page().run(`document.getElementById("elsewhere").remove()`)
	form.wait("what was typed", `!window.sameDocument && document.getElementById("f0")?.value === "kept"`)
	if place := host.frameParentID(); place != "place" {
		t.Errorf("the frame is in #%s", place)
	}
	form.answerAs("removed")
	host.expectAction("removed", "accept")

	host.page().run(`(() => { const message = document.createElement("div"); message.id = "message"; document.body.append(message); })()`)
	host.startInline("read", "message")
	form.answerAs("read")
	host.outcome("read")
	host.page().run(`document.getElementById("message").remove()`)
	host.page().wait("the frame to wait unseen", `(() => {
		const frame = document.querySelector("#place > iframe");
		return frame?.style.visibility === "hidden" && frame.offsetHeight === 0;
	})()`)
	host.askAs("next")
	form.answerAs("next")
	host.expectQuiet()
}

// TestInlineRequestMovedAbout covers B37: a chat moves the message with the form more often than
// the host replies to new documents, and the last document still gets the request. The test only
// repeats the hellos of the earlier documents.
// Rows: B37.
func TestInlineRequestMovedAbout(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	page, form := host.page(), host.form()
	host.startInline("moved", "elsewhere")
	form.waitForRequestOf("moved")
	// For the host no time passes between the hellos, of which it answers ten in a second.
	page.stopClock(time.Now().UnixMilli())
	before := eval[int](page, `channels`)
	form.run(`for (let i = 0; i < 12; i++) parent.postMessage({ elicitform: "hello", nonce: "document " + i }, "*")`)
	page.wait("the hellos", `posted.filter((message) => message?.nonce?.startsWith("document ")).length === 12`)
	if got := eval[int](page, `channels`) - before; got > 10 {
		t.Errorf("the host answers %d hellos in a second", got)
	}
	page.run(`(async () => {
		const hello = new Promise((done) => addEventListener("message", ({ data }) => data.elicitform === "hello" && done()));
		document.body.prepend(document.getElementById("elsewhere"));
		await hello;
	})()`)
	page.run(`Date = RealDate`)
	form.answerAs("moved")
	host.expectAction("moved", "accept")
	// The frame moves back with its document.
	host.askAs("next")
	form.answerAs("next")
}

// TestInlineRequestInAnotherTree covers B37: the message is moved with its
// document into a shadow tree, and then removed from there.
// Rows: B37.
func TestInlineRequestInAnotherTree(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.startInline("moved", "elsewhere")
	host.form().waitForRequestOf("moved")
	host.page().run(`(async () => {
		const around = document.createElement("div");
		document.body.append(around);
		const message = document.getElementById("elsewhere");
		around.attachShadow({mode: "open"}).moveBefore(message, null);
		await new Promise((done) => setTimeout(done));
		message.remove();
	})()`)
	host.form().answerAs("moved")
	host.expectAction("moved", "accept")
	if place := host.frameParentID(); place != "place" {
		t.Errorf("the frame is in #%s", place)
	}
	host.expectQuiet()
}

// TestInlineWaiting covers B32 and P15: while the form waits for a page,
// another request is shown in the place where it was made. After that, the wait
// is shown again in the message of its own request.
// Rows: B32, P15.
func TestInlineWaiting(t *testing.T) {
	t.Parallel()
	site := newVisitedSite(t)
	host := warmHost(t)
	host.page().run(`(params) => window.start("page", params, {container: document.getElementById("elsewhere")})`, urlRequest(site.URL))
	form := host.form()
	form.onHeading(consentHeading)
	form.do("open")
	host.outcome("page")
	site.waitForVisit()
	form.onHeading(waitingHeading)
	host.askAs("other")
	form.onHeading(askingHeading("other"))
	if place := host.frameParentID(); place != "place" {
		t.Errorf("the other request is shown in #%s", place)
	}
	form.Press("Decline")
	form.onHeading(declinedHeading)
	// The heading gets the focus, and the server of the request is announced.
	form.wait("it to be announced", `document.activeElement?.id === "heading" && document.querySelector("#status").textContent === "other"`)
	if place := host.frameParentID(); place != "place" {
		t.Errorf("what became of the other request is shown in #%s", place)
	}
	// After a moment the page that is still waited for comes back.
	form.onHeading(waitingHeading)
	host.page().wait("the place and the name of the page's request", `document.querySelector("iframe").parentNode.id === "elsewhere" && document.querySelector("iframe").title === "Request from Example"`)
	form.Press("Close")
	host.page().wait("the frame to be put away", `document.querySelector("iframe").parentNode.id === "place" && document.querySelector("iframe").style.visibility === "hidden"`)
	host.expectQuiet()
}
