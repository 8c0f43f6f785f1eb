package relay

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestReadReceipt(t *testing.T) {
	var cases struct {
		Cases []struct {
			Name          string
			Receipt, Want json.RawMessage
		}
	}
	golden(t, "receipts.json", &cases)
	for _, c := range cases.Cases {
		t.Run(c.Name, func(t *testing.T) {
			got := readReceipt(c.Receipt)
			if !reflect.DeepEqual(decodeJSON(got), decodeJSON(c.Want)) {
				t.Errorf("got %s, want %s", got, c.Want)
			}
			if again := readReceipt(got); string(again) != string(got) {
				t.Errorf("read again: %s", again)
			}
		})
	}
	if len(cases.Cases) == 0 {
		t.Error("there are no cases")
	}
}
