package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/elicitform/elicitform/e2e/driver"
)

// TestDemoLook covers N25 for the chat around the form: axe in light and dark,
// no sideways scrolling at 320 px, and the narrow layout by keyboard.
// Rows: N25, P21.
func TestDemoLook(t *testing.T) {
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
	page.Press("Details")
	c.viewport(320, 256, 4)
	if eval[bool](page, `document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
		t.Error("G13: the page scrolls sideways at 320 px")
	}
	page.expectAccessible("demo at 320 px")
	form.Press("Decline")
	c.waitForText("You declined.")

	// The details replace the conversation until they are closed.
	page.Press("Details")
	page.wait("the details", `document.querySelector("#open-details").ariaExpanded === "true" && document.querySelector("#details").checkVisibility() && !document.querySelector("[role=log]").checkVisibility()`)
	page.expectAccessible("details at 320 px")
	c.Key(kb.Tab)
	c.Key(escape)
	page.wait("the conversation", `document.querySelector("[role=log]").checkVisibility() && document.activeElement.id === "open-details"`)
	c.expectQuiet()
}

// TestDemoTheme covers P21: a theme that is chosen in the chat is used in the
// form.
// Rows: P21.
func TestDemoTheme(t *testing.T) {
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
	form.wait("the form in German", `document.documentElement.lang === "de" && document.querySelector("h1").innerText === "Studio fragt"`)
	c.page().wait("the chat to stay English", `document.documentElement.lang === "en"`)
	c.expectQuiet()
}

// TestDemoInline checks that a request appears in a message of the conversation, or below all
// messages if the person wants that, and that typed text stays.
func TestDemoInline(t *testing.T) {
	t.Parallel()
	c := openDemo(t)
	page := c.page()
	form := c.callTool("Check in", askingHeading("Hotel"))
	page.wait("the form in a message", `document.getElementById("transcript").lastElementChild.querySelector("iframe")`)
	c.expectAccessible("request in the conversation")
	form.Type("Name", "Ada")
	form.Type("Nights", "3")
	form.sendAnswers()
	c.waitForText(`I received {"breakfast": true, "name": "Ada", "nights": 3}`)

	form = c.callTool("Deploy", askingHeading("Studio"))
	page.wait("the form in the next message", `document.getElementById("transcript").lastElementChild.querySelector("iframe")`)
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

// TestDemoKeyboard covers G7: a tool is called and its request answered by keyboard alone, and the
// focus stays where the person is.
// Rows: G7.
func TestDemoKeyboard(t *testing.T) {
	t.Parallel()
	c := openDemo(t)
	page := c.page()
	page.typeInto(page.find("textbox", "Message"), "I would like to CHECK in")
	c.Key("\r")
	form := c.form()
	form.onHeading(askingHeading("Hotel"))
	page.wait("the announcement", `document.getElementById("announcement").textContent === "Hotel has a request for you in the conversation."`)
	if active := eval[string](page, `document.activeElement.id`); active != "text" {
		t.Errorf("G7: the focus went to %q", active)
	}
	page.typeInto(page.find("textbox", "Message"), "no such thing")
	c.Key("\r")
	c.waitForText("This chat has no model")
	c.expectQuiet()
}

// TestDemoPhone covers G8 for the chat on a phone: while a request is open the form has the
// room of the composer, and its button is in view when it has the focus.
// Rows: G8.
func TestDemoPhone(t *testing.T) {
	t.Parallel()
	c := openDemo(t)
	page := c.page()
	for _, size := range [][2]int{{390, 844}, {320, 640}} {
		c.viewport(size[0], size[1], 1)
		form := c.callTool("Book a table", askingHeading("Travel"))
		page.wait("the composer to be put away", `!document.getElementById("say").checkVisibility()`)
		form.run(driver.Button("continue") + `.focus()`)
		c.waitFor("the button to be in view", func() bool {
			bottom := eval[float64](form, driver.Button("continue")+`.getBoundingClientRect().bottom`)
			return eval[bool](page, `(bottom) => document.querySelector("iframe").getBoundingClientRect().top + bottom <= document.querySelector(".composer").getBoundingClientRect().top`, bottom)
		})
		form.Press("Decline")
		page.wait("the composer", `document.getElementById("say").checkVisibility()`)
		if height := eval[int](page, `document.querySelector("header").offsetHeight`); height > 56 {
			t.Errorf("the header takes %d px", height)
		}
		page.Press("Details")
		c.expectQuiet()
	}
}

// TestDemoComesIntoView: a request scrolls into view with its main button, and later the answer
// of the server does, while the focus stays. No text tells where to look.
// Rows: G7, G11.
func TestDemoComesIntoView(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{1280, 720}, {390, 844}} {
		for _, place := range []string{"Below the messages", "In the conversation"} {
			t.Run(fmt.Sprintf("%s %d", place, size[0]), func(t *testing.T) {
				t.Parallel()
				c := openDemo(t)
				page := c.page()
				c.changeSetting("Requests appear", place)
				page.Press("Details")
				c.viewport(size[0], size[1], 1)
				// There is more to read than fits.
				page.run(`document.getElementById("conversation").style.paddingBlockStart = "3000px"`)
				page.typeInto(page.find("textbox", "Message"), "Book a table")
				c.Key("\r")
				form := c.form()
				form.onHeading(askingHeading("Travel"))
				c.waitFor("the main button to be in view", func() bool {
					bottom := eval[float64](form, driver.Button("continue")+`.getBoundingClientRect().bottom`)
					return eval[bool](page, `(bottom) => {
						const top = document.querySelector("iframe").getBoundingClientRect().top, view = document.getElementById("conversation").getBoundingClientRect();
						return top >= view.top && top + bottom <= view.bottom;
					}`, bottom)
				})
				if eval[bool](page, `document.activeElement.tagName === "IFRAME"`) {
					t.Error("G7: the form took the focus")
				}
				c.expectNoText("below the messages")
				form.Press("Decline")
				c.waitForText("You declined.")
				c.waitFor("what the server says to be in view", func() bool {
					return eval[bool](page, `(() => {
						const reply = document.getElementById("transcript").lastElementChild.getBoundingClientRect(), view = document.getElementById("conversation").getBoundingClientRect();
						return reply.top >= view.top && reply.bottom <= view.bottom + 1;
					})()`)
				})
				c.expectQuiet()
			})
		}
	}
}

// TestDemoFewActions books a table by pointer and by keyboard, with a mistake on the way, and counts
// the actions: a click, an entry or a choice is one action; by keyboard, all keys for one control are
// one.
// Rows: G7.
func TestDemoFewActions(t *testing.T) {
	t.Parallel()
	const most = 12
	for _, by := range []string{"pointer", "keyboard"} {
		t.Run(by, func(t *testing.T) {
			t.Parallel()
			c := openDemo(t)
			form := c.callTool("Book a table", askingHeading("Travel"))
			actions := 0
			reach := func(control Node) {
				if form.hasFocus(control) {
					return
				}
				actions++
				if by == "keyboard" {
					form.tabTo(control)
				} else {
					form.click(control, 1)
				}
			}
			write := func(control Node, text string) {
				reach(control)
				c.waitFor("the focus", func() bool { return form.hasFocus(control) })
				c.Key(text)
				// By keyboard, Tab and the text are one sequence of keys.
				if by == "pointer" {
					actions++
				}
			}
			press := func(control Node) {
				if by == "keyboard" {
					form.tabTo(control)
					c.Key("\r")
				} else {
					form.click(control, 1)
				}
				actions++
			}
			date := form.find("group", "Date")
			for _, part := range [][2]string{{"Month", "2"}, {"Day", "3"}, {"Year", "2027"}} {
				write(form.findIn(date, "textbox", part[0]), part[1])
			}
			press(form.button("continue"))
			form.wait("the summary", problemFocused)
			write(form.find("textbox", "Time"), "19:30")
			press(form.button("continue"))
			form.onHeading(reviewHeading)
			press(form.button("send"))
			c.waitForText(`"answers": {"date": "2027-02-03", "guests": 2, "time": "19:30"}`)
			if actions > most {
				t.Errorf("%d actions by %s, and %d are enough", actions, by, most)
			}
			t.Logf("%d actions", actions)
		})
	}
}

func (c demoChat) changeSetting(label, option string) {
	c.t.Helper()
	c.page().Press("Settings")
	c.page().Select(label, option)
	c.page().Key(escape)
	c.page().wait("the settings to close", `!document.querySelector("#settings:popover-open")`)
}
