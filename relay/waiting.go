package relay

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// waiting is a client that waits for the end of one round, as deciding decides.
type waiting struct {
	relay           *Relay
	deciding        deciding
	ref             Ref
	session, server string
	body            []byte
	// changed has a value when the store has notified of a change.
	changed chan struct{}
	// gone ends with the caller's context; nil when that has nothing more to say.
	gone <-chan struct{}
	// pending is a call of the store that has not replied yet.
	pending chan said
}

// said is the reply of the store to one call.
type said struct {
	verdict Verdict
	err     error
}

var errSilent = errors.New("no answer in time")

// notify never blocks: one notification that waits is as good as many.
func notify(changed chan struct{}) {
	select {
	case changed <- struct{}{}:
	default:
	}
}

// await asks a round and waits for its end. It returns the answer as JSON text.
func (r *Relay) await(ctx context.Context, body []byte, o ElicitOptions) (string, error) {
	if err := checkSession(o.Session); err != nil {
		return "", err
	}
	if r.closed.Err() != nil {
		return "", newError(codeDisposed, "")
	}
	if o.Deadline.IsZero() {
		o.Deadline, _ = ctx.Deadline()
	}
	id := keyID(o.Session, o.Key)
	w := &waiting{
		relay: r, session: o.Session, server: o.Server.ID, body: body,
		ref: Ref{id, hashed(body)}, changed: make(chan struct{}, 1), gone: ctx.Done(),
		deciding: deciding{keyed: o.Key != "", deadline: o.Deadline, poll: r.o.Poll},
	}
	stop, err := r.o.Store.Watch(ctx, o.Session, func(changed string) {
		if changed == "" || changed == id {
			notify(w.changed)
		}
	})
	if err != nil {
		// It is looked at now and then as well.
		r.o.Logger.Warn("relay: the store does not tell of changes", "error", err)
	} else {
		defer stop()
	}
	for d := &w.deciding; ; {
		call := d.call(time.Now())
		if call.decision == doTooLate {
			return "", newError(codeExpired, "")
		}
		w.pending = w.call(ctx, call.decision)
		heard, err := w.pause(ctx, call.time)
		if err != nil {
			return "", err
		}
		r.warn(heard.err)
		wasOpen, n := d.open, next{}
		if heard.err != nil {
			n = d.fail(time.Now())
		} else {
			n = d.hear(time.Now(), heard.verdict, rand.Float64())
		}
		if answer, err, over := over(n.decision, heard.verdict.Result); over {
			r.o.Logger.Info("relay: ended", "id", id, "server", w.server, "state", heard.verdict.State)
			return answer, err
		}
		if d.open && !wasOpen {
			r.o.Logger.Info("relay: asked", "id", id, "server", w.server)
		}
		if n.decision == doSweep {
			r.warn(r.sweep(ctx, w.session))
		}
		if _, err := w.pause(ctx, n.time); err != nil {
			return "", err
		}
	}
}

// over returns the answer or the error with which a decision ends the wait. It reports false for a
// decision that does not end it.
func over(d decision, result string) (answer string, err error, over bool) {
	switch d {
	case decision(Answered):
		return result, nil, true
	case decision(Rejected):
		return "", rejection(result), true
	case decision(Expired), doUnheard, doLostLate:
		return "", newError(codeExpired, ""), true
	case decision(Withdrawn):
		return "", newError(codeWithdrawn, ""), true
	case decision(Conflict):
		return "", newError(codeInternal, reasonKeyInUse), true
	case decision(Full):
		return "", newError(codeInternal, result), true
	}
	return "", nil, false
}

// pause waits for the pending call for some time, or without one for a notification. An error
// says that the caller has given up, or that the relay was closed.
func (w *waiting) pause(ctx context.Context, limit time.Duration) (said, error) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	changed := w.changed
	if w.pending != nil {
		changed = nil
	}
	gone := w.gone
	for {
		// The store may have named a later deadline since the context has ended.
		if gone == nil && ctx.Err() != nil && !w.deciding.past(time.Now()) {
			w.withdraw(ctx)
			return said{}, context.Cause(ctx)
		}
		select {
		case heard := <-w.pending:
			w.pending = nil
			return heard, nil
		case <-timer.C:
			return said{err: errSilent}, nil
		case <-changed:
			return said{}, nil
		case <-w.relay.closed.Done():
			return said{}, newError(codeDisposed, "")
		case <-gone:
			gone, w.gone = nil, nil
			if w.pending == nil && w.deciding.past(time.Now()) {
				return said{}, nil
			}
		}
	}
}

// call calls the store as a decision says. A call that has begun is never cancelled: the relay must
// know what the call has changed before it can withdraw the round.
func (w *waiting) call(ctx context.Context, d decision) chan said {
	r, o, deadline := w.relay, w.relay.o, w.deciding.deadline
	replied := make(chan said, 1)
	r.work(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		var s said
		switch d {
		case doExpire:
			s.verdict, s.err = o.Store.End(ctx, w.session, End{Ref: w.ref, How: Expired, Keep: o.Keep})
		case doPeek:
			s.verdict, s.err = o.Store.Peek(ctx, w.session, w.ref, o.Lease, o.Keep)
		default:
			s.verdict, s.err = o.Store.Ask(ctx, w.session, Ask{
				Ref: w.ref, Body: string(w.body), Server: w.server, Deadline: deadline, Lease: o.Lease, Keep: o.Keep, Limits: o.Limits,
			})
		}
		replied <- s
	})
	return replied
}

// withdraw takes the round back, after whatever was asked before. When the store does not
// answer, the round ends with its lease.
func (w *waiting) withdraw(ctx context.Context) {
	r, pending := w.relay, w.pending
	ctx = context.WithoutCancel(ctx)
	r.work(func() {
		if pending != nil {
			<-pending
		}
		_ = r.insist(ctx, func(ctx context.Context) (taken bool, err error) {
			verdict, err := r.o.Store.End(ctx, w.session, End{Ref: w.ref, How: Withdrawn, Keep: r.o.Keep})
			if err == nil {
				r.o.Logger.Info("relay: ended", "id", w.ref.ID, "server", w.server, "state", verdict.State)
			}
			return true, err
		})
	})
}

// insist makes a call that has to reach the store, such as a withdrawal or a finished page, until
// the store answers or a lease is over.
func (r *Relay) insist(ctx context.Context, call func(context.Context) (taken bool, err error)) error {
	for end := time.Now().Add(r.o.Lease); ; {
		once, cancel := context.WithTimeout(ctx, patience)
		taken, err := call(once)
		cancel()
		r.warn(err)
		switch {
		case err == nil && !taken:
			return newError(codeInternal, reasonTooManyNotices)
		case err == nil, !time.Now().Before(end):
			return err
		}
		select {
		case <-time.After(afterFailure):
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-r.closed.Done():
			return newError(codeDisposed, "")
		}
	}
}

// until returns the time that is left until a deadline or a lease ends by the store's clock, which
// may be behind ours.
func until(end time.Time) time.Duration { return max(time.Until(end), soon) }

// rejection reads why a round could not be shown.
func rejection(result string) error {
	facts := membersOf([]byte(result))
	code := textOf(facts["code"])
	if code != codeInvalidRequest && code != codeUnsupportedMode {
		code = codeInternal
	}
	e := newError(code, textOf(facts["reason"]))
	e.Key = textOf(facts["key"])
	return e
}
