package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/e2e/driver"
)

// A promise keeps its first settlement and hides all others. So these tests
// read the events of the host package, of which one reports each end of a
// request. Each request has its own server, whose name identifies its events.

// askAs starts a request of the server with that name.
func (h *Host) askAs(name string) (key string) {
	h.t.Helper()
	return h.start(oneText("Asked by "+name), map[string]any{"server": map[string]any{"id": name}})
}

// waitForRequestOf waits until the request of that server is on the screen.
func (d Document) waitForRequestOf(name string) {
	d.t.Helper()
	d.wait("the request of "+name, `(text) => document.querySelector("[aria-labelledby$=message-from]:not([hidden])")?.innerText.includes(text)`, "Asked by "+name)
}

// answerAs fills in the form on the screen and sends it.
func (d Document) answerAs(name string) {
	d.t.Helper()
	d.waitForRequestOf(name)
	d.Type("Word", "w")
	d.sendAnswers()
}

func (h *Host) abort(key string) {
	h.t.Helper()
	h.page().run(`(key) => controllers[key].abort()`, key)
}

// expectEnds checks that each request has ended once: with an action, with the code
// of an error, or with the type of an event. It waits until nothing is pending,
// which includes a second end.
func (h *Host) expectEnds(want map[string]string) {
	h.t.Helper()
	const ends = `events.filter((e) => ["settled", "withdrawn", "expired", "error"].includes(e.type))
		.map((e) => e.server + (e.key === undefined ? "" : " " + e.key) + ": " + (e.action ?? e.code ?? e.type))`
	h.page().wait("the requests to end", `(count) => `+ends+`.length >= count`, len(want))
	h.waitUntilIdle()
	ended := map[string]bool{}
	for _, end := range eval[[]string](h.page(), ends) {
		name, how, _ := strings.Cut(end, ": ")
		if ended[name] || want[name] != how {
			h.t.Errorf("%s, but %s should end once, as %q", end, name, want[name])
		}
		ended[name] = true
	}
	for name := range want {
		if !ended[name] {
			h.t.Errorf("%s has not ended", name)
		}
	}
}

// TestSettlesOnceWithdrawn covers B33 in the most difficult moments: a request
// is withdrawn before the frame has loaded, while it waits, at the moment when
// its answer arrives, and after that. N27: a round that is on the screen ends once when the host is disposed of.
// Rows: B33.
func TestSettlesOnceWithdrawn(t *testing.T) {
	t.Parallel()
	host := openHostPage(t)
	host.mount(english)
	cold := host.askAs("cold")
	host.abort(cold)
	host.waitUntilReady()
	form := host.form()

	host.askAs("shown")
	waiting := host.askAs("waiting")
	host.abort(waiting)
	form.answerAs("shown")

	// The page sees the answer before the host package does.
	crossed := host.askAs("crossed")
	form.waitForRequestOf("crossed")
	host.page().run(`(key) => { fromFrame.push = (text) => { if (text.includes('"action"')) controllers[key].abort(); }; }`, crossed)
	form.answerAs("crossed")
	host.expectAborted(crossed)

	host.page().run(`delete fromFrame.push`)
	late := host.askAs("late")
	form.answerAs("late")
	host.outcome(late)
	host.abort(late)
	form.onHeading(sentHeading)

	host.start(`{"a":{"method":"elicitation/create","params":`+oneText("part a")+`},"b":{"method":"elicitation/create","params":`+confirmation+`}}`,
		map[string]any{"server": map[string]any{"id": "round"}, "round": true})
	form.asks("part a")
	host.page().run(`host.dispose()`)
	host.expectEnds(map[string]string{"cold": "withdrawn", "shown": "accept", "waiting": "withdrawn", "crossed": "withdrawn", "late": "accept", "round": "disposed"})
	host.expectQuiet()
}

// TestSettlesOnceDisposed covers N20: if the host is disposed of, each open
// request ends with one error, and nothing that happens later changes that.
// Rows: N20.
func TestSettlesOnceDisposed(t *testing.T) {
	t.Parallel()
	host := openHostPage(t)
	form := host.form()
	want := map[string]string{}
	for _, c := range []struct {
		name string
		// reach brings the first of two requests into the state in which
		// dispose is called.
		reach func()
		first string
	}{
		{"before the frame has loaded", func() {}, "disposed"},
		{"while typing", func() { form.Type("Word", "w") }, "disposed"},
		{"on review", func() {
			form.Type("Word", "w")
			form.toReview()
		}, "disposed"},
		{"after the answer", func() {
			form.Type("Word", "w")
			form.sendAnswers()
			form.waitForRequestOf("second after the answer")
		}, "accept"},
	} {
		t.Run(c.name, func(t *testing.T) {
			host.reportTo(t)
			host.mount(english)
			first := host.askAs("first " + c.name)
			second := host.askAs("second " + c.name)
			c.reach()
			host.page().run(`(() => { host.dispose(); host.dispose(); })()`)
			host.abort(first)
			host.abort(second)
			if got := host.outcome(second); got.Error != "ElicitationError" || got.Code != "disposed" || got.RPCCode != -32603 {
				t.Errorf("settled as %+v", got)
			}
			if eval[bool](host.page(), `document.querySelector("iframe") !== null`) {
				t.Error("the frame is still there")
			}
			want["first "+c.name], want["second "+c.name] = c.first, "disposed"
			host.expectEnds(want)
		})
	}
	host.expectQuiet()
}

// TestSettlesOnceWithoutFrame covers B37 and N20: a page removes the frame, or
// replaces its document. The request comes back with the frame and ends once.
// Without a place for the frame, the request ends with an error.
// Rows: B37, N20.
func TestSettlesOnceWithoutFrame(t *testing.T) {
	t.Parallel()
	host := openReadyHost(t, english)
	form := host.form()
	typed := func() {
		t.Helper()
		form.Type("Word", "typed")
		// The form reports the typed text once a second, and when its document goes. A
		// removed frame can report nothing.
		host.page().wait("the host to know", `fromFrame.at(-1).includes('"text":"typed"')`)
		form.run(`(() => { window.before = true; })()`)
	}
	restored := func() {
		t.Helper()
		form.wait("what was typed", `!window.before && document.getElementById("f0")?.value === "typed"`)
	}
	host.askAs("removed")
	typed()
	host.page().run(`document.querySelector("iframe").remove()`)
	restored()
	form.answerAs("removed")

	host.askAs("reloaded")
	typed()
	host.page().run(`(() => { const frame = document.querySelector("iframe"); frame.src = frame.src; })()`)
	restored()
	form.answerAs("reloaded")

	unplaced := host.askAs("gone")
	host.askAs("behind")
	form.waitForRequestOf("gone")
	host.page().run(`document.getElementById("place").remove()`)
	if got := host.outcome(unplaced); got.Code != "disposed" {
		t.Errorf("settled as %+v", got)
	}
	host.abort(unplaced)
	host.expectEnds(map[string]string{"removed": "accept", "reloaded": "accept", "gone": "disposed", "behind": "disposed"})
	host.expectQuiet()
}

// TestSettlesOnceInParts covers N27, P15 and B33: a page and the parts of a
// round end once each, on every way through the round.
// Rows: N27, P15, B33.
func TestSettlesOnceInParts(t *testing.T) {
	t.Parallel()
	site := newVisitedSite(t)
	host := warmHost(t)
	form := host.form()
	optionsOf := func(server string) map[string]any {
		return map[string]any{"server": map[string]any{"id": server}}
	}
	link := func() {
		t.Helper()
		form.button("open")
	}
	open := func() {
		t.Helper()
		link()
		form.click(form.button("open"), 2)
		site.waitForVisit()
		host.toFront()
		form.onHeading(waitingHeading)
	}

	page := host.start(urlRequest(site.URL), optionsOf("page"))
	open()
	// The frame shows the waiting step at once, and its answer is on its way to the host.
	host.outcome(page)
	host.abort(page)
	host.page().run(`["e-1", "e-1", "unknown"].forEach((page) => host.complete({ id: "page" }, page))`)
	form.atEnd()

	round := `{"a":{"method":"elicitation/create","params":` + oneText("part a") + `},"b":{"method":"elicitation/create","params":` + urlRequest(site.URL) + `},` +
		`"c":{"method":"elicitation/create","params":` + confirmation + `}}`
	inRound := func(server string) (key string) {
		t.Helper()
		options := optionsOf(server)
		options["round"] = true
		key = host.start(round, options)
		form.asks("part a")
		return key
	}
	inRound("answered")
	form.Type("Word", "w")
	form.Press("Review")
	open()
	form.Press("I have finished")
	form.Press("Decline")
	form.onHeading(reviewHeading)
	form.PressTimes("Send", 3)

	withdrawn := inRound("withdrawn")
	form.Type("Word", "w")
	form.Press("Review")
	link()
	host.abort(withdrawn)
	form.onHeading(withdrawnHeading)

	host.expectEnds(map[string]string{
		"page": "accept", "answered a": "accept", "answered b": "accept", "answered c": "decline",
		"withdrawn": "withdrawn",
	})
	host.expectQuiet("form is not connected")
}

// TestSettlesOnceHidden covers B37: requests arrive, are withdrawn and wait
// while the tab is hidden and frozen, like a background tab on a phone.
// Rows: B37.
func TestSettlesOnceHidden(t *testing.T) {
	t.Parallel()
	host := warmWindow(t)
	form := host.form()
	host.askAs("before")
	form.Type("Word", "kept")
	host.background(true)
	host.askAs("meanwhile")
	host.abort(host.askAs("taken back"))
	host.background(false)
	if got := eval[string](form, `document.getElementById("f0").value`); got != "kept" {
		t.Errorf("the field holds %q", got)
	}
	form.sendAnswers()
	form.answerAs("meanwhile")
	host.expectEnds(map[string]string{"before": "accept", "taken back": "withdrawn", "meanwhile": "accept"})
	host.expectQuiet()
}

// background puts another tab in front of this one and freezes it, as a phone
// does with hidden tabs, or undoes both.
func (tab *Tab) background(hidden bool) {
	tab.t.Helper()
	_, err := chromedp.Call(tab.ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: !hidden})
	must(tab.t, err)
	if hidden {
		context := chromedp.FromContext(tab.ctx).BrowserContextID
		_, err = chromedp.CallBrowser(tab.ctx, target.CreateTarget, target.CreateTargetParams{URL: "about:blank", BrowserContextID: context})
		must(tab.t, err)
		tab.page().wait("the tab to be hidden", `document.visibilityState === "hidden"`)
		_, err = chromedp.Call(tab.ctx, page.SetWebLifecycleState, page.SetWebLifecycleStateParams{State: page.SetWebLifecycleStateStateFrozen})
		must(tab.t, err)
		return
	}
	_, err = chromedp.Call(tab.ctx, page.SetWebLifecycleState, page.SetWebLifecycleStateParams{State: page.SetWebLifecycleStateStateActive})
	must(tab.t, err)
	_, err = chromedp.Call(tab.ctx, page.BringToFront, struct{}{})
	must(tab.t, err)
	tab.page().wait("the tab to be visible", `document.visibilityState === "visible"`)
}

// TestSettlesOnceHeldKey covers D4 and B34: a held key repeats its press, on the
// button that sends and on the next focused element.
// Rows: D4, B34.
func TestSettlesOnceHeldKey(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	form := host.form()
	before := host.countReplies()
	host.askAs("held")
	host.askAs("behind")
	form.waitForRequestOf("held")
	form.Type("Word", "w")
	form.toReview()
	form.tabTo(form.find("button", "Send"))
	for i := range 20 {
		host.holdEnter(i > 0)
	}
	form.waitForRequestOf("behind")
	form.Press("Not now")
	host.expectEnds(map[string]string{"held": "accept", "behind": "cancel"})
	if got := host.countReplies() - before; got != 2 {
		t.Errorf("%d answers left the frame", got)
	}
	host.expectQuiet()
}

// TestSettlesOnceQueue covers P18, B32 and B34 with fifty requests, some of
// which are withdrawn while they wait.
// Rows: P18, B32.
func TestSettlesOnceQueue(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	form := host.form()
	name := func(i int) string { return fmt.Sprintf("server-%02d", i) }
	keys := make([]string, 50)
	for i := range keys {
		keys[i] = host.askAs(name(i))
	}
	want := map[string]string{}
	for i, key := range keys {
		if i%3 > 0 {
			host.abort(key)
			want[name(i)] = "withdrawn"
		}
	}
	for i := range keys {
		if i%3 == 0 {
			form.waitForRequestOf(name(i))
			form.Press("Decline")
			want[name(i)] = "decline"
		}
	}
	host.expectEnds(want)
	host.expectQuiet()
}

// holdEnter presses Enter, or with again repeats the held key.
func (tab *Tab) holdEnter(again bool) {
	tab.t.Helper()
	event := driver.KeyEvents('\r')[0]
	event.AutoRepeat = new(again)
	_, err := chromedp.Call(tab.ctx, input.DispatchKeyEvent, event)
	must(tab.t, err)
}
