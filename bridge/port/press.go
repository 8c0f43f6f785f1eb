//go:build js && wasm

package port

import "syscall/js"

// press is what waits for the end of a press.
type press struct {
	ended js.Func
	timer js.Value
	acts  []func()
}

// pressEnds are the events at one of which a press is over, whatever it is
// made with. A menu may keep the end of the press to itself that has opened it.
var pressEnds = []string{"mouseup", "pointercancel", "dragend", "contextmenu", "keydown", "keyup"}

// longestPress is how long a press is waited for, in milliseconds: its end may
// never be heard of.
const longestPress = 3000

// AfterPress does something once the press that is under way is over, if one
// is: what moves between the two halves of a click makes it miss.
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
