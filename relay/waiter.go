package relay

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// waiting is a client of one round, as deciding decides.
type waiting struct {
	relay           *Relay
	deciding        deciding
	ref             Ref
	session, server string
	// asker is who asks.
	asker string
	// body is the round as JSON text, of a client that asks, and kept what the store keeps with it.
	body []byte
	kept string
	// pages are the server's names of the pages that the round leads to.
	pages []string
	// parked says that the round is to stand until its deadline without a client.
	parked bool
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

// asking is a client that asks a round.
func (r *Relay) asking(requests []request, o ElicitOptions, t task) (*waiting, error) {
	body, err := written(round{Server: o.Server, Requests: requests, WaitForPages: o.WaitForPages, Review: o.Review})
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(CheckSession(o.Session), checkAsker(o.Asker)); err != nil {
		return nil, err
	}
	ref := Ref{keyID(o.Session, o.Key), hashed(body)}
	call, err := r.sealed(o, ref)
	if err != nil {
		return nil, err
	}
	return &waiting{
		relay: r, session: o.Session, server: o.Server.ID, asker: o.Asker, body: body, kept: call, pages: elicitationIDs(requests), ref: ref,
		deciding: deciding{task: t, keyed: o.Key != "", deadline: o.Deadline, poll: r.o.Poll},
	}, nil
}

// wait does what the task of the client is. It returns the verdict that ends it.
func (w *waiting) wait(ctx context.Context) (Verdict, error) {
	r, d := w.relay, &w.deciding
	if r.closed.Err() != nil {
		return Verdict{}, newError(codeDisposed, "")
	}
	w.changed, w.gone = make(chan struct{}, 1), ctx.Done()
	if d.task != toStart {
		stop, err := r.o.Store.Watch(ctx, w.session, func(changed string) {
			if changed == "" || changed == w.ref.ID {
				notify(w.changed)
			}
		})
		if err != nil {
			// It is looked at now and then as well.
			r.o.Logger.Warn("relay: the store does not tell of changes", "error", err)
		} else {
			defer stop()
		}
	}
	for {
		call := d.call(time.Now())
		if call.decision == doTooLate {
			return Verdict{}, newError(codeExpired, "")
		}
		w.pending = w.call(ctx, call.decision)
		heard, err := w.pause(ctx, call.time)
		if err != nil {
			return Verdict{}, err
		}
		r.warn(heard.err)
		n := next{}
		if heard.err != nil {
			n = d.fail(time.Now())
		} else {
			n = d.hear(time.Now(), heard.verdict, rand.Float64())
		}
		if call.decision == doAsk && heard.verdict.State == Open {
			r.o.Logger.Info("relay: asked", "id", w.ref.ID, "server", w.server)
		}
		switch n.decision {
		case doUnheard, doLostLate:
			return Verdict{}, newError(codeExpired, "")
		case doSweep:
			r.warn(r.sweep(ctx, w.session))
		case doWait, doRetry, doAskAgain:
		default:
			if d.task != toStart {
				r.o.Logger.Info("relay: ended", "id", w.ref.ID, "server", w.server, "state", heard.verdict.State)
			}
			return heard.verdict, nil
		}
		if _, err := w.pause(ctx, n.time); err != nil {
			return Verdict{}, err
		}
	}
}

// pause waits for the pending call for some time, or without one for a notification. An error
// says that the caller has given up, or that the relay was closed.
func (w *waiting) pause(ctx context.Context, limit time.Duration) (said, error) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	changed, closed := w.changed, w.relay.closed.Done()
	if w.pending != nil {
		changed = nil
		if w.deciding.task == toStart {
			// The caller has to hear of what was asked, for nobody else knows its id. Close waits for the call.
			closed = nil
		}
	}
	gone := w.gone
	for {
		// The store may have named a later deadline since the context has ended.
		if gone == nil && ctx.Err() != nil && (w.deciding.task != toElicit || !w.deciding.past(time.Now())) {
			w.giveUp(ctx)
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
		case <-closed:
			return said{}, newError(codeDisposed, "")
		case <-gone:
			gone, w.gone = nil, nil
			if w.deciding.task == toElicit && w.pending == nil && w.deciding.past(time.Now()) {
				return said{}, nil
			}
		}
	}
}

// call calls the store as a decision says. A call that has begun is never cancelled: the relay must
// know what the call has changed before it can withdraw the round.
func (w *waiting) call(ctx context.Context, d decision) chan said {
	r, o, deadline := w.relay, w.relay.o, w.deciding.deadline
	lease, keep := o.Lease, o.Keep
	if w.parked {
		// The lease outlasts the deadline, also where the store's clock is behind ours: the round expires, and has no orphan's end.
		lease, keep = lease+max(0, time.Until(deadline)), max(keep, longest)
	}
	replied := make(chan said, 1)
	working := r.work(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		var s said
		switch d {
		case doExpire:
			s.verdict, s.err = o.Store.End(ctx, w.session, End{Ref: w.ref, How: Expired, Keep: keep})
		case doPeek:
			s.verdict, s.err = o.Store.Peek(ctx, w.session, w.ref, lease, keep)
		default:
			s.verdict, s.err = o.Store.Ask(ctx, w.session, Ask{
				Ref: w.ref, Body: string(w.body), Call: w.kept, Server: w.server, Asker: w.asker, Pages: w.pages,
				Deadline: deadline, Lease: lease, Keep: keep, Limits: o.Limits,
			})
		}
		replied <- s
	})
	if !working {
		replied <- said{err: newError(codeDisposed, "")}
	}
	return replied
}

// giveUp withdraws what nobody waits for any more, after whatever was asked before: a round that was to be awaited, and one that
// nobody can name, because its caller has not heard its id. A key names a round for the next caller. When the store does not
// answer, the round ends with its lease.
func (w *waiting) giveUp(ctx context.Context) {
	r, pending := w.relay, w.pending
	if w.deciding.task == toAwait || w.deciding.task == toStart && w.deciding.keyed {
		return
	}
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
func rejection(result string) *Error {
	facts := membersOf([]byte(result))
	code := textOf(facts["code"])
	if code != codeInvalidRequest && code != codeUnsupportedMode {
		code = codeInternal
	}
	e := newError(code, textOf(facts["reason"]))
	e.Key = textOf(facts["key"])
	return e
}
