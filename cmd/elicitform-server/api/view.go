package api

import (
	"encoding/json"
	"time"

	"github.com/elicitform/elicitform/cmd/elicitform-server/hooks"
	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/relay"
)

// View is what an asker gets of a question.
type View struct {
	// ID is the one for this asker.
	ID string `json:"id"`
	// State is open, answered, acknowledged, rejected, withdrawn, expired or orphaned.
	State relay.State `json:"state"`
	// Deadline is in RFC 3339; empty where there is none.
	Deadline string `json:"deadline,omitempty"`
	// Result is the ElicitResult of a question that was asked with params.
	Result json.RawMessage `json:"result,omitempty"`
	// Responses are the ElicitResults of one that was asked with requests, by their keys.
	Responses map[string]json.RawMessage `json:"responses,omitempty"`
	// Error says why the question has ended without an answer.
	Error *ErrorView `json:"error,omitempty"`
}

// ErrorView says why a question has ended without an answer, and what to answer the MCP server.
type ErrorView struct {
	Code    string `json:"code"`
	Reason  string `json:"reason,omitempty"`
	Key     string `json:"key,omitempty"`
	RPCCode int64  `json:"rpcCode"`
}

// timestamp writes a time for JSON, in milliseconds and UTC; empty for none.
func timestamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05.000Z")
}

// viewOf is what the askers with a key of this name get of a question.
func viewOf(ring *keys.Ring, name string, q keys.Question, o relay.Outcome) View {
	v := View{ID: ring.ID(name, q), State: o.State, Deadline: timestamp(o.Deadline)}
	switch {
	case o.State == relay.Answered:
		if result, single := o.Results[""]; single {
			v.Result = result
		} else {
			v.Responses = o.Results
		}
	case o.Err != nil && o.State != relay.Acknowledged:
		v.Error = &ErrorView{o.Err.Code, o.Err.Reason, o.Err.Key, o.Err.RPCCode}
	}
	return v
}

// WebhookBody writes what webhooks say: what GET /v1/questions/{id} says, as the data of an event.
func WebhookBody(ring *keys.Ring) func(hooks.Job, relay.Outcome) ([]byte, error) {
	return func(job hooks.Job, o relay.Outcome) ([]byte, error) {
		return json.Marshal(struct {
			Type      string `json:"type"`
			Timestamp string `json:"timestamp"`
			Data      View   `json:"data"`
		}{"question." + string(o.State), timestamp(time.Now()), viewOf(ring, job.Key, job.Question, o)})
	}
}
