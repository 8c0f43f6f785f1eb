package flow

import (
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/wording"
)

// A form of a thousand questions takes longer to read and to check than a
// button may wait for its answer. Such work is done a slice at a time: the
// effect [Work] asks for the event [Worked] once the browser has let clicks and
// keys through, and that does the next slice. What an ordinary form takes is
// done within the event that asks for it.

// pace is how many units of work are done at a time: in the event that asks for
// the work, and in each slice after it.
type pace struct{ first, rest int }

var ordinary = pace{first: 2 * schema.Slice, rest: schema.Slice}

// work is what is under way on the open request. It is no part of what anybody
// sees, so that it may be shared by several states: whichever of them goes on
// with it, the same comes out.
type work struct {
	opening *opening
	run     *check.Run
}

// Checking reports whether the answers are being checked.
func (s State) Checking() bool { return s.work.run != nil }

// begun notes that work goes on in another slice. Each piece of work has a
// number, so that a slice that was asked for by an earlier one does nothing.
func (s *State) begun(w work) Effect {
	s.work = w
	s.worked++
	return Work{Task: s.worked}
}

// doWork does one more slice.
func (s State) doWork(e Worked) (State, []Effect) {
	switch {
	case e.Task != s.worked || s.Sending != NotSending:
	case s.work.opening != nil && s.Step == Preparing:
		return s.open(s.pace.rest)
	case s.work.run != nil && s.Step == Form:
		return s.check(s.pace.rest)
	}
	return s, nil
}

// again starts the work anew that depends on what has just changed.
func (s State) again(effects []Effect) (State, []Effect) {
	switch {
	case s.work.opening != nil && s.Step == Preparing:
		return s, append(effects, s.begun(work{opening: s.work.opening.anew()}))
	case s.work.run != nil && s.Step == Form:
		return s, append(effects, s.begun(work{run: s.newRun()}))
	}
	return s, effects
}

// open reads on and prepares the fields, and shows the form when all is ready.
func (s State) open(units int) (State, []Effect) {
	o := s.work.opening
	done, refused := o.step(s, units)
	switch {
	case refused != nil:
		return s.refuse(*refused)
	case !done:
		return s, []Effect{Work{Task: s.worked}}
	}
	return s.present(true)
}

// present shows the form that was read. late says that something else was on
// screen for it before.
func (s State) present(late bool) (State, []Effect) {
	o := s.work.opening
	s.work = work{}
	s.parts, s.Question = o.parts, o.parts[0]
	s.Restored = o.restored
	s = s.move(0)

	effects := []Effect{Shown{ID: s.ID}}
	if o.event.Findings {
		effects = append(effects, TellFindings{ID: s.ID, Findings: s.findings()})
	}
	text := s.Heading()
	if !late {
		text = s.introduction(o.event.Now)
	}
	// What had the focus is gone when the request takes the place of a screen
	// that somebody was in.
	effects = append(effects, Focus{Target: OnHeading, IfInside: late || !o.event.Focus}, Announce{Text: text})
	if s.Deadline > 0 && !late {
		effects = append(effects, s.nextAlarm(o.event.Now))
	}
	return s, effects
}

// prepare shows who asks while the form is read, with the buttons that work
// without it.
func (s State) prepare() (State, []Effect) {
	e := s.work.opening.event
	s.Step = Preparing
	text := s.introduction(e.Now) + ". " + s.Words.Text(wording.Loading)
	effects := []Effect{Focus{Target: OnHeading, IfInside: !e.Focus}, Announce{Text: text}, s.begun(s.work)}
	if s.Deadline > 0 {
		effects = append(effects, s.nextAlarm(e.Now))
	}
	return s, effects
}

// refuse tells the host and the person why a request cannot be shown.
func (s State) refuse(refused Fail) (State, []Effect) {
	s.work = work{}
	s.Question, s.parts = Question{}, nil
	s.Step, s.Refusal, s.Deadline = Unshown, refused.Err.Reason, 0
	return s, []Effect{refused, Focus{Target: OnHeading, IfInside: true}, Announce{Text: s.Heading()}}
}

// check goes on checking, and on to what comes after it.
func (s State) check(units int) (State, []Effect) {
	run := s.work.run
	if !run.Step(units) {
		return s, []Effect{Work{Task: s.worked}}
	}
	s.work = work{}
	s, _ = s.left(0) // The language may have changed meanwhile.
	if right := s.checked(run.Result()); !right {
		s.Attempt++
		return s, []Effect{Focus{Target: OnSummary}}
	}
	return s.decided(Accepted)
}
