package component

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/internal/wording"
)

// radios draws the options of a choice or a yes/no as radio buttons. Which one is on is set only when
// they are built: a drawing can come between a press and its handler, and would undo the press.
func (f *field) radios() app.UI {
	sch, words := f.schema(), f.store.state.Words
	chosen := chosenOption(f.first)
	radio := func(i int, text []app.UI, on bool) app.UI {
		id := optionID(f.Index, i)
		input := elem("input").Attr("type", "radio").ID(id).Attr("name", fieldID(f.Index))
		if i == len(sch.Options) {
			input = input.Attr("value", "none")
		}
		if on {
			input = input.Attr("checked", true)
		}
		if i == 0 && f.bad(check.AllSegments) {
			input = input.Aria("invalid", "true")
		}
		return option(id, input, text)
	}
	options := make([]app.UI, 0, len(sch.Options)+1)
	for i := range sch.Options {
		options = append(options, radio(i, f.about(i), chosen == i))
	}
	if !sch.Required {
		// It takes the answer back: a radio button cannot be turned off.
		left := chosen < 0 && f.first.Origin != answer.Untouched
		options = append(options, radio(len(sch.Options), []app.UI{app.Text(words.NoAnswer(sch).Plain())}, left))
	}
	// One handler serves them all: the events of the buttons pass here.
	class := "options"
	if sch.Kind == schema.Boolean && !sch.HasNames {
		class = "options inline"
	}
	return elem("div").Class(class).On("change", f.sends(f.edited)).Body(options...)
}

// option is the label of a radio button or a check box with the control in it. Its text has the
// direction of its own letters.
func option(id string, control app.UI, text []app.UI) app.UI {
	return elem("label").Class("option").Attr("for", id).Dir("auto").Body(append([]app.UI{control}, text...)...)
}

// about is the title of an option and what the server says about it.
func (f *field) about(i int) []app.UI {
	sch := f.schema()
	title := app.Text(f.store.state.Words.Option(sch, i))
	about := untrusted.Display(sch.Options[i].Description, untrusted.OptionLimit)
	if about.Shown == "" {
		return []app.UI{title}
	}
	return []app.UI{elem("span").Dir("auto").Body(title), elem("span").Class("about-option server-text").Dir("auto").Text(about.Shown)}
}

func chosenOption(d answer.Draft) int {
	if len(d.Chosen) == 0 {
		return -1
	}
	return d.Chosen[0]
}

func (s *store) readRadios(field int, draft answer.Draft, now *formValues) answer.Draft {
	draft.Chosen = nil
	for i := range s.request().Form.Fields[field].Options {
		if now.checked(optionID(field, i)) {
			draft.Chosen = []int{i}
			break
		}
	}
	return draft
}

// selection is a native select, whose first entry is no answer. The values of the entries are
// positions, because an entry with an empty value would get its text as value.
func (f *field) selection() app.UI {
	sch, words := f.schema(), f.store.state.Words
	chosen := chosenOption(f.first)
	entry := func(i int, text string) app.UI {
		option := elem("option").Attr("value", strconv.Itoa(i)).Text(text)
		if i == chosen {
			option = option.Attr("selected", true)
		}
		return option
	}
	entries := []app.UI{entry(-1, words.Text("Choose"))}
	for i := range sch.Options {
		entries = append(entries, entry(i, words.Option(sch, i)))
	}
	return explain(f, elem("select").ID(fieldID(f.Index)).Dir("auto").
		On("change", f.sends(f.edited))).Body(entries...)
}

func (s *store) readSelection(field int, draft answer.Draft, now *formValues) answer.Draft {
	draft.Chosen = nil
	if i, err := strconv.Atoi(now.value(fieldID(field))); err == nil && i >= 0 {
		draft.Chosen = []int{i}
	}
	return draft
}

func (f *field) search() app.UI {
	return f.combobox(f.store.state.Words.Label(f.schema()), func(input app.HTMLElem) app.UI { return explain(f, input) })
}

func (s *store) readSearch(field int, _ answer.Draft, now *formValues) answer.Draft {
	return s.state.ListDraft(field, now.value(fieldID(field)))
}

// choices draws a choice of several options as check boxes. No box is ever disabled: a person who
// chooses too many is told so. Many boxes have a filter above them, and the number of chosen ones.
func (f *field) choices() app.UI {
	sch, words := f.schema(), f.store.state.Words
	shown, left := f.store.state.Boxes(f.Index)
	if !sch.HasFilter() {
		return f.boxes(shown)
	}
	filterID := idIn(f.Index, "-filter")
	return elem("div").Class("filtered").Body(
		said(elem("label").Class("filter-label").Attr("for", filterID), words.Sentence("FilterLabel", words.Name(sch))),
		elem("input").ID(filterID).Attr("type", "text").Attr("autocomplete", "off").Dir("auto").Spellcheck(false).
			On("input", f.listTyped(filterID)).
			On("keydown", f.sends(stayOnEnter)),
		// What is chosen may be out of sight. The server's suggestion has a button already.
		elem("div").Class("after").Body(
			elem("p").Class("muted").Text(words.Text("ItemsChosen", wording.Count("n", len(f.state().Draft.Chosen)))),
			place(len(f.state().Draft.Chosen) > 0 && !sch.Default.Exists(), f.clear),
		),
		f.boxes(shown),
		elem("p").Class("muted").Hidden(len(shown) > 0).Text(words.Text("NoMatches")),
		elem("button").Attr("type", "button").Class("link").Hidden(left == 0).
			Text(words.Text("MoreOptions", wording.Count("n", left))).
			On("click", f.sends(func(app.Event) flow.Event { return flow.ListMore{Field: f.Index} })),
	)
}

func (f *field) boxes(shown []int) app.UI {
	boxes := make([]app.UI, len(shown))
	for position, i := range shown {
		_, on := slices.BinarySearch(f.state().Draft.Chosen, i)
		bad := position == 0 && f.bad(check.AllSegments)
		boxes[position] = &box{field: f, Option: i, First: position == 0, Bad: bad, Words: f.Look.Words, on: on}
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

	// on is whether the box was on when it was built: then it belongs to the person.
	on bool
}

func (b *box) CompoID() string { return strconv.Itoa(b.Option) + strconv.FormatBool(b.First) }

func (b *box) Render() app.UI {
	f := b.field
	f.store.rendering(b)
	if f.Index >= len(f.store.request().Fields) {
		return elem("div")
	}
	// The summary leads to the first box, whichever that is.
	id := optionID(f.Index, b.Option+1)
	if b.First {
		id = fieldID(f.Index)
	}
	input := elem("input").Attr("type", "checkbox").ID(id).
		Attr("name", fieldID(f.Index)).Attr("value", strconv.Itoa(b.Option)).
		On("change", f.sends(func(app.Event) flow.Event {
			draft := f.state().Draft
			draft.Chosen = withOption(draft.Chosen, b.Option, checked(id))
			return flow.Edited{Field: f.Index, Draft: draft}
		}))
	if b.on {
		input = input.Attr("checked", true)
	}
	if b.Bad {
		input = input.Aria("invalid", "true")
	}
	return option(id, input, f.about(b.Option))
}

// stayOnEnter keeps Enter in the filter from continuing: it ends the search, not the form.
func stayOnEnter(e app.Event) flow.Event {
	if page.Text(e, "key") == "Enter" && !page.Flag(e, "isComposing") && !page.Flag(e, "ctrlKey") && !page.Flag(e, "metaKey") {
		prevent(e)
	}
	return nil
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
func (s *store) readChoices(field int, draft answer.Draft, now *formValues) answer.Draft {
	for _, control := range now.boxes(field) {
		value := control.Get("value").Text
		option, err := strconv.Atoi(value)
		on := control.Get("checked").Truth
		if _, chosen := slices.BinarySearch(draft.Chosen, option); err == nil && chosen != on {
			draft.Chosen = withOption(draft.Chosen, option, on)
		}
	}
	return draft
}
