package relay

import (
	"slices"
	"time"
)

type action string

const (
	// These call the store: to ask or join the round, to read its state, or to end it past the deadline.
	actionAsk    action = "ask"
	actionPeek   action = "peek"
	actionExpire action = "expire"
	actionWait   action = "wait"
	actionRetry  action = "retry"
	// actionAskAgain asks a round that the store has lost, or has orphaned while this process slept.
	actionAskAgain action = "ask-again"
	// actionSweep ends the overdue rounds of the session before the next attempt.
	actionSweep action = "sweep"
	// The deadline has passed: before the round was asked, while the store did not reply, or after the store lost it.
	actionTooLate  action = "too-late"
	actionUnheard  action = "unheard"
	actionLostLate action = "lost-late"
)

var finalStates = []State{Answered, Rejected, Expired, Withdrawn, Acknowledged, Conflict, Full}

type task string

const (
	taskElicit task = ""
	// taskStart asks the round and is done when it is open.
	taskStart task = "start"
	// taskWait waits for the end. It does not have the round, so it cannot ask again.
	taskWait task = "await"
)

var taskStates = map[task][]State{taskStart: {Open}, taskWait: {Unknown, Orphaned}}

const (
	finalCallTimeout = time.Second
	// shortPause is the pause before a second attempt that is expected to succeed.
	shortPause    = 100 * time.Millisecond
	maxRetryPause = time.Second
)

type step struct {
	action
	duration time.Duration
}

// policy decides the steps of a client without a clock, a store or timers. The TypeScript relay decides the same for
// testdata/policy.json.
type policy struct {
	task  task
	keyed bool
	// deadline is the caller's until a verdict has that of the client that opened the round.
	deadline  time.Time
	poll      time.Duration
	hasCalled bool
	isOpen    bool
	hasSwept  bool
}

// isPast reports whether the deadline has passed. A caller that gives up before that withdraws; after that, the store decides.
func (p *policy) isPast(now time.Time) bool {
	return !p.deadline.IsZero() && !now.Before(p.deadline)
}

// nextCall returns a call whose timeout ends with the deadline, so that a silent store does not delay the end.
func (p *policy) nextCall(now time.Time) step {
	isFirst := !p.hasCalled
	p.hasCalled = true
	switch isPast := p.isPast(now); {
	case isPast && !p.keyed && isFirst:
		return step{action: actionTooLate}
	case isPast:
		return step{actionExpire, finalCallTimeout}
	}
	timeout := storeTimeout
	if !p.deadline.IsZero() {
		timeout = min(timeout, max(p.deadline.Sub(now), finalCallTimeout))
	}
	if p.isOpen || p.task == taskWait {
		return step{actionPeek, timeout}
	}
	return step{actionAsk, timeout}
}

func (p *policy) handleFailure(now time.Time) step {
	// A client that only waits must not expire by itself: the store may have the answer.
	if p.isPast(now) && p.task != taskWait {
		return step{action: actionUnheard}
	}
	return step{actionRetry, min(p.poll, maxRetryPause)}
}

// handleVerdict returns the step after a verdict. The chance, from 0 to 1, spreads clients that started together.
func (p *policy) handleVerdict(now time.Time, v Verdict, chance float64) step {
	switch {
	case v.State == Full && !p.hasSwept:
		// If no device has looked lately, orphans may still use the limit.
		p.hasSwept = true
		return step{action: actionSweep}
	case slices.Contains(finalStates, v.State), slices.Contains(taskStates[p.task], v.State):
		return step{action: action(v.State)}
	case v.State == Open:
		// The deadline of the client that opened the round counts, by the store's clock, which may be behind ours.
		p.isOpen, p.deadline = true, v.Deadline
		pause := time.Duration(float64(p.poll) * (0.9 + 0.2*chance))
		if !p.deadline.IsZero() {
			pause = min(pause, max(p.deadline.Sub(now), shortPause))
		}
		return step{actionWait, pause}
	case p.isPast(now):
		return step{action: actionLostLate}
	}
	p.isOpen = false
	return step{actionAskAgain, shortPause}
}
