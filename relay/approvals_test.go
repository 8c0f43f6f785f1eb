package relay_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"github.com/elicitform/elicitform/relay"
)

const approval = `{"tool":{"name":"save_comment","arguments":{"issue":"ENG-1","body":"Done"}},"scopes":["once","session"],"reason":true,` +
	`"editable":{"type":"object","properties":{"body":{"type":"string"}}}}`

func TestApprove(t *testing.T) {
	for text, want := range map[string]relay.ApprovalResult{
		`{"action":"accept","scope":"session"}`:     {Action: "accept", Scope: "session"},
		`{"action":"decline","reason":"Too early"}`: {Action: "decline", Reason: "Too early"},
		`{"action":"cancel"}`:                       {Action: "cancel"},
		`{"action":"accept","scope":"once","arguments":{"issue":"ENG-1","body":"Thanks"}}`: {
			Action: "accept", Scope: "once", Arguments: json.RawMessage(`{"issue":"ENG-1","body":"Thanks"}`),
		},
	} {
		inBubble(t, relay.Options{}, func(t *testing.T, r *relay.Relay) {
			decided := make(chan *relay.ApprovalResult, 1)
			go func() {
				result, err := r.Approve(t.Context(), []byte(approval), relay.ElicitOptions{Session: "s", Server: server})
				if err != nil {
					t.Errorf("%s gives %v", text, err)
				}
				decided <- result
			}()
			synctest.Wait()
			open := look(t, r, "s").Open[0]
			if len(open.Requests) != 1 || open.Requests[0].Params != approval || !open.Requests[0].Approval || open.Server.ID != "travel" {
				t.Errorf("the device gets %+v", open)
			}
			for _, forged := range []string{
				`{"action":"accept","scope":"always"}`, `{"action":"accept","content":{}}`, `{"action":"decline","id":"no"}`,
				`{"action":"accept","scope":"once","arguments":{"issue":"ENG-2","body":"Done"}}`, `{"action":"cancel","scope":"once"}`,
			} {
				if status, _ := post(t, r, open.Answer("nonce-1-", json.RawMessage(forged))); status != 422 {
					t.Errorf("%s gives %d, want 422", forged, status)
				}
			}
			for range 2 {
				if status, state := post(t, r, open.Answer("nonce-2-", json.RawMessage(text))); status != 200 || state != "answered" {
					t.Errorf("%s gives %d %s", text, status, state)
				}
			}
			if got := <-decided; !reflect.DeepEqual(*got, want) {
				t.Errorf("%s gives %+v, want %+v", text, *got, want)
			}
			other := map[string]string{"action": "accept", "scope": "once", "id": "x"}
			if status, _ := post(t, r, open.Answer("nonce-2-", other)); status != 409 {
				t.Errorf("another decision with the nonce of the first gives %d, want 409", status)
			}
		})
	}
}

// A parked approval outlives its client, and its key is that of one approval.
func TestParkApproval(t *testing.T) {
	inBubble(t, relay.Options{}, func(t *testing.T, r *relay.Relay) {
		o := relay.ElicitOptions{Session: "s", Server: server, Key: "call 1"}
		parked, err := r.ParkApproval(t.Context(), []byte(approval), o)
		if err != nil || !parked.IsNew {
			t.Fatalf("parked is %+v, %v", parked, err)
		}
		time.Sleep(day)
		if again, err := r.StartApproval(t.Context(), []byte(approval), o); err != nil || again.ID != parked.ID || again.IsNew {
			t.Errorf("asked again is %+v, %v", again, err)
		}
		if _, err := r.Park(t.Context(), []byte(approval), o); reasonOf(err) != "internal key-in-use" {
			t.Errorf("a form with the same text gives %v", err)
		}
		accepted := json.RawMessage(`{"action":"accept","scope":"once"}`)
		if status, _ := post(t, r, look(t, r, "s").Open[0].Answer("nonce-1-", accepted)); status != 200 {
			t.Errorf("the answer gives %d", status)
		}
		result, err := checkState(t, r, parked, relay.Answered).DecodeApproval()
		if want := (relay.ApprovalResult{Action: "accept", Scope: "once"}); err != nil || !reflect.DeepEqual(*result, want) {
			t.Errorf("got %+v, %v", result, err)
		}
		if _, err := r.Acknowledge(t.Context(), "s", parked.RoundRef); err != nil {
			t.Error(err)
		}
		if _, err := checkState(t, r, parked, relay.Acknowledged).DecodeApproval(); reasonOf(err) != "internal acknowledged" {
			t.Errorf("an acknowledged approval gives %v", err)
		}
	})
}

func TestMalformedApprovals(t *testing.T) {
	inBubble(t, relay.Options{}, func(t *testing.T, r *relay.Relay) {
		o := relay.ElicitOptions{Session: "s", Server: server}
		for text, want := range map[string]string{
			`{`: "not-json", `[]`: "not-an-object", `{"tool":{}}`: "malformed-approval", `{"tool":{"name":"t"},"scopes":["forever"]}`: "malformed-approval",
		} {
			_, err := r.Approve(t.Context(), []byte(text), o)
			_, err2 := r.ParkApproval(t.Context(), []byte(text), o)
			if reasonOf(err) != "invalid-request "+want || reasonOf(err2) != reasonOf(err) {
				t.Errorf("%s gives %v, %v, want %s", text, err, err2, want)
			}
		}
		o.Call = &relay.Call{Method: "tools/call"}
		if _, err := r.Approve(t.Context(), []byte(approval), o); reasonOf(err) != "invalid-request call-without-round" {
			t.Errorf("an approval with a call gives %v", err)
		}
		if open := look(t, r, "s").Open; len(open) > 0 {
			t.Errorf("the devices get %+v", open)
		}
	})
}
