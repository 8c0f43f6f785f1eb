//go:build js && wasm

package port

import (
	"sync"
	"syscall/js"
)

func document() js.Value { return global("document") }

// elementOf is the element called id; undefined or null when there is none.
func elementOf(id string) js.Value { return call(document(), "getElementById", id) }

// Present sets the document's title and language.
func (p *Port) Present(title, lang string, rtl bool) {
	if p.title != title {
		p.title = title
		set(document(), "title", title)
	}
	dir := "ltr"
	if rtl {
		dir = "rtl"
	}
	root := get(document(), "documentElement")
	// What is set again, the browser styles the whole page anew for.
	if text(root, "lang") != lang || text(root, "dir") != dir {
		set(root, "lang", lang)
		set(root, "dir", dir)
	}
}

// Focus moves the focus to the element called id, after scrolling the element
// called reveal to the top, when the page is laid out. A heading or the summary becomes
// focusable for as long as it has the focus. With ifInside nothing moves unless the
// frame has the focus already, and in no case when the person moves it before the page is
// laid out.
func (p *Port) Focus(id, reveal string, ifInside bool) {
	if ifInside && !focusInside() {
		return
	}
	before := get(document(), "activeElement")
	p.afterLayout(func() {
		// The shell may have handed its focus over to the same element meanwhile.
		element, now := elementOf(id), get(document(), "activeElement")
		if !exists(element) || !now.Equal(before) && !now.Equal(get(document(), "body")) && !now.Equal(element) {
			return
		}
		call(elementOf(reveal), "scrollIntoView")
		if number(element, "tabIndex") < 0 && !flag(call(element, "hasAttribute", "tabindex")) {
			makeFocusable(element)
		}
		call(element, "focus", map[string]any{"preventScroll": true})
	})
}

// focusInside reports whether the focus is in the frame.
func focusInside() bool { return flag(call(document(), "hasFocus")) }

// makeFocusable lets an element take the focus until it loses it to another one. When the
// whole window loses the focus, as it does when a page opens in a new tab, the element
// stays the active one: it has the focus again when the person comes back.
func makeFocusable(element js.Value) {
	call(element, "setAttribute", "tabindex", "-1")
	call(element, "addEventListener", "blur", blurred())
}

// blurred ends what makeFocusable has begun. It is one function for all elements and holds
// none of them: a browser has no event for when an element that has the focus is removed.
var blurred = sync.OnceValue(func() js.Func {
	var blur js.Func
	blur = js.FuncOf(func(element js.Value, _ []js.Value) any {
		if !get(document(), "activeElement").Equal(element) {
			call(element, "removeAttribute", "tabindex")
			call(element, "removeEventListener", "blur", blur)
		}
		return nil
	})
	return blur
})

// announcer has screen readers say something, by writing it into the status region or
// the alert region. Both are part of the document: a region that is added with its text
// stays unheard.
type announcer struct {
	alarm
	text, inside string
}

// Delays in milliseconds. For the short one the region is empty, so that the same
// text counts as a change; for the long one the person has stopped typing.
const (
	soon  = 60
	later = 1000
)

// Announce speaks text, at once or when the person stops typing; where the focus is in
// the frame then, it speaks inside. A newer text replaces one that has not been spoken.
func (p *Port) Announce(text, inside string, wait bool) {
	a := &p.announcer
	if a.ring == nil {
		a.ring = func() {
			said := a.text
			if a.text != a.inside && focusInside() {
				said = a.inside
			}
			set(elementOf("status"), "textContent", said)
		}
	}
	a.text, a.inside = text, inside
	if wait {
		a.alarm.set(later)
		return
	}
	set(elementOf("status"), "textContent", "")
	a.alarm.set(soon)
}

// Alert speaks text at once, unless the focus is in the frame.
func (p *Port) Alert(text string) {
	region := elementOf("alert")
	set(region, "textContent", "")
	if !focusInside() {
		set(region, "textContent", text)
	}
}
