package wire

import (
	"reflect"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
)

// Rows: E12.
func TestReadRefused(t *testing.T) {
	tests := map[string][]request.Refusal{
		`{"requestId":1,"problems":[{"name":"city","message":"Not served."},{"key":"b","name":"__proto__","message":"No."}]}`: {
			{Name: "city", Message: "Not served."}, {Key: "b", Name: "__proto__", Message: "No."},
		},
		`{"requestId":1,"problems":[{"name":1,"message":{}},null,"x"]}`: {{}, {}, {}},
		`{"requestId":1,"problems":{}}`:                                 nil,
		`{"requestId":1}`:                                               nil,
	}
	for params, want := range tests {
		t.Run(params, func(t *testing.T) {
			if got := ReadRefused(parse(t, params)); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: got %+v, want %+v", params, got, want)
			}
		})
	}
	many := `{"requestId":1,"problems":[` + strings.TrimSuffix(strings.Repeat(`{},`, 1000), ",") + `]}`
	if got := ReadRefused(parse(t, many)); len(got) != request.MaxRefusals {
		t.Errorf("%d problems are read, want %d", len(got), request.MaxRefusals)
	}
}
