//go:build js && wasm

package port

import "syscall/js"

// layout does things when the browser has laid the page out and not painted it yet. To
// scroll or to measure earlier makes the browser lay the page out at once, in the
// middle of a script; to scroll later lets the person see the page jump.
type layout struct {
	// observer is told of the root element's size in each frame that begins after it
	// was asked to, changed or not.
	observer js.Value
	done     js.Func
	timer    js.Value
	waiting  []func()
}

// afterLayout does something after the next layout.
func (p *Port) afterLayout(act func()) {
	l := &p.layout
	if l.observer.IsUndefined() {
		l.done = p.callback(func([]js.Value) { l.end() })
		l.observer = construct(global("ResizeObserver"), l.done)
	}
	l.waiting = append(l.waiting, act)
	if flag(document(), "hidden") || !exists(l.observer) {
		l.end()
		return
	}
	if len(l.waiting) == 1 {
		call(l.observer, "observe", get(document(), "documentElement"))
		l.timer = call(js.Global(), "setTimeout", l.done, longestFrame)
	}
}

// end does what was waited with, in order.
func (l *layout) end() {
	call(js.Global(), "clearTimeout", l.timer)
	call(l.observer, "disconnect")
	acts := l.waiting
	l.waiting = nil
	for _, act := range acts {
		act()
	}
}
