package engines

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"testing"
)

// booking asks for what languages write in different ways. Its labels are the server's,
// so they are the same in all of them.
const booking = `{"message":"Booking","requestedSchema":{"type":"object","properties":{
	"price":{"type":"number","title":"Price"},"arrival":{"type":"string","title":"Arrival","format":"date"},
	"room":{"type":"string","title":"Room","enum":["Single","Double"]},"extras":{"type":"array","title":"Extras","minItems":1,"items":{"type":"string","enum":["Breakfast","Bicycle"]}}},
	"required":["price","arrival","room","extras"]}}`

// next is the button that goes on, in any language.
var next = thing{role: "next", name: "…"}

// speaking answers the booking in a language. The parts of the date are in its order.
func speaking(locale, direction, price string, parts [3]string, date [3]string) func(t *testing.T, browser Browser) {
	return func(t *testing.T, browser Browser) {
		c := open(t, browser, map[string]string{"locale": locale, "timeZone": "UTC"})
		key := c.ask(booking, nil)
		c.wait("the form in "+locale, Frame, `document.documentElement.lang.startsWith(`+quote(locale)+`) && document.querySelector(".fields")`)
		c.wait("the direction "+direction, Frame, `getComputedStyle(document.body).direction === `+quote(direction))
		c.fill("Price", price)
		for i, part := range parts {
			c.write(thing{"textbox", part, "Arrival"}, date[i])
		}
		c.mark("radio", "Room", "Double")
		c.mark("checkbox", "Extras", "Bicycle")
		c.click(next)
		c.wait("the review", Frame, `document.querySelector("dl.answers")`)
		c.click(next)
		c.expect(key, `{"action":"accept","content":{"price":1234.5,"arrival":"2028-02-29","room":"Double","extras":["Bicycle"]}}`)
	}
}

// dark looks at what is painted: texts and controls are light on dark.
func dark(t *testing.T, browser Browser) {
	c := open(t, browser, map[string]string{"locale": "en", "timeZone": "UTC", "theme": "dark"})
	key := c.ask(booking, nil)
	c.heading(asking)
	for _, control := range []thing{
		{role: "textbox", name: "Price"}, {"radio", "Single", "Room"}, {"checkbox", "Breakfast", "Extras"},
	} {
		if light := c.brightness(control); light > 0.3 {
			t.Errorf("%s is painted with a brightness of %.2f", control, light)
		}
	}
	c.mark("radio", "Room", "Single")
	c.press("Continue")
	c.wait("the summary", Frame, `document.activeElement?.id === "summary"`)
	c.press("Decline")
	c.expect(key, `{"action":"decline"}`)
}

// emptyTime looks at what is painted in a control for times that nobody has used: a time
// that stands there would look like an answer.
func emptyTime(t *testing.T, browser Browser) {
	c := open(t, browser, english)
	key := c.ask(`{"message":"When?","requestedSchema":{"type":"object","properties":{"wake":{"type":"string","title":"Wake-up call","format":"time"}},"required":["wake"]}}`, nil)
	c.heading(asking)
	control := thing{"time", "Time", "Wake-up call"}
	if c.find(control).Kind == "time" {
		// Chromium and Firefox paint dashes for what is missing.
		if agent := read[string](c.person, Page, `navigator.userAgent`); !strings.Contains(agent, "Chrome") && !strings.Contains(agent, "Firefox") {
			t.Errorf("the control for times is that of %s", agent)
		}
	} else {
		picture, middle := c.picture(control)
		for x := middle.X - 60; x <= middle.X+60; x++ {
			if picture.At(x, middle.Y) != picture.At(middle.X+60, middle.Y-8) {
				t.Fatalf("something is painted %d px from the middle of the empty time", x-middle.X)
			}
		}
	}
	c.press("Continue")
	c.wait("the summary", Frame, `document.activeElement?.id === "summary"`)
	c.clock("Wake-up call", "07", "15")
	c.press("Continue")
	c.heading(reviewing)
	c.press(send)
	c.expect(key, `{"action":"accept","content":{"wake":"07:15:00Z"}}`)
}

// picture is what the window looks like, and where the middle of something is in it.
func (p *person) picture(t thing) (picture image.Image, middle image.Point) {
	p.t.Helper()
	x, y := p.reach(t)
	shot, err := p.Screenshot()
	if err != nil {
		p.t.Fatal(err)
	}
	picture, err = png.Decode(bytes.NewReader(shot))
	if err != nil {
		p.t.Fatal(err)
	}
	return picture, picture.Bounds().Min.Add(image.Pt(int(x), int(y)))
}

// brightness is how bright the middle of something is painted, from 0 to 1.
func (p *person) brightness(t thing) float64 {
	p.t.Helper()
	picture, middle := p.picture(t)
	r, g, b, _ := picture.At(middle.X, middle.Y).RGBA()
	return float64(r+g+b) / (3 * 0xffff)
}
