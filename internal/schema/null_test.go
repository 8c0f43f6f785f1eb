package schema

import (
	"reflect"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
)

// keywords are those of all supported drafts, and those of our own readers.
const keywords = "$schema $id id $anchor $dynamicAnchor $ref $dynamicRef $recursiveRef $defs definitions $comment $vocabulary " +
	"type enum const title description default examples deprecated readOnly writeOnly format enumNames " +
	"minLength maxLength pattern contentEncoding contentMediaType contentSchema " +
	"minimum maximum exclusiveMinimum exclusiveMaximum multipleOf " +
	"items prefixItems additionalItems unevaluatedItems contains minContains maxContains minItems maxItems uniqueItems " +
	"properties patternProperties additionalProperties unevaluatedProperties propertyNames required minProperties maxProperties " +
	"dependentRequired dependentSchemas dependencies allOf anyOf oneOf not if then else _meta x-mcp-file x-widget"

// ofEveryKind has schemas of every kind of field.
var ofEveryKind = []string{
	`{"type":"string"}`, `{"type":["string","null"],"pattern":"^a"}`, `{"type":"string","format":"email"}`, `{"type":"string","format":"uri"}`,
	`{"type":"string","format":"date"}`, `{"type":"string","format":"date-time"}`, `{"type":"string","format":"time"}`,
	`{"type":"number","minimum":1}`, `{"type":"integer","maximum":3}`, `{"minimum":1}`, `{"type":"boolean"}`,
	`{"type":"string","enum":["a","b"]}`, `{"enum":["a",2]}`, `{"enum":["a",null]}`, `{"oneOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}`,
	`{"type":"array","items":{"type":"string","enum":["a","b"]}}`, `{"type":"array","items":{"type":"string"}}`,
	`{"$ref":"#/$defs/Color"}`, `{"anyOf":[{"$ref":"#/$defs/Color"},{"type":"null"}]}`, `{"allOf":[{"$ref":"#/$defs/Color"}]}`,
}

// TestNull_EveryMemberThatIsNullIsNotGiven: a keyword with the value null counts as absent, for every kind of field, its items
// and its alternatives, and for the form. A const beside values that include null is the exception.
func TestNull_EveryMemberThatIsNullIsNotGiven(t *testing.T) {
	same := func(schema string, a, b Field) {
		t.Helper()
		a.positions, b.positions = nil, nil
		if a.Schema.JSON() != b.Schema.JSON() {
			t.Errorf("%s: schemas %s and %s", schema, a.Schema.JSON(), b.Schema.JSON())
		}
		for _, f := range []*Field{&a, &b} {
			f.Schema = request.Value{}
			if f.Entry != nil {
				entry := *f.Entry
				entry.Schema = request.Value{}
				f.Entry = &entry
			}
		}
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s:\n%+v\n%+v", schema, a, b)
		}
	}
	for _, property := range ofEveryKind {
		want := readField(t, property)
		if want.Unsupported != "" {
			t.Fatalf("%s: %s", property, want.Unsupported)
		}
		for keyword := range strings.FieldsSeq(keywords) {
			null := `"` + keyword + `":null,`
			if keyword == "const" && strings.Contains(property, "null]") {
				continue
			}
			for _, open := range []string{"{", `"items":{`, `[{`} {
				if strings.Contains(property, open) && !strings.Contains(property, `"`+keyword+`":`) && !(keyword == "const" && open != "{") {
					with := strings.Replace(property, open, open+null, 1)
					same(with, readField(t, with), want)
				}
			}
		}
	}
	plain := `{"properties":{"p":{"type":"string"}},"required":["p"]}`
	for keyword := range strings.FieldsSeq(keywords) {
		if keyword == "properties" || keyword == "required" {
			continue
		}
		form := readForm(t, strings.Replace(plain, "{", `{"`+keyword+`":null,`, 1))
		if len(form.Fields) != 1 || form.Conditional || form.Title+form.Description != "" || form.Schema.JSON() != plain {
			t.Errorf("%s: null at the root: %+v", keyword, form)
		}
	}
}

func TestNull_WhatItMeans(t *testing.T) {
	for _, test := range []struct{ name, schema, want string }{
		{"a const that is null beside a type", `{"type":"string","const":null}`, "text"},
		{"a const that is null where null may be", `{"type":["string","null"],"const":null}`, "!unsupported-type"},
		{"a const among other keywords that are null", `{"type":["string","null"],"const":null,"pattern":null}`, "text"},
		{"a const that is null beside options", `{"enum":["a"],"const":null}`, "choice"},
		{"a const that is null beside a rule", `{"minLength":2,"const":null}`, "text"},
		{"the one alternative that is null", `{"oneOf":[{"const":"a"},{"const":null,"title":"None","description":null}]}`, "choice"},
		{"a property whose schema is null", `null`, "!not-a-schema"},
		{"a value that is null", `{"enum":["a",null]}`, "choice"},
		{"A70 no alternatives beside a type", `{"type":"string","anyOf":[],"allOf":[],"enum":null,"items":null,"properties":{}}`, "text"},
		{"no alternatives and no type", `{"anyOf":[]}`, "!no-options"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := describe(readField(t, test.schema)); got != test.want {
				t.Errorf("%s: got %s, want %s", test.schema, got, test.want)
			}
		})
	}
}
