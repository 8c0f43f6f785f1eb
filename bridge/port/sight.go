//go:build js && wasm

package port

import "syscall/js"

// sight waits until an element is in view.
type sight struct {
	observer js.Value
	changed  js.Func
}

// WhenSeen does something once when the element called id comes into view and the
// one called below it does not: when both are in view, the person has gone to the end
// to press something there, and nothing must move under their hands. A later call
// replaces an earlier one. In a browser without IntersectionObserver nothing happens.
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
		// The buttons at the end may stick to the edge of the window and cover the
		// element.
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

// stop ends the waiting.
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
