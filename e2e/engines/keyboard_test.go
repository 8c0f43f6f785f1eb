package engines

import "testing"

// seen waits until what has the focus is in the window, or as much of its beginning as
// there is room for.
func (p *person) seen(what string) {
	p.t.Helper()
	type box struct{ Top, Height float64 }
	p.waitFor(what+" to be in the window", func() bool {
		var w window
		var b box
		if p.try(Page, windowScript, &w) != nil ||
			p.try(Frame, `(() => { const { top, height } = document.activeElement.getBoundingClientRect(); return { Top: top, Height: height }; })()`, &b) != nil {
			return false
		}
		top := w.Top + b.Top
		return top >= -1 && top+min(b.Height, w.Height/2) <= w.Height+1
	})
}

// keyboard answers a form and looks at errors with keys alone. What has the focus is
// always to be seen, also where the frame is higher than the window.
func keyboard(t *testing.T, browser Browser) {
	c := open(t, browser, english)
	key := c.ask(trip, nil)
	c.heading(asking)
	first := thing{role: "textbox", name: "Name"}
	c.tabTo(first)
	c.seen("the first field")
	for _, field := range []thing{
		{role: "textbox", name: "Guests"}, {"radio", "Yes", "Parking"}, {role: "combobox", name: "Discount month"},
		{"checkbox", "Bicycle", "Extras"}, {role: "textbox", name: "Notes"},
	} {
		c.tabTo(field)
		c.seen(field.String())
	}
	c.tabTo(thing{role: "button", name: "Continue"})
	c.seen("Continue")
	c.keys(Enter)
	c.wait("the focus on the summary", Frame, `document.activeElement?.id === "summary"`)
	c.seen("the summary")
	c.tabTo(thing{role: "link", name: "Choose an answer for “Room”…"})
	c.keys(Enter)
	c.seen("the field of the link")
	c.tabTo(thing{role: "button", name: "Decline"})
	c.seen("Decline")
	c.keys(Enter)
	c.expect(key, `{"action":"decline"}`)
}
