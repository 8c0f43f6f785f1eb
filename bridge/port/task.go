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
// visible there is none.
const longestFrame = 100

// AfterPaint does something in a task of its own, when the browser has painted.
func (p *Port) AfterPaint(act func()) {
	var painted js.Func
	var frame, timer js.Value
	painted = p.callback(func([]js.Value) {
		call(js.Global(), "cancelAnimationFrame", frame)
		call(js.Global(), "clearTimeout", timer)
		painted.Release()
		p.Later(act) // A frame is painted after its callbacks.
	})
	frame = call(js.Global(), "requestAnimationFrame", painted)
	timer = call(js.Global(), "setTimeout", painted, longestFrame)
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
