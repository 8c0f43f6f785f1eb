package relay

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

type waiter struct {
	relay           *Relay
	policy          policy
	ref             RoundRef
	session, server string
	asker           string
	body            []byte
	sealedCall      string
	pages           []string
	// isParked says that the round stands until its deadline without a client.
	isParked bool
	changed  chan struct{}
	// done is the channel of the caller's context; nil once its end is handled.
	done    <-chan struct{}
	pending chan storeReply
}

type storeReply struct {
	verdict Verdict
	err     error
}

var errSilent = errors.New("no answer in time")

// notify never blocks. One pending notification is enough, because its receiver reads the current state.
func notify(changed chan struct{}) {
	select {
	case changed <- struct{}{}:
	default:
	}
}

func (r *Relay) newAsker(requests []elicitation, o ElicitOptions, t task) (*waiter, error) {
	body, err := encodeRound(round{Server: o.Server, Requests: requests, WaitForPages: o.WaitForPages, Review: o.Review})
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(CheckSession(o.Session), checkAsker(o.Asker)); err != nil {
		return nil, err
	}
	ref := RoundRef{keyID(o.Session, o.Key), hashText(body)}
	call, err := r.sealCall(o, ref)
	if err != nil {
		return nil, err
	}
	return &waiter{
		relay: r, session: o.Session, server: o.Server.ID, asker: o.Asker, body: body, sealedCall: call, pages: pageIDs(requests), ref: ref,
		policy: policy{task: t, keyed: o.Key != "", deadline: o.Deadline, poll: r.options.Poll},
	}, nil
}

func (w *waiter) run(ctx context.Context) (Verdict, error) {
	r, p := w.relay, &w.policy
	if r.closed.Err() != nil {
		return Verdict{}, newError(codeDisposed, "")
	}
	w.changed, w.done = make(chan struct{}, 1), ctx.Done()
	if p.task != taskStart {
		defer w.watch(ctx)()
	}
	for {
		call := p.nextCall(time.Now())
		if call.action == actionTooLate {
			return Verdict{}, newError(codeExpired, "")
		}
		w.pending = w.call(ctx, call.action)
		reply, err := w.pause(ctx, call.duration)
		if err != nil {
			return Verdict{}, err
		}
		next := w.decide(call.action, reply)
		switch next.action {
		case actionUnheard, actionLostLate:
			return Verdict{}, newError(codeExpired, "")
		case actionSweep:
			r.warn(r.sweep(ctx, w.session))
		case actionWait, actionRetry, actionAskAgain:
		default:
			if p.task != taskStart {
				r.options.Logger.Info("relay: ended", "id", w.ref.ID, "server", w.server, "state", reply.verdict.State)
			}
			return reply.verdict, nil
		}
		if _, err := w.pause(ctx, next.duration); err != nil {
			return Verdict{}, err
		}
	}
}

func (w *waiter) watch(ctx context.Context) (stop func()) {
	stop, err := w.relay.options.Store.Watch(ctx, w.session, func(id string) {
		if id == "" || id == w.ref.ID {
			notify(w.changed)
		}
	})
	if err != nil {
		w.relay.options.Logger.Warn("relay: the store does not tell of changes", "error", err)
		return func() {}
	}
	return stop
}

func (w *waiter) decide(call action, reply storeReply) step {
	if reply.err != nil {
		w.relay.warn(reply.err)
		return w.policy.handleFailure(time.Now())
	}
	next := w.policy.handleVerdict(time.Now(), reply.verdict, rand.Float64())
	if call == actionAsk && reply.verdict.State == Open {
		w.relay.options.Logger.Info("relay: asked", "id", w.ref.ID, "server", w.server)
	}
	return next
}

// pause waits for the pending call, or without one for a notification.
func (w *waiter) pause(ctx context.Context, limit time.Duration) (storeReply, error) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	changed, closed := w.changed, w.relay.closed.Done()
	if w.pending != nil {
		changed = nil
		if w.policy.task == taskStart {
			// Only the caller will know the id of a new question, so it gets the reply. Close waits for the call.
			closed = nil
		}
	}
	done := w.done
	for {
		// A verdict may have brought a later deadline since the context ended, and with it the right to withdraw.
		if done == nil && ctx.Err() != nil && (w.policy.task != taskElicit || !w.policy.isPast(time.Now())) {
			w.abandon(ctx)
			return storeReply{}, context.Cause(ctx)
		}
		select {
		case reply := <-w.pending:
			w.pending = nil
			return reply, nil
		case <-timer.C:
			return storeReply{err: errSilent}, nil
		case <-changed:
			return storeReply{}, nil
		case <-closed:
			return storeReply{}, newError(codeDisposed, "")
		case <-done:
			done, w.done = nil, nil
			if w.policy.task == taskElicit && w.pending == nil && w.policy.isPast(time.Now()) {
				return storeReply{}, nil
			}
		}
	}
}

// A call is never cancelled, because the relay must know its effect before it can withdraw the round.
func (w *waiter) call(ctx context.Context, a action) chan storeReply {
	r, o, deadline := w.relay, w.relay.options, w.policy.deadline
	lease, keep := o.Lease, o.Keep
	if w.isParked {
		// The lease outlasts the deadline even on a store clock behind ours, so that the round expires and is not orphaned.
		lease, keep = lease+max(0, time.Until(deadline)), max(keep, maxParkTime)
	}
	replies := make(chan storeReply, 1)
	isOpen := r.runInBackground(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
		defer cancel()
		var reply storeReply
		switch a {
		case actionExpire:
			reply.verdict, reply.err = o.Store.End(ctx, w.session, EndRecord{RoundRef: w.ref, How: Expired, Keep: keep})
		case actionPeek:
			reply.verdict, reply.err = o.Store.Peek(ctx, w.session, w.ref, lease, keep)
		default:
			reply.verdict, reply.err = o.Store.Ask(ctx, w.session, AskRecord{
				RoundRef: w.ref, Body: string(w.body), Call: w.sealedCall, Server: w.server, Asker: w.asker, Pages: w.pages,
				Deadline: deadline, Lease: lease, Keep: keep, Limits: o.Limits,
			})
		}
		replies <- reply
	})
	if !isOpen {
		replies <- storeReply{err: newError(codeDisposed, "")}
	}
	return replies
}

// abandon withdraws the round once the pending call has returned, unless another caller can name it.
func (w *waiter) abandon(ctx context.Context) {
	r, pending := w.relay, w.pending
	if w.policy.task == taskWait || w.policy.task == taskStart && w.policy.keyed {
		return
	}
	ctx = context.WithoutCancel(ctx)
	r.runInBackground(func() {
		if pending != nil {
			<-pending
		}
		_ = r.retryForLease(ctx, func(ctx context.Context) (isAccepted bool, err error) {
			verdict, err := r.options.Store.End(ctx, w.session, EndRecord{RoundRef: w.ref, How: Withdrawn, Keep: r.options.Keep})
			if err == nil {
				r.options.Logger.Info("relay: ended", "id", w.ref.ID, "server", w.server, "state", verdict.State)
			}
			return true, err
		})
	})
}

func (r *Relay) retryForLease(ctx context.Context, call func(context.Context) (isAccepted bool, err error)) error {
	for end := time.Now().Add(r.options.Lease); ; {
		callCtx, cancel := context.WithTimeout(ctx, storeTimeout)
		isAccepted, err := call(callCtx)
		cancel()
		r.warn(err)
		switch {
		case err == nil && !isAccepted:
			return newError(codeInternal, reasonTooManyNotices)
		case err == nil, !time.Now().Before(end):
			return err
		}
		select {
		case <-time.After(maxRetryPause):
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-r.closed.Done():
			return newError(codeDisposed, "")
		}
	}
}
