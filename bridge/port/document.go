//go:build js && wasm

package port

import "syscall/js"

func document() js.Value { return js.Global().Get("document") }

// Present sets the document's title and language.
func (p *Port) Present(title, lang string, rtl bool) {
	if p.title == title+lang {
		return
	}
	p.title = title + lang
	document().Set("title", title)
	root := document().Get("documentElement")
	root.Set("lang", lang)
	dir := "ltr"
	if rtl {
		dir = "rtl"
	}
	root.Set("dir", dir)
}

// languages are the languages that the browser is set to, the first one before
// the others.
func languages() []string {
	set := js.Global().Get("navigator").Get("languages")
	if !set.Truthy() {
		return nil
	}
	tags := make([]string, set.Length())
	for i := range tags {
		tags[i] = set.Index(i).String()
	}
	return tags
}

// TimeOfDay is a time, in milliseconds since 1970 or 0 for now, in the person's
// time zone, as the language writes it; with the day when that is another.
func (p *Port) TimeOfDay(lang string, unix int64) string {
	date := js.Global().Get("Date")
	at, today := date.New(), date.New()
	if unix != 0 {
		at = date.New(float64(unix))
	}
	options := map[string]any{"timeStyle": "short", "timeZone": p.zones.Local()}
	day := map[string]any{"timeZone": p.zones.Local()}
	if at.Call("toLocaleDateString", "en", day).String() != today.Call("toLocaleDateString", "en", day).String() {
		options["dateStyle"] = "medium"
	}
	return at.Call("toLocaleString", lang, options).String()
}

// now is the time in milliseconds since 1970.
func now() int64 { return int64(js.Global().Get("Date").Call("now").Float()) }

// Focus moves the focus to the element called id, after scrolling the element
// called reveal to the top. A heading or the summary becomes focusable for as
// long as it has the focus. With ifInside nothing moves unless the frame has
// the focus already.
func (p *Port) Focus(id, reveal string, ifInside bool) {
	if ifInside && !document().Call("hasFocus").Bool() {
		return
	}
	element := document().Call("getElementById", id)
	if !element.Truthy() {
		return
	}
	if element.Get("tabIndex").Int() < 0 && !element.Call("hasAttribute", "tabindex").Bool() {
		makeFocusable(element)
	}
	if top := document().Call("getElementById", reveal); top.Truthy() {
		top.Call("scrollIntoView")
	}
	options := js.Global().Get("Object").New()
	options.Set("preventScroll", true)
	element.Call("focus", options)
}

// makeFocusable lets an element take the focus until it loses it.
func makeFocusable(element js.Value) {
	element.Call("setAttribute", "tabindex", "-1")
	var blur js.Func
	blur = js.FuncOf(func(js.Value, []js.Value) any {
		element.Call("removeAttribute", "tabindex")
		element.Call("removeEventListener", "blur", blur)
		blur.Release()
		return nil
	})
	element.Call("addEventListener", "blur", blur)
}

// announcer speaks through the status region of the document, which has been
// there since before the first announcement.
type announcer struct {
	timer js.Value
	speak js.Func
	text  string
}

// Delays in milliseconds. A short one lets the region be seen empty between
// two announcements of the same text; the long one waits for the typing to
// stop.
const (
	soon  = 60
	later = 1000
)

// Announce speaks text, at once or when the person stops typing. A newer text
// replaces one that has not been spoken.
func (p *Port) Announce(text string, wait bool) {
	a := &p.announcer
	if a.speak.Value.IsUndefined() {
		a.speak = js.FuncOf(func(js.Value, []js.Value) any {
			if status := document().Call("getElementById", "status"); status.Truthy() {
				status.Set("textContent", a.text)
			}
			return nil
		})
	}
	if a.timer.Truthy() {
		js.Global().Call("clearTimeout", a.timer)
	}
	a.text = text
	delay := soon
	if wait {
		delay = later
	} else if status := document().Call("getElementById", "status"); status.Truthy() {
		status.Set("textContent", "")
	}
	a.timer = js.Global().Call("setTimeout", a.speak, delay)
}
