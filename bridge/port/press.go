//go:build js && wasm

package port

import "syscall/js"

// press holds what is to be done when the press is over that is under way.
type press struct {
	ended js.Func
	timer js.Value
	acts  []func()
}

// pressEnds are the events that end a press of a mouse, a finger, a pen or a key.
// When a press opens a menu, the menu may get its end, and the page only the
// contextmenu event.
var pressEnds = []string{"mouseup", "pointercancel", "dragend", "contextmenu", "keydown", "keyup"}

// longestPress is how long the end of a press is waited for, in milliseconds: the
// page may never be told.
const longestPress = 3000

// AfterPress does something at once, or after the press that is under way: a button
// that moves between the two halves of a click misses it.
func (p *Port) AfterPress(act func()) {
	if !exists(call(document(), "querySelector", ":active")) {
		act()
		return
	}
	w := &p.press
	w.acts = append(w.acts, act)
	if len(w.acts) > 1 {
		return
	}
	w.ended = p.callback(func([]js.Value) {
		call(js.Global(), "clearTimeout", w.timer)
		for _, event := range pressEnds {
			call(js.Global(), "removeEventListener", event, w.ended, true)
		}
		// The click comes in the same task as the end of the press.
		p.Later(func() {
			w.ended.Release()
			acts := w.acts
			w.acts = nil
			for _, act := range acts {
				act()
			}
		})
	})
	for _, event := range pressEnds {
		call(js.Global(), "addEventListener", event, w.ended, true)
	}
	w.timer = call(js.Global(), "setTimeout", w.ended, longestPress)
}
