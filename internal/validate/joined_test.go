package validate

import (
	"slices"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

// TestRelatedFields: the questions that a change offers together.
// Rows: C5.
func TestRelatedFields(t *testing.T) {
	const all = `"type":"object","required":["d"],"properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"},
		"d":{"type":"string"},"e":{"type":"object"}}`
	for rules, want := range map[string][]int{
		``:                                 {0},
		`,"dependentRequired":{"a":["c"]}`: {0, 2},
		`,"dependentRequired":{"c":["a","b"],"b":["d"]}`:                                          {0, 1, 2},
		`,"dependentRequired":{"b":["c"]}`:                                                        {0},
		`,"dependencies":{"b":["a"],"c":{"required":["d"]}}`:                                      {0, 1},
		`,"dependentSchemas":{"b":{"properties":{"a":{}}}}`:                                       {0, 1},
		`,"if":{"required":["a"]},"then":{"required":["b"]}`:                                      {0, 1},
		`,"if":{"properties":{"c":{}}},"else":{"required":["a"]}`:                                 {0, 2},
		`,"if":{"required":["b"]},"then":{"properties":{"c":{}}}`:                                 {0},
		`,"if":{"properties":{"c":{"const":"a"}}},"then":{}`:                                      {0},
		`,"anyOf":[{"required":["a"]},{"required":["b"]}]`:                                        {0, 1},
		`,"oneOf":[{"properties":{"a":{"const":"x"}}},{"not":{"required":["c"]}}]`:                {0, 2},
		`,"not":{"required":["a","d"]}`:                                                           {0, 3},
		`,"minProperties":2`:                                                                      {0, 1, 2},
		`,"maxProperties":2`:                                                                      {0, 1, 2},
		`,"enum":[{"a":"x"}]`:                                                                     {0, 1, 2, 3},
		`,"allOf":[{"if":{"required":["a"]},"then":{"required":["b"]}},{"properties":{"c":{}}}]`:  {0, 1},
		`,"allOf":[{"$ref":"#/$defs/rule"}],"$defs":{"rule":{"required":["a"]}}`:                  {0, 1, 2, 3},
		`,"anyOf":[{"$ref":"#/$defs/rule"}],"$defs":{"rule":{"required":["b"]}}`:                  {0, 1, 2, 3},
		`,"dependentRequired":{"a":["e","nobody",1]}`:                                             {0},
		`,"dependentRequired":["a","b"],"if":true,"anyOf":{"required":["a"]},"minProperties":"x"`: {0, 1, 2},
	} {
		t.Run(rules, func(t *testing.T) {
			for _, text := range []string{`{` + all + rules + `}`, `{"$ref":"#/$defs/F","$defs":{"rule":{"required":["b"]},"F":{` + all + rules + `}}}`} {
				requested, err := request.Parse([]byte(text))
				if err != nil {
					t.Fatalf("%s: %v", text, err)
				}
				form, err := schema.Read(request.Request{Schema: requested}, schema.NewBudget())
				if err != nil {
					t.Fatalf("%s: %v", text, err)
				}
				if got := New(form).RelatedFields(0); !slices.Equal(got, want) {
					t.Errorf("%s: got %v, want %v", text, got, want)
				}
			}
		})
	}
}
