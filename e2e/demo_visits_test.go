package e2e

import "testing"

// TestDemoPage covers P15 and W1 with a page that really completes: the person
// agrees in the chat and decides on the page, and the server's notice ends the
// wait.
// Rows: P15, W1, U7.
func TestDemoPage(t *testing.T) {
	t.Parallel()
	c := openDemo(t)
	form := c.callTool("Connect calendar", "Travel wants to open a web page")
	visited := c.openPage(form)
	form.onHeading(waitingHeading)
	if got := eval[string](visited, `String(opener) + "," + document.referrer`); got != "null," {
		t.Errorf("the page knows who opened it: %s", got)
	}
	visited.expectAccessible("page to visit")
	visited.media(map[string]string{"prefers-color-scheme": "dark"})
	visited.expectAccessible("page to visit, dark")
	visited.media(nil)
	visited.viewport(320, 256, 4)
	if eval[bool](visited, `document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
		t.Error("G13: the page scrolls sideways at 320 px")
	}
	visited.Choose("Which calendar?", "Work")
	visited.Press("Allow access")
	visited.wait("the end", `document.querySelector("h1").innerText === "Done"`)
	visited.expectAccessible("visited page")
	c.waitForText("Request confirmed · Travel")
	c.waitForText("Travel, Connect calendar Your calendar is connected: Work.")

	form = c.callTool("Connect calendar", "Travel wants to open a web page")
	denied := c.openPage(form)
	denied.Press("Deny")
	c.waitForText("You denied access on the page. Nothing is connected.")
	denied.expectQuiet()
	visited.expectQuiet()
	c.expectQuiet()
}

// TestDemoRequiredPages covers P16: the call fails with -32042, the person
// opens both pages, and the chat repeats the call, which succeeds.
// Rows: P16.
func TestDemoRequiredPages(t *testing.T) {
	t.Parallel()
	c := openDemo(t)
	form := c.callTool("Import bookings", "Travel wants to open a web page")
	for i, button := range []string{"Share flights", "Share stays"} {
		place := []string{"Request 1 of 2", "Request 2 of 2"}[i]
		form.shows(place)
		form.onHeading("Travel wants to open a web page")
		page := c.openPage(form)
		page.Press(button)
	}
	c.waitForText("I imported 2 flights and 1 stay from Lake Air and Hotel Bellavista.")

	form = c.callTool("Import bookings", "Travel wants to open a web page")
	form.wait("what Decline means here", `document.body.innerText.includes("If you choose “Decline” or “Not now” (×), Travel stops and is not told why.")`)
	form.Press("Decline")
	form.shows("Request 2 of 2")
	form.Press("Decline")
	c.waitForText("Import bookings of Travel failed (-32042)")
	c.expectQuiet("calling a tool failed")
}

// TestDemoLoopGuard covers P16: if a server fails the same call again and
// again, the chat gives up.
// Rows: P16.
func TestDemoLoopGuard(t *testing.T) {
	t.Parallel()
	c := openDemo(t)
	form := c.callTool("Import bookings", "Travel wants to open a web page")
	for _, place := range []string{"Request 1 of 2", "Request 2 of 2"} {
		form.shows(place)
		form.onHeading("Travel wants to open a web page")
		c.openPage(form)
		form.onHeading(waitingHeading)
		form.Press("I have finished")
	}
	// The person says that they have finished, but the server asks for new
	// pages, until the chat or the person gives up.
	form.onHeading("Travel wants to open a web page")
	form.Press("Not now")
	c.waitForText("Import bookings of Travel failed (-32042)")
	c.expectQuiet("calling a tool failed")
}

// TestDemoWorkspace covers P18 and N27: a real server of revision 2026-07-28
// sends two forms and a page as one round, which has one review.
// Rows: P18, N27.
func TestDemoWorkspace(t *testing.T) {
	t.Parallel()
	c := openDemo(t)
	form := c.callTool("Set up workspace", askingHeading("Studio"))
	form.Type("Workspace name", "Harbour")
	form.Press("Review")
	form.onHeading("Studio wants to open a web page")
	page := c.openPage(form)
	form.onHeading(waitingHeading)
	page.Choose("Plan", "Team")
	page.Press("Choose plan")
	page.wait("the end", `document.querySelector("h1").innerText === "Done"`)
	form.Press("I have finished")
	form.onHeading(askingHeading("Studio"))
	form.Type("Email address of the owner", "ada@example.com")
	form.Tick("Tools to set up", "Wiki", "Builds")
	form.Press("Review")
	form.onHeading(reviewHeading)
	form.Press("Send")
	c.waitForText(`account: You accepted. I received {"name": "Harbour", "region": "eu"}`)
	c.waitForText(`billing: You finished the page and chose Team.`)
	c.waitForText(`team: You accepted. I received {"owner": "ada@example.com", "tools": ["wiki", "builds"]}`)
	c.expectQuiet()
}

// openPage opens the page that the form asks to open, and returns it.
func (c demoChat) openPage(form Document) Document {
	c.t.Helper()
	page := c.opened(func() { form.do("open") }).page()
	page.wait("the page", `document.querySelector("form")`)
	return page
}
