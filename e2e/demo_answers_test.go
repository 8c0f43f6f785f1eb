package e2e

import (
	"strings"
	"testing"
)

// TestDemoAnswers checks that the chat shows the text of a result and names its other
// content. None of it can be clicked or run, and the chat fetches nothing for it.
func TestDemoAnswers(t *testing.T) {
	t.Parallel()
	c := openDemo(t)
	page := c.page()
	page.wait("the frame", `document.querySelector("iframe")`)
	before := len(c.requestedURLs())
	page.Press("Trip report")
	c.waitForText("Your trip to Lago di Sopra is planned. Details: https://travel.example/trips/7 <script>alert(1)</script>")
	c.waitForText("(image) (resource_link) (resource)")
	const active = "a, script, b, img, audio, iframe, object, embed, form, button, input, [href], [onclick], [style]"
	if count := eval[int](page, `(active) => document.querySelectorAll("#transcript :is(" + active + ")").length`, active); count != 0 {
		t.Errorf("%d elements of the answer do something", count)
	}
	for _, url := range c.requestedURLs()[before:] {
		if !strings.HasPrefix(url, baseURL(t)+"/mcp") && !strings.HasPrefix(url, "data:") {
			t.Errorf("the answer made the chat fetch %s", url)
		}
	}

	page.Press("Room service")
	c.waitForText("Hotel, Room service Error The kitchen is closed. It opens at 07:00.")
	page.wait("the announcement", `document.getElementById("announcement").textContent === "Hotel, error: The kitchen is closed. It opens at 07:00."`)
	c.expectAccessible("answers")
	c.expectQuiet()
}
