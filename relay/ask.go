package relay

import (
	"context"
	"encoding/json"
	"math/rand/v2"
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
	} else if !q.deadline.IsZero() && !time.Now().Before(q.deadline) {
		return "", newError("expired", "")
	}
	bell := make(chan struct{}, 1)
	stop, err := r.store.Watch(ctx, q.session, func() { ring(bell) })
	if err != nil {
		// It is looked at now and then as well.
		r.log.Warn("relay: the store does not tell of changes", "error", err)
	} else {
		defer stop()
	}
	w := &waiter{relay: r, asked: q, ref: Ref{id, hashed(q.body)}, bell: bell}
	return w.wait(ctx)
}

// ring never blocks: one ring that waits is as good as many.
func ring(bell chan struct{}) {
	select {
	case bell <- struct{}{}:
	default:
	}
}

// waiter waits for the end of one question.
type waiter struct {
	relay *Relay
	asked
	ref  Ref
	bell chan struct{}
	// gone ends with the asker's context; nil when that has nothing more to say.
	gone <-chan struct{}
	// open says that the question was asked, as far as is known.
	open bool
	// swept says that the session was cleared of questions that are over.
	swept bool
}

// look is what one call of the store has said.
type look struct {
	verdict Verdict
	err     error
}

func (w *waiter) wait(ctx context.Context) (string, error) {
	w.gone = ctx.Done()
	for {
		past := w.past()
		looked := w.look(ctx, past)
		l, err := w.next(ctx, looked, nil)
		if err != nil {
			return "", err
		}
		o := w.judge(ctx, l, past)
		if o.over {
			w.relay.log.Info("relay: ended", "id", w.ref.ID, "server", w.server, "state", l.verdict.State)
			return o.answer, o.err
		}
		timer := time.NewTimer(o.pause)
		_, err = w.next(ctx, nil, timer.C)
		timer.Stop()
		if err != nil {
			return "", err
		}
	}
}

// next waits for a call of the store, or for a reason to make the next one. An error
// says that nobody waits any more.
func (w *waiter) next(ctx context.Context, looked <-chan look, timer <-chan time.Time) (look, error) {
	bell := w.bell
	if looked != nil {
		bell = nil
	}
	for {
		select {
		case l := <-looked:
			return l, nil
		case <-timer:
			return look{}, nil
		case <-bell:
			return look{}, nil
		case <-w.relay.closed.Done():
			return look{}, newError("disposed", "")
		case <-w.gone:
			if !w.past() {
				w.withdraw(ctx, looked)
				return look{}, context.Cause(ctx)
			}
			// The context and the question have the same deadline: what the store says of it
			// counts.
			w.gone = nil
			if looked == nil {
				return look{}, nil
			}
		}
	}
}

// past reports whether the deadline is over, by the clock of this process.
func (w *waiter) past() bool {
	return !w.deadline.IsZero() && !time.Now().Before(w.deadline)
}

// look asks, or how it stands, or says that the time is over. A call that has begun is not
// given up: what it changes must be known before that can be taken back.
func (w *waiter) look(ctx context.Context, past bool) <-chan look {
	r, open := w.relay, w.open
	looked := make(chan look, 1)
	r.work(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		var l look
		switch {
		case past:
			l.verdict, l.err = r.store.End(ctx, w.session, End{Ref: w.ref, How: Expired, Keep: r.keep})
		case open:
			l.verdict, l.err = r.store.Peek(ctx, w.session, w.ref, r.lease, r.keep)
		default:
			l.verdict, l.err = r.store.Ask(ctx, w.session, Ask{
				Ref: w.ref, Body: string(w.body), Server: w.server, Deadline: w.deadline, Lease: r.lease, Keep: r.keep, Limits: r.limits,
			})
		}
		looked <- l
	})
	return looked
}

// outcome is what to do after a look.
type outcome struct {
	over   bool
	answer string
	err    error
	// pause is how long to wait for a ring otherwise.
	pause time.Duration
}

func failed(code, reason string) outcome { return outcome{over: true, err: newError(code, reason)} }

// soon is the pause before something is tried again that should have gone.
const soon = 100 * time.Millisecond

// until is how long it is to a time at which the store will say that something is over. Its
// clock may be behind ours.
func until(end time.Time) time.Duration {
	if left := time.Until(end); left > 0 {
		return left
	}
	return soon
}

func (w *waiter) judge(ctx context.Context, l look, past bool) outcome {
	r := w.relay
	if l.err != nil {
		r.log.Warn("relay: the store does not answer", "error", l.err)
		if past {
			// Nobody knows what has become of it, only that it is too late.
			return failed("expired", "")
		}
		return outcome{pause: min(r.poll, time.Second)}
	}
	switch v := l.verdict; v.State {
	case Answered:
		return outcome{over: true, answer: v.Result}
	case Refused:
		return outcome{over: true, err: refusal(v.Result)}
	case Expired:
		return failed("expired", "")
	case Withdrawn:
		return failed("withdrawn", "")
	case Conflict:
		return failed("internal", "key-in-use")
	case Full:
		// Those that nobody waits for any more may be in the way, if no page has looked.
		if w.swept {
			return failed("internal", l.verdict.Result)
		}
		w.swept = true
		if _, err := r.read(ctx, w.session, 0); err != nil {
			r.log.Warn("relay: the store does not answer", "error", err)
		}
		return outcome{}
	case Open:
		if !w.open {
			r.log.Info("relay: asked", "id", w.ref.ID, "server", w.server)
		}
		// The first deadline counts, by the clock of the store, which may be behind ours.
		w.open, w.deadline = true, v.Deadline
		pause := r.poll - r.poll/10 + rand.N(r.poll/5+1)
		if !w.deadline.IsZero() {
			pause = min(pause, until(w.deadline))
		}
		return outcome{pause: pause}
	default:
		// The store has lost it, or this process has slept: it is asked again.
		if past {
			return failed("expired", "")
		}
		w.open = false
		return outcome{pause: soon}
	}
}

// withdraw takes the question back, after whatever was asked before. When the store does not
// answer, the question ends with its lease.
func (w *waiter) withdraw(ctx context.Context, looked <-chan look) {
	r := w.relay
	ctx = context.WithoutCancel(ctx)
	r.work(func() {
		if looked != nil {
			<-looked
		}
		for end := time.Now().Add(r.lease); ; {
			ctx, cancel := context.WithTimeout(ctx, patience)
			verdict, err := r.store.End(ctx, w.session, End{Ref: w.ref, How: Withdrawn, Keep: r.keep})
			cancel()
			if err == nil {
				r.log.Info("relay: ended", "id", w.ref.ID, "server", w.server, "state", verdict.State)
				return
			}
			r.log.Warn("relay: the store does not answer", "error", err)
			if !time.Now().Before(end) {
				return
			}
			select {
			case <-time.After(time.Second):
			case <-r.closed.Done():
				return
			}
		}
	})
}

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
