package e2e

import "fmt"

// everyKind is a request with a field of every kind. All fields are required,
// and none has a suggestion.
const everyKind = `{
	"message": "Every kind of question",
	"requestedSchema": {
		"type": "object",
		"properties": {
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
		},
		"required": ["name", "email", "site", "guests", "price", "arrival", "meeting", "parking", "room", "month", "extras", "notes", "names", "wake"]
	}
}`

// twoFields is a small request: a required text, a choice with a suggestion,
// and an optional text.
const twoFields = `{
	"message": "Where should it go?",
	"requestedSchema": {
		"type": "object",
		"properties": {
			"city": {"type": "string", "title": "City"},
			"speed": {"type": "string", "title": "Speed", "enum": ["slow", "fast"], "default": "slow"},
			"comment": {"type": "string", "title": "Comment"}
		},
		"required": ["city"]
	}
}`

const confirmation = `{"message": "Delete the branch?", "requestedSchema": {"type": "object", "properties": {}}}`

// blockedForm has a required property that no control can answer.
const blockedForm = `{
	"message": "Where do you live?",
	"requestedSchema": {
		"type": "object",
		"properties": {
			"street": {"type": "string", "title": "Street"},
			"place": {"type": "object", "title": "Place", "properties": {"city": {"type": "string"}}}
		},
		"required": ["place"]
	}
}`

// oneText is a request with that message for one required text.
func oneText(message string) string {
	return fmt.Sprintf(`{"message": %q, "requestedSchema": {"type": "object", "properties": {"word": {"type": "string", "title": "Word"}}, "required": ["word"]}}`, message)
}

// english makes a test independent of the language and time zone of the
// machine.
var english = map[string]any{"context": map[string]any{"locale": "en", "timeZone": "UTC"}}

// answerEverything fills in all fields of the form on the screen and returns
// the JSON text that must be sent.
func (d Document) answerEverything(params string) string {
	d.t.Helper()
	r := readRequest(d.t, params)
	text := ""
	for i, c := range d.controls() {
		a := answerFor(d.t, r.Properties[i], c, 0)
		if a.wire == "" {
			continue
		}
		a.do(d, i)
		text += fmt.Sprintf(",%q:%s", r.Properties[i].Name, a.wire)
	}
	return "{" + text[1:] + "}"
}
