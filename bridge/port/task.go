package port

import (
	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/flow"
)

// frameTimeoutMillis bounds the wait for an animation frame: an invisible page gets none, and no layout.
const frameTimeoutMillis = 100

// AfterPaint calls act after the browser has painted: when the second frame begins, the first is on the screen.
func (p *Port) AfterPaint(act func()) {
	var next page.Func
	var frame, timer page.Value
	frames := 0
	next = p.callback(func(time page.Value) {
		// An animation frame passes its time; the timer passes nothing.
		if _, isFrame := page.Number(time); isFrame && frames == 0 {
			frames++
			frame = page.Call(page.Global(), "requestAnimationFrame", next)
			return
		}
		page.Call(page.Global(), "cancelAnimationFrame", frame)
		page.Call(page.Global(), "clearTimeout", timer)
		next.Release()
		p.Later(act)
	})
	frame = page.Call(page.Global(), "requestAnimationFrame", next)
	timer = page.Call(page.Global(), "setTimeout", next, frameTimeoutMillis)
}

// Later calls act in a separate task, by a channel: browsers delay timers in an invisible tab.
func (p *Port) Later(act func()) {
	if p.channel == nil {
		p.channel = page.New(page.Global("MessageChannel"))
		page.Set(page.Get(p.channel, "port1"), "onmessage", p.callback(func(page.Value) {
			next := p.tasks[0]
			p.tasks = p.tasks[1:]
			next()
		}))
	}
	p.tasks = append(p.tasks, act)
	page.Call(page.Get(p.channel, "port2"), "postMessage", 0)
}

// afterLayout calls act before the next painting. Scrolling or measuring earlier would force a layout in the
// middle of a script; later, the person would see the page jump.
func (p *Port) afterLayout(act func()) {
	var laidOut page.Func
	var observer, timer page.Value
	end := func() {
		page.Call(page.Global(), "clearTimeout", timer)
		page.Call(observer, "disconnect")
		laidOut.Release()
		act()
	}
	laidOut = p.callback(func(page.Value) { end() })
	// The observer reports the root's size in the next frame, even without a change.
	observer = page.New(page.Global("ResizeObserver"), laidOut)
	if page.Flag(document(), "hidden") || !page.Exists(observer) {
		end()
		return
	}
	page.Call(observer, "observe", page.Get(document(), "documentElement"))
	timer = page.Call(page.Global(), "setTimeout", laidOut, frameTimeoutMillis)
}

// pressEnds end a press of a mouse, a finger, a pen or a key. If a press opens a menu, the page may get only
// the contextmenu event.
var pressEnds = []string{"mouseup", "pointercancel", "dragend", "contextmenu", "keydown", "keyup"}

// pressTimeoutMillis bounds the wait for the end of a press, which may never be reported.
const pressTimeoutMillis = 3000

// AfterPress calls act after the present press: a button that moves between press and release does not get the
// click.
func (p *Port) AfterPress(act func()) {
	if !page.Exists(page.Call(document(), "querySelector", ":active")) {
		act()
		return
	}
	var ended page.Func
	var timer page.Value
	ended = p.callback(func(page.Value) {
		page.Call(page.Global(), "clearTimeout", timer)
		for _, event := range pressEnds {
			page.Call(page.Global(), "removeEventListener", event, ended, true)
		}
		// The click comes in the same task as the end of the press.
		p.Later(func() {
			ended.Release()
			act()
		})
	})
	for _, event := range pressEnds {
		page.Call(page.Global(), "addEventListener", event, ended, true)
	}
	timer = page.Call(page.Global(), "setTimeout", ended, pressTimeoutMillis)
}

// maxTimerMillis is the longest time of a browser's timer. A longer one rings at once.
const maxTimerMillis = 1<<31 - 1

// alarm returns a function that sets a browser's timer: those of Go have a scheduler, with 30 more functions
// to compile.
func (p *Port) alarm(ring func()) (set func(after int)) {
	onTimer := p.callback(func(page.Value) { ring() })
	var timer page.Value
	return func(after int) {
		if timer != nil {
			page.Call(page.Global(), "clearTimeout", timer)
		}
		timer = page.Call(page.Global(), "setTimeout", onTimer, min(after, maxTimerMillis))
	}
}

func (p *Port) wake(e flow.Wake) {
	if p.alarms[e.Alarm] == nil {
		p.alarms[e.Alarm] = p.alarm(func() { p.handle(flow.Woken{Alarm: e.Alarm}) })
	}
	p.alarms[e.Alarm](e.After)
}
