package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
)

// TestRequiredBy: the answers decide which fields `then` and `else` require. A condition that does not compare answers with values
// requires nothing here.
func TestRequiredBy(t *testing.T) {
	const properties = `"properties":{"a":{"type":"string","enum":["x","other"]},"b":{"type":"string"},"c":{"type":"string"}}`
	const is = `{"properties":{"a":{"const":"other"}},"required":["a"]}`
	for rules, want := range map[string]string{
		`"if":` + is + `,"then":{"required":["b"]}`:                                                                        "x: , other: b, nothing: ",
		`"if":` + is + `,"then":{"required":["b"]},"else":{"required":["c"]}`:                                              "x: c, other: b, nothing: c",
		`"if":{"properties":{"a":{"enum":["other","y"]}}},"then":{"required":["b"]}`:                                       "x: , other: b, nothing: b",
		`"if":{"required":["a"]},"then":{"required":["b","c"]}`:                                                            "x: bc, other: bc, nothing: ",
		`"allOf":[{"if":` + is + `,"then":{"required":["b"]}},{"if":{"required":["a"]},"then":{"required":["c","none"]}}]`: "x: c, other: bc, nothing: ",
		`"if":{"properties":{"a":{"pattern":"^o"}}},"then":{"required":["b"]}`:                                             "x: , other: , nothing: ",
		`"if":{"not":` + is + `},"then":{"required":["b"]}`:                                                                "x: , other: , nothing: ",
		`"if":true,"then":{"required":["b"]}`:                                                                              "x: , other: , nothing: ",
		`"if":{"properties":{"none":{"const":1}}},"then":{"required":["b"]}`:                                               "x: , other: , nothing: ",
		`"if":[1],"then":3,"allOf":[5]`:                                                                                    "x: , other: , nothing: ",
	} {
		t.Run(rules, func(t *testing.T) {
			form := readForm(t, `{"type":"object",`+properties+`,`+rules+`}`)
			var got []string
			for _, answer := range []string{"x", "other", ""} {
				names := ""
				for i, required := range form.RequiredBy(func(field int) request.Value {
					if field > 0 || answer == "" {
						return request.Value{}
					}
					return request.StringValue(answer)
				}) {
					if required {
						names += form.Fields[i].Name
					}
				}
				if answer == "" {
					answer = "nothing"
				}
				got = append(got, answer+": "+names)
			}
			if got := strings.Join(got, ", "); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// TestReadConditions_Many: a form has few conditions, since each edit looks at all of them.
func TestReadConditions_Many(t *testing.T) {
	var rules, names []string
	for i := range 1000 {
		rules = append(rules, `{"if":{"required":["a"]},"then":{"required":["b"]}}`)
		names = append(names, fmt.Sprintf(`"a%d"`, i))
	}
	form := readForm(t, `{"properties":{"a":{"type":"string"},"b":{"type":"string"}},"allOf":[`+strings.Join(rules, ",")+`]}`)
	if len(form.Conditions) != maxConditions {
		t.Errorf("%d conditions", len(form.Conditions))
	}
	form = readForm(t, `{"properties":{"a":{"type":"string"},"b":{"type":"string"}},"if":{"properties":{"a":{"enum":[`+strings.Join(names, ",")+`]}}},"then":{"required":["b"]}}`)
	if len(form.Conditions) != 0 {
		t.Errorf("%+v", form.Conditions)
	}
}
