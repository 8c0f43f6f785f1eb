package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestAbort covers B33: a request is withdrawn before, while and after it is
// shown.
// Rows: B33.
func TestAbort(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	t.Run("before", func(t *testing.T) {
		host.reportTo(t)
		host.page().run(`host.elicit("{}", {server: {id: "Example"}, signal: AbortSignal.abort()}).then(
			() => outcomes.push({key: "early", action: "resolved"}), (e) => outcomes.push({key: "early", error: e.name}))`)
		host.expectAborted("early")
	})
	t.Run("while typing", func(t *testing.T) {
		host.reportTo(t)
		key, form := host.show(twoFields, nil)
		form.Type("City", "Oslo")
		host.page().run(`(key) => controllers[key].abort()`, key)
		host.expectAborted(key)
		form.onHeading(withdrawnHeading)
		if eval[bool](form, `document.documentElement.outerHTML.includes("Oslo")`) {
			t.Error("the answer is still there")
		}
		host.expectSettledOnce(key)
	})
	t.Run("on review", func(t *testing.T) {
		host.reportTo(t)
		key, form := host.show(twoFields, nil)
		form.Type("City", "Oslo")
		form.toReview()
		host.page().run(`(key) => controllers[key].abort()`, key)
		form.onHeading(withdrawnHeading)
		host.expectSettledOnce(key)
	})
	t.Run("while it waits", func(t *testing.T) {
		host.reportTo(t)
		first, form := host.show(oneText("shown"), nil)
		second := host.start(oneText("waiting"), nil)
		host.page().run(`(key) => controllers[key].abort()`, second)
		host.expectAborted(second)
		form.Press("Decline")
		host.outcome(first)
		form.onHeading(declinedHeading)
	})
	t.Run("after", func(t *testing.T) {
		host.reportTo(t)
		key, form := host.show(oneText("over"), nil)
		form.Press("Decline")
		host.outcome(key)
		host.page().run(`(key) => controllers[key].abort()`, key)
		host.expectSettledOnce(key)
		form.onHeading(declinedHeading)
	})
	host.expectQuiet()
}

// TestQueue covers P18 and B32: requests are shown one at a time, in order, and
// none replaces another that the person is answering.
// Rows: P18, B32.
func TestQueue(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	var keys []string
	for i := range 5 {
		keys = append(keys, host.start(oneText("Number "+itoa(i)), nil))
	}
	form := host.form()
	for i, key := range keys {
		form.asks("Number " + itoa(i))
		want := "Request " + itoa(i+1) + " of 5"
		form.shows(want)
		form.wait("an empty field", `f0.value === ""`)
		form.Type("Word", "w"+itoa(i))
		form.toReview()
		if got, content := host.send(key); got.Action != "accept" || content != `{"word":"w`+itoa(i)+`"}` {
			t.Errorf("request %d settled as %+v with %s", i, got, content)
		}
	}
	for _, key := range keys {
		host.expectSettledOnce(key)
	}
	host.expectQuiet()
}

// placeShown is the place in the queue that the form shows; empty for none.
const placeShown = `(document.querySelector("main").innerText.match(/Request \d of \d/)?.[0] ?? "")`

// TestQueueChanges covers P18: the shown request gets its place as soon as others wait behind it.
// The person types on, and the place is announced once.
// Rows: P18.
func TestQueueChanges(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(twoFields, nil)
	form.Type("City", "Os")
	form.run(`{
		window.field = document.activeElement;
		window.announcements = [];
		const region = document.getElementById("status");
		window.observer = new MutationObserver(() => region.textContent && announcements.push(region.textContent));
		observer.observe(region, { childList: true, characterData: true, subtree: true });
	}`)
	expectPlace := func(place string) {
		t.Helper()
		form.wait("the place "+place, `(place) => `+placeShown+` === place`, place)
		if got := eval[string](form, `document.activeElement === field ? field.value : "the focus on " + document.activeElement.tagName`); got != "Os" {
			t.Errorf("with %q: %s", place, got)
		}
	}
	expectPlace("")
	var waiting []string
	for _, place := range []string{"Request 1 of 2", "Request 1 of 3"} {
		waiting = append(waiting, host.start(twoFields, nil))
		expectPlace(place)
	}
	form.wait("the announcement", `announcements.some((text) => text.includes("Request"))`)
	host.abort(waiting[1])
	expectPlace("Request 1 of 2")
	form.expectAccessible("the first of a queue")
	form.Key("lo")
	form.wait("what was typed", `field.value === "Oslo"`)
	host.abort(waiting[0])
	form.wait("no place", placeShown+` === ""`)
	if got := eval[string](form, `announcements.filter((text) => text.includes("Request")).join("; ")`); strings.Contains(got, ";") || !strings.HasPrefix(got, "Request 1 of ") {
		t.Errorf("heard %q", got)
	}
	form.run(`observer.disconnect()`)
	form.Press("Decline")
	host.expectAction(key, "decline")
	host.expectQuiet()
}

// TestMovedFrame covers B37: a frame that is moved in the page loads again and
// shows the request with the typed text, which still settles once.
// Rows: B37.
func TestMovedFrame(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(oneText("Still there?"), nil)
	form.Type("Word", "typed")
	form.run(`(() => { window.before = true; })()`)
	host.page().run(`document.getElementById("elsewhere").append(document.querySelector("iframe"))`)
	form.wait("the form after the move", `!window.before && document.getElementById("f0")?.value === "typed"`)
	form.asks("Still there?")
	form.Type("Word", "found")
	form.toReview()
	host.expectSent(key, `{"word":"found"}`)
	host.expectSettledOnce(key)
	// This keeps the document of the frame.
	host.page().run(`document.getElementById("place").moveBefore(document.querySelector("iframe"), null)`)
	host.expectQuiet()
}

// TestResentRequest covers P20 and B34: if the host sends a request again while it is open, the
// form keeps the typed text; if it has ended, the form sends the same answer again.
// Rows: P20, B34.
func TestResentRequest(t *testing.T) {
	t.Parallel()
	host := warmAppsHost(t)
	key, form := host.show(oneText("Again"), nil)
	form.Type("Word", "kept")
	resend := `document.querySelector("iframe").contentWindow.postMessage(transcript.find(({message}) => message.method === "elicitation/create").message, "*")`
	host.page().run(resend)
	host.waitUntilIdle()
	if got := eval[string](form, `f0.value`); got != "kept" {
		t.Errorf("P20: the field holds %q", got)
	}
	form.sendAnswers()
	host.expectAction(key, "accept")
	form.onHeading(sentHeading)
	host.page().run(resend)
	host.page().wait("the same answer again", `(() => {
		const answers = fromFrame.filter((text) => text.includes('"action":"accept"'));
		return answers.length === 2 && answers[0] === answers[1];
	})()`)
	form.onHeading(sentHeading)
	host.expectSettledOnce(key)
	host.expectQuiet()
}

// TestTrustedServer covers P11 and G5: the heading has the host's name of the
// server. The server's own name is marked as its claim and cannot replace that
// name.
// Rows: P11, G5.
func TestTrustedServer(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	forged := `{"message": "m", "_meta": {"elicitform/server": {"id": "Your Bank"}, "elicitform/focus": true}, "requestedSchema": {"type": "object", "properties": {"w": {"type": "string"}}}}`
	_, form := host.show(forged, map[string]any{"server": map[string]any{"id": "Example", "title": "Your Bank ✓ verified"}})
	form.onHeading(askingHeading("Example"))
	text := eval[string](form, `document.body.innerText`)
	if !strings.Contains(text, "The server calls itself “Your Bank ✓ verified”.") || strings.Count(text, "Your Bank") != 1 {
		t.Errorf("P11: %s", text)
	}
	if eval[bool](form, `document.hasFocus()`) {
		t.Error("the server moved the focus")
	}
	form.toReview()
	if text := eval[string](form, `document.body.innerText`); !strings.Contains(text, "Example") {
		t.Errorf("G5: review does not name the server: %s", text)
	}
	host.expectQuiet()
}

// TestFocusOnOpen covers G7: a form takes the focus only if the host asks for
// it.
// Rows: G7, G8.
func TestFocusOnOpen(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.page().run(`document.getElementById("before").focus()`)
	key, form := host.show(oneText("quiet"), nil)
	if id := eval[string](host.page(), `document.activeElement.id`); id != "before" {
		t.Errorf("the focus went to %q", id)
	}
	host.page().run(`(key) => host.setContext({locale: "en-GB"})`, key)
	form.Press("Decline")
	host.outcome(key)
	host.page().run(`document.getElementById("before").focus()`)
	key, form = host.show(oneText("loud"), map[string]any{"focus": true})
	form.wait("the focus on the heading", `document.hasFocus() && document.activeElement.id === "heading"`)
	host.Key(kb.Tab)
	form.wait("the tabindex to go with the focus", `document.activeElement.id === "f0" && !document.getElementById("heading").hasAttribute("tabindex")`)
	form.Press("Decline")
	host.outcome(key)
	host.expectQuiet()
}

// TestFlood covers B45: after more messages than the frame reads, it still
// works.
// Rows: B45.
func TestFlood(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.page().run(`(() => { for (let i = 0; i < 10000; i++) formPort.postMessage('{"jsonrpc":"2.0","method":"notifications/none","params":{}}'); })()`)
	// The frame has read all messages. The limit is per second.
	host.waitUntilIdle()
	host.advance(1000)
	key, form := host.show(oneText("after the flood"), nil)
	form.Type("Word", "alive")
	form.toReview()
	if got, _ := host.send(key); got.Action != "accept" {
		t.Errorf("settled as %+v", got)
	}
	host.expectQuiet()
}
