package engines

import "testing"

// calendar chooses days with keys and with the pointer where the engine has no calendar of
// its own, and the form draws one. Of the engine's own one, which is a window that no test
// can reach, only the button is looked at.
func calendar(t *testing.T, browser Browser) {
	c := open(t, browser, english)
	key := c.ask(`{"message":"When?","requestedSchema":{"type":"object","properties":{
		"from":{"type":"string","title":"From","format":"date"},"to":{"type":"string","title":"To","format":"date"}},"required":["from","to"]}}`, nil)
	c.heading(asking)
	if own := read[bool](c.person, Page, `/Chrome|Firefox/.test(navigator.userAgent)`); own {
		if drawn := read[[]int](c.person, Frame, `["input[type=date]", "button.calendar"].map((each) => document.querySelectorAll(each).length)`); drawn[0] != 2 || drawn[1] != 0 {
			t.Errorf("of the browser's and of the form's own calendars there are %v", drawn)
		}
		c.press("Decline")
		c.expect(key, `{"action":"decline"}`)
		return
	}
	for part, text := range map[string]string{"Day": "29", "Month": "2", "Year": "2028"} {
		c.write(thing{"textbox", part, "From"}, text)
	}
	button := thing{"button", "Choose a date", "From"}
	day := func(name string) thing { return thing{"day", name, "From"} }
	c.tabTo(button)
	c.keys(Enter)
	c.focused(day("Tuesday, 29 February 2028"))
	c.seen("the day")
	c.keys(ArrowRight)
	c.focused(day("Wednesday, 1 March 2028"))
	c.keys(PageDown)
	c.focused(day("Saturday, 1 April 2028"))
	c.keys(Escape)
	c.focused(button)
	c.wait("the day that stood there", Frame, `!document.querySelector("[role=grid]") && document.getElementById("f0-day").value === "29"`)
	c.keys(Space)
	c.focused(day("Tuesday, 29 February 2028"))
	c.keys(ArrowDown)
	c.focused(day("Tuesday, 7 March 2028"))
	c.keys(Enter)
	c.focused(button)
	c.wait("the day that was chosen", Frame, `!document.querySelector("[role=grid]") && ["day", "month", "year"].map((part) => document.getElementById("f0-" + part).value).join() === "7,3,2028"`)

	c.write(thing{"textbox", "Month", "To"}, "March")
	c.write(thing{"textbox", "Year", "To"}, "2028")
	c.click(thing{"button", "Choose a date", "To"})
	c.focused(thing{"day", "Wednesday, 1 March 2028", "To"})
	c.click(thing{"button", "Next month", "To"})
	c.click(thing{"day", "Sunday, 30 April 2028", "To"})
	c.focused(thing{"button", "Choose a date", "To"})
	c.press("Continue")
	c.heading(reviewing)
	c.press(send)
	c.expect(key, `{"action":"accept","content":{"from":"2028-03-07","to":"2028-04-30"}}`)
}
