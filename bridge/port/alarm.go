package port

import (
	"time"

	"github.com/elicitform/elicitform/internal/flow"
)

// alarm returns a function that sets a timer to some milliseconds from now. It replaces the earlier
// time. Go's scheduler asks the browser for the first of all timers only. The timer is no member of
// the port: the program would then keep all methods of time.Time.
func (p *Port) alarm(ring func()) (set func(after int)) {
	var timer *time.Timer
	return func(after int) {
		wait := time.Duration(after) * time.Millisecond
		if timer == nil {
			timer = time.AfterFunc(wait, func() { p.enter(ring) })
		} else {
			timer.Reset(wait)
		}
	}
}

// wake sets the alarm that an effect asks for.
func (p *Port) wake(e flow.Wake) {
	if p.alarms[e.Alarm] == nil {
		p.alarms[e.Alarm] = p.alarm(func() { p.handle(flow.Woken{Alarm: e.Alarm, Now: now()}) })
	}
	p.alarms[e.Alarm](e.After)
}
