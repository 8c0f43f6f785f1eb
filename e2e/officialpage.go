package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// Chat is a tab with one of the examples, connected to an MCP server.
type Chat struct {
	*Tab
	calls int
}

// toolResult is how a tool call ended.
type toolResult struct {
	Text    string
	IsError bool
	Code    string
}

// openChat opens a page with an example, such as "sdk-v1/chat", and connects it
// to the MCP server at an address. The capabilities are declared in addition to
// those of the example.
func openChat(t testing.TB, example, server string, capabilities map[string]any) *Chat {
	t.Helper()
	base, err := chatSite()
	must(t, err)
	chat := &Chat{Tab: newTab(t)}
	chat.open(base + "/page.html?example=" + strings.ReplaceAll(example, "/", "-"))
	chat.page().wait("the example", `window.loaded`)
	chat.connect(server, capabilities)
	return chat
}

// connect connects the page to an MCP server, in place of the one before.
func (c *Chat) connect(server string, capabilities map[string]any) {
	c.t.Helper()
	c.page().run(`(path, capabilities) => connect(path, capabilities)`, proxyPath(c.t, server), capabilities)
}

// call calls a tool and returns the key of the call.
func (c *Chat) call(tool string, args map[string]any) string {
	c.t.Helper()
	return c.start(tool, args, false)
}

func (c *Chat) start(tool string, args map[string]any, asTask bool) string {
	c.t.Helper()
	c.calls++
	key := fmt.Sprintf("%s %d", tool, c.calls)
	c.page().run(`(key, tool, args, asTask) => call(key, tool, args, asTask)`, key, tool, args, asTask)
	return key
}

// result waits until a call has ended.
func (c *Chat) result(key string) toolResult {
	c.t.Helper()
	var ends []toolResult
	c.waitFor("call "+key+" to end", func() bool {
		ends = eval[[]toolResult](c.page(), `(key) => endings.filter((e) => e.key === key)`, key)
		return len(ends) > 0
	})
	if len(ends) != 1 {
		c.t.Errorf("call %s ended %d times: %+v", key, len(ends), ends)
	}
	return ends[0]
}

// expectQuiet does the same as that of Tab, but ignores a failed request that
// is expected: version 2 of the client first asks every server for the newest
// revision, and older servers refuse that.
func (c *Chat) expectQuiet(expected ...string) {
	c.t.Helper()
	c.Tab.expectQuiet(append(expected, "response 400", "400 (Bad Request)")...)
}

// waitForForm waits until the program shows a form. The shell, which is shown
// before the program runs, has the same buttons, and they disappear with it.
func (c *Chat) waitForForm() {
	c.t.Helper()
	c.form().onHeading(askingHeading(eval[string](c.page(), "location.host")))
}
