package e2e

import (
	"encoding/json"
	"fmt"
	"strconv"
	"testing"
)

// Host is a page in a tab, with a form host in it.
type Host struct {
	*Tab
	keys int
}

// Outcome is the result or the error with which a request settled.
type Outcome struct {
	Key    string
	Result string
	Action string
	Keys   []string
	// Names are the property names of the content in the host page.
	Names []string
	Error string
	Code  string
	// RPCCode and Reason are set for an ElicitationError.
	RPCCode int
	Reason  string
}

// Content returns the JSON text of the accepted content.
func (o Outcome) Content(t testing.TB) string {
	t.Helper()
	var result struct {
		Content json.RawMessage `json:"content"`
	}
	must(t, json.Unmarshal([]byte(o.Result), &result))
	return string(result.Content)
}

// openHost opens the host page, in a new or used tab, and mounts a form host.
func openHost(t testing.TB, options map[string]any) *Host {
	t.Helper()
	host := hostPage(reuseTab(t))
	host.mount(options)
	return host
}

// openReadyHost is openHost with a frame that can show a form at once.
func openReadyHost(t testing.TB, options map[string]any) *Host {
	t.Helper()
	host := openHost(t, options)
	host.waitUntilReady()
	return host
}

func openHostWindow(t testing.TB, options map[string]any) *Host {
	t.Helper()
	host := hostPage(newTabIn(t, windowed))
	host.mount(options)
	return host
}

// openHostPage opens the host page without a form host.
func openHostPage(t testing.TB) *Host {
	t.Helper()
	return hostPage(newTab(t))
}

func hostPage(tab *Tab) *Host {
	tab.t.Helper()
	host := &Host{Tab: tab}
	host.load(baseURL(tab.t))
	return host
}

func (h *Host) load(site string) {
	h.t.Helper()
	h.open(site + "/e2e/host.html")
	h.page().wait("the host script", `window.loaded`)
}

func (h *Host) mount(options map[string]any) {
	h.t.Helper()
	h.page().run(`(options) => window.mount(options)`, options)
}

func (h *Host) waitUntilReady() {
	h.t.Helper()
	h.page().wait("the frame to be ready", `window.hostReady`)
}

// start hands params to the form host and returns the key of the request.
func (h *Host) start(params string, options map[string]any) string {
	h.t.Helper()
	h.keys++
	key := fmt.Sprintf("r%03d", h.keys)
	h.page().run(`(key, params, options) => window.start(key, params, options)`, key, params, options)
	return key
}

// show starts a request and waits until its form is on the screen.
func (h *Host) show(params string, options map[string]any) (key string, form Document) {
	h.t.Helper()
	form = h.form()
	var before string
	_ = form.try(requestMark+`?.dataset.request ?? ""`, &before)
	key = h.start(params, options)
	form.wait("the request to be shown", `(before) => (`+requestMark+`?.dataset.request ?? before) !== before`, before)
	form.waitUntilReplaced()
	return key, form
}

func (h *Host) outcome(key string) Outcome {
	h.t.Helper()
	var outcomes []Outcome
	h.waitFor("request "+key+" to settle", func() bool {
		outcomes = h.outcomes(key)
		return len(outcomes) > 0
	})
	return outcomes[0]
}

// expectAction fails the test unless a request settles with that action.
func (h *Host) expectAction(key, action string) {
	h.t.Helper()
	if got := h.outcome(key); got.Action != action {
		h.t.Errorf("settled as %+v, want %s", got, action)
	}
}

func (h *Host) outcomes(key string) []Outcome {
	h.t.Helper()
	return eval[[]Outcome](h.page(), `(key) => outcomes.filter((o) => o.key === key)`, key)
}

// expectSent sends the answers. It fails the test unless the request settles with that content, byte for byte.
func (h *Host) expectSent(key, content string) {
	h.t.Helper()
	if got, sent := h.send(key); got.Action != "accept" || sent != content {
		h.t.Errorf("settled as %+v with %s, want %s", got, sent, content)
	}
}

// expectAborted fails the test unless a request ends as one that the page took back.
func (h *Host) expectAborted(key string) {
	h.t.Helper()
	if got := h.outcome(key); got.Error != "AbortError" {
		h.t.Errorf("settled as %+v", got)
	}
}

// expectOpen ends the test if a request has settled.
func (h *Host) expectOpen(key string) {
	h.t.Helper()
	if got := h.outcomes(key); len(got) != 0 {
		h.t.Fatalf("settled as %+v", got)
	}
}

// expectSettledOnce waits until nothing is pending, which includes a second settlement.
func (h *Host) expectSettledOnce(key string) {
	h.t.Helper()
	h.waitUntilIdle()
	if got := h.outcomes(key); len(got) != 1 {
		h.t.Errorf("request %s settled %d times: %+v", key, len(got), got)
	}
}

func (h *Host) fromFrame() []string {
	h.t.Helper()
	return eval[[]string](h.page(), `fromFrame`)
}

// countReplies counts the frame's replies to requests of the host.
func (h *Host) countReplies() int {
	h.t.Helper()
	return eval[int](h.page(), `fromFrame.filter((text) => { const m = JSON.parse(text); return !("method" in m) && m.id !== undefined && typeof m.id === "number"; }).length`)
}

// passDeadline lets the host read the clock of a later day, as when a page is shown again: a request with a deadline expires.
func (h *Host) passDeadline() {
	h.t.Helper()
	h.page().run(`(() => {
		const { now } = Date;
		Date.now = () => now.call(Date) + 86_400_000;
		try {
			dispatchEvent(new Event("visibilitychange"));
		} finally {
			Date.now = now;
		}
	})()`)
}

const demoTools = 17

type demoChat struct{ *Tab }

// demos have a demo chat with an empty conversation.
var demos = shareTabs(headless, 2)

// openDemo returns a demo chat whose servers are connected. Tests share it one after the other. Each gets new sessions, an
// empty conversation and the first settings.
func openDemo(t testing.TB) demoChat {
	t.Helper()
	var c demoChat
	tab, used := demos.tab(t, func(*Tab) bool { return c.clean() })
	c = demoChat{tab}
	if !used {
		c.openAt(baseURL(t) + "/")
	}
	c.waitForServers()
	return c
}

// openAt opens a demo chat, skips the question that it opens with, and opens its details, which have the tools.
func (c demoChat) openAt(url string) {
	c.t.Helper()
	c.open(url)
	form := c.form()
	form.onHeading(askingHeading("Assistant"))
	form.Press("Skip")
	c.waitForText("Then ask me for something else.")
	c.waitUntilIdle()
	c.page().run(`transcript.replaceChildren()`)
	c.page().Press("Details")
}

// clean ends the calls and the sessions, resets the settings, and empties the conversation. It reports false if a request stays
// open.
func (c demoChat) clean() bool {
	page := c.page()
	if c.resetWindow() != nil || page.try(`(() => {
		const ends = { display: "inline", theme: "", language: "" };
		Object.entries(ends).forEach(([id, value]) => {
			document.getElementById(id).value = value;
			document.getElementById(id).dispatchEvent(new Event("change"));
		});
		document.getElementById("settings").hidePopover();
		// Ends all calls, and connects again.
		document.getElementById("capable").checked = true;
		document.getElementById("capable").dispatchEvent(new Event("change"));
	})()`, nil) != nil {
		return false
	}
	over := `running.childElementCount === 0 && document.querySelectorAll("[id^=about-]").length === ` + strconv.Itoa(demoTools) + ` &&
		document.querySelector("iframe").style.visibility === "hidden" && !transcript.querySelector("iframe")`
	if !c.closeForms(func() bool {
		var isOver bool
		return page.try(over, &isOver) == nil && isOver
	}) {
		c.t.Log("the chat cannot be used again")
		return false
	}
	c.waitUntilIdle()
	err := page.try(`(() => {
		transcript.replaceChildren();
		document.getElementById("form").querySelectorAll(".elicitform-receipt").forEach((line) => line.remove());
		announcement.textContent = text.value = "";
		document.getElementById("open-details").ariaExpanded = "true";
		document.activeElement?.blur();
		sessionStorage.clear();
		conversation.scrollTo(0, 0);
	})()`, nil)
	c.log.clear()
	return err == nil
}

func (c demoChat) waitForServers() {
	c.t.Helper()
	c.page().wait("the servers", `(count) => document.querySelectorAll("[id^=about-]").length === count`, demoTools)
}

// waitForText waits for a text in the transcript. It ignores white space.
func (c demoChat) waitForText(text string) {
	c.t.Helper()
	c.page().wait("the chat to say "+text, `(text) => {
		const squeeze = (text) => text.replaceAll(/\s+/g, "");
		return squeeze(document.getElementById("transcript").textContent).includes(squeeze(text));
	}`, text)
}

// callTool calls a tool and returns its form, which must have that heading.
func (c demoChat) callTool(tool, heading string) Document {
	c.t.Helper()
	c.page().Press(tool)
	form := c.form()
	form.onHeading(heading)
	return form
}

// expectAccessible runs axe in a very high window, because axe cannot check elements that are scrolled out of sight.
func (c demoChat) expectAccessible(when string) {
	c.t.Helper()
	c.viewport(1280, 4000, 1)
	c.page().expectAccessible(when)
	c.viewport(1000, 800, 1)
}

const escape = "\u001b"
