package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestDemoLook covers N25 for the chat around the form: axe in light and dark,
// no sideways scrolling at 320 px, and the narrow layout by keyboard.
func TestDemoLook_N25_P21(t *testing.T) {
	t.Parallel()
	c := openDemo(t)
	page := c.page()
	page.Press("Settings")
	page.expectAccessible("settings")
	page.Key(escape)
	form := c.callTool("Book a table", askingHeading("Travel"))
	c.media(map[string]string{"prefers-color-scheme": "dark"})
	c.expectAccessible("demo dark")

	c.media(nil)
	c.viewport(320, 256, 4)
	if eval[bool](page, `document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
		t.Error("G13: the page scrolls sideways at 320 px")
	}
	page.expectAccessible("demo at 320 px")
	form.Press("Decline")
	c.waitForText("You declined.")

	// The list of tools replaces the conversation until it is closed.
	page.Press("Tools")
	page.wait("the tools", `document.querySelector("#open-tools").ariaExpanded === "true" && document.querySelector("#sidebar").checkVisibility() && !document.querySelector(".chat").checkVisibility()`)
	page.expectAccessible("tools at 320 px")
	c.Key(kb.Tab)
	c.Key(escape)
	page.wait("the conversation", `document.querySelector(".chat").checkVisibility() && document.activeElement.id === "open-tools"`)
	c.expectQuiet()
}

// TestDemoTheme covers P21: a theme that is chosen in the chat is used in the
// form.
func TestDemoTheme_P21(t *testing.T) {
	t.Parallel()
	c := openDemo(t)
	form := c.callTool("Deploy", askingHeading("Studio"))
	for theme, scheme := range map[string]string{"Dark": "dark", "Light": "light"} {
		c.changeSetting("Theme", theme)
		for _, document := range []Document{c.page(), form} {
			document.wait(theme, `(scheme) => getComputedStyle(document.documentElement).colorScheme === scheme`, scheme)
		}
	}
	c.changeSetting("Language of requests", "Deutsch")
	form.wait("the form in German", `document.documentElement.lang === "de" && document.querySelector("h1").innerText === "Studio bittet um Angaben"`)
	c.page().wait("the chat to stay English", `document.documentElement.lang === "en"`)
	c.expectQuiet()
}

// TestDemoInline checks that a request can be moved into a message of the
// conversation, and that what was typed stays.
func TestDemoInline(t *testing.T) {
	t.Parallel()
	c := openDemo(t)
	page := c.page()
	c.changeSetting("Requests appear", "In the conversation")
	form := c.callTool("Check in", askingHeading("Hotel"))
	page.wait("the form in a message", `document.querySelector("iframe").closest(".message").innerText.startsWith("Hotel asks")`)
	c.expectAccessible("request in the conversation")
	form.Type("Name", "Ada")
	form.Type("Nights", "3")
	form.toReview()
	form.Press("Send answers")
	c.waitForText(`I received {"breakfast": true, "name": "Ada", "nights": 3}`)

	form = c.callTool("Deploy", askingHeading("Studio"))
	page.wait("the form in the next message", `document.querySelector("iframe").closest(".message").innerText.startsWith("Studio asks")`)
	form.Press("Decline")
	c.waitForText("Studio, Deploy You declined.")
	if places := eval[int](page, `document.querySelectorAll(".slot").length`); places != 2 {
		t.Errorf("%d places for 2 requests", places)
	}

	c.changeSetting("Requests appear", "Below the messages")
	c.callTool("Check in", askingHeading("Hotel"))
	page.wait("the form below the messages", `document.querySelector("iframe").parentElement.id === "form"`)
	c.expectQuiet()
}

// TestDemoKeyboard covers G7: a request is called and answered by keyboard
// alone, and the focus stays where the person is.
func TestDemoKeyboard_G7(t *testing.T) {
	t.Parallel()
	c := openDemo(t)
	page := c.page()
	page.typeInto(page.find("combobox", "Message"), "check IN")
	c.Key("\r")
	form := c.form()
	form.onHeading(askingHeading("Hotel"))
	page.wait("the announcement", `document.getElementById("announcement").textContent === "Hotel has a request for you below the messages."`)
	if active := eval[string](page, `document.activeElement.id`); active != "text" {
		t.Errorf("G7: the focus went to %q", active)
	}
	page.typeInto(page.find("combobox", "Message"), "no such tool")
	c.Key("\r")
	c.waitForText("No tool has that name.")
	c.expectQuiet()
}

// TestDemoPhone covers G8 for the chat on a phone: while a request is open the form has the
// room of the composer, and its button is in view when it has the focus.
func TestDemoPhone_G8(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{390, 844}, {320, 640}} {
		c := openDemo(t)
		page := c.page()
		c.viewport(size[0], size[1], 1)
		form := c.callTool("Try Book a table", askingHeading("Travel"))
		page.wait("the composer to be put away", `!document.getElementById("say").checkVisibility()`)
		form.run(`document.querySelector("form .primary").focus()`)
		c.waitFor("the button to be in view", func() bool {
			bottom := eval[float64](form, `document.querySelector("form .primary").getBoundingClientRect().bottom`)
			return eval[bool](page, `(bottom) => document.querySelector("iframe").getBoundingClientRect().top + bottom <= document.querySelector(".composer").getBoundingClientRect().top`, bottom)
		})
		form.Press("Decline")
		page.wait("the composer", `document.getElementById("say").checkVisibility()`)
		c.expectQuiet()
	}
}

// changeSetting changes one of the settings.
func (c demoChat) changeSetting(label, option string) {
	c.t.Helper()
	c.page().Press("Settings")
	c.page().Select(label, option)
	c.page().Key(escape)
	c.page().wait("the settings to close", `!document.querySelector("#settings:popover-open")`)
}
