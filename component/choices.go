package component

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/wording"
)

// choices draws a choice of several options as check boxes. No box is ever disabled: a
// person who chooses too many is told so. Many boxes have a filter above them, and the
// number of those that are chosen.
func (f *field) choices() app.UI {
	sch, words := f.schema(), f.store.state.Words
	shown, left := f.store.state.Boxes(f.Index)
	if !flow.Filtered(sch) {
		return f.boxes(shown)
	}
	filterID := filterID(f.Index)
	return elem("div").Class("filtered").Body(
		said(elem("label").Class("filter-label").Attr("for", filterID), words.Sentence(wording.FilterLabel, words.Name(sch))),
		void("input").ID(filterID).Attr("type", "text").Attr("autocomplete", "off").Dir("auto").Spellcheck(false).
			On("input", f.listTyped(filterID)).
			On("keydown", f.sends(stayOnEnter)),
		// What is chosen may be out of sight. The server's suggestion has a button already.
		elem("div").Class("after").Body(
			elem("p").Class("note").Text(words.Text(wording.ItemsChosen, wording.Count("n", len(f.state().Draft.Chosen)))),
			place(len(f.state().Draft.Chosen) > 0 && !f.suggests(sch), f.clear),
		),
		f.boxes(shown),
		elem("p").Class("note").Hidden(len(shown) > 0).Text(words.Text(wording.NoMatches)),
		elem("button").Attr("type", "button").Class("link").Hidden(left == 0).
			Text(words.Text(wording.MoreOptions, wording.Count("n", left))).
			On("click", f.sends(func(app.Event) flow.Event { return flow.ListMore{Field: f.Index} })),
	)
}

// boxes draws the check boxes of some options.
func (f *field) boxes(shown []int) app.UI {
	boxes := make([]app.UI, len(shown))
	for position, i := range shown {
		boxes[position] = &box{field: f, Option: i, First: position == 0, Bad: position == 0 && f.bad(check.AllSegments), Words: f.Look.Words}
	}
	return elem("div").Class("options").Body(boxes...)
}

// box is one check box. It is a component of its own, so that go-app never makes
// the box of one option that of another when a filter moves them.
type box struct {
	app.Compo
	field *field
	// Option and First make up the identity.
	Option int
	First  bool
	// Bad marks the box that the error summary leads to.
	Bad   bool
	Words *wording.Words

	// on is whether the box was on when it was built. Afterwards that belongs to
	// the person.
	on, started bool
}

// CompoID is the identity for go-app.
func (b *box) CompoID() string { return identity(strconv.FormatBool(b.First), b.Option) }

func (b *box) Render() app.UI {
	f := b.field
	f.store.rendering(b)
	if f.Index >= len(f.store.request().Fields) {
		return elem("div")
	}
	if !b.started {
		_, b.on = slices.BinarySearch(f.state().Draft.Chosen, b.Option)
		b.started = true
	}
	// The summary leads to the first box, whichever that is.
	id := optionID(f.Index, b.Option+1)
	if b.First {
		id = fieldID(f.Index)
	}
	input := void("input").Attr("type", "checkbox").ID(id).
		Attr("name", fieldID(f.Index)).Attr("value", strconv.Itoa(b.Option)).
		On("change", f.toggle(b.Option, id))
	if b.on {
		input = input.Attr("checked", true)
	}
	if b.Bad {
		input = input.Aria("invalid", "true")
	}
	return elem("label").Class("option").Attr("for", id).Body(input, f.option(b.Option))
}

// stayOnEnter keeps Enter in the filter from continuing: it ends the search for an option,
// and not the form.
func stayOnEnter(e app.Event) flow.Event {
	if textOf(e, "key") == "Enter" && !flagOf(e, "isComposing") && !flagOf(e, "ctrlKey") && !flagOf(e, "metaKey") {
		prevent(e)
	}
	return nil
}

// toggle returns the handler of the box called id: it chooses the option, or takes
// it out again.
func (f *field) toggle(option int, id string) app.EventHandler {
	return f.sends(func(app.Event) flow.Event {
		draft := f.state().Draft
		draft.Chosen = withOption(draft.Chosen, option, checked(id))
		return flow.Edited{Field: f.Index, Draft: draft}
	})
}

// withOption adds an option to the chosen ones, or takes it out. They stay in order.
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

// readChoices looks at the boxes that are drawn: the others cannot have changed.
func (s *store) readChoices(field int, now *formValues) answer.Draft {
	draft := s.request().Fields[field].Draft
	for _, box := range now.boxes(field) {
		option, err := strconv.Atoi(box.Value)
		if _, chosen := slices.BinarySearch(draft.Chosen, option); err == nil && chosen != box.Checked {
			draft.Chosen = withOption(draft.Chosen, option, box.Checked)
		}
	}
	return draft
}
