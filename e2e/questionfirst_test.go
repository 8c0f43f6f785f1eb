package e2e

import "testing"

// TestQuestionFirst checks that the name of the server is small, the message is the largest text, and the first input is near:
// in the demo's table with the claim of its server and a date, and in a form with a short message.
// Rows: G5.
func TestQuestionFirst(t *testing.T) {
	t.Parallel()
	check := func(name string, form Document, most int) {
		t.Helper()
		if top := eval[float64](form, `document.querySelector("input").getBoundingClientRect().top`); top > float64(most) {
			t.Errorf("%s: the first input is at %.0f px, want %d at most", name, top, most)
		}
		if largest := eval[[]string](form, `(() => {
			const size = (e) => parseFloat(getComputedStyle(e).fontSize), message = document.querySelector("[aria-labelledby=message-from]");
			const least = size(message.querySelector("[dir=auto]")), others = [...document.querySelector("main").getElementsByTagName("*")].filter((e) => !message.contains(e));
			return others.filter((e) => e.checkVisibility() && !e.closest(".visually-hidden") && size(e) >= least)
				.filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())).map((e) => e.outerHTML.slice(0, 80));
		})()`); len(largest) > 0 {
			t.Errorf("%s: as large as the message are %q", name, largest)
		}
		if above := eval[bool](form, `(() => {
			const id = document.getElementById("heading").querySelector("bdi"), message = document.querySelector("[aria-labelledby=message-from]");
			return id.checkVisibility() && id.getBoundingClientRect().bottom < message.getBoundingClientRect().top;
		})()`); !above {
			t.Errorf("%s: the server's id does not stand above its message", name)
		}
	}
	widths := map[int]int{720: 150, 390: 190}
	c := openDemo(t)
	// A form in the conversation is never wider than a line of text.
	c.changeSetting("Requests appear", "Below the messages")
	c.viewport(720, 900, 1)
	form := c.callTool("Book a table", askingHeading("Travel"))
	for width, most := range widths {
		c.viewport(width, 900, 1)
		form.wait("the width", `(width) => innerWidth <= width && innerWidth > width - 60`, width)
		check("the demo", form, most)
	}
	c.expectQuiet()

	host := warmHost(t)
	_, form = host.show(`{"message":"Who comes?","requestedSchema":{"type":"object","properties":{"n":{"type":"string","title":"Name","description":"As on the card"}},"required":["n"]}}`,
		map[string]any{"server": map[string]any{"id": "travel.example", "title": "Travel desk"}})
	for width, most := range widths {
		host.viewport(width, 900, 1)
		form.wait("the width", `(width) => innerWidth <= width && innerWidth > width - 60`, width)
		check("a short message", form, most)
	}
	host.expectQuiet()
}
