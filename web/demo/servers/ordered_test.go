package servers

import (
	"encoding/json"
	"testing"
)

func TestOrderedPutsUnknownPropertiesLast(t *testing.T) {
	schema := json.RawMessage(`{"properties":{"10":{},"9":{},"a":{"properties":{"x":{}}}}}`)
	got, err := ordered(schema, map[string]any{"z": 1, "a": "é&", "9": []string{"p"}, "10": 1.5, "b": true})
	if want := `{"10": 1.5, "9": ["p"], "a": "é&", "b": true, "z": 1}`; got != want || err != nil {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
	if got, err := ordered(json.RawMessage(`{}`), nil); got != "{}" || err != nil {
		t.Errorf("%s, %v", got, err)
	}
}
