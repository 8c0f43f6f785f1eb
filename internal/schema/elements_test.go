package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/elicit"
)

// properties repeats a property n times under different names.
func properties(n int, property string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(`"p%d":%s`, i, property)
	}
	return `{"type":"object","properties":{` + strings.Join(all, ",") + `}}`
}

func TestElements_TooManyOptionsAreLeftToSearch(t *testing.T) {
	tests := []struct {
		name, schema string
		searchable   bool
	}{
		{"a few radio buttons", properties(100, `{"type":"string","enum":["a","b","c"]}`), false},
		{"300 times ten", properties(300, `{"type":"string","enum":["a","b","c","d","e","f","g","h","i","j"]}`), true},
		{"many in one", properties(1, `{"type":"string","enum":[`+list(51)+`]}`), true},
		{"a select", properties(1, `{"type":"string","enum":[`+list(50)+`]}`), false},
		{"one long list of boxes", properties(1, `{"type":"array","items":{"enum":[`+list(2000)+`]}}`), false},
		{"many boxes in many fields", properties(140, `{"type":"array","items":{"enum":[`+list(40)+`]}}`), true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			form, err := Read(elicit.Request{Schema: parse(t, test.schema)}, NewBudget())
			if err != nil {
				t.Fatal(err)
			}
			total := 0
			for _, f := range form.Fields {
				total += f.Elements()
				if f.Searchable != test.searchable {
					t.Fatalf("field %s: searchable %t, want %t", f.Name, f.Searchable, test.searchable)
				}
			}
			if total > MaxElements {
				t.Errorf("%d elements, want at most %d", total, MaxElements)
			}
		})
	}
}

func list(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(`"option %d"`, i)
	}
	return strings.Join(all, ",")
}
