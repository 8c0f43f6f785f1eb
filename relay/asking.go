package relay

import "time"

// decision is what an asker does next. The names are those of testdata/asking.json.
type decision int

const (
	// doAsk, doPeek and doExpire call the store: to ask or join the question, to hear how it
	// stands, or to hear its last word past the deadline.
	doAsk decision = iota
	doPeek
	doExpire
	// doWait waits for a ring; doRetry for the store, which has not answered; doAskAgain asks
	// again what the store has lost, or has called orphaned while this process slept.
	doWait
	doRetry
	doAskAgain
	// doSweep ends what is over in the session, and asks once more.
	doSweep
	// These end it: as somebody has decided, or with an error.
	doAnswered
	doRefused
	doExpired
	doWithdrawn
	doConflict
	doFull
	// Past the deadline: before it was asked, without a word of the store, and after the store
	// has lost it.
	doTooLate
	doUnheard
	doLostLate
	// doWithdraw takes the question back when nobody waits any more; doLastWord waits for what
	// the store says where the deadline has passed as well.
	doWithdraw
	doLastWord
	// What has to reach the store, such as a withdrawal or a finished page, has done so or is
	// not taken; it is sent again, or given up.
	doDelivered
	doTooMany
	doRepeat
	doGiveUp

	decisionCount
)

var decisionNames = [decisionCount]string{
	doAsk: "ask", doPeek: "peek", doExpire: "expire", doWait: "wait", doRetry: "retry", doAskAgain: "ask-again", doSweep: "sweep",
	doAnswered: "answered", doRefused: "refused", doExpired: "expired", doWithdrawn: "withdrawn", doConflict: "conflict", doFull: "full",
	doTooLate: "too-late", doUnheard: "unheard", doLostLate: "lost-late", doWithdraw: "withdraw", doLastWord: "last-word",
	doDelivered: "delivered", doTooMany: "too-many", doRepeat: "repeat", doGiveUp: "give-up",
}

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

// asking decides what an asker does, without a clock, a store or timers of its own. The
// TypeScript half decides the same: testdata/asking.json.
type asking struct {
	keyed    bool
	deadline time.Time
	poll     time.Duration
	// begun says that the store was called, and open that the question is open as far as is known.
	begun, open bool
	// swept says that the session was cleared of questions that are over.
	swept bool
}

func (a *asking) past(now time.Time) bool {
	return !a.deadline.IsZero() && !now.Before(a.deadline)
}

// call is what the store is to be asked, and how long that may take: at the deadline nobody
// waits for a store that does not answer.
func (a *asking) call(now time.Time) next {
	begun := a.begun
	a.begun = true
	switch past := a.past(now); {
	case past && !a.keyed && !begun:
		return next{decision: doTooLate}
	case past:
		return next{doExpire, lastWord}
	}
	limit := patience
	if !a.deadline.IsZero() {
		limit = min(limit, max(a.deadline.Sub(now), lastWord))
	}
	if a.open {
		return next{doPeek, limit}
	}
	return next{doAsk, limit}
}

// fail decides where the store has not answered.
func (a *asking) fail(now time.Time) next {
	if a.past(now) {
		return next{decision: doUnheard}
	}
	return next{doRetry, min(a.poll, afterFailure)}
}

// hear decides what comes of a verdict. The chance of 0 to 1 keeps askers apart that began
// together.
func (a *asking) hear(now time.Time, v Verdict, chance float64) next {
	switch v.State {
	case Answered:
		return next{decision: doAnswered}
	case Refused:
		return next{decision: doRefused}
	case Expired:
		return next{decision: doExpired}
	case Withdrawn:
		return next{decision: doWithdrawn}
	case Conflict:
		return next{decision: doConflict}
	case Full:
		// Those that nobody waits for any more may be in the way, if no page has looked.
		if a.swept {
			return next{decision: doFull}
		}
		a.swept = true
		return next{decision: doSweep}
	case Open:
		// The first deadline counts, by the clock of the store, which may be behind ours.
		a.open, a.deadline = true, v.Deadline
		pause := time.Duration(float64(a.poll) * (0.9 + 0.2*chance))
		if !a.deadline.IsZero() {
			pause = min(pause, max(a.deadline.Sub(now), soon))
		}
		return next{doWait, pause}
	}
	if a.past(now) {
		return next{decision: doLostLate}
	}
	a.open = false
	return next{doAskAgain, soon}
}

// leave decides when nobody waits any more: a context may have the deadline of the question.
func (a *asking) leave(now time.Time) next {
	if a.past(now) {
		return next{decision: doLastWord}
	}
	return next{decision: doWithdraw}
}

// insist decides what becomes of a word that has to reach the store, such as a withdrawal or a
// finished page, which is worth nothing any more at an end.
func insist(now, end time.Time, answered, taken bool) next {
	switch {
	case answered && taken:
		return next{decision: doDelivered}
	case answered:
		return next{decision: doTooMany}
	case !now.Before(end):
		return next{decision: doGiveUp}
	}
	return next{doRepeat, afterFailure}
}
