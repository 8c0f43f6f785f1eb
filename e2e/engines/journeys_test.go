package engines

import "testing"

// trip asks for one field of each kind. All are required.
const trip = `{"message": "Every kind of question", "requestedSchema": {"type": "object", "properties": {
	"name": {"type": "string", "title": "Name"},
	"email": {"type": "string", "title": "Email", "format": "email"},
	"site": {"type": "string", "title": "Home page", "format": "uri"},
	"guests": {"type": "integer", "title": "Guests", "minimum": 1, "maximum": 100},
	"price": {"type": "number", "title": "Price", "minimum": 0, "maximum": 1000},
	"arrival": {"type": "string", "title": "Arrival", "format": "date"},
	"meeting": {"type": "string", "title": "Meeting", "format": "date-time"},
	"parking": {"type": "boolean", "title": "Parking"},
	"room": {"type": "string", "title": "Room", "oneOf": [{"const": "s", "title": "Single"}, {"const": "d", "title": "Double"}]},
	"month": {"type": "string", "title": "Discount month", "enum": ["m01", "m02", "m03", "m04", "m05", "m06", "m07", "m08", "m09", "m10", "m11", "m12"]},
	"extras": {"type": "array", "title": "Extras", "minItems": 1, "items": {"type": "string", "enum": ["Breakfast", "Late checkout", "Bicycle"]}},
	"notes": {"type": "string", "title": "Notes", "maxLength": 500},
	"names": {"type": "array", "title": "Other guests", "items": {"type": "string"}, "minItems": 1},
	"wake": {"type": "string", "title": "Wake-up call", "format": "time"}
}, "required": ["name", "email", "site", "guests", "price", "arrival", "meeting", "parking", "room", "month", "extras", "notes", "names", "wake"]}}`

// The headings of the steps in English.
const (
	asking    = "Example is asking for information"
	reviewing = "Check your answers"
	sent      = "Answers sent"
)

// send is how the button is found, whatever the server is called.
const send = "Send answers…"

func everyKind(t *testing.T, browser Browser) {
	c := open(t, browser, english)
	key := c.ask(trip, nil)
	c.heading(asking)
	c.fill("Name", "Ada Lovelace")
	c.fill("Email", "ada@example.com")
	c.fill("Home page", "https://example.com/a?b=c")
	c.fill("Guests", "2")
	c.fill("Price", "12.50")
	day := func(group string) {
		for part, text := range map[string]string{"Day": "29", "Month": "2", "Year": "2028"} {
			c.write(thing{"textbox", part, group}, text)
		}
	}
	day("Arrival")
	day("Meeting")
	c.write(thing{"textbox", "Time", "Meeting"}, "14:30")
	c.mark("radio", "Parking", "Yes")
	c.mark("radio", "Room", "Double")
	c.choose("Discount month", "m03")
	c.mark("checkbox", "Extras", "Bicycle")
	c.mark("checkbox", "Extras", "Breakfast")
	c.fill("Notes", "Quiet, please.")
	c.fill("Other guests", "Grace")
	c.clock("Wake-up call", "07", "15")
	c.press("Continue")
	c.heading(reviewing)
	c.press("Change “Name”")
	c.heading(asking)
	c.fill("Name", "Ada")
	c.press("Continue")
	c.heading(reviewing)
	c.press(send)
	c.heading(sent)
	c.expect(key, `{"action":"accept","content":{"name":"Ada","email":"ada@example.com","site":"https://example.com/a?b=c","guests":2,"price":12.5,`+
		`"arrival":"2028-02-29","meeting":"2028-02-29T14:30:00Z","parking":true,"room":"d","month":"m03","extras":["Breakfast","Bicycle"],`+
		`"notes":"Quiet, please.","names":["Grace"],"wake":"07:15:00Z"}}`)
}

func mistakes(t *testing.T, browser Browser) {
	c := open(t, browser, english)
	key := c.ask(`{"message":"Where should it go?","requestedSchema":{"type":"object","properties":{
		"street":{"type":"string","title":"Street"},"note":{"type":"string","title":"Note"},"city":{"type":"string","title":"City","minLength":3}},"required":["street","city"]}}`, nil)
	c.heading(asking)
	c.fill("City", "Os")
	c.press("Continue")
	c.wait("the focus on the summary", Frame, `document.activeElement?.id === "summary" && document.querySelectorAll("#summary li").length === 2`)
	c.keys(Tab, Enter)
	c.focused(thing{role: "textbox", name: "Street"})
	c.keys(letters("High Street 1")...)
	c.fill("City", "Oslo")
	c.press("Continue")
	c.heading(reviewing)
	c.press(send)
	c.heading(sent)
	c.expect(key, `{"action":"accept","content":{"street":"High Street 1","city":"Oslo"}}`)
}

func decline(t *testing.T, browser Browser) {
	c := open(t, browser, english)
	key := c.ask(trip, nil)
	c.heading(asking)
	c.press("Decline")
	c.expect(key, `{"action":"decline"}`)
}
