package port

import (
	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/flow"
)

func document() page.Value { return page.Global("document") }

// Present sets the document's title and language.
func (p *Port) Present(title, lang string, rtl bool) {
	if p.title != title {
		p.title = title
		page.Set(document(), "title", title)
	}
	dir := "ltr"
	if rtl {
		dir = "rtl"
	}
	root := page.Get(document(), "documentElement")
	// Setting an unchanged value makes the browser style the whole page again.
	if page.Text(root, "lang") != lang || page.Text(root, "dir") != dir {
		page.Set(root, "lang", lang)
		page.Set(root, "dir", dir)
	}
}

// Focus moves the focus after the next layout, and scrolls to the element called reveal. A heading or the
// summary is focusable only while it has the focus. With ifInside, nothing moves unless the frame has the
// focus. The focus stays where the person moves it meanwhile.
func (p *Port) Focus(id, reveal string, ifInside bool) {
	if ifInside && !focusInside() {
		return
	}
	before := page.Get(document(), "activeElement")
	p.afterLayout(func() {
		// The shell may have moved its focus to the same element meanwhile.
		element, now := page.Element(id), page.Get(document(), "activeElement")
		if !page.Exists(element) || !now.Equal(before) && !now.Equal(page.Get(document(), "body")) && !now.Equal(element) {
			return
		}
		page.Call(page.Global("elicitform"), "scrollTo", page.Element(reveal))
		if tabIndex, _ := page.Number(element, "tabIndex"); tabIndex < 0 && !page.Flag(page.Call(element, "hasAttribute", "tabindex")) {
			p.makeFocusable(element)
		}
		page.Call(element, "focus", map[string]any{"preventScroll": true})
	})
}

func focusInside() bool { return page.Flag(page.Call(document(), "hasFocus")) }

// makeFocusable lets an element take the focus once. When the window loses the focus, as when a page opens
// in a new tab, the element gets it back afterwards.
func (p *Port) makeFocusable(element page.Value) {
	// One function serves all elements, and refers to none: browsers lack an event for the removal of an
	// element with the focus.
	if p.blur == nil {
		p.blur = p.callback(func(event page.Value) {
			if element := page.Get(event, "target"); !page.Get(document(), "activeElement").Equal(element) {
				page.Call(element, "removeAttribute", "tabindex")
				page.Call(element, "removeEventListener", "blur", p.blur)
			}
		})
	}
	page.Call(element, "setAttribute", "tabindex", "-1")
	page.Call(element, "addEventListener", "blur", p.blur)
}

// announcer makes screen readers speak. Its regions exist from the start: a region that is added together
// with its text is not spoken.
type announcer struct {
	set func(after int)
	flow.Announce
}

// Delays in milliseconds. The short one empties the region, so that the same text counts as a change, and
// lets the focus arrive: Orca skips the heading in Firefox if both come within 60 ms. After the long one,
// the person has stopped typing.
const (
	shortDelayMillis = 150
	longDelayMillis  = 1000
)

// announce speaks a text after a delay. A newer text replaces an unspoken one.
func (p *Port) announce(e flow.Announce) {
	a := &p.announcer
	if a.set == nil {
		a.set = p.alarm(func() {
			text := a.Text
			if a.Outside != "" && !focusInside() {
				text = a.Outside
			}
			page.Set(page.Element("status"), "textContent", text)
		})
	}
	a.Announce = e
	if e.Later {
		a.set(longDelayMillis)
		return
	}
	page.Set(page.Element("status"), "textContent", "")
	a.set(shortDelayMillis)
}

// alert speaks a text at once, unless the focus is in the frame.
func (p *Port) alert(text string) {
	region := page.Element("alert")
	page.Set(region, "textContent", "")
	if !focusInside() {
		page.Set(region, "textContent", text)
	}
}
