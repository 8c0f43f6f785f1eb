package e2e

import "testing"

// demoTools is how many tools the servers of the demo have together.
const demoTools = 16

// demoChat is the demo chat in a tab.
type demoChat struct{ *Tab }

// openDemo opens the demo chat, with the language of the tests, and waits for
// its servers.
func openDemo(t testing.TB) demoChat {
	t.Helper()
	c := demoChat{newTab(t)}
	c.open(baseURL(t) + "/")
	c.connected()
	return c
}

func (c demoChat) connected() {
	c.t.Helper()
	c.page().wait("the servers", `(count) => document.querySelectorAll(".tool").length === count`, demoTools)
}

// said waits until the transcript says something. White space does not count.
func (c demoChat) said(text string) {
	c.t.Helper()
	c.page().wait("the chat to say "+text, `(text) => {
		const squeeze = (text) => text.replaceAll(/\s+/g, "");
		return squeeze(document.getElementById("transcript").textContent).includes(squeeze(text));
	}`, text)
}

// ask calls a tool whose request has that heading, and returns the form.
func (c demoChat) ask(tool, heading string) Document {
	c.t.Helper()
	c.page().Press(tool)
	form := c.form()
	form.onHeading(heading)
	return form
}

// visit opens the page that the form asks to open, and returns it.
func (c demoChat) visit(form Document) Document {
	c.t.Helper()
	page := c.opened(func() { form.click(form.bySelector("a.primary"), 1) }).page()
	page.wait("the page", `document.querySelector("form")`)
	return page
}

// set changes one of the settings.
func (c demoChat) set(label, option string) {
	c.t.Helper()
	c.page().Press("Settings")
	c.page().Select(label, option)
	c.page().Key(escape)
	c.page().wait("the settings to close", `!document.querySelector("#settings:popover-open")`)
}

// accessible runs axe while everything is in view: it cannot judge what is
// scrolled out of a part of the page.
func (c demoChat) accessible(when string) {
	c.t.Helper()
	c.viewport(1280, 4000, 1)
	c.page().expectAccessible(when)
	c.viewport(1000, 800, 1)
}

const escape = "\u001b"
