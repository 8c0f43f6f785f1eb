package relay

import (
	"context"
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const maxParkTime = 30 * day

// Question is a round whose caller does not wait for its end. Any process that shares the store can name it.
type Question struct {
	RoundRef
	// Session is that of [ElicitOptions].
	Session string `json:"session"`
	// State is Open, or the end of the round that was asked with the same key before.
	State State `json:"state"`
	// IsNew reports that this call opened the question, not an earlier call with its key or one whose reply was lost.
	IsNew bool `json:"new,omitempty"`
	// Deadline is that of the call that opened the question; zero is never.
	Deadline time.Time `json:"deadline,omitzero"`
}

// Outcome is the state or the end of a round.
type Outcome struct {
	// State is Open, the end of the round, or Unknown if the session does not have the round or has forgotten it.
	State State
	// Deadline is that of the call that asked the round; zero is never.
	Deadline time.Time
	// Results are JSON texts of an ElicitResult, by the keys of the requests. A single request has the key "", and so has an
	// approval, whose result is an [ApprovalResult].
	Results map[string]json.RawMessage
	// Receipt is a JSON text of at most 8 kB for the transcript of a chat: title, server, outcome, answers (pairs of label and
	// value), endedAt (milliseconds since 1970) and language. The person's device wrote it. It is nil without an answer.
	Receipt json.RawMessage
	// Err explains a missing decision; it is nil if the round is Open or Answered.
	Err    *Error
	answer string
}

// Decode reads the results; its error is Err.
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

// Start shows a request as [Relay.Elicit] does, and returns as soon as the devices can see it. [Relay.Wait] waits for the
// answer. Without a call of Wait or Peek in [Options.Lease] the question is Orphaned, until the same key starts it again. The
// context is for the call: if it ends early, only a question with a key may stand.
func (r *Relay) Start(ctx context.Context, params json.RawMessage, o ElicitOptions) (Question, error) {
	return r.begin(ctx, o, false, func() ([]elicitation, error) { return singleRequest(params, o) })
}

// StartAll is [Relay.Start] for the elicitations of a round. Without any, the error has the reason "nothing-to-ask".
func (r *Relay) StartAll(ctx context.Context, requests json.RawMessage, o ElicitOptions) (Question, error) {
	return r.begin(ctx, o, false, func() ([]elicitation, error) { return readElicitations(requests) })
}

// Park is [Relay.Start] for a question that needs no client. It stands until its deadline, at most and by default 30 days,
// and its answer for 30 days or until [Relay.Acknowledge]. If the reply to this call is lost, a key joins the question.
func (r *Relay) Park(ctx context.Context, params json.RawMessage, o ElicitOptions) (Question, error) {
	return r.begin(ctx, o, true, func() ([]elicitation, error) { return singleRequest(params, o) })
}

// ParkAll is [Relay.Park] for the elicitations of a round.
func (r *Relay) ParkAll(ctx context.Context, requests json.RawMessage, o ElicitOptions) (Question, error) {
	return r.begin(ctx, o, true, func() ([]elicitation, error) { return readElicitations(requests) })
}

func (r *Relay) begin(ctx context.Context, o ElicitOptions, isParked bool, read func() ([]elicitation, error)) (Question, error) {
	requests, err := read()
	if err == nil && len(requests) == 0 {
		err = newError(codeInvalidRequest, reasonNothingToAsk)
	}
	if err != nil {
		return Question{}, err
	}
	if latest := time.Now().Add(maxParkTime); isParked && (o.Deadline.IsZero() || o.Deadline.After(latest)) {
		o.Deadline = latest
	}
	w, err := r.newAsker(requests, o, taskStart)
	if err != nil {
		return Question{}, err
	}
	w.isParked = isParked
	verdict, err := w.run(ctx)
	if err != nil {
		return Question{}, err
	}
	if verdict.State == Conflict || verdict.State == Full {
		return Question{}, outcomeOf(verdict).Err
	}
	return Question{RoundRef: w.ref, Session: o.Session, State: verdict.State, IsNew: verdict.ByCaller, Deadline: verdict.Deadline}, nil
}

// Wait waits for the end of a question, and is the sign of life that a started question needs. The outcome is never Open.
// When the context ends, Wait returns its cause, and the question stays. Any number of processes may wait.
func (r *Relay) Wait(ctx context.Context, session string, ref RoundRef) (Outcome, error) {
	if isName, err := checkRef(session, ref); err != nil || !isName {
		return outcomeOf(Verdict{State: Unknown}), err
	}
	w := &waiter{relay: r, session: session, ref: ref, policy: policy{task: taskWait, keyed: true, poll: r.options.Poll}}
	return toOutcome(w.run(ctx))
}

// Peek returns the state of a question, and is a sign of life as [Relay.Wait] is.
func (r *Relay) Peek(ctx context.Context, session string, ref RoundRef) (Outcome, error) {
	return r.callOnce(ctx, session, ref, func(ctx context.Context) (Verdict, error) {
		v, err := r.options.Store.Peek(ctx, session, ref, r.options.Lease, r.options.Keep)
		if err == nil && v.State == Open && !v.Deadline.IsZero() && !time.Now().Before(v.Deadline) {
			// No device has looked since the deadline. The store decides by its clock.
			return r.options.Store.End(ctx, session, EndRecord{RoundRef: ref, How: Expired, Keep: r.options.Keep})
		}
		return v, err
	})
}

// Withdraw takes a question back. The outcome is the end of the question, which may be an earlier one.
func (r *Relay) Withdraw(ctx context.Context, session string, ref RoundRef) (Outcome, error) {
	return r.callOnce(ctx, session, ref, func(ctx context.Context) (Verdict, error) {
		return r.options.Store.End(ctx, session, EndRecord{RoundRef: ref, How: Withdrawn, Keep: r.options.Keep})
	})
}

// Acknowledge deletes the answer of a question whose client has it. For a day the store knows that there was an answer,
// so that the same key does not ask the person again. It changes only an Answered question.
func (r *Relay) Acknowledge(ctx context.Context, session string, ref RoundRef) (Outcome, error) {
	return r.callOnce(ctx, session, ref, func(ctx context.Context) (Verdict, error) {
		return r.options.Store.End(ctx, session, EndRecord{RoundRef: ref, How: Acknowledged, Keep: r.options.Keep})
	})
}

func (r *Relay) callOnce(
	ctx context.Context, session string, ref RoundRef, call func(context.Context) (Verdict, error),
) (Outcome, error) {
	if isName, err := checkRef(session, ref); err != nil || !isName {
		return outcomeOf(Verdict{State: Unknown}), err
	}
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	return toOutcome(call(ctx))
}

func checkRef(session string, ref RoundRef) (isName bool, err error) {
	return namePattern.MatchString(ref.ID) && namePattern.MatchString(ref.Fingerprint), CheckSession(session)
}

// toOutcome maps Conflict to Unknown: the caller must not learn about another round under the id.
func toOutcome(v Verdict, err error) (Outcome, error) {
	if v.State == Conflict {
		v = Verdict{State: Unknown}
	}
	if err != nil {
		return Outcome{}, err
	}
	return outcomeOf(v), nil
}

func outcomeOf(v Verdict) Outcome {
	o := Outcome{State: v.State, Deadline: v.Deadline}
	switch v.State {
	case Open:
	case Answered:
		members := readMembers([]byte(v.Result))
		o.Results, o.Receipt, o.answer = readResults(members["responses"]), readReceipt(members["receipt"]), v.Result
	case Rejected:
		o.Err = rejectionError(v.Result)
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
