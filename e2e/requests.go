package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/e2e/testsite"
)

// schemaNode is a part of a schema. The tests do not use the reader of the program, because they would share its mistakes.
type schemaNode struct {
	Ref         string            `json:"$ref"`
	Type        json.RawMessage   `json:"type"`
	Title       json.RawMessage   `json:"title"`
	Format      string            `json:"format"`
	Pattern     string            `json:"pattern"`
	Enum        []json.RawMessage `json:"enum"`
	Const       json.RawMessage   `json:"const"`
	OneOf       []schemaNode      `json:"oneOf"`
	AnyOf       []schemaNode      `json:"anyOf"`
	Items       *schemaNode       `json:"items"`
	Default     json.RawMessage   `json:"default"`
	MinLength   *int              `json:"minLength"`
	MaxLength   *int              `json:"maxLength"`
	MinItems    *int              `json:"minItems"`
	Minimum     *float64          `json:"minimum"`
	Maximum     *float64          `json:"maximum"`
	ExclMinimum *float64          `json:"exclusiveMinimum"`
	ExclMaximum *float64          `json:"exclusiveMaximum"`
	MultipleOf  *float64          `json:"multipleOf"`
}

type property struct {
	Name   string
	Raw    json.RawMessage
	Schema schemaNode
}

// request is the part of an elicitation's params that the tests need.
type request struct {
	Mode       string
	Schema     json.RawMessage
	Properties []property
	Required   map[string]bool
}

// readRequest keeps the order of the properties in the text.
func readRequest(t testing.TB, params string) request {
	t.Helper()
	var raw struct {
		Mode            string          `json:"mode"`
		RequestedSchema json.RawMessage `json:"requestedSchema"`
	}
	must(t, json.Unmarshal([]byte(params), &raw))
	r := request{Mode: raw.Mode, Schema: raw.RequestedSchema, Required: map[string]bool{}}
	var schema struct {
		Properties json.RawMessage       `json:"properties"`
		Required   []string              `json:"required"`
		Defs       map[string]schemaNode `json:"$defs"`
	}
	if json.Unmarshal(raw.RequestedSchema, &schema) != nil {
		return r
	}
	for _, name := range schema.Required {
		r.Required[name] = true
	}
	for _, member := range members(schema.Properties) {
		p := property{Name: member.name, Raw: member.value}
		_ = json.Unmarshal(member.value, &p.Schema)
		p.Schema = p.Schema.resolved(schema.Defs)
		r.Properties = append(r.Properties, p)
	}
	return r
}

// resolved follows a local reference. If one of two alternatives is null, it returns the other.
func (n schemaNode) resolved(defs map[string]schemaNode) schemaNode {
	standsFor := func(other schemaNode) schemaNode {
		if n.Default != nil {
			other.Default = n.Default
		}
		other = other.resolved(defs)
		if n.Title != nil {
			other.Title = n.Title
		}
		return other
	}
	if name, ok := strings.CutPrefix(n.Ref, "#/$defs/"); ok {
		target := defs[name]
		target.Title = nil // It names a type.
		return standsFor(target)
	}
	for _, alternatives := range [][]schemaNode{n.AnyOf, n.OneOf} {
		real := slices.DeleteFunc(slices.Clone(alternatives), func(a schemaNode) bool { return a.typeName() == "null" })
		if len(real) == 1 && len(alternatives) > 1 {
			return standsFor(real[0])
		}
	}
	return n
}

// typeName returns the type, or the type beside null.
func (n schemaNode) typeName() string {
	var one string
	if json.Unmarshal(n.Type, &one) == nil {
		return one
	}
	var several []string
	_ = json.Unmarshal(n.Type, &several)
	for _, name := range several {
		if name != "null" {
			return name
		}
	}
	return ""
}

type member struct {
	name  string
	value json.RawMessage
}

func members(object json.RawMessage) []member {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if open, err := decoder.Token(); err != nil || open != json.Delim('{') {
		return nil
	}
	var list []member
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil
		}
		var value json.RawMessage
		if decoder.Decode(&value) != nil {
			return nil
		}
		list = append(list, member{name: name.(string), value: value})
	}
	return list
}

// corpus returns the params of a request of the corpus, byte for byte.
func corpus(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(testsite.Path("e2e", "testdata", "corpus", name))
	must(t, err)
	var file struct {
		Params json.RawMessage `json:"params"`
	}
	must(t, json.Unmarshal(data, &file))
	return string(file.Params)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func quote(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// everyKind has a field of every kind, all required and without a suggestion.
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

// twoFields has a required text, a choice with a suggestion, and an optional text.
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

// oneText is a request with a message and one required text.
func oneText(message string) string {
	return fmt.Sprintf(`{"message": %q, "requestedSchema": {"type": "object", "properties": {"word": {"type": "string", "title": "Word"}}, "required": ["word"]}}`, message)
}

// english makes a host independent of the language and time zone of the machine.
var english = map[string]any{"context": map[string]any{"locale": "en", "timeZone": "UTC"}}

// answerEverything fills in the form and returns the JSON text that must be sent.
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
