package relay

import (
	"context"
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// longest is how long a parked question stands at most, and how long its answer is kept.
const longest = 30 * day

// Question is a round that was asked by a caller that does not wait for its end. The session
// and the [Ref] name it in any process that shares the store and may read that session.
type Question struct {
	Ref
	// Session is where the answer is to come from.
	Session string `json:"session"`
	// State is Open, or how the round had ended that the same key has asked before.
	State State `json:"state"`
	// New says that this call has put it on the screens: false where the same key had done so.
	New bool `json:"new,omitempty"`
	// Deadline is when the answer is worth nothing any more: the one that the round was first asked with, as the
	// store keeps it; zero is never.
	Deadline time.Time `json:"deadline,omitzero"`
}

// Outcome says how a round stands or has ended.
type Outcome struct {
	// State is Open, or how the round has ended. It is Unknown where the session has no such round, or none any more.
	State State
	// Deadline is as in [Question].
	Deadline time.Time
	// Results are the decisions of a round that is Answered, as JSON text of an ElicitResult, by the keys of its
	// requests. The key of a request that was asked alone is empty.
	Results map[string]json.RawMessage
	// Err says why there is no decision; nil of a round that is Open or Answered.
	Err *Error
	// answer is what the store has of an answer.
	answer string
}

// Decode reads the results; its error is the one of the outcome. Where the round is open there are none.
func (o Outcome) Decode() (map[string]*mcp.ElicitResult, error) {
	if o.Err != nil {
		return nil, o.Err
	}
	results := map[string]*mcp.ElicitResult{}
	for key, text := range o.Results {
		result := &mcp.ElicitResult{}
		if err := json.Unmarshal(text, result); err != nil || result.Action == "" {
			return nil, newError(codeInternal, reasonMalformedResult)
		}
		results[key] = result
	}
	return results, nil
}

// Start shows a request on all devices of a session, as [Relay.Elicit] does, and returns when they can see it. Its
// answer is for [Relay.Await], in this process or another one. Like every round it needs a client: without a call of
// Await or Peek in [Options.Lease] it is Orphaned, until it is started again with the same key. The context is for
// this call, and not for the question. When it ends too early, nothing was asked, or only what the same key joins.
func (r *Relay) Start(ctx context.Context, params json.RawMessage, o ElicitOptions) (Question, error) {
	return r.begin(ctx, o, false, func() ([]request, error) { return single(params, o) })
}

// StartAll is [Relay.Start] for the elicitations of a round, as [Relay.ElicitAll] shows them. Where there are
// none, the error has the reason "nothing-to-ask".
func (r *Relay) StartAll(ctx context.Context, requests json.RawMessage, o ElicitOptions) (Question, error) {
	return r.begin(ctx, o, false, func() ([]request, error) { return elicitations(requests) })
}

// Park is [Relay.Start] for a question that needs no process that lives: it is open until its deadline, which is 30
// days from now where the options have none, or a later one. Its answer is kept for 30 days, or until
// [Relay.Acknowledge]. Give it a key: where the reply of this call is lost, a repetition joins the same question.
func (r *Relay) Park(ctx context.Context, params json.RawMessage, o ElicitOptions) (Question, error) {
	return r.begin(ctx, o, true, func() ([]request, error) { return single(params, o) })
}

// ParkAll is [Relay.Park] for the elicitations of a round, as [Relay.ElicitAll] shows them.
func (r *Relay) ParkAll(ctx context.Context, requests json.RawMessage, o ElicitOptions) (Question, error) {
	return r.begin(ctx, o, true, func() ([]request, error) { return elicitations(requests) })
}

// begin asks a round, parked or not, and returns when it is open or has ended.
func (r *Relay) begin(ctx context.Context, o ElicitOptions, park bool, read func() ([]request, error)) (Question, error) {
	requests, err := read()
	if err == nil && len(requests) == 0 {
		err = newError(codeInvalidRequest, reasonNothingToAsk)
	}
	if err != nil {
		return Question{}, err
	}
	if latest := time.Now().Add(longest); park && (o.Deadline.IsZero() || o.Deadline.After(latest)) {
		o.Deadline = latest
	}
	w, err := r.asking(requests, o, toStart)
	if err != nil {
		return Question{}, err
	}
	w.parked = park
	verdict, err := w.wait(ctx)
	if err != nil {
		return Question{}, err
	}
	if verdict.State == Conflict || verdict.State == Full {
		return Question{}, outcomeOf(verdict).Err
	}
	return Question{Ref: w.ref, Session: o.Session, State: verdict.State, New: verdict.Mine, Deadline: verdict.Deadline}, nil
}

// Await waits until a question of [Relay.Start] or [Relay.Park] has ended, and is the sign of life that a started one
// needs. The outcome is never Open. The end of the context ends only this call: the error is its cause, and the
// question stays as it is. Any number of processes may wait for the same question.
func (r *Relay) Await(ctx context.Context, session string, ref Ref) (Outcome, error) {
	if known, err := checkRef(session, ref); err != nil || !known {
		return outcomeOf(Verdict{State: Unknown}), err
	}
	w := &waiting{relay: r, session: session, ref: ref, deciding: deciding{task: toAwait, keyed: true, poll: r.o.Poll}}
	return concerning(w.wait(ctx))
}

// Peek says how a question stands now, and is a sign of life as [Relay.Await] is.
func (r *Relay) Peek(ctx context.Context, session string, ref Ref) (Outcome, error) {
	return r.once(ctx, session, ref, func(ctx context.Context) (Verdict, error) {
		v, err := r.o.Store.Peek(ctx, session, ref, r.o.Lease, r.o.Keep)
		if err == nil && v.State == Open && !v.Deadline.IsZero() && !time.Now().Before(v.Deadline) {
			// No device has looked since the deadline. The store has the last word.
			return r.o.Store.End(ctx, session, End{Ref: ref, How: Expired, Keep: r.o.Keep})
		}
		return v, err
	})
}

// Withdraw takes a question back: the devices say that it is no longer needed. The outcome is how it has ended,
// which may have been before and otherwise.
func (r *Relay) Withdraw(ctx context.Context, session string, ref Ref) (Outcome, error) {
	return r.once(ctx, session, ref, func(ctx context.Context) (Verdict, error) {
		return r.o.Store.End(ctx, session, End{Ref: ref, How: Withdrawn, Keep: r.o.Keep})
	})
}

// Acknowledge says that its client has the answer of a question: it is deleted now, and not after its time. For a day
// the store knows that there was an answer, so that the same key does not ask the person again. The outcome is
// Acknowledged; what is not Answered stays as it is, and the outcome says so.
func (r *Relay) Acknowledge(ctx context.Context, session string, ref Ref) (Outcome, error) {
	return r.once(ctx, session, ref, func(ctx context.Context) (Verdict, error) {
		return r.o.Store.End(ctx, session, End{Ref: ref, How: Acknowledged, Keep: r.o.Keep})
	})
}

// once calls the store about a question.
func (r *Relay) once(
	ctx context.Context, session string, ref Ref, call func(context.Context) (Verdict, error),
) (Outcome, error) {
	if known, err := checkRef(session, ref); err != nil || !known {
		return outcomeOf(Verdict{State: Unknown}), err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return concerning(call(ctx))
}

// checkRef rejects what is no name of a session. It reports false for what cannot be the id of a round.
func checkRef(session string, ref Ref) (known bool, err error) {
	return name.MatchString(ref.ID) && name.MatchString(ref.Fingerprint), CheckSession(session)
}

// concerning is the outcome of a question that a caller has named. Another round under its id says that the store has
// forgotten the question, and nothing else of that round.
func concerning(v Verdict, err error) (Outcome, error) {
	if v.State == Conflict {
		v = Verdict{State: Unknown}
	}
	if err != nil {
		return Outcome{}, err
	}
	return outcomeOf(v), nil
}

// outcomeOf is what a verdict means for a caller.
func outcomeOf(v Verdict) Outcome {
	o := Outcome{State: v.State, Deadline: v.Deadline}
	switch v.State {
	case Open:
	case Answered:
		o.Results, o.answer = responsesOf(membersOf([]byte(v.Result))["responses"]), v.Result
	case Rejected:
		o.Err = rejection(v.Result)
	case Expired:
		o.Err = newError(codeExpired, "")
	case Withdrawn:
		o.Err = newError(codeWithdrawn, "")
	case Conflict:
		o.Err = newError(codeInternal, reasonKeyInUse)
	case Full:
		o.Err = newError(codeInternal, v.Result)
	case Orphaned:
		o.Err = newError(codeInternal, reasonOrphaned)
	case Acknowledged:
		o.Err = newError(codeInternal, reasonAcknowledged)
	default:
		o.Err = newError(codeInternal, reasonUnknownRound)
	}
	return o
}
