package schema

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/elicit"
)

// properties repeats a property n times under names of its own.
func properties(n int, property string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(`"p%d":%s`, i, property)
	}
	return `{"type":"object","properties":{` + strings.Join(all, ",") + `}}`
}

func TestReading_SlicesReadWhatTheWholeReads(t *testing.T) {
	request := elicit.Request{Schema: parse(t, properties(300, `{"type":"string","enum":["a","b"],"default":"b"}`))}
	whole, err := Read(request)
	if err != nil {
		t.Fatal(err)
	}
	reading, err := Begin(request, NewBudget())
	if err != nil {
		t.Fatal(err)
	}
	steps := 1
	for {
		done, err := reading.Step(10)
		if err != nil {
			t.Fatal(err)
		}
		if done {
			break
		}
		steps++
	}
	if !reflect.DeepEqual(reading.Form(), whole) {
		t.Error("another form")
	}
	if steps < 30 || steps > 300 {
		t.Errorf("%d steps", steps)
	}
}

func TestElements_TooManyOptionsAreLeftToSearch(t *testing.T) {
	tests := []struct {
		name, schema string
		searchable   bool
	}{
		{"a few radio buttons", properties(100, `{"type":"string","enum":["a","b","c"]}`), false},
		{"a thousand times ten", properties(1000, `{"type":"string","enum":["a","b","c","d","e","f","g","h","i","j"]}`), true},
		{"many in one", properties(1, `{"type":"string","enum":[`+list(51)+`]}`), true},
		{"a select", properties(1, `{"type":"string","enum":[`+list(50)+`]}`), false},
		{"one long list of boxes", properties(1, `{"type":"array","items":{"enum":[`+list(2000)+`]}}`), false},
		{"many boxes in many fields", properties(200, `{"type":"array","items":{"enum":[`+list(40)+`]}}`), true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			form, err := Read(elicit.Request{Schema: parse(t, test.schema)})
			if err != nil {
				t.Fatal(err)
			}
			total := 0
			for _, f := range form.Fields {
				total += f.Elements()
				if f.Searchable != test.searchable {
					t.Fatalf("field %s: searchable %t", f.Name, f.Searchable)
				}
			}
			if total > MaxElements {
				t.Errorf("%d elements", total)
			}
		})
	}
}

// list is n texts, for an enum.
func list(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(`"option %d"`, i)
	}
	return strings.Join(all, ",")
}
