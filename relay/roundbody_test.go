package relay

import (
	"encoding/json"
	"testing"
)

// TestFingerprints_OfBothHalves: a client that asks again with the same key in the other language
// asks the same round.
func TestFingerprints_OfBothHalves(t *testing.T) {
	var file struct {
		Cases []struct {
			Name, FP, Review string
			Server           Server
			Params, Requests string
			WaitForPages     bool
		}
	}
	golden(t, "rounds.json", &file)
	for _, c := range file.Cases {
		requests, err := []request{{Params: c.Params}}, error(nil)
		if c.Requests != "" {
			requests, err = elicitations(json.RawMessage(c.Requests))
		}
		body, err2 := written(round{Server: c.Server, Requests: requests, WaitForPages: c.WaitForPages, Review: c.Review})
		if got := hashed(body); err != nil || err2 != nil || got != c.FP {
			t.Errorf("%s: %s, want %s: %s, %v, %v", c.Name, got, c.FP, body, err, err2)
		}
	}
	if len(file.Cases) == 0 {
		t.Error("there are no cases")
	}
}
