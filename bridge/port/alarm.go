//go:build js && wasm

package port

import (
	"syscall/js"

	"github.com/elicitform/elicitform/internal/flow"
)

// alarm is a timer of the browser. Setting it again replaces the earlier time.
type alarm struct {
	timer js.Value
	ring  js.Func
}

// set lets the alarm ring after some milliseconds.
func (a *alarm) set(after int) {
	call(js.Global(), "clearTimeout", a.timer)
	a.timer = call(js.Global(), "setTimeout", a.ring, after)
}

// wake sets the alarm that an effect asks for.
func (p *Port) wake(e flow.Wake) {
	a := p.alarms[e.Alarm]
	if a == nil {
		a = &alarm{ring: p.callback(func([]js.Value) { p.handle(flow.Woken{Alarm: e.Alarm, Now: now()}) })}
		p.alarms[e.Alarm] = a
	}
	a.set(e.After)
}
