package check

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// source is where a generated case takes its decisions from: a seeded
// generator, or the bytes of a fuzz test.
type source interface{ IntN(n int) int }

// bytesSource makes decisions out of bytes, and the first ones when it runs
// out of them.
type bytesSource struct{ rest []byte }

func (b *bytesSource) IntN(n int) int {
	if len(b.rest) == 0 {
		return 0
	}
	c := int(b.rest[0])
	b.rest = b.rest[1:]
	return c % n
}

func pick[T any](s source, from ...T) T { return from[s.IntN(len(from))] }

// texts are answers that meet some rules and miss others.
var texts = []string{
	"", " ", "a", "ab", "abc", "Abcdefg1", "😀", "👨‍👩‍👧", "0", "1", "-1", "1.5", "0.3", "0.30", "3.0", "10", "1000", "1e3", "1E-2", "-0", "12345678901234567890",
	"9007199254740991", "1,000", "1.000", "a@b.c", "a@b", "https://a.b/c", "//x", "mailto:a", "2024-02-29", "550e8400-e29b-41d4-a716-446655440000", "127.0.0.1",
	"a\nb", "a\na", "a\nb\nc\nd", "x", "y", "\u2028", strings.Repeat("z", 30), "1e300", "0x10", "NaN",
}

// property writes one random property schema.
func property(s source) map[string]any {
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
		sometimes("pattern", func() any { return pick(s, "^[a-z]+$", "a", `^\d+$`, "^.{1,3}$", "[[:alpha:]]?", "^(a|b)*$") })
	case 2:
		p["type"] = "string"
		p["format"] = pick(s, "email", "uri", "uuid", "ipv4", "hostname", "time", "duration", "password", "regex", "uri-reference")
		sometimes("maxLength", func() any { return json.Number("12") })
	case 3:
		p["type"], p["format"] = "string", pick(s, "date", "date-time")
		sometimes("minLength", small)
	case 4, 5:
		p["type"] = pick[any](s, "number", "integer", []any{"integer", "null"})
		sometimes("minimum", func() any { return number() })
		sometimes("maximum", func() any { return number() })
		sometimes("exclusiveMinimum", func() any { return number() })
		sometimes("exclusiveMaximum", func() any { return number() })
		sometimes("multipleOf", func() any { return pick[json.Number](s, "0.1", "0.5", "2", "3", "1e-3") })
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
		)
	case 8:
		p["type"] = "array"
		p["items"] = pick[any](s, map[string]any{"type": "string", "enum": options()}, map[string]any{"anyOf": []any{map[string]any{"const": "a"}, map[string]any{"const": "b"}}}, map[string]any{"enum": options()})
		sometimes("minItems", small)
		sometimes("maxItems", small)
	case 9:
		p["type"] = "array"
		p["items"] = map[string]any{"type": "string", "maxLength": json.Number("8"), "format": pick(s, "email", "x", "uuid")}
		sometimes("minItems", small)
		sometimes("maxItems", small)
		sometimes("uniqueItems", func() any { return true })
	}
	sometimes("default", func() any {
		return pick[any](s, "a", "", json.Number("1"), json.Number("3.0"), true, false, []any{"a"}, []any{}, nil, "2024-02-29", "a@b.c", "2025-01-02T03:04:05Z")
	})
	if s.IntN(40) == 0 {
		p["minLength"] = pick[any](s, json.Number("-1"), "2")
	}
	return p
}

// generated is a random schema and random drafts for it.
func generated(t testing.TB, s source) (schema.Form, any, []answer.Draft) {
	properties := map[string]any{}
	var required []any
	for i := range 1 + s.IntN(6) {
		name := pick(s, "p", "__proto__", "a/b", "~1", "%25", "é", "#", "") + strconv.Itoa(i)
		properties[name] = property(s)
		if s.IntN(3) == 0 {
			required = append(required, name)
		}
	}
	root := map[string]any{"type": "object", "properties": properties}
	if len(required) > 0 {
		root["required"] = required
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
		t.Fatal(err)
	}
	form := readForm(t, string(text))
	drafts := make([]answer.Draft, len(form.Fields))
	for i, field := range form.Fields {
		drafts[i] = draft(s, field)
	}
	return form, form.Schema.Any(), drafts
}

func draft(s source, field schema.Field) answer.Draft {
	switch s.IntN(4) {
	case 0:
		return answer.Start(field, english)
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

// independent compiles a schema without any of this package's doing.
func independent(document any) (*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("https://test.invalid/s", document); err != nil {
		return nil, err
	}
	return c.Compile("https://test.invalid/s")
}

// holdsN5 checks one generated case. It reports whether content was accepted
// and judged.
func holdsN5(t testing.TB, s source) bool {
	form, document, drafts := generated(t, s)
	c := New(form)
	content, answers, problems := c.All(drafts, english)
	if len(answers) != len(form.Fields) {
		t.Fatalf("%d answers for %d fields", len(answers), len(form.Fields))
	}
	found := map[int]bool{}
	for _, p := range problems {
		if found[p.Field] {
			t.Errorf("two problems of one field: %+v", problems)
		}
		found[p.Field] = true
		if p.Code == "" || p.Field >= len(form.Fields) {
			t.Errorf("problem %+v", p)
		}
	}
	for i := range form.Fields {
		_, problem := c.Field(i, drafts[i], english)
		if problem != nil && !found[i] {
			t.Errorf("%s: the field finds %+v, the form %+v", form.Schema.JSON(), *problem, problems)
		}
		// A second opinion: what the field's own rules let pass alone must
		// not be what the validator then refuses.
		if found[i] && problem == nil && !form.Conditional {
			t.Errorf("%s: only the form finds %+v in %+v", form.Schema.JSON(), problems, drafts[i])
		}
		c.Notes(i)
	}
	if found[-1] && !form.Conditional && len(form.Missing) == 0 {
		t.Errorf("%s: %+v for %s", form.Schema.JSON(), problems, content.JSON())
	}
	original, err := independent(document)
	if err != nil || len(problems) > 0 {
		return false
	}
	if err := original.Validate(content.Any()); err != nil {
		t.Errorf("schema %s\ncontent %s\n%v", form.Schema.JSON(), content.JSON(), err)
	}
	return true
}

// TestAll_N5_AcceptedContentPassesTheOriginalSchema is the promise to the
// server: whatever is accepted here is valid there.
func TestAll_N5_AcceptedContentPassesTheOriginalSchema(t *testing.T) {
	judged := 0
	for seed := range uint64(2000) {
		if holdsN5(t, rand.New(rand.NewPCG(seed, 5))) {
			judged++
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if judged < 200 {
		t.Errorf("only %d of the cases were accepted", judged)
	}
	t.Logf("%d accepted", judged)
}

func FuzzCheck(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		seed := make([]byte, 120)
		for i := range seed {
			seed[i] = byte(r.IntN(256))
		}
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) { holdsN5(t, &bytesSource{data}) })
}

// TestGate_B16_PanicsBecomeRefusals: the validator panics on numbers that
// reading keeps from it.
func TestGate_B16_PanicsBecomeRefusals(t *testing.T) {
	form := readForm(t, oneField(`{"type":["number","null"],"minimum":0}`, false))
	value := elicit.NumberValue("1e2000000000000")
	if problem := New(form).gate().property(0, value); problem == nil || problem.Code != Refused {
		t.Errorf("problem %+v", problem)
	}
}
