package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// ideas returns the suggestions above the composer.
func (c demoChat) ideas() string {
	c.t.Helper()
	return eval[string](c.page(), `[...document.querySelectorAll("#ideas button")].map((each) => each.textContent).join()`)
}

// TestDemoOpens checks what somebody sees first, on a desk and on a phone: a conversation with a form in it that works, and
// three suggestions. One press answers it, or a text of the person's own.
// Rows: G7, P1.
func TestDemoOpens(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{1280, 1000}, {390, 844}} {
		c := demoChat{newTab(t)}
		c.viewport(size[0], size[1], 1)
		c.open(baseURL(t) + "/")
		page, form := c.page(), c.form()
		form.onHeading(askingHeading("Assistant"))
		c.waitFor("the whole form to be in view", func() bool {
			return eval[bool](page, `(() => {
				const { top, bottom } = document.querySelector("iframe").getBoundingClientRect(), view = document.getElementById("conversation").getBoundingClientRect();
				return top >= view.top && bottom <= view.bottom && document.getElementById("say").checkVisibility();
			})()`)
		})
		if got := c.ideas(); got != "Book a table for Sunday,Invite Ben to dinner,Put the trip into my calendar" {
			t.Errorf("suggestions %q", got)
		}
		if words := eval[string](page, `document.querySelector("main").innerText`); strings.Contains(words, "2025-") || strings.Contains(words, "127.0.0.1") {
			t.Errorf("facts of the protocol are in view: %s", words)
		}
		c.waitForServers()
		page.expectAccessible("first view")
		if size[0] < 1000 {
			form.Press("Osteria Nord Small and quiet, and the kitchen closes early")
			c.waitForText("Osteria Nord it is. Shall I book the table?")
		} else {
			form.Press("Other")
			form.Type("Which restaurant do you like?", "The kiosk")
			form.Press("Send to Assistant")
			c.waitForText("The kiosk it is. Shall I book the table?")
		}
		c.expectQuiet()
	}
}

// TestDemoSuggestions: a suggestion runs its tool and gives its place to another one. By keyboard, the form is the next stop
// after it. The chat's own question is withdrawn then.
// Rows: G7.
func TestDemoSuggestions(t *testing.T) {
	t.Parallel()
	c := demoChat{newTab(t)}
	c.open(baseURL(t) + "/")
	page, form := c.page(), c.form()
	form.onHeading(askingHeading("Assistant"))
	c.waitForServers()
	page.run(`document.querySelector("#ideas button").focus()`)
	c.Key("\r")
	form.onHeading(askingHeading("Travel"))
	c.waitForText(withdrawnHeading + " · Assistant")
	if got := c.ideas(); got != "Invite Ben to dinner,Put the trip into my calendar,Choose seats for the three of us" {
		t.Errorf("suggestions %q", got)
	}
	page.wait("the focus on the conversation", `document.activeElement.id === "conversation"`)
	c.Key(kb.Tab)
	page.wait("the focus in the form", `document.activeElement.tagName === "IFRAME"`)
	form.Press("Decline")
	c.waitForText("You declined. I received no answers and did nothing.")
	page.Press("Choose seats for the three of us")
	form.shows("Request 1 of 3")
	c.expectQuiet()
}

// TestDemoApproval: the chat asks before it calls a tool that acts outside it. The tool gets the arguments that the person has
// changed, a decline calls nothing, and leave for this chat is not asked for again.
// Rows: P1.
func TestDemoApproval(t *testing.T) {
	t.Parallel()
	c := openDemo(t)
	form := c.callTool("Send email", "Travel wants to run Send email")
	c.expectAccessible("approval")
	// One press allows only what is in view.
	c.viewport(1280, 1200, 1)
	form.Press("Decline")
	c.waitForText("I did not call Send email.")
	c.expectNoText("I would have sent")

	form = c.callTool("Send email", "Travel wants to run Send email")
	form.Press("Change “subject”")
	form.Type("Subject", "Supper")
	form.Press("Save")
	form.Press("Allow once")
	c.waitForText("I would have sent “Supper” to ben@example.com. This demo sends nothing.")
	form = c.callTool("Send email", "Travel wants to run Send email")
	form.Press("Allow Send email in this chat")
	c.waitForText("I would have sent “Dinner on Sunday” to ben@example.com.")
	c.page().run(`transcript.replaceChildren()`)
	c.page().Press("Send email")
	c.waitForText("I would have sent “Dinner on Sunday” to ben@example.com.")
	c.expectQuiet()
}
