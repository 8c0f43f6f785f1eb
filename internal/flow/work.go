package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// A form of a thousand questions takes longer to read and to check than a button
// may wait for its answer. Such work is done a slice at a time: the effect [Work]
// asks for the event [Worked] once the browser has let clicks and keys through, and
// that event does the next slice. What an ordinary form takes is done within the
// event that asks for it.

// pace is how many units of work are done at a time: in the event that asks for
// the work, and in each slice after it.
type pace struct{ first, rest int }

var ordinary = pace{first: 2 * schema.Slice, rest: schema.Slice}

// work is what is under way: reading a request, or checking the answers. Several
// states may share it: whichever of them goes on with it, the same comes out.
type work struct {
	// task is the number of the last piece of work, so that a slice that an earlier
	// piece has asked for does nothing.
	task    int
	reading *reading
	run     *check.Run
	// warming says that the validator compiles, while the person reads, what
	// Continue will need.
	warming bool
}

// next is another piece of work.
func (w work) next(now work) work {
	now.task = w.task + 1
	return now
}

// over is no work.
func (w work) over() work { return work{task: w.task} }

// Checking reports whether the answers are being checked.
func (s *State) Checking() bool { return s.work.run != nil }

func (e Worked) apply(m *Machine, s State) (State, []Effect) {
	switch {
	case e.Task != s.work.task || s.Sending != NotSending:
		return s, nil
	case s.work.reading != nil:
		return s.readOn(m.pace.rest)
	case s.work.run != nil:
		return s.checkOn(m.pace.rest)
	case s.work.warming:
		return s.warmOn(m.pace.rest)
	}
	return s, nil
}

// warm asks for the time to compile what Continue will need, once the form is on the
// screen. The rules of most forms decide without that.
func (s State) warm() (State, []Effect) {
	if !slices.ContainsFunc(s.Questions, func(q Question) bool { return q.checker != nil && q.checker.NeedsWarming() }) {
		return s, nil
	}
	s.work = s.work.next(work{warming: true})
	return s, []Effect{Work{Task: s.work.task}}
}

// warmOn compiles a slice of it.
func (s State) warmOn(units int) (State, []Effect) {
	for _, q := range s.Questions {
		if q.checker != nil && q.checker.Warm(units) {
			return s, []Effect{Work{Task: s.work.task}}
		}
	}
	s.work = s.work.over()
	return s, nil
}

// again starts the work anew that depends on what has just changed.
func (s State) again(effects []Effect) (State, []Effect) {
	switch {
	case s.work.reading != nil:
		s.work = s.work.next(work{reading: s.work.reading.anew()})
	case s.work.run != nil:
		s.work = s.work.next(work{run: s.Question().newRun(s.Reader)})
	default:
		return s, effects
	}
	return s, append(effects, Work{Task: s.work.task})
}

// readOn reads on, and shows the form when all of it is ready.
func (s State) readOn(units int) (State, []Effect) {
	done, rejected := s.work.reading.step(s.Reader, units)
	switch {
	case rejected != nil:
		return s.reject(*rejected)
	case !done:
		return s, []Effect{Work{Task: s.work.task}}
	}
	return s.show(false)
}

// checkOn goes on checking, and on to what comes after it.
func (s State) checkOn(units int) (State, []Effect) {
	run := s.work.run
	if !run.Step(units) {
		return s, []Effect{Work{Task: s.work.task}}
	}
	s.work = s.work.over()
	s, _ = s.leftField(0) // The language may have changed meanwhile.
	right, secrets := s.change().take(run, s.Reader)
	switch {
	case !right:
		s.Attempt++
		return s, []Effect{Focus{Target: OnSummary}, s.announceProblems()}
	case secrets:
		s.Agreement = s.Agreement.takenBack()
	}
	return s.decided(elicit.Accept)
}
