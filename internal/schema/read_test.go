package schema

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
)

func parse(t testing.TB, text string) request.Value {
	t.Helper()
	value, err := request.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", short(text), err)
	}
	return value
}

func readForm(t testing.TB, schema string) Form {
	t.Helper()
	form, err := Read(request.Request{Schema: parse(t, schema)}, NewBudget())
	if err != nil {
		t.Fatalf("%s: %v", short(schema), err)
	}
	return form
}

// readField reads a form whose one property has the given schema, beside some
// definitions for references.
func readField(t testing.TB, property string) Field {
	t.Helper()
	return readForm(t, `{"type":"object","properties":{"p":`+property+`},"$defs":{
		"Color":{"type":"string","enum":["red","green"],"title":"Color","description":"A color"},
		"Text":{"type":"string","minLength":2},
		"a/b ~":{"type":"integer"},
		"Named":{"$anchor":"named","type":"boolean"},
		"Loop":{"$ref":"#/$defs/Pool"},"Pool":{"$ref":"#/$defs/Loop"},
		"C1":{"$ref":"#/$defs/C2"},"C2":{"$ref":"#/$defs/C3"},"C3":{"$ref":"#/$defs/C4"},"C4":{"$ref":"#/$defs/C5"},
		"C5":{"$ref":"#/$defs/C6"},"C6":{"$ref":"#/$defs/C7"},"C7":{"$ref":"#/$defs/C8"},"C8":{"$ref":"#/$defs/Text"},
		"Any":true,"None":false,"List":["x",{"type":"number"}]}}`).Fields[0]
}

func describe(f Field) string {
	text := kindName(f.Kind)
	if f.Unsupported != "" {
		text = "!" + string(f.Unsupported)
	}
	for _, n := range f.Remarks {
		text += " " + string(n)
	}
	return text
}

// Rows: B10.
func TestRead_Root(t *testing.T) {
	for _, test := range []struct {
		name, schema string
		fields       int
		reason       request.Reason
	}{
		{"P25 empty object asks for a confirmation", `{}`, 0, ""},
		{"P25 no properties", `{"type":"object"}`, 0, ""},
		{"P25 empty properties", `{"type":"object","properties":{}}`, 0, ""},
		{"null is no schema", `null`, 0, ""},
		{"type with null", `{"type":["object","null"],"properties":{"a":{}}}`, 1, ""},
		{"no type", `{"properties":{"a":{"type":"string"}}}`, 1, ""},
		{"root reference", `{"$ref":"#/definitions/A","definitions":{"A":{"type":"object","properties":{"a":{},"b":{}}}}}`, 2, ""},
		{"B10 array", `{"type":"array"}`, 0, request.NotAFormSchema},
		{"B10 string", `{"type":"string"}`, 0, request.NotAFormSchema},
		{"B10 true", `true`, 0, request.NotAFormSchema},
		{"B10 list", `[]`, 0, request.NotAFormSchema},
		{"B10 type list without object", `{"type":["string","null"]}`, 0, request.NotAFormSchema},
		{"B10 type is a number", `{"type":1}`, 0, request.NotAFormSchema},
		{"B10 properties is a list", `{"properties":[]}`, 0, request.NotAFormSchema},
		{"B10 root reference to itself", `{"$ref":"#"}`, 0, request.NotAFormSchema},
		{"B12 root reference elsewhere", `{"$ref":"https://example.com/a.json"}`, 0, request.NotAFormSchema},
		{"2020-12", `{"$schema":"https://json-schema.org/draft/2020-12/schema"}`, 0, ""},
		{"2019-09", `{"$schema":"https://json-schema.org/draft/2019-09/schema#"}`, 0, ""},
		{"draft-07", `{"$schema":"http://json-schema.org/draft-07/schema#"}`, 0, ""},
		{"draft-06", `{"$schema":"https://json-schema.org/draft-06/schema"}`, 0, ""},
		{"draft-04", `{"$schema":"http://json-schema.org/draft-04/schema#"}`, 0, request.UnknownDialect},
		{"own dialect", `{"$schema":"https://example.com/x"}`, 0, request.UnknownDialect},
		{"F12 dialect is null", `{"$schema":null,"properties":{"a":{}}}`, 1, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			form, err := Read(request.Request{Schema: parse(t, test.schema)}, NewBudget())
			var rejected *request.Error
			switch {
			case test.reason == "" && err != nil:
				t.Fatal(err)
			case test.reason == "" && len(form.Fields) != test.fields:
				t.Errorf("%d fields, want %d", len(form.Fields), test.fields)
			case test.reason != "" && (!errors.As(err, &rejected) || rejected.Reason != test.reason):
				t.Errorf("error %v, want %s", err, test.reason)
			}
		})
	}
	if form, err := Read(request.Request{}, NewBudget()); err != nil || len(form.Fields) != 0 || form.Schema.Exists() {
		t.Errorf("P25 missing schema: %+v, %v", form, err)
	}
}

// Rows: B13.
func TestRead_RequiredNames(t *testing.T) {
	form := readForm(t, `{"properties":{"a":{"type":"string","required":true},"b":{}},"required":["b","x",1,null,"x","b","y"]}`)
	if form.Fields[0].Required || !form.Fields[1].Required {
		t.Error("required is not as listed")
	}
	if !slices.Equal(form.Missing, []string{"x", "y"}) || !form.Blocked() {
		t.Errorf("missing %q", form.Missing)
	}
	if form := readForm(t, `{"properties":{"Name":{"type":"string"},"a":{"type":"object"},"b":{"type":"object"}},"required":["name","","b","שם\u202e","Name"]}`); !slices.Equal(form.Missing, []string{"name", "", "שם\u202e"}) || !slices.Equal(form.Reasons, []int{2}) {
		t.Errorf("missing %q, the reasons are %v", form.Missing, form.Reasons)
	}
	if form := readForm(t, `{"properties":{"a":{}},"required":"a"}`); form.Fields[0].Required || form.Blocked() {
		t.Error("a required that is no list counts")
	}
}

// Rows: B12.
func TestRead_ConditionalRoot(t *testing.T) {
	for _, keyword := range []string{"if", "then", "allOf", "anyOf", "oneOf", "not", "dependentRequired", "dependentSchemas",
		"dependencies", "minProperties", "maxProperties", "propertyNames", "patternProperties", "unevaluatedProperties"} {
		t.Run(keyword, func(t *testing.T) {
			if form := readForm(t, `{"properties":{"a":{"type":"string"}},"`+keyword+`":{}}`); !form.Conditional || len(form.Fields) != 1 {
				t.Errorf("got %+v, want a conditional form with one field", form)
			}
		})
	}
	if readForm(t, `{"properties":{"a":{"type":"string"}},"additionalProperties":false}`).Conditional {
		t.Error("additionalProperties:false makes the form conditional")
	}
}

// Rows: N19, B11.
func TestRead_NamesAndOrder(t *testing.T) {
	form := readForm(t, `{"properties":{"10":{},"9":{},"a":{},"__proto__":{},"constructor":{},"":{},"a\"]":{}}}`)
	var names []string
	for _, field := range form.Fields {
		names = append(names, field.Name)
	}
	if !slices.Equal(names, []string{"10", "9", "a", "__proto__", "constructor", "", `a"]`}) {
		t.Errorf("names %q", names)
	}
	if lossy := readForm(t, `{"properties":{"\ud800":{"type":"string"}}}`).Fields[0]; lossy.Unsupported != NotASchema {
		t.Errorf("a name that cannot be sent back: %s", describe(lossy))
	}
}

// Rows: P24.
func TestRead_Limits(t *testing.T) {
	many := func(n int, format string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = fmt.Sprintf(format, i)
		}
		return strings.Join(parts, ",")
	}
	for _, test := range []struct {
		name, schema string
		reason       request.Reason
	}{
		{"as many properties as allowed", `{"properties":{` + many(MaxProperties, `"p%d":{}`) + `}}`, ""},
		{"as many required names as allowed", `{"required":[` + many(MaxProperties, `"p%d","p0"`) + `]}`, ""},
		{"one required name too many", `{"required":[` + many(MaxProperties+1, `"p%d"`) + `]}`, request.TooManyProperties},
		{"one property too many", `{"properties":{` + many(MaxProperties+1, `"p%d":{}`) + `}}`, request.TooManyProperties},
		{"as many options as allowed", `{"properties":{"a":{"enum":[` + many(MaxOptions, `"%d"`) + `]}}}`, ""},
		{"one option too many", `{"properties":{"a":{"enum":[` + many(MaxOptions+1, `"%d"`) + `]}}}`, request.TooManyOptions},
		{"too many titled options", `{"properties":{"a":{"oneOf":[` + many(MaxOptions+1, `{"const":%d}`) + `]}}}`, request.TooManyOptions},
		{"too many items options", `{"properties":{"a":{"type":"array","items":{"enum":[` + many(MaxOptions+1, `%d`) + `]}}}}`, request.TooManyOptions},
		{"too many options in all", `{"$defs":{"E":{"enum":[` + many(1500, `%d`) + `]}},"properties":{` + many(8, `"p%d":{"$ref":"#/$defs/E"}`) + `}}`, request.TooManyOptions},
		{"lists in lists", `{"$defs":{"E":{"enum":[` + many(1500, `%d`) + `]}},"properties":{"a":{"anyOf":[` + many(1500, `{"$ref":"#/$defs/E","title":"%d"}`) + `]}}}`, request.TooManyOptions},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Read(request.Request{Schema: parse(t, test.schema)}, NewBudget())
			var rejected *request.Error
			if errors.As(err, &rejected) != (test.reason != "") || rejected != nil && rejected.Reason != test.reason {
				t.Errorf("error %v, want %q", err, test.reason)
			}
		})
	}
	if f := readField(t, `{"type":"string","pattern":"`+strings.Repeat("a", MaxPattern+1)+`"}`); f.Pattern != "" || describe(f) != "text pattern-unchecked" {
		t.Errorf("long pattern: %s", describe(f))
	}
}

// TestRead_DefinitionsThatGrow expands definitions that double at every step, and
// shares one large definition; both must stay cheap.
// Rows: P24.
func TestRead_DefinitionsThatGrow(t *testing.T) {
	var defs []string
	for i := range 8 {
		entry := fmt.Sprintf(`{"$ref":"#/$defs/D%d"}`, i+1)
		defs = append(defs, fmt.Sprintf(`"D%d":{"anyOf":[%s]}`, i, strings.Repeat(entry+",", 50)+entry))
	}
	form := readForm(t, `{"properties":{"a":{"$ref":"#/$defs/D0"},"b":{"type":"string"}},"$defs":{`+strings.Join(defs, ",")+`,"D8":{"type":"string"}}}`)
	if form.Fields[0].Unsupported == "" {
		t.Error("a maze of definitions was expanded")
	}
	var members, properties []string
	for i := range 1000 {
		members = append(members, fmt.Sprintf(`"x%d":0`, i))
	}
	for i := range 300 {
		properties = append(properties, fmt.Sprintf(`"p%d":{"$ref":"#/$defs/X","title":"t"}`, i))
	}
	form = readForm(t, `{"properties":{`+strings.Join(properties, ",")+`},"$defs":{"X":{"type":"string",`+strings.Join(members, ",")+`}}}`)
	if len(form.Fields) != 300 || form.Fields[299].Unsupported != TooMuch {
		t.Errorf("last of %d: %s", len(form.Fields), describe(form.Fields[299]))
	}
}

func TestRead_TitlesAndTexts(t *testing.T) {
	form := readForm(t, `{"title":"Root","description":"What for","properties":{"first_name":{"title":" \u200b "},"b":{"title":5,"description":["x"]}}}`)
	if form.Title != "Root" || form.Description != "What for" {
		t.Errorf("root %q %q", form.Title, form.Description)
	}
	if title := form.Fields[0].Title; title == "" || strings.ContainsRune(string(title), 0x200b) {
		t.Errorf("blank title was kept: %q", title)
	}
	if form.Fields[1].Title == "" || form.Fields[1].Description != "" {
		t.Errorf("malformed texts: %+v", form.Fields[1])
	}
}
