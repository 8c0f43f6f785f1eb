// Package checktest makes random forms with random answers, for tests that compare our checking with other
// validators. The same source of random numbers makes the same form. It judges no answer.
package checktest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

// Source makes the decisions for a case: a seeded generator, or the bytes of a fuzz test.
type Source interface{ IntN(n int) int }

// Bytes makes decisions out of bytes, and zeros when it runs out of them.
type Bytes struct{ Rest []byte }

// IntN returns the next decision.
func (b *Bytes) IntN(n int) int {
	if len(b.Rest) == 0 {
		return 0
	}
	c := int(b.Rest[0])
	b.Rest = b.Rest[1:]
	return c % n
}

// Seeds are byte strings of a length for the start of a fuzz test. Each stream has its own.
func Seeds(stream uint64, length int) [][]byte {
	random := rand.New(rand.NewPCG(stream, 2))
	seeds := make([][]byte, 30)
	for i := range seeds {
		seeds[i] = make([]byte, length)
		for j := range seeds[i] {
			seeds[i][j] = byte(random.IntN(256))
		}
	}
	return seeds
}

func pick[T any](s Source, from ...T) T { return from[s.IntN(len(from))] }

var texts = []string{
	"", " ", "a", "ab", "abc", "Abcdefg1", "😀", "👨‍👩‍👧", "0", "1", "-1", "1.5", "0.3", "0.30", "3.0", "10", "1000", "1e3", "1E-2", "-0", "12345678901234567890",
	"9007199254740991", "1,000", "1.000", "a@b.c", "a@b", "https://a.b/c", "//x", "mailto:a", "2024-02-29", "550e8400-e29b-41d4-a716-446655440000", "127.0.0.1",
	"a\nb", "a\na", "a\nb\nc\nd", "x", "y", "\u2028", strings.Repeat("z", 30), "1e300", "0x10", "NaN", "12:30",
}

func property(s Source) map[string]any {
	number := func() json.Number { return pick[json.Number](s, "0", "1", "-1", "0.5", "3", "10", "1e2", "1000000") }
	p := map[string]any{}
	sometimes := func(keyword string, value func() any) {
		if s.IntN(3) == 0 {
			p[keyword] = value()
		}
	}
	small := func() any { return json.Number(strconv.Itoa(s.IntN(5))) }
	options := func() []any { return []any{"a", "b", "c", "x"}[:1+s.IntN(4)] }
	switch s.IntN(10) {
	case 0, 1:
		p["type"] = pick[any](s, "string", "string", []any{"string", "null"}, []any{"string", "integer"})
		sometimes("minLength", small)
		sometimes("maxLength", func() any { return json.Number(strconv.Itoa(3 + s.IntN(10))) })
		sometimes("pattern", func() any {
			return pick(s, "^[a-z]+$", "a", `^\d+$`, "^.{1,3}$", "[[:alpha:]]?", "^(a|b)*$", `^([01]\d|2[0-3]):[0-5]\d$`)
		})
	case 2:
		p["type"] = "string"
		p["format"] = pick(s, "email", "uri", "uuid", "ipv4", "hostname", "time", "duration", "password", "regex", "uri-reference", "byte", "ipv6")
		sometimes("maxLength", func() any { return json.Number("12") })
	case 3:
		p["type"], p["format"] = "string", pick(s, "date", "date-time", "time")
		sometimes("minLength", small)
	case 4, 5:
		p["type"] = pick[any](s, "number", "integer", []any{"integer", "null"})
		sometimes("minimum", func() any { return number() })
		sometimes("maximum", func() any { return number() })
		sometimes("exclusiveMinimum", func() any { return number() })
		sometimes("exclusiveMaximum", func() any { return number() })
		sometimes("multipleOf", func() any { return pick[json.Number](s, "0.1", "0.5", "2", "3", "1e-3") })
		sometimes("format", func() any { return pick(s, "int32", "int64", "double") })
	case 6:
		p["type"] = "boolean"
		sometimes("const", func() any { return s.IntN(2) == 0 })
	case 7:
		p = pick(s,
			map[string]any{"type": "string", "enum": options()},
			map[string]any{"enum": []any{"a", json.Number("1"), true, nil}},
			map[string]any{"type": "integer", "enum": []any{json.Number("1"), json.Number("2.0"), json.Number("3")}},
			map[string]any{"oneOf": []any{map[string]any{"const": "a", "title": "A"}, map[string]any{"const": "b"}, map[string]any{"const": "a"}}},
			map[string]any{"anyOf": []any{map[string]any{"type": "string", "enum": options()}, map[string]any{"type": "null"}}},
			map[string]any{"type": "string", "enum": []any{"a", "bb", "ccc"}, "pattern": "^b", "minLength": json.Number("2")},
			map[string]any{"const": "x"},
			map[string]any{"type": pick(s, "number", "integer", "string"), "enum": []any{json.Number("1"), json.Number("2.5"), "a", json.Number("3.0")}[s.IntN(3):]},
			map[string]any{"anyOf": []any{map[string]any{"type": "integer"}, map[string]any{"type": "number"}}, "maximum": json.Number("3")},
			map[string]any{"anyOf": []any{map[string]any{"type": pick(s, "integer", "number"), "minimum": number()}, map[string]any{"type": "string", "pattern": pick(s, `^-?\d+$`, "^[a-z]+$")}}},
			map[string]any{"anyOf": []any{map[string]any{"type": "string"}, map[string]any{"type": "integer", "format": "int32"}}, "maximum": number()},
			map[string]any{"anyOf": []any{map[string]any{"type": "number"}, map[string]any{"enum": []any{"NaN", "Infinity", "-Infinity"}}}},
			map[string]any{"anyOf": []any{map[string]any{"type": "string", "maxLength": json.Number("2")}, map[string]any{"type": "boolean"}, map[string]any{"type": "integer"}}},
			map[string]any{"type": []any{"string", "integer"}, "pattern": `^-?(?:0|[1-9]\d*)$`},
			map[string]any{"anyOf": []any{map[string]any{"type": "string", "const": "a"}, map[string]any{"type": pick(s, "string", "integer"), "const": "b"}}},
		)
	case 8:
		p["type"] = "array"
		p["items"] = pick[any](s, map[string]any{"type": "string", "enum": options()}, map[string]any{"anyOf": []any{map[string]any{"const": "a"}, map[string]any{"const": "b"}}}, map[string]any{"enum": options()},
			map[string]any{"type": "integer", "enum": []any{json.Number("1"), json.Number("2")}}, map[string]any{"oneOf": []any{map[string]any{"const": json.Number("1")}, map[string]any{"const": true}}},
			map[string]any{"enum": []any{"a", json.Number("1"), false, "b"}})
		sometimes("minItems", small)
		sometimes("maxItems", small)
	case 9:
		p["type"] = "array"
		items := map[string]any{"type": "string", "maxLength": json.Number("8"), "format": pick(s, "email", "x", "uuid")}
		if s.IntN(2) == 0 {
			delete(items, "format")
			items["minLength"], items["pattern"] = small(), pick(s, "^[a-z]+$", "a", "^.{2,4}$")
		}
		p["items"] = items
		sometimes("minItems", small)
		sometimes("maxItems", small)
		sometimes("uniqueItems", func() any { return true })
	}
	sometimes("default", func() any {
		return pick[any](s, "a", "", json.Number("1"), json.Number("3.0"), true, false, []any{"a"}, []any{}, nil, "2024-02-29", "a@b.c", "2025-01-02T03:04:05Z")
	})
	if keyword := pick(s, "const", "enum", "oneOf", "anyOf", "allOf", "format", "minLength", "$ref", "items", "not", "type", ""); s.IntN(8) == 0 {
		if _, exists := p[keyword]; !exists {
			p[keyword] = pick[any](s, nil, nil, []any{}) // Serialisers write absent keywords so.
		}
	}
	if s.IntN(40) == 0 {
		p["minLength"] = pick[any](s, json.Number("-1"), "2")
	}
	return p
}

// moveToDefinition returns a reference: alone, with rules beside it, or as one of two alternatives.
func moveToDefinition(s Source, definitions map[string]any, target any) any {
	name := "d" + strconv.Itoa(len(definitions))
	definitions[name] = target
	ref := map[string]any{"$ref": "#/$defs/" + name}
	switch s.IntN(4) {
	case 0:
		return map[string]any{"$ref": ref["$ref"], "title": "T", "maxLength": json.Number("3"), "minimum": json.Number("1")}
	case 1:
		return map[string]any{"anyOf": []any{ref, map[string]any{"type": "null"}}, "minLength": json.Number("1")}
	case 2:
		return map[string]any{"allOf": []any{ref}, "minItems": json.Number("1")}
	}
	return ref
}

// Case is a random form with random drafts for it.
type Case struct {
	Form   schema.Form
	Drafts []answer.Draft
}

// Generate makes a case.
func Generate(s Source, env answer.Env) (Case, error) {
	properties, definitions := map[string]any{}, map[string]any{}
	var required []any
	for i := range 1 + s.IntN(6) {
		name := pick(s, "p", "__proto__", "a/b", "~1", "%25", "é", "#", "") + strconv.Itoa(i)
		properties[name] = property(s)
		if s.IntN(4) == 0 {
			properties[name] = moveToDefinition(s, definitions, properties[name])
		}
		if s.IntN(3) == 0 {
			required = append(required, name)
		}
	}
	root := map[string]any{"type": "object", "properties": properties}
	if len(required) > 0 {
		root["required"] = required
	}
	if len(definitions) > 0 {
		root["$defs"] = definitions
	}
	switch s.IntN(8) {
	case 0:
		root["additionalProperties"] = false
	case 1:
		root["minProperties"] = json.Number("2")
	case 2:
		root["anyOf"] = []any{map[string]any{"required": []any{"p0"}}, map[string]any{"minProperties": json.Number("1")}}
	case 3:
		root["$schema"] = pick(s, "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema")
	}
	text, err := json.Marshal(root)
	if err != nil {
		return Case{}, err
	}
	requested, err := request.Parse(text)
	if err != nil {
		return Case{}, err
	}
	form, err := schema.Read(request.Request{Schema: requested}, schema.NewBudget())
	if err != nil {
		return Case{}, fmt.Errorf("read %s: %w", text, err)
	}
	c := Case{Form: form, Drafts: make([]answer.Draft, len(form.Fields))}
	for i, field := range form.Fields {
		c.Drafts[i] = RandomDraft(s, field, env)
	}
	return c, nil
}

// RandomDraft makes a random draft for a field.
func RandomDraft(s Source, field schema.Field, env answer.Env) answer.Draft {
	switch s.IntN(4) {
	case 0:
		return answer.Start(field, env)
	case 1:
		if s.IntN(4) == 0 {
			return answer.Draft{Origin: answer.Cleared}
		}
	}
	d := answer.Draft{Origin: answer.Edited, Text: texts[s.IntN(len(texts))]}
	d.Day, d.Month, d.Year = pick(s, "", "1", "29", "31"), pick(s, "2", "12", "", "May"), pick(s, "2024", "1999", "")
	d.Clock, d.Zone = pick(s, "", "12:30", "25:00", "23:59:59"), pick(s, "UTC", "+05:30", "Nowhere/Land")
	for i := range field.Options {
		if s.IntN(2) == 0 {
			d.Chosen = append(d.Chosen, i)
		}
	}
	return d
}
