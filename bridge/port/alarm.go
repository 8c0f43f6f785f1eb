package port

import (
	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/flow"
)

// longestTimer is the longest time, in milliseconds, that a browser's timer can be set to. It rings at
// once when it is set to more.
const longestTimer = 1<<31 - 1

// alarm returns a function that sets a timer to some milliseconds from now. It replaces the earlier
// time. The timer is the browser's: those of Go have their own scheduler, with 30 functions to compile.
func (p *Port) alarm(ring func()) (set func(after int)) {
	rung := p.callback(func(page.Value) { ring() })
	var timer page.Value
	return func(after int) {
		if timer != nil {
			page.Call(page.Global(), "clearTimeout", timer)
		}
		timer = page.Call(page.Global(), "setTimeout", rung, min(after, longestTimer))
	}
}

// wake sets the alarm that an effect asks for.
func (p *Port) wake(e flow.Wake) {
	if p.alarms[e.Alarm] == nil {
		p.alarms[e.Alarm] = p.alarm(func() { p.handle(flow.Woken{Alarm: e.Alarm, Now: now()}) })
	}
	p.alarms[e.Alarm](e.After)
}
