package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// shells are tabs with a host whose program does not load.
var shells = shareTabs(headless, 1)

// warmShell returns a host whose program does not load, and to which the
// host may send requests. Tests share it one after the other.
func warmShell(t testing.TB) *Host {
	t.Helper()
	var host *Host
	tab, used := shells.tab(t, func(*Tab) bool {
		host.log.clear()
		// With the focus in it, the shell announces nothing.
		const leave = `document.activeElement?.blur()`
		return host.form().try(leave, nil) == nil && host.page().try(leave+`, forget()`, nil) == nil
	})
	host = &Host{Tab: tab}
	if !used {
		host.load(baseURL(t))
		host.holdRequests("*.wasm*")
		host.mount(english)
		host.page().wait("the frame to be initialized", `fromFrame.some((text) => text.includes("ui/notifications/initialized"))`)
	}
	return host
}

// sendToFrame sends a message to the frame over the port, and shows the frame.
func (h *Host) sendToFrame(message string) {
	h.t.Helper()
	h.page().run(`(text) => {
		Object.assign(document.querySelector("iframe").style, {blockSize: "500px", visibility: "visible"});
		formPort.postMessage(text);
	}`, message)
}

// asking is the message that asks the frame for the answer to a request.
func asking(id int, notes, params string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"elicitform/ask","params":{"notes":%s,"requests":[{"params":%s}]}}`, id, notes, quote(params))
}

// waitForText waits until the frame has sent a text.
func (h *Host) waitForText(text string) {
	h.t.Helper()
	h.page().wait("the frame to say "+text, `(text) => fromFrame.includes(text)`, text)
}

// TestShellRound covers N30 and P18: the shell shows the first request of a
// round and how many there are. Decline and Not now answer all of them.
// Rows: N30, P18.
func TestShellRound(t *testing.T) {
	t.Parallel()
	host := warmShell(t)
	form := host.form()
	round := func(id int) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"elicitform/ask","params":{"notes":{"server":{"id":"weather.example"},"deadline":2211400800000},"requests":[`, id) +
			`{"key":"10","params":` + quote(`{"mode":"url","message":"Sign in first","url":"https://example.com/signin","elicitationId":"e"}`) + `},` +
			`{"key":"9","params":` + quote(`{"message":"Then this"}`) + `},{"key":"__proto__","params":` + quote(`{"message":"And that"}`) + `}]}}`
	}
	for i, c := range []struct{ button, action, heading string }{
		{"Decline", "decline", declinedHeading},
		{"Not now", "cancel", cancelledHeading},
	} {
		id := 901 + i
		host.sendToFrame(round(id))
		form.onHeading("Request from weather.example")
		form.wait("the first message", `document.getElementById("shell-message").innerText.includes("Sign in first")`)
		text := eval[string](form, `document.body.innerText.replace(/\s/g, " ")`)
		for _, part := range []string{"Request 1 of 3", "Answer by 28 Jan 2040, 22:00"} {
			if !strings.Contains(text, part) {
				t.Errorf("no %q in %s", part, text)
			}
		}
		for _, never := range []string{"Then this", "example.com"} {
			if strings.Contains(strings.ReplaceAll(text, "weather.example", ""), never) {
				t.Errorf("%q in %s", never, text)
			}
		}
		if got := eval[int](form, `document.querySelectorAll("a").length`); got != 0 {
			t.Errorf("%d links", got)
		}
		form.expectAccessible("shell of a round")
		form.Press(c.button)
		result := `"result":{"action":"` + c.action + `"}`
		host.waitForText(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"responses":[{"key":"10",%s},{"key":"9",%s},{"key":"__proto__",%s}]}}`, id, result, result, result))
		form.onHeading(c.heading)
	}
	host.expectQuiet()
}

// TestShellExpired covers N30: if a request expires or is withdrawn before the
// program runs, the shell says which, and asks for nothing more.
// Rows: N30.
func TestShellExpired(t *testing.T) {
	t.Parallel()
	host := warmShell(t)
	form := host.form()
	for i, c := range []struct{ reason, heading string }{
		{`,"reason":"expired"`, expiredHeading},
		{``, withdrawnHeading},
		{`,"reason":"elsewhere"`, elsewhereHeading},
	} {
		id := 801 + i
		host.sendToFrame(asking(id, `{"server":{"id":"Example"}}`, `{"message":"Quick"}`))
		form.onHeading("Request from Example")
		host.sendToFrame(fmt.Sprintf(`{"jsonrpc":"2.0","method":"elicitform/queue","params":{"requestId":%d,"queue":{"position":1,"total":2}}}`, id))
		form.wait("P18: its place", `document.getElementById("shell-progress").innerText === "Request 1 of 2"`)
		host.sendToFrame(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d%s}}`, id, c.reason))
		form.onHeading(c.heading)
		if text := eval[string](form, `document.querySelector("main").innerText`); strings.Contains(text, "Quick") || strings.Contains(text, "Decline") {
			t.Errorf("still there: %s", text)
		}
		form.wait("the announcement", `(text) => document.getElementById("status").textContent === text`, c.heading)
		form.expectAccessible(c.heading)
	}
	host.expectQuiet()
}
