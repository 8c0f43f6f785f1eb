package e2e

import (
	"strings"
	"testing"
)

// TestReusedID covers B34: the same id does not mean the same request. An MCP
// Apps host does not confirm answers. There, another request under the id of an
// open one is rejected, another request under the id of an answered one is
// shown, and only exactly the same request gets the same answer again.
// Rows: B34.
func TestReusedID(t *testing.T) {
	t.Parallel()
	host := warmAppsHost(t)
	ask := func(message string) {
		t.Helper()
		host.page().run(`(message) => document.querySelector("iframe").contentWindow.postMessage({
			jsonrpc: "2.0", id: "reused", method: "elicitation/create", params: { mode: "form", message, requestedSchema: { type: "object", properties: {} } },
		}, "*")`, message)
	}
	const subscribe, pay = "Subscribe to the letter?", "Send 5,000 euros?"
	var want []string
	answered := func(answer string) {
		t.Helper()
		want = append(want, answer)
		host.page().wait("the answers "+strings.Join(want, " "), `(want) => fromFrame.map((text) => JSON.parse(text)).filter(({id}) => id === "reused")
			.map(({result, error}) => result?.action ?? error.data["elicitform/reason"]).join(" ") === want`, strings.Join(want, " "))
	}
	form := host.form()
	shows := func(message string) {
		t.Helper()
		form.asks(message)
		form.button("decline")
	}
	ask(subscribe)
	shows(subscribe)
	ask(subscribe)
	ask(pay)
	answered("id-in-use")
	shows(subscribe)
	form.Press("Confirm")
	answered("accept")
	form.onHeading(confirmedHeading)
	ask(subscribe)
	answered("accept")
	ask(pay)
	shows(pay)
	form.Press("Decline")
	answered("decline")
	form.onHeading(declinedHeading)
	// Another request was answered since, so the person is asked again.
	ask(subscribe)
	shows(subscribe)
	form.Press("Not now")
	answered("cancel")
	host.expectQuiet()
}
