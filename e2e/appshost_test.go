package e2e

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/elicitform/elicitform/e2e/driver"
)

// bundleAppsHost bundles the official MCP Apps host into one script.
var bundleAppsHost = sync.OnceValues(func() (string, error) { return bundleScript("apps", "e2e/testdata/appshost.mjs") })

// openAppsHost opens a page with the host of the official MCP Apps SDK.
func openAppsHost(t testing.TB) *Host {
	t.Helper()
	host := &Host{Tab: newTab(t)}
	host.loadAppsHost()
	return host
}

func (h *Host) loadAppsHost() {
	h.t.Helper()
	source, err := bundleAppsHost()
	must(h.t, err)
	h.open(baseURL(h.t) + "/e2e/page.html")
	must(h.t, h.page().try(source, nil))
}

// appsHosts are tabs with such a host whose frame is initialized, and which opens links.
var appsHosts = shareTabs(headless, 1)

// warmAppsHost is openAppsHost with [appsOptions], in a tab that other tests have used. A test about the first messages, or about
// what the host announces, uses [openAppsHost].
func warmAppsHost(t testing.TB) *Host {
	t.Helper()
	var host *Host
	tab, used := appsHosts.tab(t, func(*Tab) bool { return host.cleanApps() })
	host = &Host{Tab: tab}
	if !used {
		host.loadAppsHost()
		host.mount(map[string]any{"context": appsOptions["context"], "capabilities": map[string]any{"openLinks": map[string]any{}}})
		host.page().wait("the frame to be initialized", `window.initialized`)
		host.form().wait("the program", `!document.getElementById("shell")`)
	}
	return host
}

// cleanApps withdraws the open requests and resets the context. It reports false if a request stays open.
func (h *Host) cleanApps() bool {
	page := h.page()
	if h.resetWindow() != nil || page.try(call(`(context) => {
		Object.values(controllers).forEach((controller) => controller.abort());
		bridge.setHostContext({ ...context, styles: null });
	}`, []any{appsOptions["context"]}), nil) != nil {
		return false
	}
	buttons := "[" + driver.Button("close") + ", " + driver.Button("decline") + "]"
	if !h.closeForms(func() bool {
		var isOpen bool
		err := h.form().try(buttons+`.some((button) => button !== undefined)`, &isOpen)
		return err == nil && !isOpen
	}) {
		h.t.Log("the host cannot be used again")
		return false
	}
	h.waitUntilIdle()
	err := page.try(`(() => {
		[outcomes, transcript, fromFrame, opened].forEach((list) => (list.length = 0));
		Object.assign(globalThis, { controllers: {}, refuseLinks: false });
	})()`, nil)
	h.log.clear()
	return err == nil
}

// appsOptions is what the MCP Apps host announces about itself.
var appsOptions = map[string]any{"context": map[string]any{"locale": "en", "timeZone": "UTC", "theme": "light"}}

// unnamedServer is how the form calls a server that an MCP Apps host does not
// name.
func unnamedServer(t testing.TB) string {
	return "Server via Chat (" + baseURL(t) + ")"
}

// messages lists the messages between host and frame, each with its receiver.
// It leaves out reports of the frame's size, because their number depends on
// the browser.
func (h *Host) messages() []string {
	h.t.Helper()
	crossed := eval[[]struct {
		To      string
		Message json.RawMessage
	}](h.page(), `transcript.filter(({message}) => message.method !== "ui/notifications/size-changed")`)
	var lines []string
	for _, c := range crossed {
		lines = append(lines, c.To+" "+string(c.Message))
	}
	return lines
}

// TestAppsHost covers N32: the frame works with an MCP Apps host that knows
// nothing of the host package, and their messages follow the standard.
// Rows: N32, P11, B30.
func TestAppsHost(t *testing.T) {
	t.Parallel()
	host := openAppsHost(t)
	host.mount(appsOptions)
	host.page().wait("the frame to be initialized", `window.initialized`)
	const params = `{"_meta":{"ui":{"resourceUri":"ui://forms/frame"},"elicitform/server":{"id":"Your Bank"},"elicitform/focus":true},` +
		`"message":"Which word?","mode":"form","requestedSchema":{"properties":{"word":{"title":"Word","type":"string"}},"required":["word"],"type":"object"}}`
	key, form := host.show(params, nil)
	form.onHeading(askingHeading(unnamedServer(t)))
	if text := eval[string](form, `document.body.innerText`); strings.Contains(text, "Your Bank") {
		t.Errorf("P11: the server has named itself: %s", text)
	}
	if eval[bool](form, `document.hasFocus()`) {
		t.Error("the server moved the focus")
	}
	form.expectAccessible("form in an MCP Apps host")
	form.Type("Word", "standard")
	form.toReview()
	got, content := host.send(key)
	if got.Action != "accept" || content != `{"word":"standard"}` {
		t.Errorf("settled as %+v with %s", got, content)
	}
	form.onHeading(sentHeading)
	host.page().run(`bridge.teardownResource({})`)

	// A host that takes over a second to answer gets a second hello.
	talk := host.messages()
	talk = append(talk[:1], slices.DeleteFunc(talk[1:], func(line string) bool { return line == talk[0] })...)
	want := []string{
		`host {"elicitform":"hello",`,
		`host {"jsonrpc":"2.0","id":"elicitform-initialize","method":"ui/initialize","params":{"protocolVersion":"2026-01-26","appInfo":{"name":"elicitform",`,
		`frame {"result":{"protocolVersion":"2026-01-26",`,
		`host {"jsonrpc":"2.0","method":"ui/notifications/initialized","params":{}}`,
		`frame {"method":"elicitation/create","params":` + params + `,"jsonrpc":"2.0","id":0}`,
		`host {"jsonrpc":"2.0","id":0,"result":{"action":"accept","content":{"word":"standard"}}}`,
		`frame {"method":"ui/resource-teardown","params":{},"jsonrpc":"2.0","id":1}`,
		`host {"jsonrpc":"2.0","id":1,"result":{}}`,
	}
	if len(talk) != len(want) {
		t.Fatalf("N32: %d messages:\n%s", len(talk), strings.Join(talk, "\n"))
	}
	for i, line := range talk {
		if !strings.HasPrefix(line, want[i]) {
			t.Errorf("N32: message %d is %s, not %s", i, line, want[i])
		}
	}
	if !strings.Contains(talk[1], `"appCapabilities":{"elicitation":{"form":{},"url":{}}}`) {
		t.Errorf("N32: the frame does not offer elicitations: %s", talk[1])
	}
	if reports := eval[int](host.page(), `transcript.filter(({message}) => message.method === "ui/notifications/size-changed" && message.params.height > 0).length`); reports == 0 {
		t.Error("N32: no size was reported")
	}
	host.expectSettledOnce(key)
	host.expectQuiet()
}

// TestAppsHostServer covers P11 for an MCP Apps host that names the server, and
// what such a host can change and ask while a form is open.
// Rows: P11, N32.
func TestAppsHostServer(t *testing.T) {
	t.Parallel()
	host := openAppsHost(t)
	host.mount(map[string]any{"context": map[string]any{"locale": "en", "elicitform/server": map[string]any{"id": "weather.example", "title": "Weather"}}})
	host.page().wait("the frame to be initialized", `window.initialized`)
	key, form := host.show(oneText("Named"), nil)
	form.onHeading(askingHeading("weather.example (" + baseURL(t) + ")"))
	form.shows("Weather")
	form.Type("Word", "stays")
	host.page().run(`bridge.sendHostContextChange({locale: "de", theme: "dark"})`)
	form.wait("the dark theme", `document.documentElement.dataset.theme === "dark"`)
	if got := eval[string](form, `f0.value`); got != "stays" {
		t.Errorf("the field holds %q", got)
	}
	host.page().run(`bridge.request({method: "ping"})`)

	host.page().run(`(key) => controllers[key].abort()`, key)
	form.onHeading("Diese Anfrage hat sich erledigt")
	if got := host.outcome(key); got.Action != "" || got.Error == "" {
		t.Errorf("settled as %+v", got)
	}
	bad := host.start(`{"mode": "voice", "message": "m"}`, nil)
	if got := host.outcome(bad); got.RPCCode != -32602 || got.Reason != "unknown-mode" {
		t.Errorf("settled as %+v", got)
	}
	host.expectQuiet()
}

// TestAppsHostLink covers N32 for requests to open a page: if the host can open
// links, the frame asks it to, and a refusal does not count as consent.
// Rows: N32.
func TestAppsHostLink(t *testing.T) {
	t.Parallel()
	host := warmAppsHost(t)
	host.page().run(`void (window.refuseLinks = true)`)
	key := host.start(`{"mode":"url","message":"Sign in","url":"https://example.com/signin?state=1","elicitationId":"e1"}`, nil)
	form := host.form()
	form.onHeading(unnamedServer(t) + " wants to open a web page")
	form.Press("Open example.com in a new tab")
	host.page().wait("the host to be asked", `opened.length === 1`)
	form.wait("the refusal to be told", `document.querySelector("main").innerText.includes("could not be opened")`)
	host.expectOpen(key)
	host.page().run(`void (window.refuseLinks = false)`)
	form.Press("Open example.com in a new tab")
	if got := host.outcome(key); got.Result != `{"action":"accept"}` {
		t.Errorf("settled as %+v", got)
	}
	if got := eval[[]string](host.page(), `opened`); len(got) != 2 || got[1] != "https://example.com/signin?state=1" {
		t.Errorf("opened %q", got)
	}
	form.onHeading("Finish in the other tab")
	host.expectSettledOnce(key)
	host.expectQuiet()
}

// TestAppsHostShell covers N30 and B36 in an MCP Apps host: the person can decide in the
// shell before the program runs. If the program fails to load, the frame reports that to
// the host, which has its own form.
// Rows: N30, B36.
func TestAppsHostShell(t *testing.T) {
	t.Parallel()
	t.Run("the program is slow", func(t *testing.T) {
		host := openAppsHost(t)
		wasm := host.holdRequests("*.wasm*")
		host.mount(appsOptions)
		host.page().wait("the frame to be initialized", `window.initialized`)
		declined := host.start(oneText("First"), nil)
		second := host.start(oneText("Second"), nil)
		form := host.form()
		form.onHeading("Request from " + unnamedServer(t))
		form.Press("Decline")
		if got := host.outcome(declined); got.Result != `{"action":"decline"}` {
			t.Errorf("settled as %+v", got)
		}
		form.wait("the next request", `document.body.innerText.includes("Second")`)
		wasm.release()
		form.onHeading(askingHeading(unnamedServer(t)))
		form.Press("Not now")
		if got := host.outcome(second); got.Result != `{"action":"cancel"}` {
			t.Errorf("settled as %+v", got)
		}
		host.expectSettledOnce(declined)
		host.expectQuiet()
	})
	t.Run("the program cannot be loaded", func(t *testing.T) {
		host := openAppsHost(t)
		wasm := host.holdRequests("*.wasm*")
		host.mount(appsOptions)
		host.page().wait("the frame to be initialized", `window.initialized`)
		key := host.start(oneText("Never drawn"), nil)
		form := host.form()
		form.onHeading("Request from " + unnamedServer(t))
		wasm.failAll()
		if got := host.outcome(key); got.RPCCode != -32603 || got.Action != "" {
			t.Errorf("settled as %+v", got)
		}
		form.onHeading("Something went wrong")
		form.expectAccessible("failed in an MCP Apps host")
		late := host.start(oneText("Later"), nil)
		if got := host.outcome(late); got.RPCCode != -32603 {
			t.Errorf("settled as %+v", got)
		}
		host.page().run(`bridge.sendHostContextChange({locale: "fr"})`)
		host.page().run(`bridge.teardownResource({})`)
		host.expectSettledOnce(key)
	})
}

// TestAppsHostRoom: the room that an MCP Apps host has for the frame is kept, with
// the buttons in view.
// Rows: N32, G11.
func TestAppsHostRoom(t *testing.T) {
	t.Parallel()
	host := openAppsHost(t)
	host.viewport(900, 800, 1)
	context := map[string]any{"locale": "en", "containerDimensions": map[string]any{"maxHeight": 420, "width": 600}}
	host.mount(map[string]any{"context": context})
	host.page().wait("the frame to be initialized", `window.initialized`)
	_, form := host.show(everyKind, nil)
	expectRoom := func(height int) {
		t.Helper()
		host.page().wait("the height", `(height) => document.querySelector("iframe").offsetHeight === height`, height)
		form.wait("the buttons to be in view", `(() => {
			const { top, bottom } = document.getElementById("decide").getBoundingClientRect();
			return top > 0 && bottom <= innerHeight + 1 && document.documentElement.scrollHeight > innerHeight;
		})()`)
	}
	expectRoom(420)
	host.page().run(`bridge.setHostContext({ locale: "en", containerDimensions: { height: 300 } })`)
	expectRoom(300)
	host.expectQuiet()
}
