package e2e

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// TestFrameElement covers the exact sandbox attribute of the frame, and G4 (its
// title).
// Rows: G4.
func TestFrameElement(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.show(twoFields, nil)
	got := eval[map[string]string](host.page(), `(() => {
		const f = document.querySelector("iframe");
		return {sandbox: f.getAttribute("sandbox"), referrer: f.referrerPolicy, allow: f.getAttribute("allow"), title: f.title};
	})()`)
	want := map[string]string{
		"sandbox": "allow-scripts allow-popups allow-popups-to-escape-sandbox", "referrer": "no-referrer",
		"allow": "", "title": "Request from Example",
	}
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s is %q, not %q", name, got[name], value)
		}
	}
	if origin := eval[string](host.form(), `origin`); origin != "null" {
		t.Errorf("the frame's origin is %s", origin)
	}
	host.page().expectAccessible("host page")
	host.expectQuiet()
}

// TestHandshake covers B1 (messages of other windows), B2, B3 (the greeting for MCP Apps hosts, a second
// connect), B4 (requests that do not come over the port, or after the end).
// Rows: B1, B2, B3, B4.
func TestHandshake(t *testing.T) {
	t.Parallel()
	host := openReadyHost(t, english)
	page, form := host.page(), host.form()
	t.Run("the greeting for MCP Apps hosts", func(t *testing.T) {
		host.reportTo(t)
		host.expectNoAppsGreeting()
	})
	channels := eval[int](page, `channels`)

	page.run(`new Promise((done) => {
		const stranger = document.createElement("iframe");
		stranger.title = "stranger";
		stranger.onload = done;
		stranger.srcdoc = "<script>parent.postMessage({elicitform: 'hello', nonce: 'stranger', wasm: 'x.wasm'}, '*')</scr" + "ipt>";
		document.body.append(stranger);
	})`)
	page.wait("the hello of the stranger", `posted.some((m) => m.nonce === "stranger")`)
	if got := eval[int](page, `channels`); got != channels {
		t.Error("B1: the host answered the hello of another window")
	}
	page.run(`document.querySelector("iframe[title=stranger]").remove()`)

	// The page of the host connects again, with the right nonce and another
	// port.
	page.run(`(() => {
		const nonce = posted.find((m) => m.elicitform === "hello").nonce;
		window.second = [];
		const channel = new MessageChannel();
		channel.port1.onmessage = (e) => second.push(e.data);
		document.querySelector("iframe").contentWindow.postMessage({elicitform: "connect", nonce}, "*", [channel.port2]);
		channel.port1.postMessage(JSON.stringify({jsonrpc: "2.0", id: 99, method: "elicitform/ask", params: {notes: {}, requests: [{params: JSON.stringify({message: "over the second port"})}]}}));
	})()`)
	// A request that is sent to the window and not to the port.
	page.run(`document.querySelector("iframe").contentWindow.postMessage(JSON.stringify({jsonrpc: "2.0", id: 98, method: "elicitform/ask", params: {notes: {}, requests: [{params: JSON.stringify({message: "to the window"})}]}}), "*")`)
	host.waitUntilIdle()
	if text := eval[string](form, `document.body.innerText`); strings.Contains(text, "second port") || strings.Contains(text, "to the window") {
		t.Errorf("B3, B4: the frame shows %q", text)
	}
	key, form := host.show(oneText("over the first port"), nil)
	form.Press("Decline")
	if got := host.outcome(key); got.Action != "decline" {
		t.Errorf("B3: the first port does not work any more: %+v", got)
	}
	if got := eval[int](page, `second.length`); got != 0 {
		t.Errorf("B3: %d messages over the second port", got)
	}

	page.run(`(() => { window.late = formPort; host.dispose(); })()`)
	page.wait("the frame to go", `!document.querySelector("iframe")`)
	after := host.start(twoFields, nil)
	if got := host.outcome(after); got.Code != "disposed" {
		t.Errorf("B4: after the end: %+v", got)
	}
	host.expectQuiet()
}

// expectNoAppsGreeting covers B3: the host package ignores the greeting that a new frame sends to
// MCP Apps hosts.
func (h *Host) expectNoAppsGreeting() {
	h.t.Helper()
	page := h.page()
	if got := eval[int](page, `[...posted[0].first, ...fromFrame].filter((text) => JSON.parse(text).method === "ui/initialize").length`); got != 1 {
		h.t.Errorf("the host was initialized %d times", got)
	}
	// A frame repeats its hello until a slow host answers.
	expectGreetings := func() {
		h.t.Helper()
		if got := eval[[]string](page, `[...new Set(posted.map((m) => m.elicitform ?? m.method))]`); strings.Join(got, " ") != "hello ui/initialize" {
			h.t.Errorf("the frame posted %q", got)
		}
	}
	expectGreetings()
	// A late reply to the greeting, as an MCP Apps host sends it, and then a
	// request.
	page.run(`(() => {
		const frame = document.querySelector("iframe").contentWindow;
		frame.postMessage({jsonrpc: "2.0", id: "elicitform-initialize", result: {hostInfo: {name: "Other"}, hostContext: {locale: "de"}}}, "*");
		frame.postMessage({jsonrpc: "2.0", id: 0, method: "elicitation/create", params: {message: "over the window"}}, "*");
	})()`)
	key, form := h.show(oneText("over the port"), nil)
	form.onHeading(askingHeading("Example"))
	form.Press("Decline")
	h.outcome(key)
	form.onHeading(declinedHeading)
	expectGreetings()
	h.expectQuiet()
}

// TestUnknownMethod covers the frame's reply to methods that it does not know.
func TestUnknownMethod(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.page().run(`formPort.postMessage(JSON.stringify({jsonrpc: "2.0", id: "what", method: "tools/list", params: {}}))`)
	host.page().wait("the refusal", `fromFrame.some((text) => { const m = JSON.parse(text); return m.id === "what" && m.error.code === -32601; })`)
	host.expectQuiet()
}

// TestUnreadableRequests covers B5, B6, B7, B8, B9 and N20: if a request cannot
// be shown, the host gets an error and the person reads a sentence, at once.
// This never becomes a decision.
// Rows: B5, B6, B7, B8, B9, N20.
func TestUnreadableRequests(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	deep := strings.Repeat(`{"properties":`, 10_000) + "{}" + strings.Repeat("}", 10_000)
	cases := []struct{ name, params, code, reason string }{
		{"B5 not JSON", `not json`, "invalid-request", "not-json"},
		{"B5 truncated", `{"message": "m", "requestedSchema": {"type": "obj`, "invalid-request", "not-json"},
		{"B5 an array", `[]`, "invalid-request", "not-an-object"},
		{"B5 null", `null`, "invalid-request", "not-an-object"},
		{"B5 a string", `"m"`, "invalid-request", "not-an-object"},
		{"B5 1 MB", `{"message": "` + strings.Repeat("x", 1<<20) + `"}`, "invalid-request", "too-large"},
		{"B6 too deep", `{"message": "m", "requestedSchema": ` + deep + `}`, "invalid-request", ""},
		{"B7 duplicate names", `{"message": "a", "message": "b", "requestedSchema": {"type": "object", "properties": {}}}`, "invalid-request", ""},
		{"B7 duplicate properties", `{"message": "a", "requestedSchema": {"type": "object", "properties": {"p": {"type": "string"}, "p": {"type": "number"}}}}`, "invalid-request", ""},
		{"B8 unknown mode", `{"mode": "voice", "message": "m"}`, "unsupported-mode", ""},
		{"B9 form with url", `{"mode": "form", "message": "m", "url": "https://example.com/", "requestedSchema": {"type": "object", "properties": {}}}`, "invalid-request", ""},
		{"B9 url with schema", `{"mode": "url", "message": "m", "url": "https://example.com/", "elicitationId": "1", "requestedSchema": {"type": "object", "properties": {}}}`, "invalid-request", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			host.reportTo(t)
			key := host.start(c.params, nil)
			got := host.outcome(key)
			if got.Error != "ElicitationError" || got.Code != c.code || got.RPCCode != -32602 || got.Action != "" {
				t.Errorf("settled as %+v", got)
			}
			if c.reason != "" && got.Reason != c.reason {
				t.Errorf("the reason is %q, not %q", got.Reason, c.reason)
			}
			form := host.form()
			form.onHeading(unshownHeading)
			if lines := eval[int](form, `document.querySelector("main").innerText.trim().split(/\n+/).length`); lines < 2 {
				t.Error("the person is not told why")
			}
			form.Press("Close")
			form.wait("the screen to be put away", `!`+requestMark)
			host.expectSettledOnce(key)
		})
	}
	t.Run("B7 names are exact", func(t *testing.T) {
		host.reportTo(t)
		key, form := host.show(`{"Mode": "url", "MESSAGE": "wrong", "message": "right", "requestedSchema": {"type": "object", "properties": {"w": {"type": "string"}}}}`, nil)
		form.asks("right")
		form.Press("Not now")
		host.outcome(key)
	})
	t.Run("B8 no mode is a form", func(t *testing.T) {
		host.reportTo(t)
		key, form := host.show(oneText("no mode"), nil)
		form.onHeading(askingHeading("Example"))
		form.Press("Not now")
		host.outcome(key)
	})
	host.expectQuiet()
}

// TestNames covers B11 (names that have a meaning in JavaScript), N3 and N19
// (the order of names that look like integers, which a JavaScript object would
// change).
// Rows: B11, N3, N19.
func TestNames(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	names := []string{"10", "9", "a", "__proto__", "constructor", "toString", "hasOwnProperty", "a.b", "a/b", `a"]`, "😀"}
	var properties, want []string
	for i, name := range names {
		quoted, err := json.Marshal(name)
		must(t, err)
		properties = append(properties, string(quoted)+`: {"type": "string", "title": "Field `+itoa(i)+`"}`)
		want = append(want, string(quoted)+`:"v`+itoa(i)+`"`)
	}
	key, form := host.show(`{"message": "m", "requestedSchema": {"type": "object", "properties": {`+strings.Join(properties, ",")+`}}}`, nil)
	for i, c := range form.controls() {
		if c.Label != "Field "+itoa(i) {
			t.Errorf("N19: field %d is %q", i, c.Label)
		}
		form.fill("f"+itoa(i), "v"+itoa(i))
	}
	form.toReview()
	got, content := host.send(key)
	if content != "{"+strings.Join(want, ",")+"}" {
		t.Errorf("B11: %s left", content)
	}
	for _, name := range names {
		if !slices.Contains(got.Names, name) {
			t.Errorf("B11: the host has no own property %q", name)
		}
	}
	if eval[bool](host.page(), `Object.prototype.toString.call({}) !== "[object Object]" || ({}).v3 !== undefined || Object.getPrototypeOf({}) !== Object.prototype`) {
		t.Error("B11: a prototype was changed")
	}
	host.expectQuiet()
}

// TestPollutedPrototype covers B44: members that a page has put on Object.prototype never become
// an answer or an error.
// Rows: B44.
func TestPollutedPrototype(t *testing.T) {
	t.Parallel()
	host := openHostPage(t)
	host.page().run(`(() => {
		Object.prototype.action = "accept";
		Object.prototype.content = {stolen: true};
		Object.prototype.result = {action: "accept", content: {}};
	})()`)
	host.page().run(`window.mount({context: {locale: "en", timeZone: "UTC", __proto__: null}})`)
	key, form := host.show(oneText("polluted"), nil)
	form.Press("Decline")
	if got := host.outcome(key); got.Result != `{"action":"decline"}` || len(got.Keys) != 1 {
		t.Errorf("settled as %+v", got)
	}
	bad := host.start(`{"mode": "voice"}`, nil)
	if got := host.outcome(bad); got.Error != "ElicitationError" || got.Action != "" {
		t.Errorf("settled as %+v", got)
	}
	host.expectQuiet()

	host.page().run(`(() => {
		["action", "content", "result"].forEach((name) => delete Object.prototype[name]);
		Object.prototype.error = undefined;
	})()`)
	key, form = host.show(oneText("polluted by an error"), nil)
	form.Press("Decline")
	if got := host.outcome(key); got.Result != `{"action":"decline"}` {
		t.Errorf("settled as %+v", got)
	}
}
