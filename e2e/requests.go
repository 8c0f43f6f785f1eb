package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// schemaNode is a part of a requested schema, as far as the tests need it. The
// tests have a reader of their own: if they used the one of the program, they
// would repeat its mistakes.
type schemaNode struct {
	Ref         string                `json:"$ref"`
	Defs        map[string]schemaNode `json:"$defs"`
	Type        json.RawMessage       `json:"type"`
	Title       json.RawMessage       `json:"title"`
	Format      string                `json:"format"`
	Pattern     string                `json:"pattern"`
	Enum        []json.RawMessage     `json:"enum"`
	Const       json.RawMessage       `json:"const"`
	OneOf       []schemaNode          `json:"oneOf"`
	AnyOf       []schemaNode          `json:"anyOf"`
	Items       *schemaNode           `json:"items"`
	Default     json.RawMessage       `json:"default"`
	MinLength   *int                  `json:"minLength"`
	MaxLength   *int                  `json:"maxLength"`
	MinItems    *int                  `json:"minItems"`
	Minimum     *float64              `json:"minimum"`
	Maximum     *float64              `json:"maximum"`
	ExclMinimum *float64              `json:"exclusiveMinimum"`
	ExclMaximum *float64              `json:"exclusiveMaximum"`
	MultipleOf  *float64              `json:"multipleOf"`
}

// property is one property of a requested schema.
type property struct {
	Name   string
	Raw    json.RawMessage
	Schema schemaNode
}

// request is the part of an elicitation's params that the tests need.
type request struct {
	Mode       string
	Message    string
	Schema     json.RawMessage
	Properties []property
	Required   map[string]bool
}

// readRequest reads params and keeps the order in which the properties are
// written.
func readRequest(t testing.TB, params string) request {
	t.Helper()
	var raw struct {
		Mode            string          `json:"mode"`
		Message         string          `json:"message"`
		RequestedSchema json.RawMessage `json:"requestedSchema"`
	}
	must(t, json.Unmarshal([]byte(params), &raw))
	r := request{Mode: raw.Mode, Message: raw.Message, Schema: raw.RequestedSchema, Required: map[string]bool{}}
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

// resolved follows a local reference, and takes the only alternative beside
// null, if there is one.
func (n schemaNode) resolved(defs map[string]schemaNode) schemaNode {
	if name, ok := strings.CutPrefix(n.Ref, "#/$defs/"); ok {
		target := defs[name]
		if n.Default != nil {
			target.Default = n.Default
		}
		return target.resolved(defs)
	}
	for _, alternatives := range [][]schemaNode{n.AnyOf, n.OneOf} {
		real := slices.DeleteFunc(slices.Clone(alternatives), func(a schemaNode) bool { return a.typeName() == "null" })
		if len(real) == 1 && len(alternatives) > 1 {
			one := real[0].resolved(defs)
			if n.Default != nil {
				one.Default = n.Default
			}
			return one
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

// members lists the members of a JSON object in the order in which they are
// written.
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

// corpus returns the params of a request of the corpus, as the text in its
// file.
func corpus(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(projectFile("e2e", "testdata", "corpus", name))
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

// quote returns a string as JSON text.
func quote(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(text)
}
