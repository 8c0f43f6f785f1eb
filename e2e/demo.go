package e2e

import "testing"

const demoTools = 16

type demoChat struct{ *Tab }

// openDemo opens the demo chat and waits until its servers are connected.
func openDemo(t testing.TB) demoChat {
	t.Helper()
	c := demoChat{reuseTab(t)}
	c.open(baseURL(t) + "/")
	c.waitForServers()
	return c
}

func (c demoChat) waitForServers() {
	c.t.Helper()
	c.page().wait("the servers", `(count) => document.querySelectorAll("[id^=about-]").length === count`, demoTools)
}

// waitForText waits for a text in the transcript. White space does not count.
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

// expectAccessible runs axe in a very high window: it cannot check what is scrolled out of sight.
func (c demoChat) expectAccessible(when string) {
	c.t.Helper()
	c.viewport(1280, 4000, 1)
	c.page().expectAccessible(when)
	c.viewport(1000, 800, 1)
}

const escape = "\u001b"
