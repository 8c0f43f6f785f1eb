package relay

import (
	"encoding/json"
	"os"
	"testing"
)

// TestFingerprints_OfBothHalves: who asks again with the same key in the other language asks
// the same question.
func TestFingerprints_OfBothHalves(t *testing.T) {
	var file struct {
		Cases []struct {
			Name, FP, Review string
			Server           Server
			Params, Requests string
			Hold             bool
		}
	}
	text, err := os.ReadFile("testdata/questions.json")
	if err == nil {
		err = json.Unmarshal(text, &file)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Cases {
		body, err := Question{Server: c.Server, Params: json.RawMessage(c.Params), Review: c.Review}.body()
		if c.Requests != "" {
			body, err = Round{Server: c.Server, Requests: json.RawMessage(c.Requests), Hold: c.Hold, Review: c.Review}.body()
		}
		if got := hashed(body); err != nil || got != c.FP {
			t.Errorf("%s: %s, want %s: %s, %v", c.Name, got, c.FP, body, err)
		}
	}
}
