package schema

import (
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
)

func TestKinds(t *testing.T) {
	for _, test := range []struct{ name, schema, want string }{
		// References (P23, B12).
		{"P23 local reference", `{"$ref":"#/$defs/Color"}`, "choice"},
		{"P23 escaped pointer", `{"$ref":"#/$defs/a~1b%20~0"}`, "integer"},
		{"P23 anchor", `{"$ref":"#named"}`, "boolean"},
		{"P23 pointer into a list", `{"$ref":"#/$defs/List/1"}`, "number"},
		{"P23 chain of references", `{"$ref":"#/$defs/C2"}`, "text"},
		{"P23 definition that accepts anything", `{"$ref":"#/$defs/Any"}`, "text untyped"},
		{"P23 allOf around a reference", `{"allOf":[{"$ref":"#/$defs/Color"}],"default":"red"}`, "choice"},
		{"B12 chain too long", `{"$ref":"#/$defs/C1"}`, "!broken-reference"},
		{"B12 loop", `{"$ref":"#/$defs/Loop"}`, "!broken-reference"},
		{"B12 itself", `{"$ref":"#/properties/p"}`, "!broken-reference"},
		{"B12 the whole", `{"$ref":"#"}`, "!broken-reference"},
		{"B12 missing", `{"$ref":"#/$defs/None/x"}`, "!broken-reference"},
		{"B12 missing anchor", `{"$ref":"#nobody"}`, "!broken-reference"},
		{"B12 bad escape", `{"$ref":"#/%zz"}`, "!broken-reference"},
		{"B12 bad index", `{"$ref":"#/$defs/List/01"}`, "!broken-reference"},
		{"B12 not text", `{"$ref":7}`, "!broken-reference"},
		{"B12 to a string", `{"$ref":"#/$defs/List/0"}`, "!not-a-schema"},
		{"B12 network", `{"$ref":"https://example.com/x.json"}`, "!remote-reference"},
		{"B12 file", `{"$ref":"file:///etc/passwd"}`, "!remote-reference"},
		{"B12 other document", `{"$ref":"other.json#/a"}`, "!remote-reference"},
		{"B12 dynamic", `{"$dynamicRef":"#x"}`, "!remote-reference"},
		{"B12 recursive", `{"$recursiveRef":"#"}`, "!remote-reference"},

		// Nullable (P23).
		{"P23 anyOf null", `{"anyOf":[{"type":"integer"},{"type":"null"}],"default":null}`, "integer"},
		{"P23 oneOf null", `{"oneOf":[{"type":"null"},{"type":"string","format":"date"}]}`, "date"},
		{"P23 anyOf reference or null", `{"anyOf":[{"$ref":"#/$defs/Color"},{"type":"null"}],"default":null}`, "choice"},
		{"P23 type list", `{"type":["string","null"],"format":"email"}`, "email"},
		{"P23 enum with null", `{"type":["string","null"],"enum":["a",null,"b"],"enumNames":["A","none","B"]}`, "choice"},
		{"P23 const null among consts", `{"oneOf":[{"const":"a"},{"const":null}]}`, "choice"},
		{"null only", `{"type":"null"}`, "!unsupported-type"},
		{"null only in a union", `{"anyOf":[{"type":"null"}]}`, "!unsupported-type"},
		{"const null", `{"const":null}`, "!unsupported-type"},

		// Composition (B12).
		{"B12 allOf", `{"allOf":[{"type":"string"},{"minLength":2}]}`, "!composition"},
		{"B12 not", `{"type":"string","not":{"const":"a"}}`, "!composition"},
		{"B12 if", `{"type":"string","if":{},"then":{}}`, "!composition"},
		{"B12 dependentSchemas", `{"type":"string","dependentSchemas":{}}`, "!composition"},
		{"B12 patternProperties", `{"type":"string","patternProperties":{}}`, "!composition"},
		{"B12 object", `{"type":"object","patternProperties":{}}`, "!nested-object"},
		{"B12 object without type", `{"properties":{}}`, "!nested-object"},
		{"malformed allOf", `{"type":"string","allOf":3}`, "text rule-ignored"},

		// Types.
		{"accepts anything", `true`, "text untyped"},
		{"empty schema", `{}`, "text untyped"},
		{"accepts nothing", `false`, "!not-a-schema"},
		{"text for a schema", `"string"`, "!not-a-schema"},
		{"list for a schema", `["string"]`, "!not-a-schema"},
		{"null for a schema", `null`, "!not-a-schema"},
		{"unknown type", `{"type":"any"}`, "!unsupported-type"},
		{"type is no text", `{"type":7}`, "text rule-ignored untyped"},
		{"type by keyword", `{"minimum":3}`, "number"},
		{"type by default", `{"default":true}`, "boolean"},
		{"text or number", `{"type":["string","integer"]}`, "integer"},
		{"number or integer", `{"type":["number","integer"]}`, "number"},
		{"union of numbers", `{"anyOf":[{"type":"integer"},{"type":"number"}]}`, "number"},
		{"union with text", `{"anyOf":[{"type":"boolean"},{"type":"string"}]}`, "text"},
		{"union of texts", `{"anyOf":[{"type":"string","format":"uri"},{"type":"string","format":"email"}]}`, "text"},
		{"union beside a type", `{"type":"string","anyOf":[{"minLength":1},{"pattern":"a"}]}`, "text rule-ignored"},
		{"union with what has no type", `{"anyOf":[{"type":"string"},{"title":"Anything"}]}`, "text untyped"},
		{"union of a moment and a number", `{"anyOf":[{"type":"string","format":"date-time"},{"type":"number"}]}`, "text"},
		{"union without text", `{"type":["boolean","integer"]}`, "!unsupported-type"},
		{"union of objects", `{"anyOf":[{"type":"object"},{"type":"object","title":"b"}]}`, "!nested-object"},

		// Text.
		{"email", `{"type":"string","format":"email"}`, "email"},
		{"uri", `{"type":"string","format":"uri"}`, "uri"},
		{"date", `{"type":"string","format":"date"}`, "date"},
		{"date-time", `{"type":"string","format":"date-time"}`, "date-time"},
		{"time", `{"type":"string","format":"time"}`, "time"},
		{"time of a pattern", `{"type":"string","format":"time","pattern":"^..:..$"}`, "text"},
		{"P23 uuid", `{"type":"string","format":"uuid"}`, "text"},
		{"P23 duration", `{"type":"string","format":"duration"}`, "text"},
		{"P23 phone", `{"type":"string","format":"phone"}`, "text unknown-format"},
		{"password", `{"type":"string","format":"password"}`, "text"},
		{"multiline", `{"type":"string","format":"multiline"}`, "text"},
		{"format is no text", `{"type":"string","format":1}`, "text rule-ignored"},
		{"file", `{"type":"string","format":"uri","x-mcp-file":{}}`, "uri"},
		{"encoded", `{"type":"string","contentEncoding":"base64"}`, "text unknown-format"},
		{"B14 negative length", `{"type":"string","minLength":-1}`, "text rule-ignored"},
		{"B14 length as text", `{"type":"string","maxLength":"3"}`, "text rule-ignored"},
		{"B14 broken length", `{"type":"string","maxLength":2.5}`, "text rule-ignored"},
		{"B14 crossed lengths", `{"type":"string","minLength":3,"maxLength":2}`, "!contradiction"},
		{"pattern is no text", `{"type":"string","pattern":{}}`, "text rule-ignored"},

		// Numbers.
		{"format on a number", `{"type":"integer","format":"int32"}`, "integer"},
		{"B14 bound as text", `{"type":"number","minimum":"0"}`, "number rule-ignored"},
		{"B14 draft-04 bound", `{"type":"number","minimum":0,"exclusiveMinimum":true}`, "number rule-ignored"},
		{"B14 step of zero", `{"type":"number","multipleOf":0.0}`, "number rule-ignored"},
		{"B14 negative step", `{"type":"number","multipleOf":-1}`, "number rule-ignored"},
		{"fractional bounds on an integer", `{"type":"integer","minimum":0.5,"maximum":1}`, "integer"},
		{"B14 crossed bounds", `{"type":"number","minimum":2,"maximum":1}`, "!contradiction"},
		{"bounds that meet", `{"type":"number","minimum":2,"maximum":2.0}`, "number"},
		{"B14 open bounds that meet", `{"type":"number","minimum":2,"exclusiveMaximum":2}`, "!contradiction"},
		{"B14 no whole number between", `{"type":"integer","minimum":1.1,"maximum":1.9}`, "!contradiction"},
		{"B14 no whole number between open bounds", `{"type":"integer","exclusiveMinimum":1,"exclusiveMaximum":2}`, "!contradiction"},
		{"B14 no whole number between negative bounds", `{"type":"integer","exclusiveMinimum":-2,"maximum":-1.5}`, "!contradiction"},
		{"whole number between", `{"type":"integer","exclusiveMinimum":-2,"exclusiveMaximum":0}`, "integer"},
		{"tighter of two bounds", `{"type":"integer","minimum":5,"exclusiveMinimum":1,"maximum":5}`, "integer"},

		// Lists.
		{"free list", `{"type":"array","items":{"type":"string"}}`, "list"},
		{"free list by reference", `{"type":"array","items":{"$ref":"#/$defs/Text"}}`, "list"},
		{"P23 items without type", `{"type":"array","items":{"enum":["a","b"]}}`, "choices"},
		{"items of oneOf", `{"type":"array","items":{"oneOf":[{"const":"a"},{"const":"b"}]}}`, "choices"},
		{"items by reference", `{"type":"array","items":{"$ref":"#/$defs/Color"}}`, "choices"},
		{"list of uuids", `{"type":"array","items":{"type":"string","format":"uuid"}}`, "list"},
		{"list of phones", `{"type":"array","items":{"type":"string","format":"phone"}}`, "list unknown-format"},
		{"array without type", `{"items":{"type":"string"}}`, "list"},
		{"items missing", `{"type":"array"}`, "!unsupported-type"},
		{"items true", `{"type":"array","items":true}`, "!unsupported-type"},
		{"items empty", `{"type":"array","items":{}}`, "!unsupported-type"},
		{"items of numbers", `{"type":"array","items":{"type":"integer"}}`, "!unsupported-type"},
		{"A44 choices of numbers", `{"type":"array","items":{"type":"integer","enum":[1,2,3]}}`, "!unsupported-type options-dropped"},
		{"choices of constant numbers", `{"type":"array","items":{"anyOf":[{"const":1,"title":"One"},{"const":2.5}]}}`, "!unsupported-type options-dropped"},
		{"one number in a list", `{"type":"array","items":{"const":1}}`, "!unsupported-type options-dropped"},
		{"choices of yes and no", `{"type":"array","items":{"enum":[true,false]}}`, "!unsupported-type options-dropped"},
		{"choices of mixed kinds", `{"type":"array","items":{"enum":["a",1,true]}}`, "choices options-dropped"},
		{"more than can be carried", `{"type":"array","minItems":2,"items":{"enum":["a",1]}}`, "!contradiction options-dropped"},
		{"items of lists", `{"type":"array","items":{"type":"array","items":{"type":"string"}}}`, "!unsupported-type"},
		{"items as a tuple", `{"type":"array","items":[{"type":"string"}]}`, "!unsupported-type"},
		{"prefixItems", `{"type":"array","prefixItems":[],"items":{"type":"string"}}`, "!unsupported-type"},
		{"contains", `{"type":"array","contains":{},"items":{"type":"string"}}`, "!unsupported-type"},
		{"B12 items of objects", `{"type":"array","items":{"type":"object"}}`, "!nested-object"},
		{"B12 items elsewhere", `{"type":"array","items":{"$ref":"http://example.com/"}}`, "!remote-reference"},
		{"B14 more than there are", `{"type":"array","minItems":3,"items":{"enum":["a","b"]}}`, "!contradiction"},
		{"B14 crossed counts", `{"type":"array","minItems":2,"maxItems":1,"items":{"type":"string"}}`, "!contradiction"},
		{"B14 entries that cannot be", `{"type":"array","items":{"type":"string","minLength":2,"maxLength":1}}`, "!contradiction"},
		{"B14 empty items enum", `{"type":"array","items":{"enum":[]}}`, "!no-options"},
		{"choice of arrays", `{"type":"array","enum":[["a"]]}`, "!composition"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := describe(readField(t, test.schema)); got != test.want {
				t.Errorf("%s: %s, want %s", test.schema, got, test.want)
			}
		})
	}
}

// TestRead_OwnTexts: a property has its own texts. The texts of a definition name a type.
// Rows: P23.
func TestRead_OwnTexts(t *testing.T) {
	for _, test := range []struct{ schema, want string }{
		{`{"$ref":"#/$defs/Color","title":"Mine","default":"green"}`, "Mine|"},
		{`{"allOf":[{"$ref":"#/$defs/Color"}],"title":"Mine","default":"green"}`, "Mine|"},
		{`{"anyOf":[{"$ref":"#/$defs/Color"},{"type":"null"}],"description":"Of the door","default":"green"}`, "P|Of the door"},
		{`{"oneOf":[{"type":"null"},{"$ref":"#/$defs/Color"}],"default":"green"}`, "P|"},
		{`{"$ref":"#/$defs/Color","default":"green"}`, "P|"},
		{`{"anyOf":[{"anyOf":[{"$ref":"#/$defs/Color"}]},{"type":"null"}],"default":"green"}`, "P|"},
		{`{"anyOf":[{"enum":["red","green"],"title":"Mine","description":"Of the door"},{"const":null}],"default":"green"}`, "Mine|Of the door"},
		{`{"allOf":[{"enum":["red","green"],"title":"Mine"}],"default":"green"}`, "Mine|"},
	} {
		t.Run(test.schema, func(t *testing.T) {
			f := readField(t, test.schema)
			if got := string(f.Title + "|" + f.Description); got != test.want || f.Default.Text != "green" || len(f.Options) != 2 {
				t.Errorf("got %q, want %q; %+v", got, test.want, f)
			}
			if f.Schema.Get("$ref").Exists() || f.Schema.Get("anyOf").Exists() || f.Schema.Get("enum").Type != request.Array {
				t.Errorf("schema %s", f.Schema.JSON())
			}
		})
	}
	f := readForm(t, `{"properties":{"p":{"oneOf":[{"$ref":"#/$defs/A"},{"const":"b","title":"Second"}]}},
		"$defs":{"A":{"const":"a","title":"First","description":"Comes first"}}}`).Fields[0]
	if f.Title != "P" || f.Options[0].Title != "First" || f.Options[0].Description != "Comes first" {
		t.Errorf("an option behind a reference: %+v", f)
	}
	f = readForm(t, `{"properties":{"p":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"string","title":"Password"}}}`).Fields[0]
	if !f.Secret {
		t.Error("a definition with the title Password is no secret")
	}
}

// TestRead_DefaultOfManyEntries: a suggestion with more entries than a form holds is left out before its entries are read.
// Rows: B31.
func TestRead_DefaultOfManyEntries(t *testing.T) {
	for _, entries := range []int{maxDefaultEntries, maxDefaultEntries + 1} {
		value := "[" + strings.TrimSuffix(strings.Repeat(`"A",`, entries), ",") + "]"
		f := readField(t, `{"type":"array","items":{"type":"string","enum":["a","b"]},"default":`+value+`}`)
		if isKept := entries == maxDefaultEntries; f.Default.Exists() != isKept || slices.Contains(f.Remarks, DefaultTooLong) == isKept {
			t.Errorf("%d entries: %d are kept, with the remarks %q", entries, len(f.Default.Items), f.Remarks)
		}
	}
}

func TestRead_RulesAsWritten(t *testing.T) {
	f := readField(t, `{"type":"string","minLength":3.0,"maxLength":1e1,"pattern":"^a$"}`)
	if f.MinLength != 3 || f.MaxLength != 10 || f.Pattern != "^a$" || f.MinItems != -1 || f.MaxItems != -1 {
		t.Errorf("text: %+v", f)
	}
	f = readField(t, `{"type":"number","minimum":-0.50,"maximum":1E2,"exclusiveMinimum":-1,"exclusiveMaximum":200,"multipleOf":0.10}`)
	if f.Minimum != "-0.50" || f.Maximum != "1E2" || f.ExclusiveMinimum != "-1" || f.ExclusiveMaximum != "200" || f.MultipleOf != "0.10" || f.MinLength != -1 {
		t.Errorf("number: %+v", f)
	}
	f = readField(t, `{"type":"array","minItems":1,"maxItems":4,"uniqueItems":true,"items":{"type":"string","maxLength":5,"pattern":"x","format":"email"}}`)
	if f.MinItems != 1 || f.MaxItems != 4 || !f.UniqueItems || f.Entry == nil || f.Entry.MaxLength != 5 || f.Entry.Pattern != "x" || f.Entry.Kind != Email || f.MaxLength != -1 {
		t.Errorf("list: %+v", f)
	}
}
