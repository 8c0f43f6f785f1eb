package component

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/flow"
)

// combobox draws a list below its text, in the flow of the page, where the frame's edge never cuts it off.
func (f *field) combobox(label string, decorate func(app.HTMLElem) app.UI) app.UI {
	list, id := f.store.state.List(f.Index), f.store.comboboxID(f.Index)
	input := elem("input").ID(id).Role("combobox").Dir("auto").
		Attr("type", "text").Attr("value", f.firstInList).
		Attr("autocomplete", "off").Spellcheck(false).
		Aria("autocomplete", "list").Aria("controls", id+"-list").
		Aria("expanded", strconv.FormatBool(list.Open)).
		On("input", f.listTyped(id)).
		On("keydown", f.handler(f.listKey)).
		On("click", f.handler(func(app.Event) flow.Event { return flow.ListClicked{Field: f.Index} })).
		On("blur", f.listBlurred(id))
	if entry := list.ActiveEntry(); entry >= 0 {
		input = input.Aria("activedescendant", entryID(id, entry))
	}
	return elem("div").Class("combobox").Body(
		decorate(input),
		elem("ul").ID(id+"-list").Role("listbox").Class("list").Hidden(!list.Open || len(list.Matches) == 0).
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

func (f *field) listTyped(id string) app.EventHandler {
	return f.handler(func(app.Event) flow.Event { return flow.ListTyped{Field: f.Index, Text: valueOf(id)} })
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
