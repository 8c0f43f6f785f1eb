package validate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
)

// TestAll_RulesThatNeedTheDocument: a field's schema that does not compile outside of the
// document, or means something else there, is judged within it. The server's schema refuses
// the first answer of each case and accepts the second.
// Rows: N5.
func TestAll_RulesThatNeedTheDocument(t *testing.T) {
	for name, test := range map[string]struct{ schema, refused, accepted string }{
		"a reference in an alternative": {
			`{"$defs":{"x":{"pattern":"^k"}},"properties":{"p":{"type":"string","anyOf":[{"minLength":3},{"allOf":[{"$ref":"#/$defs/x"},{"maxLength":2}]}]}}}`,
			"a", "k",
		},
		"a reference to a definition of another level": {
			`{"$defs":{"x":{"pattern":"^k"}},"properties":{"p":{"type":"string","$defs":{"x":true},"anyOf":[{"minLength":3},{"allOf":[{"$ref":"#/$defs/x"},{"maxLength":2}]}]}}}`,
			"a", "k",
		},
		"a definition with a name, written out twice": {
			`{"$defs":{"x":{"$anchor":"x","type":"string"}},"properties":{"p":{"anyOf":[{"$ref":"#/$defs/x"},{"type":"null"}],"oneOf":[{"pattern":"c$"},{"$ref":"#/$defs/x","maxLength":2}]}}}`,
			"ac", "abc",
		},
		"a rule beside a reference, which draft-07 does not read": {
			`{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"x":{"minLength":1}},"properties":{"p":{"type":"string","oneOf":[{"$ref":"#/definitions/x","maxLength":1},{"pattern":"^ab"}]}}}`,
			"ab", "b",
		},
		"entries that no rule has looked at": {
			`{"properties":{"p":{"type":"array","items":{"type":"string"},"anyOf":[{"unevaluatedItems":{"const":"b"}}]}}}`,
			"a", "b",
		},
		"a reference into a question that cannot be answered": {
			`{"properties":{"n":{"type":"array","contains":{},"items":{"type":"string","minLength":2}},"p":{"type":"string","$ref":"#/properties/n/items"}}}`,
			"a", "ab",
		},
		"a reference into it between answers": {
			`{"properties":{"n":{"type":"string","not":{"maxLength":1}},"p":{"type":"string"}},"if":{"properties":{"p":{"$ref":"#/properties/n"}}},"then":{"maxProperties":0}}`,
			"ab", "a",
		},
	} {
		t.Run(name, func(t *testing.T) {
			form := readForm(t, `{"type":"object",`+test.schema[1:])
			original, err := independent(form.Schema.Any())
			if err != nil {
				t.Fatal(err)
			}
			for text, want := range map[string]bool{test.refused: false, test.accepted: true} {
				drafts := make([]answer.Draft, len(form.Fields))
				field := form.Fields[len(drafts)-1]
				drafts[field.Index] = answer.Draft{Origin: answer.Edited, Text: text}
				a, _ := answer.Read(field, drafts[field.Index], english)
				content := request.Value{Type: request.Object, Members: []request.Member{{Name: field.Name, Value: a.Value}}}
				if err := original.Validate(content.Any()); (err == nil) != want {
					t.Fatalf("the server's verdict on %q is %v, want valid: %v", text, err, want)
				}
				if _, _, problems := New(form).CheckAll(drafts, english); (len(problems) == 0) != want {
					t.Errorf("%q has the problems %+v, want valid: %v", text, problems, want)
				}
			}
		})
	}
}

// TestPrepare_SharedRulesAreCompiledOnce: a definition that many fields refer to, beside
// their own rules, is not compiled for each of them.
// Rows: B6.
func TestPrepare_SharedRulesAreCompiledOnce(t *testing.T) {
	var rules, fields []string
	for i := range 1000 {
		rules = append(rules, fmt.Sprintf(`{"minLength":%d}`, i%2))
	}
	for i := range 300 {
		fields = append(fields, fmt.Sprintf(`"f%d":{"type":"string","anyOf":[{"minLength":%d},{"$ref":"#/$defs/x"}],"default":"k"}`, i, i+2))
	}
	form := readForm(t, `{"type":"object","$defs":{"x":{"allOf":[`+strings.Join(rules, ",")+`]}},"properties":{`+strings.Join(fields, ",")+`}}`)
	allocations := testing.AllocsPerRun(1, func() {
		New(form)
		for i := range form.Fields {
			if !form.Fields[i].Default.Exists() {
				t.Fatalf("field %d", i)
			}
		}
	})
	t.Logf("%.0f allocations", allocations)
	if allocations > 6_000_000 {
		t.Errorf("%.0f allocations", allocations)
	}
}
