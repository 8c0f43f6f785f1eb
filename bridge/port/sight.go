//go:build js && wasm

package port

import "syscall/js"

// sight looks out for an element.
type sight struct {
	observer js.Value
	changed  js.Func
}

// WhenSeen does something once when the element called id comes into view
// without the one called below: where both are seen, somebody has gone to the
// end to do something there, and nothing must move under their hands. It
// replaces what was looked out for before. In a browser that cannot tell,
// nothing happens.
func (p *Port) WhenSeen(id, below string, act func()) {
	s := &p.sight
	s.stop()
	element, end := call(document(), "getElementById", id), call(document(), "getElementById", below)
	if !exists(element) || !exists(global("IntersectionObserver")) {
		return
	}
	seen := map[string]bool{}
	s.changed = p.callback(func(args []js.Value) {
		each(argument(args, 0), func(entry js.Value) {
			seen[text(entry, "target", "id")] = flag(entry, "isIntersecting")
		})
		// Where the end sticks to the edge of the window it covers what it follows.
		covers := edge(end, "top") < edge(element, "bottom")
		if s.observer.Truthy() && seen[id] && (covers || !seen[below]) {
			call(s.observer, "disconnect")
			act()
		}
	})
	s.observer = construct(global("IntersectionObserver"), s.changed)
	call(s.observer, "observe", element)
	if exists(end) {
		call(s.observer, "observe", end)
	}
}

// stop looks out no longer.
func (s *sight) stop() {
	if s.observer.Truthy() {
		call(s.observer, "disconnect")
		s.changed.Release()
		s.observer = js.Undefined()
	}
}

// edge is where an element begins or ends in the window.
func edge(element js.Value, side string) float64 {
	return number(call(element, "getBoundingClientRect"), side)
}
