package api

import (
	"encoding/json"
	"time"

	"github.com/elicitform/elicitform/cmd/elicitform-server/hooks"
	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/relay"
)

// View is a question as its asker sees it.
type View struct {
	// ID is valid for this asker only.
	ID    string      `json:"id"`
	State relay.State `json:"state"`
	// Deadline is in RFC 3339, or empty.
	Deadline string `json:"deadline,omitempty"`
	// Result is the ElicitResult of a question with params, or the [relay.ApprovalResult] of an approval.
	Result json.RawMessage `json:"result,omitempty"`
	// Responses has the ElicitResults of a question with requests.
	Responses map[string]json.RawMessage `json:"responses,omitempty"`
	// Receipt is that of [relay.Outcome].
	Receipt json.RawMessage `json:"receipt,omitempty"`
	Error   *ErrorView      `json:"error,omitempty"`
}

// ErrorView is an end without an answer. RPCCode is the error code for the MCP server.
type ErrorView struct {
	Code    string `json:"code"`
	Reason  string `json:"reason,omitempty"`
	Key     string `json:"key,omitempty"`
	RPCCode int64  `json:"rpcCode"`
}

func timestamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05.000Z")
}

func viewOf(ring *keys.Ring, name string, q keys.Question, o relay.Outcome) View {
	v := View{ID: ring.ID(name, q), State: o.State, Deadline: timestamp(o.Deadline)}
	switch {
	case o.State == relay.Answered:
		v.Receipt = o.Receipt
		if result, isSingle := o.Results[""]; isSingle {
			v.Result = result
		} else {
			v.Responses = o.Results
		}
	case o.Err != nil && o.State != relay.Acknowledged:
		v.Error = &ErrorView{o.Err.Code, o.Err.Reason, o.Err.Key, o.Err.RPCCode}
	}
	return v
}

// WebhookBody writes the body of a webhook: the reply of GET /v1/questions/{id}, as the data of an event.
func WebhookBody(ring *keys.Ring) func(hooks.Job, relay.Outcome) ([]byte, error) {
	return func(job hooks.Job, o relay.Outcome) ([]byte, error) {
		return json.Marshal(struct {
			Type      string `json:"type"`
			Timestamp string `json:"timestamp"`
			Data      View   `json:"data"`
		}{"question." + string(o.State), timestamp(time.Now()), viewOf(ring, job.Key, job.Question, o)})
	}
}
