//go:build js && wasm

package port

import "syscall/js"

// tasks does things in browser tasks of their own, so that clicks, keys and painting
// come in between. It uses messages of a channel, because browsers hold back timers in
// a tab that is not visible.
type tasks struct {
	channel js.Value
	waiting []func()
}

// longestFrame is how long a frame is waited for, in milliseconds: in a page that is not
// visible there is none, and no layout.
const longestFrame = 100

// AfterPaint does something in a task of its own, when the browser has painted: what a
// frame shows is on the screen when the next one begins.
func (p *Port) AfterPaint(act func()) {
	var next js.Func
	var frame, timer js.Value
	frames := 0
	next = p.callback(func(args []js.Value) {
		// A frame tells its time, the timer tells nothing.
		if frames++; frames < 2 && len(args) > 0 {
			frame = call(js.Global(), "requestAnimationFrame", next)
			return
		}
		call(js.Global(), "cancelAnimationFrame", frame)
		call(js.Global(), "clearTimeout", timer)
		next.Release()
		p.Later(act)
	})
	frame = call(js.Global(), "requestAnimationFrame", next)
	timer = call(js.Global(), "setTimeout", next, longestFrame)
}

// Later does something in a task of its own.
func (p *Port) Later(act func()) {
	t := &p.tasks
	if t.channel.IsUndefined() {
		t.channel = construct(global("MessageChannel"))
		set(get(t.channel, "port1"), "onmessage", p.callback(func([]js.Value) {
			next := t.waiting[0]
			t.waiting = t.waiting[1:]
			next()
		}))
	}
	t.waiting = append(t.waiting, act)
	call(get(t.channel, "port2"), "postMessage", 0)
}
