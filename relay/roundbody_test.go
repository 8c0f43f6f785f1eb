package relay

import (
	"encoding/json"
	"testing"
)

// TestFingerprints_OfBothHalves: a client that repeats a key in the other language asks the same round.
func TestFingerprints_OfBothHalves(t *testing.T) {
	var file struct {
		Cases []struct {
			Name, FP, Review           string
			Server                     Server
			Params, Requests, Approval string
			WaitForPages               bool
		}
	}
	golden(t, "rounds.json", &file)
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) {
			requests, err := []elicitation{{Params: c.Params}}, error(nil)
			switch {
			case c.Requests != "":
				requests, err = readElicitations(json.RawMessage(c.Requests))
			case c.Approval != "":
				requests, err = approvalRequest(json.RawMessage(c.Approval), ElicitOptions{})
			}
			body, err2 := encodeRound(round{Server: c.Server, Requests: requests, WaitForPages: c.WaitForPages, Review: c.Review})
			if got := hashText(body); err != nil || err2 != nil || got != c.FP {
				t.Errorf("got %s of %s, want %s: %v, %v", got, body, c.FP, err, err2)
			}
		})
	}
	if len(file.Cases) == 0 {
		t.Error("there are no cases")
	}
}
