package component

import (
	"fmt"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

// repeat returns a schema with n equal properties.
func repeat(n int, property string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(`"p%d":%s`, i, property)
	}
	return `{"type":"object","properties":{` + strings.Join(all, ",") + `}}`
}

// options returns n texts for an enum.
func options(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(`"option %d"`, i)
	}
	return strings.Join(all, ",")
}

func TestElements_TooManyOptionsAreLeftToSearch(t *testing.T) {
	tests := []struct {
		name, schema string
		searchable   bool
	}{
		{"a few radio buttons", repeat(100, `{"type":"string","enum":["a","b","c"]}`), false},
		{"300 times ten", repeat(300, `{"type":"string","enum":["a","b","c","d","e","f","g","h","i","j"]}`), true},
		{"many in one", repeat(1, `{"type":"string","enum":[`+options(51)+`]}`), true},
		{"a select", repeat(1, `{"type":"string","enum":[`+options(50)+`]}`), false},
		{"one long list of boxes", repeat(1, `{"type":"array","items":{"enum":[`+options(2000)+`]}}`), false},
		{"many boxes in many fields", repeat(140, `{"type":"array","items":{"enum":[`+options(40)+`]}}`), true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			value, err := request.Parse([]byte(test.schema))
			if err != nil {
				t.Fatal(err)
			}
			budget := schema.NewBudget()
			budget.CountElements = CountElements
			form, err := schema.Read(request.Request{Schema: value}, budget)
			if err != nil {
				t.Fatal(err)
			}
			total := 0
			for _, f := range form.Fields {
				total += CountElements(&f)
				if f.Searchable != test.searchable {
					t.Fatalf("field %s: searchable %t, want %t", f.Name, f.Searchable, test.searchable)
				}
			}
			if total > schema.MaxElements {
				t.Errorf("%d elements, want at most %d", total, schema.MaxElements)
			}
		})
	}
}
