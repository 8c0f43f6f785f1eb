package relay

import (
	"context"
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Elicit shows a question on all devices of a session and returns what the person
// decided first, or an [Error] where nobody has decided. When the context ends, the
// question is withdrawn: the forms say so, and its cause is returned. Content of an
// accepted form in which everything was left out is empty and not nil.
func (r *Relay) Elicit(ctx context.Context, q Question) (*mcp.ElicitResult, error) {
	body, err := q.body()
	if err != nil {
		return nil, err
	}
	answer, err := r.await(ctx, asked{session: q.Session, key: q.Key, server: q.Server.ID, body: body, deadline: q.Deadline})
	if err != nil {
		return nil, err
	}
	return result(answer)
}

// ElicitAll shows the elicitations of a round as one journey with one review, and returns
// their part of the inputResponses. It is empty when there are none.
func (r *Relay) ElicitAll(ctx context.Context, q Round) (map[string]*mcp.ElicitResult, error) {
	results := map[string]*mcp.ElicitResult{}
	body, err := q.body()
	if body == nil {
		return results, err
	}
	answer, err := r.await(ctx, asked{session: q.Session, key: q.Key, server: q.Server.ID, body: body, deadline: q.Deadline})
	if err != nil {
		return nil, err
	}
	if json.Unmarshal([]byte(answer), &results) != nil {
		return nil, newError("internal", "malformed-result")
	}
	return results, nil
}

// asked is a question of this process.
type asked struct {
	session, key, server string
	body                 []byte
	deadline             time.Time
}

// await asks a question and waits for its end. It returns the answer as JSON text.
func (r *Relay) await(ctx context.Context, q asked) (string, error) {
	if err := checkSession(q.session); err != nil {
		return "", err
	}
	if r.closed.Err() != nil {
		return "", newError("disposed", "")
	}
	if q.deadline.IsZero() {
		q.deadline, _ = ctx.Deadline()
	}
	id := randomID()
	if q.key != "" {
		id = keyID(q.session, q.key)
	}
	bell := make(chan struct{}, 1)
	stop, err := r.store.Watch(ctx, q.session, func(changed string) {
		if changed == "" || changed == id {
			ring(bell)
		}
	})
	if err != nil {
		// It is looked at now and then as well.
		r.log.Warn("relay: the store does not tell of changes", "error", err)
	} else {
		defer stop()
	}
	w := &waiter{
		relay: r, asked: q, ref: Ref{id, hashed(q.body)}, bell: bell,
		asking: asking{keyed: q.key != "", deadline: q.deadline, poll: r.poll},
	}
	return w.wait(ctx)
}

// until is how long it is to a time at which the store will say that something is over. Its
// clock may be behind ours.
func until(end time.Time) time.Duration { return max(time.Until(end), soon) }

// refusal reads why a question could not be shown.
func refusal(result string) error {
	var facts struct{ Code, Reason, Key string }
	_ = json.Unmarshal([]byte(result), &facts)
	if facts.Code != invalidRequest && facts.Code != unsupportedMode {
		facts.Code = "internal"
	}
	e := newError(facts.Code, facts.Reason)
	e.Key = facts.Key
	return e
}
