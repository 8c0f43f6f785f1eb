//go:build js && wasm

package port

import (
	"syscall/js"
	"time"

	"github.com/elicitform/elicitform/internal/flow"
)

// alarm is a timer of the browser. Setting it again replaces the earlier time.
//
// While somebody types, two of them are put off with each key. The browser is not told
// that: a timer that is due too early is set again for the time that is left.
type alarm struct {
	ring  func()
	timer js.Value
	fired js.Func
	// due is when it is to ring; zero when it is not. asked is when the browser's timer
	// ends; zero when there is none.
	due, asked time.Time
}

// set lets the alarm ring after some milliseconds.
func (a *alarm) set(after int) {
	a.due = time.Now().Add(time.Duration(after) * time.Millisecond)
	if a.asked.IsZero() || a.due.Before(a.asked) {
		a.ask()
	}
}

// ask asks the browser to come back when the alarm is due.
func (a *alarm) ask() {
	if a.fired.Value.IsUndefined() {
		a.fired = callback(func([]js.Value) { a.end() })
	}
	if !a.asked.IsZero() {
		call(js.Global(), "clearTimeout", a.timer)
	}
	left := max(time.Until(a.due), 0)
	a.asked = a.due
	// Rounded up: a timer that ends too early would have to be set once more.
	a.timer = call(js.Global(), "setTimeout", a.fired, int((left+time.Millisecond-1)/time.Millisecond))
}

// end is what happens when the browser's timer ends.
func (a *alarm) end() {
	a.asked = time.Time{}
	switch {
	case a.due.IsZero():
	case time.Until(a.due) > time.Millisecond:
		a.ask()
	default:
		a.due = time.Time{}
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
