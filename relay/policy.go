package relay

import (
	"slices"
	"time"
)

// decision is what a client does next.
type decision string

const (
	// doAsk, doPeek and doExpire call the store: to ask or join the round, to hear how it
	// stands, or to hear its last word past the deadline.
	doAsk    decision = "ask"
	doPeek   decision = "peek"
	doExpire decision = "expire"
	// doWait waits for a notification; doRetry for the store, which has not answered; doAskAgain
	// asks again what the store has lost, or has called orphaned while this process slept.
	doWait     decision = "wait"
	doRetry    decision = "retry"
	doAskAgain decision = "ask-again"
	// doSweep ends what is over in the session, and asks once more.
	doSweep decision = "sweep"
	// Past the deadline: before it was asked, without a word of the store, and after the store
	// has lost it.
	doTooLate  decision = "too-late"
	doUnheard  decision = "unheard"
	doLostLate decision = "lost-late"
)

// final are the states with which a round is over for its client, as decisions.
var final = []State{Answered, Rejected, Expired, Withdrawn, Acknowledged, Conflict, Full}

// task is what a client is to do about a round.
type task string

const (
	// toElicit asks it and waits for its end.
	toElicit task = ""
	// toStart asks it, and is done when it is open.
	toStart task = "start"
	// toAwait waits for its end, and cannot ask again what the store has lost.
	toAwait task = "await"
)

// enough are the states with which a task is done, beside the final ones.
var enough = map[task][]State{toStart: {Open}, toAwait: {Unknown, Orphaned}}

const (
	// lastWord is what the store has for its last word past the deadline.
	lastWord = time.Second
	// soon is the pause before something is tried again that should have gone.
	soon = 100 * time.Millisecond
	// afterFailure is the longest pause when the store has not answered.
	afterFailure = time.Second
)

// next is a decision, and how long: a pause, or what a call of the store may take.
type next struct {
	decision
	time time.Duration
}

// deciding decides what a client does about one round, without a clock, a store or timers of its
// own. The TypeScript half decides the same: testdata/policy.json.
type deciding struct {
	task     task
	keyed    bool
	deadline time.Time
	poll     time.Duration
	// begun says that the store was called, and open that the round is open as far as is known.
	begun, open bool
	// swept says that the session was cleared of rounds that are over.
	swept bool
}

// past reports whether the deadline has passed. When the caller gives up before it, the round is
// withdrawn; after it, the store has the last word: the caller's context may have the deadline of the round.
func (d *deciding) past(now time.Time) bool {
	return !d.deadline.IsZero() && !now.Before(d.deadline)
}

// call is what the store is to be asked, and how long that may take: at the deadline the client
// does not wait for a store that does not answer.
func (d *deciding) call(now time.Time) next {
	begun := d.begun
	d.begun = true
	switch past := d.past(now); {
	case past && !d.keyed && !begun:
		return next{decision: doTooLate}
	case past:
		return next{doExpire, lastWord}
	}
	limit := patience
	if !d.deadline.IsZero() {
		limit = min(limit, max(d.deadline.Sub(now), lastWord))
	}
	if d.open || d.task == toAwait {
		return next{doPeek, limit}
	}
	return next{doAsk, limit}
}

// fail decides where the store has not answered.
func (d *deciding) fail(now time.Time) next {
	// A client that asked elsewhere needs the store's word: the answer may be there.
	if d.past(now) && d.task != toAwait {
		return next{decision: doUnheard}
	}
	return next{doRetry, min(d.poll, afterFailure)}
}

// hear decides what follows from a verdict. The chance of 0 to 1 keeps clients apart that began
// together.
func (d *deciding) hear(now time.Time, v Verdict, chance float64) next {
	switch {
	case v.State == Full && !d.swept:
		// Orphans may be in the way, if no device has looked.
		d.swept = true
		return next{decision: doSweep}
	case slices.Contains(final, v.State), slices.Contains(enough[d.task], v.State):
		return next{decision: decision(v.State)}
	case v.State == Open:
		// The first deadline counts, by the clock of the store, which may be behind ours.
		d.open, d.deadline = true, v.Deadline
		pause := time.Duration(float64(d.poll) * (0.9 + 0.2*chance))
		if !d.deadline.IsZero() {
			pause = min(pause, max(d.deadline.Sub(now), soon))
		}
		return next{doWait, pause}
	case d.past(now):
		return next{decision: doLostLate}
	}
	d.open = false
	return next{doAskAgain, soon}
}
