package port

import (
	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/flow"
)

// longestFrame is how long a frame is waited for, in milliseconds: in a page that is not
// visible there is none, and no layout.
const longestFrame = 100

// AfterPaint does something in a task of its own, when the browser has painted: what a
// frame shows is on the screen when the next one begins.
func (p *Port) AfterPaint(act func()) {
	var next page.Func
	var frame, timer page.Value
	frames := 0
	next = p.callback(func(time page.Value) {
		// A frame tells its time, the timer tells nothing.
		if _, told := page.Number(time); told && frames == 0 {
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
	timer = page.Call(page.Global(), "setTimeout", next, longestFrame)
}

// Later does something in a browser task of its own, between clicks, keys and painting. It uses messages
// of a channel, because browsers hold back timers in a tab that is not visible.
func (p *Port) Later(act func()) {
	if p.channel == nil {
		p.channel = page.New(page.Global("MessageChannel"))
		page.Set(page.Get(p.channel, "port1"), "onmessage", p.callback(func(page.Value) {
			next := p.waiting[0]
			p.waiting = p.waiting[1:]
			next()
		}))
	}
	p.waiting = append(p.waiting, act)
	page.Call(page.Get(p.channel, "port2"), "postMessage", 0)
}

// afterLayout does something between the next layout and its painting. To scroll or measure earlier
// makes the browser lay out in the middle of a script; later, the person sees the page jump.
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
	// The observer is told of the root's size in each frame after it was asked, changed or not.
	observer = page.New(page.Global("ResizeObserver"), laidOut)
	if page.Flag(document(), "hidden") || !page.Exists(observer) {
		end()
		return
	}
	page.Call(observer, "observe", page.Get(document(), "documentElement"))
	timer = page.Call(page.Global(), "setTimeout", laidOut, longestFrame)
}

// pressEnds are the events that end a press of a mouse, a finger, a pen or a key.
// When a press opens a menu, the menu may get its end, and the page only the
// contextmenu event.
var pressEnds = []string{"mouseup", "pointercancel", "dragend", "contextmenu", "keydown", "keyup"}

// longestPress is how long to wait for the end of a press, which may never be told.
const longestPress = 3000

// AfterPress does something at once, or after the press that is under way: a button
// that moves between the two halves of a click misses it.
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
	timer = page.Call(page.Global(), "setTimeout", ended, longestPress)
}

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

func (p *Port) wake(e flow.Wake) {
	if p.alarms[e.Alarm] == nil {
		p.alarms[e.Alarm] = p.alarm(func() { p.handle(flow.Woken{Alarm: e.Alarm}) })
	}
	p.alarms[e.Alarm](e.After)
}
