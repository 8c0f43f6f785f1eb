package component

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/wording"
)

// Up to maxPlainBoxes check boxes are shown without a filter, and up to
// maxBoxes before somebody asks for all.
const (
	maxPlainBoxes = 20
	maxBoxes      = 500
)

// choicesControl draws any number of several as check boxes. Too many can be
// chosen, and is then said; no box is ever disabled. Above twenty options a
// filter and a count of the chosen ones stand before the boxes.
type choicesControl struct{}

// filter is what narrows down the boxes of a long list.
type filter struct {
	finder answer.Finder
	query  string
	drawn  int
}

func (choicesControl) grouped(schema.Field) bool { return true }

func filtered(f schema.Field) bool { return len(f.Options) > maxPlainBoxes }

func (choicesControl) draw(f *field, _ answer.Draft) app.UI {
	if !filtered(f.schema()) {
		all := make([]int, len(f.schema().Options))
		for i := range all {
			all[i] = i
		}
		return f.boxes(all)
	}
	if f.filter == nil {
		f.filter = &filter{finder: answer.NewFinder(f.store.titles(f.Index)), drawn: maxBoxes}
	}
	sch, words := f.schema(), f.store.state.Words
	matches := f.filter.finder.Matching(f.filter.query)
	slices.Sort(matches)
	more := len(matches) > f.filter.drawn
	shown := matches[:min(len(matches), f.filter.drawn)]
	filterID := fieldID(f.Index) + "-filter"
	return elem("div").Class("filtered").Body(
		elem("label").Class("filter-label").Attr("for", filterID).
			Text(words.Text(wording.FilterLabel, wording.Label(words.Label(sch)))),
		void("input").ID(filterID).Attr("type", "text").Attr("autocomplete", "off").Dir("auto").Spellcheck(false).
			On("input", f.filterTyped, f.scope("filter")).
			On("keydown", stayOnEnter, f.scope("filter-key")),
		elem("p").Class("note").Text(words.Text(wording.ItemsChosen, wording.Count("n", len(f.state().Draft.Chosen)))),
		f.boxes(shown),
		elem("p").Class("note").Hidden(len(matches) > 0).Text(words.Text(wording.NoMatches)),
		elem("button").Attr("type", "button").Class("link").Hidden(!more).
			Text(words.Text(wording.ShowAll)).
			On("click", func(app.Context, app.Event) { f.filter.drawn = len(sch.Options) }, f.scope("more")),
	)
}

// boxes draws the check boxes of some options.
func (f *field) boxes(shown []int) app.UI {
	on := make(map[int]bool, len(f.state().Draft.Chosen))
	for _, i := range f.state().Draft.Chosen {
		on[i] = true
	}
	boxes := make([]app.UI, len(shown))
	for position, i := range shown {
		// The summary leads to the first box, whichever that is.
		id := optionID(f.Index, i+1)
		if position == 0 {
			id = fieldID(f.Index)
		}
		input := void("input").Attr("type", "checkbox").ID(id).Attr("name", fieldID(f.Index)).Attr("value", strconv.Itoa(i)).Attr("checked", on[i]).
			On("change", f.toggle(i), f.scope(i))
		if position == 0 && f.bad(check.PartWhole) {
			input = input.Aria("invalid", "true")
		}
		boxes[position] = elem("label").Class("option").Attr("for", id).Body(input, elem("span").Body(f.option(i)...))
	}
	return elem("div").Class("options").Body(boxes...)
}

// stayOnEnter keeps Enter in the filter from continuing: somebody who looks
// for an option is not through with the form.
func stayOnEnter(ctx app.Context, e app.Event) {
	if e.Get("key").String() != "Enter" || e.Get("isComposing").Bool() || e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() {
		ctx.PreventUpdate()
		return
	}
	e.PreventDefault()
}

func (f *field) filterTyped(_ app.Context, e app.Event) {
	if f.Index >= len(f.store.state.Fields) {
		return
	}
	f.filter.query, f.filter.drawn = e.Get("target").Get("value").String(), maxBoxes
	found := len(f.filter.finder.Matching(f.filter.query))
	f.store.port.Announce(f.store.state.Words.Text(wording.OptionsFound, wording.Count("n", found)), true)
}

// toggle takes one box over into the draft.
func (f *field) toggle(option int) app.EventHandler {
	return func(_ app.Context, e app.Event) {
		if f.Index >= len(f.store.state.Fields) {
			return
		}
		draft := f.state().Draft
		draft.Chosen = withOption(draft.Chosen, option, e.Get("target").Get("checked").Bool())
		f.store.apply(flow.Edited{Field: f.Index, Draft: draft})
	}
}

// withOption adds an option to the chosen ones, or takes it out, in order.
func withOption(chosen []int, option int, on bool) []int {
	chosen = slices.Clone(chosen)
	at, found := slices.BinarySearch(chosen, option)
	switch {
	case on && !found:
		chosen = slices.Insert(chosen, at, option)
	case !on && found:
		chosen = slices.Delete(chosen, at, at+1)
	}
	return chosen
}

// read looks at the boxes that are drawn; the others cannot have changed.
func (choicesControl) read(s *store, field int) answer.Draft {
	draft := s.state.Fields[field].Draft
	boxes := app.Window().Get("document").Call("getElementsByName", fieldID(field))
	for i := range boxes.Length() {
		box := boxes.Index(i)
		if option, err := strconv.Atoi(box.Get("value").String()); err == nil {
			draft.Chosen = withOption(draft.Chosen, option, box.Get("checked").Bool())
		}
	}
	return draft
}
