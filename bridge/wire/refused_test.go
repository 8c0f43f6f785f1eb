package wire

import (
	"reflect"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/elicit"
)

func TestReadRefused_E12(t *testing.T) {
	tests := map[string][]elicit.Refusal{
		`{"requestId":1,"problems":[{"name":"city","message":"Not served."},{"key":"b","name":"__proto__","message":"No."}]}`: {
			{Name: "city", Message: "Not served."}, {Key: "b", Name: "__proto__", Message: "No."},
		},
		`{"requestId":1,"problems":[{"name":1,"message":{}},null,"x"]}`: {{}, {}, {}},
		`{"requestId":1,"problems":{}}`:                                 nil,
		`{"requestId":1}`:                                               nil,
	}
	for params, want := range tests {
		id, got := ReadRefused(parse(t, params))
		if id.Text != "1" || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v %+v", params, id, got)
		}
	}
	many := `{"requestId":1,"problems":[` + strings.TrimSuffix(strings.Repeat(`{},`, 1000), ",") + `]}`
	if _, got := ReadRefused(parse(t, many)); len(got) != maxRefusals {
		t.Errorf("%d problems are read", len(got))
	}
}
