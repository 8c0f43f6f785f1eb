package component

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/wording"
)

// listStep is how many options of a long list are drawn at first, and how many
// more when somebody gets near their end.
const listStep = 100

// combobox is the searchable list of a choice with many options. What stands
// in the text is the draft's Text; it counts as an answer only when it is an
// option. The list opens in the flow of the page and not above it, so that it
// can never be cut off at the frame's edge.
type combobox struct {
	list  flow.Combobox
	drawn int
	// titles finds an option by its very title. It is made once: folding a
	// thousand titles with every key would be felt.
	titles answer.Finder
}

func (f *field) listID() string { return fieldID(f.Index) + "-list" }

func listOptionID(field, option int) string {
	return fieldID(field) + "-option-" + strconv.Itoa(option)
}

// comboboxDraw draws the text and the list below it.
func (f *field) comboboxDraw(first answer.Draft) app.UI {
	sch, words := f.schema(), f.store.state.Words
	if f.box == nil {
		f.box = &combobox{
			list: flow.NewCombobox(f.store.findable(f.Index)), drawn: listStep,
			titles: answer.NewFinder(f.store.titles(f.Index)),
		}
	}
	box := f.box
	input := void("input").ID(fieldID(f.Index)).Role("combobox").Dir("auto").
		Attr("type", "text").Attr("value", f.store.comboboxText(f.Index, first)).
		Attr("autocomplete", "off").Spellcheck(false).
		Aria("autocomplete", "list").Aria("controls", f.listID()).
		Aria("expanded", strconv.FormatBool(box.list.Open)).
		On("input", f.comboboxTyped, f.scope("input")).
		On("keydown", f.comboboxKey, f.scope("keydown")).
		On("click", f.comboboxOpen, f.scope("click")).
		On("blur", f.comboboxLeft, f.scope("blur"))
	if box.list.Open && box.list.Active >= 0 {
		input = input.Aria("activedescendant", listOptionID(f.Index, box.list.Matches[box.list.Active]))
	}
	return elem("div").Class("combobox").Body(
		explain(f, input),
		elem("ul").ID(f.listID()).Role("listbox").Class("list").Hidden(!box.list.Open || len(box.list.Matches) == 0).
			Aria("label", words.Label(sch)).
			On("mousedown", keepFocus, f.scope("mousedown")).
			On("click", f.comboboxClicked, f.scope("take")).
			On("scroll", f.comboboxScrolled, f.scope("scroll")).
			Body(f.comboboxRows()...),
		elem("p").Class("note").Hidden(!box.list.Open || len(box.list.Matches) > 0).Text(words.Text(wording.NoMatches)),
	)
}

// comboboxRows are the options that match, as many as have been asked for.
func (f *field) comboboxRows() []app.UI {
	box := f.box
	if !box.list.Open {
		return nil
	}
	sch, words := f.schema(), f.store.state.Words
	chosen := chosenOption(f.state().Draft)
	rows := make([]app.UI, 0, min(box.drawn, len(box.list.Matches)))
	for position, i := range box.list.Matches {
		if position >= box.drawn {
			break
		}
		row := elem("li").ID(listOptionID(f.Index, i)).Role("option").
			Aria("selected", strconv.FormatBool(i == chosen)).
			Aria("setsize", len(box.list.Matches)).Aria("posinset", position+1)
		if position == box.list.Active {
			row = row.Class("active")
		}
		rows = append(rows, row.Body(elem("bdi").Text(words.Option(sch, i))))
	}
	return rows
}

// keepFocus lets a press on the list leave the focus in the text.
func keepFocus(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	e.PreventDefault()
}

func (f *field) comboboxTyped(app.Context, app.Event) {
	if f.gone() {
		return
	}
	text := valueOf(fieldID(f.Index))
	f.box.list, f.box.drawn = f.box.list.Typed(text), listStep
	f.store.apply(flow.Edited{Field: f.Index, Draft: f.store.searched(f.Index, text, f.box.titles)})
	f.store.port.Announce(f.store.state.Words.Text(wording.OptionsFound, wording.Count("n", len(f.box.list.Matches))), true)
}

func (f *field) comboboxKey(_ app.Context, e app.Event) {
	if f.gone() || e.Get("isComposing").Bool() {
		return
	}
	list, taken, handled := f.box.list.Key(e.Get("key").String(), chosenOption(f.state().Draft))
	f.box.list = list
	f.box.drawn = max(f.box.drawn, list.Active+listStep/2)
	if handled {
		e.PreventDefault()
	}
	if taken >= 0 {
		f.take(taken)
		return
	}
	if list.Open && list.Active >= 0 {
		id := listOptionID(f.Index, list.Matches[list.Active])
		f.store.root.Defer(func(app.Context) {
			if row := app.Window().GetElementByID(id); row.Truthy() {
				row.Call("scrollIntoView", map[string]any{"block": "nearest"})
			}
		})
	}
}

func (f *field) comboboxOpen(app.Context, app.Event) {
	if !f.gone() && !f.box.list.Open {
		f.box.list = f.box.list.Opened(chosenOption(f.state().Draft))
		f.box.drawn = max(listStep, f.box.list.Active+listStep/2)
	}
}

func (f *field) comboboxClicked(_ app.Context, e app.Event) {
	if f.gone() {
		return
	}
	row := e.Get("target").Call("closest", "[role=option]")
	if !row.Truthy() {
		return
	}
	position := strings.TrimPrefix(row.Get("id").String(), listOptionID(f.Index, 0)[:len(listOptionID(f.Index, 0))-1])
	if i, err := strconv.Atoi(position); err == nil {
		f.take(i)
	}
}

// comboboxScrolled draws more of a long list before its end comes into view.
func (f *field) comboboxScrolled(ctx app.Context, e app.Event) {
	list := e.Get("target")
	const near = 400
	left := list.Get("scrollHeight").Float() - list.Get("scrollTop").Float() - list.Get("clientHeight").Float()
	if left > near || f.box == nil || f.box.drawn >= len(f.box.list.Matches) {
		ctx.PreventUpdate()
		return
	}
	f.box.drawn += 2 * listStep
}

// comboboxLeft takes the option that the text means, if there is one.
func (f *field) comboboxLeft(app.Context, app.Event) {
	if f.gone() {
		return
	}
	draft := f.state().Draft
	option := f.box.list.Settled(draft.Text)
	f.box.list = f.box.list.Closed()
	if len(draft.Chosen) == 0 && option >= 0 {
		f.take(option)
	}
}

// take chooses an option and writes its title into the text.
func (f *field) take(option int) {
	title := f.store.state.Words.Option(f.schema(), option)
	f.box.list = f.box.list.Closed()
	if input := app.Window().GetElementByID(fieldID(f.Index)); input.Truthy() {
		input.Set("value", title)
	}
	draft := f.state().Draft
	draft.Text, draft.Chosen = title, []int{option}
	f.store.apply(flow.Edited{Field: f.Index, Draft: draft})
}

// gone reports whether the request ended while an event was on its way.
func (f *field) gone() bool { return f.Index >= len(f.store.state.Fields) || f.box == nil }

// titles are the titles of a field's options.
func (s *store) titles(field int) []string {
	f := s.state.Form.Fields[field]
	titles := make([]string, len(f.Options))
	for i := range f.Options {
		titles[i] = s.state.Words.Option(f, i)
	}
	return titles
}

// findable are the titles of a field's options, each with its value where that
// says something else, so that both can be typed to find it.
func (s *store) findable(field int) []string {
	texts := s.titles(field)
	for i, option := range s.state.Form.Fields[field].Options {
		if option.Value.Text != "" && !strings.Contains(texts[i], option.Value.Text) {
			texts[i] += " " + option.Value.Text
		}
	}
	return texts
}

// comboboxText is what stands in the text for a draft.
func (s *store) comboboxText(field int, draft answer.Draft) string {
	if chosen := chosenOption(draft); draft.Text == "" && chosen >= 0 {
		return s.state.Words.Option(s.state.Form.Fields[field], chosen)
	}
	return draft.Text
}

// searched is the draft for a text that was typed: an answer when the text is
// the very title of an option.
func (s *store) searched(field int, text string, titles answer.Finder) answer.Draft {
	draft := s.state.Fields[field].Draft
	draft.Text, draft.Chosen = text, nil
	if exact := titles.Exactly(text); text != "" && exact >= 0 {
		draft.Chosen = []int{exact}
	}
	return draft
}

func (s *store) readCombobox(field int) answer.Draft {
	draft := s.state.Fields[field].Draft
	text := valueOf(fieldID(field))
	if text == s.comboboxText(field, draft) {
		return draft
	}
	return s.searched(field, text, answer.NewFinder(s.titles(field)))
}

// searchable reports whether a choice has so many options that finding one
// needs typing.
func searchable(f schema.Field) bool { return len(f.Options) > maxSelect }
