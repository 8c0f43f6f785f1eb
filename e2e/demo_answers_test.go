package e2e

import (
	"strings"
	"testing"
)

// TestDemoAnswers checks that the chat shows the whole result of a tool, with
// every kind of content that MCP has. None of it can be clicked or run, and the
// chat fetches nothing for it.
func TestDemoAnswers(t *testing.T) {
	t.Parallel()
	c := openDemo(t)
	page := c.page()
	page.wait("the frame", `document.querySelector("iframe")`)
	before := len(c.requestedURLs())
	page.Press("Trip report")
	c.waitForText("Structured data")
	page.wait("the picture", `document.querySelector("img").naturalWidth === 480`)
	page.wait("the length of the sound", `document.querySelector("audio").duration > 1`)

	text := eval[string](page, `document.getElementById("transcript").innerText`)
	for _, part := range []string{
		"Your trip to Lago di Sopra is planned.\nDetails: https://travel.example/trips/7 <script>alert(1)</script>",
		"Marked by the server: for you, required",
		"Picture (image/png, ",
		"Marked by the server: for you and the model, importance 0.5 of 1",
		"Sound (audio/wav, 9.4 KB)",
		"Tickets (tickets.pdf)", "Two seats to Como and back", "https://travel.example/trips/7/tickets.pdf", "application/pdf", "47 KB",
		"This chat does not open it.",
		"Marked by the server: for the model, importance 0.8 of 1, last changed 12 January 2027",
		"trip://7/itinerary.md", "text/markdown", "# Three days at the lake", "[seats 14A and 14B](https://rail.example/seats)", "<b>Rest</b> & read",
		"trip://7/boarding.pkpass", "binary, 15 bytes",
		"A picture that this chat does not show", "image/svg+xml",
		`"place": "Lago di Sopra"`, `"amount": 412.5`,
	} {
		if !strings.Contains(text, part) {
			t.Errorf("the transcript lacks %q:\n%s", part, text)
		}
	}

	found := eval[map[string]string](page, `(() => {
		const log = document.getElementById("transcript");
		const count = (selector) => String(log.querySelectorAll(selector).length);
		return {
			active: count("a, script, b, iframe, object, embed, form, button, input, [href], [onclick], [style]"),
			pictures: [...log.querySelectorAll("img")].map((img) => img.src.slice(0, 22) + "|" + img.alt).join(),
			sounds: [...log.querySelectorAll("audio")].map((audio) => [audio.src.slice(0, 22), audio.controls, audio.autoplay, audio.paused].join("|")).join(),
		};
	})()`)
	for name, want := range map[string]string{
		"active": "0", "pictures": "data:image/png;base64,|Picture from Travel", "sounds": "data:audio/wav;base64,|true|false|true",
	} {
		if found[name] != want {
			t.Errorf("%s: %q, want %q", name, found[name], want)
		}
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
