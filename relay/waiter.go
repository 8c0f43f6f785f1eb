package relay

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// waiter waits for the end of one question, as asking decides.
type waiter struct {
	relay *Relay
	asked
	asking asking
	ref    Ref
	bell   chan struct{}
	// gone ends with the asker's context; nil when that has nothing more to say.
	gone <-chan struct{}
	// pending is a call of the store that has not replied yet.
	pending chan look
}

// ring never blocks: one ring that waits is as good as many.
func ring(bell chan struct{}) {
	select {
	case bell <- struct{}{}:
	default:
	}
}

// look is what one call of the store has said.
type look struct {
	verdict Verdict
	err     error
}

var errSilent = errors.New("no answer in time")

func (w *waiter) wait(ctx context.Context) (string, error) {
	w.gone = ctx.Done()
	for {
		call := w.asking.call(time.Now())
		if call.decision == doTooLate {
			return "", newError("expired", "")
		}
		w.pending = w.look(ctx, call.decision)
		l, err := w.await(ctx, call.time)
		if err != nil {
			return "", err
		}
		wasOpen := w.asking.open
		n := w.judge(l)
		if over, answer, err := w.over(n.decision, l.verdict); over {
			w.relay.log.Info("relay: ended", "id", w.ref.ID, "server", w.server, "state", l.verdict.State)
			return answer, err
		}
		if w.asking.open && !wasOpen {
			w.relay.log.Info("relay: asked", "id", w.ref.ID, "server", w.server)
		}
		if n.decision == doSweep {
			if err := w.relay.sweep(ctx, w.session); err != nil {
				w.relay.log.Warn("relay: the store does not answer", "error", err)
			}
		}
		if _, err := w.await(ctx, n.time); err != nil {
			return "", err
		}
	}
}

func (w *waiter) judge(l look) next {
	if l.err != nil {
		w.relay.log.Warn("relay: the store does not answer", "error", l.err)
		return w.asking.fail(time.Now())
	}
	return w.asking.hear(time.Now(), l.verdict, rand.Float64())
}

// over says what a decision gives to the asker, if it is the last one.
func (w *waiter) over(d decision, v Verdict) (over bool, answer string, err error) {
	switch d {
	case doAnswered:
		return true, v.Result, nil
	case doRefused:
		return true, "", refusal(v.Result)
	case doExpired, doUnheard, doLostLate:
		return true, "", newError("expired", "")
	case doWithdrawn:
		return true, "", newError("withdrawn", "")
	case doConflict:
		return true, "", newError("internal", "key-in-use")
	case doFull:
		return true, "", newError("internal", v.Result)
	}
	return false, "", nil
}

// await waits for the pending call for some time, or without one for a ring. An error says
// that nobody waits any more.
func (w *waiter) await(ctx context.Context, limit time.Duration) (look, error) {
	if w.gone == nil && ctx.Err() != nil && w.asking.leave(time.Now()).decision == doWithdraw {
		// The store has named a later deadline since.
		w.withdraw(ctx)
		return look{}, context.Cause(ctx)
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	bell := w.bell
	if w.pending != nil {
		bell = nil
	}
	for {
		select {
		case l := <-w.pending:
			w.pending = nil
			return l, nil
		case <-timer.C:
			return look{err: errSilent}, nil
		case <-bell:
			return look{}, nil
		case <-w.relay.closed.Done():
			return look{}, newError("disposed", "")
		case <-w.gone:
			w.gone = nil
			if w.asking.leave(time.Now()).decision == doWithdraw {
				w.withdraw(ctx)
				return look{}, context.Cause(ctx)
			}
			if w.pending == nil {
				return look{}, nil
			}
		}
	}
}

// look makes a call of the store. One that has begun is not given up: what it changes must be
// known before that can be taken back.
func (w *waiter) look(ctx context.Context, d decision) chan look {
	r, deadline := w.relay, w.asking.deadline
	looked := make(chan look, 1)
	r.work(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		var l look
		switch d {
		case doExpire:
			l.verdict, l.err = r.store.End(ctx, w.session, End{Ref: w.ref, How: Expired, Keep: r.keep})
		case doPeek:
			l.verdict, l.err = r.store.Peek(ctx, w.session, w.ref, r.lease, r.keep)
		default:
			l.verdict, l.err = r.store.Ask(ctx, w.session, Ask{
				Ref: w.ref, Body: string(w.body), Server: w.server, Deadline: deadline, Lease: r.lease, Keep: r.keep, Limits: r.limits,
			})
		}
		looked <- l
	})
	return looked
}

// withdraw takes the question back, after whatever was asked before. When the store does not
// answer, the question ends with its lease.
func (w *waiter) withdraw(ctx context.Context) {
	r, pending := w.relay, w.pending
	ctx = context.WithoutCancel(ctx)
	r.work(func() {
		if pending != nil {
			<-pending
		}
		_ = r.insist(ctx, func(ctx context.Context) (taken bool, err error) {
			verdict, err := r.store.End(ctx, w.session, End{Ref: w.ref, How: Withdrawn, Keep: r.keep})
			if err == nil {
				r.log.Info("relay: ended", "id", w.ref.ID, "server", w.server, "state", verdict.State)
			}
			return true, err
		})
	})
}

// insist makes a call until the store answers, as long as a question outlives its asker.
func (r *Relay) insist(ctx context.Context, call func(context.Context) (taken bool, err error)) error {
	for end := time.Now().Add(r.lease); ; {
		once, cancel := context.WithTimeout(ctx, patience)
		taken, err := call(once)
		cancel()
		if err != nil {
			r.log.Warn("relay: the store does not answer", "error", err)
		}
		n := insist(time.Now(), end, err == nil, taken)
		switch n.decision {
		case doDelivered:
			return nil
		case doTooMany:
			return newError("internal", "too-many-notices")
		case doGiveUp:
			return err
		}
		timer := time.NewTimer(n.time)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return context.Cause(ctx)
		case <-r.closed.Done():
			timer.Stop()
			return newError("disposed", "")
		}
	}
}
