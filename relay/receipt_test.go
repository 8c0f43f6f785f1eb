package relay

import (
	"encoding/json"
	"os"
	"reflect"
	"testing"
)

// The TypeScript relay reads the same cases.
func TestReadReceipt(t *testing.T) {
	text, err := os.ReadFile("testdata/receipts.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			Name          string
			Receipt, Want json.RawMessage
		}
	}
	if err := json.Unmarshal(text, &file); err != nil || len(file.Cases) == 0 {
		t.Fatal(err)
	}
	for _, c := range file.Cases {
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
}
