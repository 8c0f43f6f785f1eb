package component

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/flow"
)

// combobox draws a list over the form, inside the frame, whose edge would cut it off: see [field.placeList].
func (f *field) combobox(label string, decorate func(app.HTMLElem) app.UI) app.UI {
	list, id := f.store.state.List(f.Index), f.store.comboboxID(f.Index)
	if !list.Open {
		f.shrink()
	}
	input := elem("input").ID(id).Role("combobox").Dir("auto").
		Attr("type", "text").Attr("value", f.firstInList).Attr("placeholder", f.store.state.Words.Text("ChooseOrType")).
		Attr("autocomplete", "off").Spellcheck(false).
		Aria("autocomplete", "list").Aria("controls", id+"-list").
		Aria("expanded", strconv.FormatBool(list.Open)).
		On("input", f.handler(func(app.Event) flow.Event {
			f.placeList(id)
			return flow.ListTyped{Field: f.Index, Text: valueOf(id)}
		})).
		On("keydown", f.handler(f.listKey)).
		On("click", f.handler(func(app.Event) flow.Event {
			f.placeList(id)
			return flow.ListClicked{Field: f.Index}
		})).
		On("blur", f.listBlurred(id))
	if entry := list.ActiveEntry(); entry >= 0 {
		input = input.Aria("activedescendant", entryID(id, entry))
	}
	return elem("div").Class("combobox").Body(
		decorate(input),
		elem("ul").ID(id+"-list").Role("listbox").Class(f.listClass).Hidden(!list.Open || len(list.Matches) == 0).
			Aria("label", label).
			On("mousedown", f.handler(keepFocus)).
			On("click", f.handler(f.listPressed)).
			On("scroll", f.handler(f.listScrolled)).
			Body(f.entries(list, id)...),
		drawIf(list.Open && len(list.Matches) == 0, func() app.UI {
			return elem("p").Class("muted").Text(f.store.state.Words.Text("NoMatches"))
		}),
	)
}

// The height of a list in heights of its text, as the style sheet has it on a touch screen, and the least height that is of use:
// three options.
const listHeight, leastHeight = 13 / 2.75, 3

// placeList chooses the side of the text on which the list opens: below, else above, but never over the name of the server. The frame
// grows by the missing height if both sides are too small. It runs before the list opens, because the page has its layout then.
func (f *field) placeList(id string) {
	if f.store.state.List(f.Index).Open {
		return
	}
	f.listClass = "list"
	box := func(element app.Value) (top, bottom float64) {
		rect := page.Call(element, "getBoundingClientRect")
		top, _ = page.Number(rect, "top")
		bottom, _ = page.Number(rect, "bottom")
		return top, bottom
	}
	document := page.Global("document")
	top, bottom := box(page.Element(id))
	_, above := box(page.Call(document, "querySelector", ".server"))
	end, _ := page.Number(page.Global("innerHeight"))
	if buttons, _ := box(page.Element(decideID)); page.Flag(page.Call(document, "querySelector", ":root.limited"), "isConnected") {
		end = buttons
	}
	const gap = 4
	row := bottom - top
	whole, below, over, missing := row*listHeight, end-bottom-2*gap, top-max(above, 0)-2*gap, 0.0
	room := below
	switch {
	case below < whole && over > below && over >= row*leastHeight:
		f.listClass, room = "list up", over
	case below < row*leastHeight:
		room, missing = whole, whole-below
	}
	setLength("--list-room", min(room, whole))
	f.hasGrown = missing > 0
	setLength("--list-missing", missing)
}

// shrink gives the room back that an open list has taken.
func (f *field) shrink() {
	if f.hasGrown {
		f.hasGrown = false
		setLength("--list-missing", 0)
	}
}

func setLength(property string, pixels float64) {
	page.Call(page.Get(page.Global("document"), "documentElement", "style"), "setProperty", property, strconv.Itoa(int(pixels))+"px")
}

func (f *field) entries(list flow.List, id string) []app.UI {
	chosen, active := f.store.state.ChosenEntry(f.Index, list), list.ActiveEntry()
	rows := make([]app.UI, len(list.Shown()))
	for position, entry := range list.Shown() {
		row := elem("li").ID(entryID(id, entry)).Role("option").
			Aria("selected", strconv.FormatBool(entry == chosen)).
			Aria("setsize", len(list.Matches)).Aria("posinset", position+1)
		if entry == active {
			row = row.Class("active")
		}
		rows[position] = row.Body(elem("bdi").Text(list.Text(entry)))
	}
	return rows
}

func (s *store) comboboxID(field int) string { return s.segmentID(field, s.state.ListSegment(field)) }

func entryID(combobox string, entry int) string {
	return combobox + "-option-" + strconv.Itoa(entry)
}

// keepFocus lets a press on the list leave the focus in the text.
func keepFocus(e app.Event) flow.Event {
	prevent(e)
	return nil
}

// The list closes when the press that moved the focus has ended: see [flow.ListClosed].
func (f *field) listBlurred(id string) app.EventHandler {
	s := f.store
	return f.handler(func(app.Event) flow.Event {
		s.port.AfterPress(func() {
			if !f.isStale() {
				f.ctx.Dispatch(func(ctx app.Context) { s.handle(ctx, f, func() { s.apply(flow.ListClosed{Field: f.Index}) }) })
			}
		})
		return flow.ListBlurred{Field: f.Index, Text: valueOf(id)}
	})
}

func (f *field) listKey(e app.Event) flow.Event {
	if page.Flag(e, "isComposing") {
		return nil
	}
	key := page.Text(e, "key")
	if f.store.state.List(f.Index).Handles(key) {
		prevent(e)
		f.placeList(f.store.comboboxID(f.Index))
	}
	return flow.ListKey{Field: f.Index, Key: key}
}

func (f *field) listPressed(e app.Event) flow.Event {
	id := page.Text(page.Call(page.Get(e, "target"), "closest", "[role=option]"), "id")
	if entry, err := strconv.Atoi(id[strings.LastIndexByte(id, '-')+1:]); err == nil {
		return flow.ListPicked{Field: f.Index, Entry: entry}
	}
	return nil
}

func (f *field) listScrolled(e app.Event) flow.Event {
	const near = 400
	height, measured := page.Number(e, "target", "scrollHeight")
	top, _ := page.Number(e, "target", "scrollTop")
	visible, _ := page.Number(e, "target", "clientHeight")
	if !measured || height-top-visible > near {
		return nil
	}
	return flow.ListMore{Field: f.Index}
}
