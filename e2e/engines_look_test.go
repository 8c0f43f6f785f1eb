package e2e

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/e2e/driver"
)

// bookingInAnyLanguage asks for values that languages write in different ways. Its labels are the server's, so they are the same in
// all languages.
const bookingInAnyLanguage = `{"message":"Booking","requestedSchema":{"type":"object","properties":{
	"price":{"type":"number","title":"Price"},"arrival":{"type":"string","title":"Arrival","format":"date"},
	"room":{"type":"string","title":"Room","enum":["Single","Double"]},"extras":{"type":"array","title":"Extras","minItems":1,"items":{"type":"string","enum":["Breakfast","Bicycle"]}}},
	"required":["price","arrival","room","extras"]}}`

// inLanguage answers the booking in a language. The parts of the date are in its order.
func inLanguage(locale, direction, price string, parts [3]string, date [3]string, whole string) func(t *testing.T, browser driver.Browser) {
	return func(t *testing.T, browser driver.Browser) {
		host, form := openIn(t, browser, map[string]any{"context": map[string]any{"locale": locale, "timeZone": "UTC"}})
		key := host.start(bookingInAnyLanguage, nil)
		form.wait("the form in "+locale, `document.documentElement.lang.startsWith(`+quote(locale)+`) && `+driver.Button("continue"))
		form.wait("the direction "+direction, `getComputedStyle(document.body).direction === `+quote(direction))
		form.Type("Price", price)
		form.pasteDate(form.findIn(form.find("group", "Arrival"), "textbox", parts[0]), whole)
		form.wait("the whole date to be read", `[...document.querySelectorAll(".understood")].some((echo) => /29|٢٩/.test(echo.textContent))`)
		for i, part := range parts {
			form.TypePart("Arrival", part, date[i])
		}
		form.Choose("Room", "Double")
		form.Tick("Extras", "Bicycle")
		form.do("continue")
		form.decide(func() { form.do("send") })
		host.expectResult(key, `{"action":"accept","content":{"price":1234.5,"arrival":"2028-02-29","room":"Double","extras":["Bicycle"]}}`)
	}
}

// asTheEngineWrites answers with a number and a date as the engine itself writes them in each language, because people paste such
// texts: the whole date goes into the first box.
func asTheEngineWrites(t *testing.T, browser driver.Browser) {
	const params = `{"message":"Booking","requestedSchema":{"type":"object","properties":{"price":{"type":"number","title":"Price"},
		"arrival":{"type":"string","title":"Arrival","format":"date"}},"required":["price","arrival"]}}`
	for _, locale := range []string{"en", "ar", "de", "es", "fr", "he", "ja", "ko", "pt-BR", "zh-CN"} {
		for _, month := range []string{"long", "numeric"} {
			t.Run(locale+" "+month, func(t *testing.T) {
				host, form := openIn(t, browser, map[string]any{"context": map[string]any{"locale": locale, "timeZone": "UTC"}})
				key := host.start(params, nil)
				form.wait("the form in "+locale, `document.documentElement.lang.startsWith(`+quote(locale)+`) && `+driver.Button("continue"))
				form.Type("Price", eval[string](form, `new Intl.NumberFormat(`+quote(locale)+`).format(1234.5)`))
				var boxes []Node
				group := form.find("group", "Arrival")
				form.waitFor("the boxes of the date", func() bool {
					var err error
					boxes, err = browser.Find(form.place, driver.Query{Role: "textbox", In: &group})
					return err == nil && len(boxes) == 3
				})
				form.pasteDate(boxes[0], eval[string](form, `new Intl.DateTimeFormat(`+quote(locale)+`, { year: "numeric", month: `+quote(month)+
					`, day: "numeric", timeZone: "UTC", calendar: "gregory" }).format(Date.UTC(2028, 1, 29))`))
				form.do("continue")
				form.decide(func() { form.do("send") })
				host.expectResult(key, `{"action":"accept","content":{"price":1234.5,"arrival":"2028-02-29"}}`)
			})
		}
	}
}

// inTheDark checks in a picture that texts and controls are light on dark.
func inTheDark(t *testing.T, browser driver.Browser) {
	host, form := openIn(t, browser, map[string]any{"context": map[string]any{"locale": "en", "timeZone": "UTC", "theme": "dark"}})
	key := host.start(bookingInAnyLanguage, nil)
	form.onHeading(askingHeading("Example"))
	for _, control := range []Node{
		form.find("textbox", "Price"), form.control("Room", "radio", "Single"), form.control("Extras", "checkbox", "Breakfast"),
	} {
		if light := form.brightness(control); light > 0.3 {
			t.Errorf("%s is painted with a brightness of %.2f", control, light)
		}
	}
	form.Choose("Room", "Single")
	form.Press("Review")
	form.wait("the summary", problemFocused)
	form.Press("Decline")
	host.expectResult(key, `{"action":"decline"}`)
}

// withEmptyTime checks in a picture that an unused control for times is empty: a time in it would look
// like an answer.
func withEmptyTime(t *testing.T, browser driver.Browser) {
	host, form := openIn(t, browser, english)
	key := host.start(`{"message":"When?","requestedSchema":{"type":"object","properties":{"wake":{"type":"string","title":"Wake-up call","format":"time"}},"required":["wake"]}}`, nil)
	form.onHeading(askingHeading("Example"))
	if clock, own := form.clockOf("Wake-up call"); own {
		// Chromium and Firefox paint dashes for missing parts.
		if agent := eval[string](host.page(), `navigator.userAgent`); !strings.Contains(agent, "Chrome") && !strings.Contains(agent, "Firefox") {
			t.Errorf("the control for times is that of %s", agent)
		}
	} else {
		picture, middle := form.pictureOf(clock)
		for x := middle.X - 60; x <= middle.X+60; x++ {
			if picture.At(x, middle.Y) != picture.At(middle.X+60, middle.Y-8) {
				t.Fatalf("something is painted %d px from the middle of the empty time", x-middle.X)
			}
		}
	}
	form.Press("Review")
	form.wait("the summary", problemFocused)
	form.typeClock("Wake-up call", "07", "15")
	form.Press("Review")
	form.onHeading(reviewHeading)
	form.decide(func() { form.Press("Send") })
	host.expectResult(key, `{"action":"accept","content":{"wake":"07:15:00Z"}}`)
}

// pictureOf returns a picture of the window, and the middle of a control in it.
func (d Document) pictureOf(node Node) (picture image.Image, middle image.Point) {
	d.t.Helper()
	x, y := d.clickPoint(node)
	shot, err := d.browser.Screenshot()
	must(d.t, err)
	picture, err = png.Decode(bytes.NewReader(shot))
	must(d.t, err)
	return picture, picture.Bounds().Min.Add(image.Pt(int(x), int(y)))
}

// brightness returns how bright the middle of a control is painted, from 0 to 1.
func (d Document) brightness(node Node) float64 {
	d.t.Helper()
	picture, middle := d.pictureOf(node)
	r, g, b, _ := picture.At(middle.X, middle.Y).RGBA()
	return float64(r+g+b) / (3 * 0xffff)
}
