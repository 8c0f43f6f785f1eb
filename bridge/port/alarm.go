//go:build js && wasm

package port

import (
	"syscall/js"
	"time"

	"github.com/elicitform/elicitform/internal/flow"
)

// alarm is a timer of the browser. Setting it again replaces the earlier time.
//
// While the person types, two of them are put off with each key. The browser is not told
// that: a timer that is due too early is set again for the time that is left.
type alarm struct {
	ring  func()
	timer js.Value
	fired js.Func
	// due is when it is to ring, and asked when the browser's timer ends, both as
	// [sinceStart] counts; 0 for never. A time.Time would keep its methods in the program.
	due, asked int64
}

var start = time.Now()

// sinceStart counts milliseconds from 1 on, and goes on when the clock is set.
func sinceStart() int64 { return time.Since(start).Milliseconds() + 1 }

// set lets the alarm ring after some milliseconds.
func (a *alarm) set(after int) {
	a.due = sinceStart() + int64(after)
	if a.asked == 0 || a.due < a.asked {
		a.ask()
	}
}

// ask asks the browser to come back when the alarm is due.
func (a *alarm) ask() {
	if a.fired.Value.IsUndefined() {
		a.fired = callback(func([]js.Value) { a.end() })
	}
	if a.asked != 0 {
		call(js.Global(), "clearTimeout", a.timer)
	}
	a.asked = a.due
	a.timer = call(js.Global(), "setTimeout", a.fired, int(max(a.due-sinceStart(), 0)))
}

// end is what happens when the browser's timer ends.
func (a *alarm) end() {
	a.asked = 0
	switch {
	case a.due == 0:
	case a.due-sinceStart() > 1:
		a.ask()
	default:
		a.due = 0
		a.ring()
	}
}

// wake sets the alarm that an effect asks for.
func (p *Port) wake(e flow.Wake) {
	a := p.alarms[e.Alarm]
	if a == nil {
		a = &alarm{ring: p.guarded(func() { p.handle(flow.Woken{Alarm: e.Alarm, Now: now()}) })}
		p.alarms[e.Alarm] = a
	}
	a.set(e.After)
}
