package component

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/validate"
	"github.com/elicitform/elicitform/internal/wording"
)

// radios get their state only when they are built: a drawing between a press and its handler would undo the press.
func (f *field) radios() app.UI {
	sch, words := f.schema(), f.store.state.Words
	chosen := chosenOption(f.first)
	radio := func(i int, text []app.UI, on bool) app.UI {
		id := optionID(f.Index, i)
		input := elem("input").Attr("type", "radio").ID(id).Attr("name", fieldID(f.Index))
		if i == len(sch.Options) {
			input = input.Attr("value", "none")
		}
		if i < len(sch.Options) {
			input = markOption(input, &sch, i)
		}
		if on {
			input = input.Attr("checked", true)
		}
		if i == 0 && f.bad(validate.AllSegments) {
			input = input.Aria("invalid", "true")
		}
		return option(id, input, text)
	}
	options := make([]app.UI, 0, len(sch.Options)+1)
	for i := range sch.Options {
		options = append(options, radio(i, f.store.describeOption(sch, i), chosen == i))
		if sch.Options[i].Preview != "" {
			options = append(options, f.preview(&sch, i))
		}
	}
	if !sch.Required && !hasNoEmptyRadio(&sch) {
		// A radio button cannot be turned off, so the empty answer has a button of its own.
		isEmpty := chosen < 0 && f.first.Origin != answer.Untouched
		options = append(options, radio(len(sch.Options), []app.UI{app.Text(words.NoAnswer(sch).Plain())}, isEmpty))
	}
	// The events of all buttons bubble to one handler.
	class := optionsClass(&sch)
	if sch.Kind == schema.Boolean && !sch.HasNames {
		class = "options inline"
	}
	keys := f.optionKey(func(i int) string { return optionID(f.Index, i) })
	return elem("div").Class(class).On("change", f.handler(f.editEvent)).On("keydown", keys).Body(options...)
}

func optionsClass(f *schema.Field) string {
	if f.HasPreviews() {
		return "options previewed"
	}
	return "options"
}

// previewColumns is the number of letters on a line that fit into every frame.
const previewColumns = 30

func previewID(f *schema.Field, i int) string { return optionID(f.Index, i) + "-preview" }

// preview draws the explanation of an option below it, or beside the options in a wide frame. The style sheet shows the explanation of
// the option under the pointer or with the focus, else that of the chosen option.
func (f *field) preview(sch *schema.Field, i int) app.UI {
	text, class := safetext.DisplayLines(sch.Options[i].Preview, safetext.MessageLimit), "preview"
	if slices.Contains(f.state().Draft.Chosen, i) {
		class = "preview chosen"
	}
	box := elem("div").ID(previewID(sch, i)).Class(class).Dir("ltr")
	for line := range strings.SplitSeq(text.Shown, "\n") {
		if len(line) > previewColumns {
			box = box.Attr("tabindex", 0) // What scrolls does so by keyboard too.
		}
	}
	return box.Body(f.store.serverText(flow.PreviewText(f.Index, i), text))
}

// markOption connects an input with its preview, and marks the input for the person's own words.
func markOption(input app.HTMLElem, f *schema.Field, i int) app.HTMLElem {
	if f.Options[i].Preview != "" {
		input = input.Aria("describedby", previewID(f, i))
	}
	if f.Options[i].IsOwn {
		input = input.Attr("value", "own")
	}
	return input
}

// hasNoEmptyRadio reports whether a Clear button replaces the radio button for the empty answer: the last radio button opens a text
// below it.
func hasNoEmptyRadio(f *schema.Field) bool { return f.Companion > 0 && !f.Required && f.HasRadios() }

func option(id string, control app.UI, text []app.UI) app.UI {
	return elem("label").Class("option").Attr("for", id).Dir("auto").Body(append([]app.UI{control}, text...)...)
}

func (s *store) describeOption(sch schema.Field, i int) []app.UI {
	title := app.Text(s.state.Words.Option(sch, i))
	about := safetext.Display(sch.Options[i].Description, safetext.OptionLimit)
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

func (s *store) readRadios(field int, draft answer.Draft, values *formValues) answer.Draft {
	draft.Chosen = nil
	for i := range s.request().Form.Fields[field].Options {
		if values.isChecked(optionID(field, i)) {
			draft.Chosen = []int{i}
			break
		}
	}
	return draft
}

// The values of the entries are positions, because an entry with an empty value would get its text as value.
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
		On("change", f.handler(f.editEvent))).Body(entries...)
}

func (s *store) readSelection(field int, draft answer.Draft, values *formValues) answer.Draft {
	draft.Chosen = nil
	if i, err := strconv.Atoi(values.value(fieldID(field))); err == nil && i >= 0 {
		draft.Chosen = []int{i}
	}
	return draft
}

func (f *field) search() app.UI {
	return f.combobox(f.store.state.Words.Label(f.schema()), func(input app.HTMLElem) app.UI { return explain(f, input) })
}

func (s *store) readSearch(field int, _ answer.Draft, values *formValues) answer.Draft {
	return s.state.ListDraft(field, values.value(fieldID(field)))
}

// choices never disables a box: choosing too many is a problem with a sentence.
func (f *field) choices() app.UI {
	sch, words := f.schema(), f.store.state.Words
	shown, more := f.store.state.Boxes(f.Index)
	if !sch.HasFilter() {
		return f.boxes(shown)
	}
	filterID, chosen := idIn(f.Index, "-filter"), len(f.state().Draft.Chosen)
	return elem("div").Class("filtered").Body(
		write(elem("label").Class("filter-label").Attr("for", filterID), words.Sentence("FilterLabel", words.Name(sch))),
		elem("input").ID(filterID).Attr("type", "text").Attr("autocomplete", "off").Dir("auto").Spellcheck(false).
			On("input", f.handler(func(app.Event) flow.Event {
				return flow.ListTyped{Field: f.Index, Text: valueOf(filterID)}
			})).
			On("keydown", f.handler(stayOnEnter)),
		// Chosen boxes may be out of sight, so Clear is beside their number.
		elem("div").Class("after").Body(
			elem("p").Class("muted").Hidden(chosen == 0).Text(words.Text("ItemsChosen", wording.Count("n", chosen))),
			drawIf(chosen > 0 && !sch.Default.Exists() && !sch.Required, f.clear),
		),
		f.boxes(shown),
		elem("p").Class("muted").Hidden(len(shown) > 0).Text(words.Text("NoMatches")),
		elem("button").Attr("type", "button").Class("link").Hidden(more == 0).
			Text(words.Text("MoreOptions", wording.Count("n", more))).
			On("click", f.handler(func(app.Event) flow.Event { return flow.ListMore{Field: f.Index} })),
	)
}

func (f *field) boxes(shown []int) app.UI {
	sch := f.schema()
	boxes := make([]app.UI, 0, len(shown))
	for position, i := range shown {
		_, on := slices.BinarySearch(f.state().Draft.Chosen, i)
		bad := position == 0 && f.bad(validate.AllSegments)
		boxes = append(boxes, &box{field: f, Option: i, First: position == 0, Bad: bad, Words: f.Look.Words, on: on})
		if sch.Options[i].Preview != "" {
			boxes = append(boxes, f.preview(&sch, i))
		}
	}
	keys := f.optionKey(func(i int) string {
		switch {
		case i >= len(shown):
			return ""
		case i == 0:
			return fieldID(f.Index)
		}
		return optionID(f.Index, shown[i]+1)
	})
	return elem("div").Class(optionsClass(&sch)).On("keydown", keys).Body(boxes...)
}

// box is a component of its own: go-app must not reuse the box of one option for another when a filter moves them.
type box struct {
	app.Compo
	field  *field
	Option int
	First  bool
	Bad    bool
	Words  *wording.Words

	// on is the state when the box is built. After that, the state belongs to the person.
	on bool
}

func (b *box) CompoID() string { return strconv.Itoa(b.Option) + strconv.FormatBool(b.First) }

func (b *box) Render() app.UI {
	f := b.field
	f.store.noteRender(b)
	if f.Index >= len(f.store.request().Fields) {
		return elem("div")
	}
	id := optionID(f.Index, b.Option+1)
	if b.First {
		id = fieldID(f.Index)
	}
	input := elem("input").Attr("type", "checkbox").ID(id).
		Attr("name", fieldID(f.Index)).Attr("value", strconv.Itoa(b.Option)).
		On("change", f.handler(func(app.Event) flow.Event {
			draft := f.state().Draft
			draft.Chosen = withOption(draft.Chosen, b.Option, isChecked(id))
			return flow.Edited{Field: f.Index, Draft: draft}
		}))
	sch := f.schema()
	input = markOption(input, &sch, b.Option)
	if b.on {
		input = input.Attr("checked", true)
	}
	if b.Bad {
		input = input.Aria("invalid", "true")
	}
	return option(id, input, f.store.describeOption(sch, b.Option))
}

// digits are the keys that choose an option; see [field.optionKey].
const digits = "1 2 3 4 5 6 7 8 9"

// optionKey lets a digit choose the option at that place while the focus is in the options, but not in a text. It sends nothing.
func (f *field) optionKey(idOf func(i int) string) app.EventHandler {
	return f.handler(func(e app.Event) flow.Event {
		key := page.Text(e, "key")
		if len(key) != 1 || key < "1" || key > "9" || page.Flag(e, "ctrlKey") || page.Flag(e, "altKey") || page.Flag(e, "metaKey") {
			return nil
		}
		if control := page.Element(idOf(int(key[0] - '1'))); page.Exists(control) {
			prevent(e)
			page.Call(control, "focus")
			page.Call(control, "click")
		}
		return nil
	})
}

// stayOnEnter lets Enter in the filter end the search, not the form.
func stayOnEnter(e app.Event) flow.Event {
	if page.Text(e, "key") == "Enter" && !page.Flag(e, "isComposing") && !page.Flag(e, "ctrlKey") && !page.Flag(e, "metaKey") {
		prevent(e)
	}
	return nil
}

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

// Boxes that are not drawn cannot have changed.
func (s *store) readChoices(field int, draft answer.Draft, values *formValues) answer.Draft {
	for _, control := range values.boxes(field) {
		value := control.Get("value").Text
		option, err := strconv.Atoi(value)
		on := control.Get("checked").Truth
		if _, chosen := slices.BinarySearch(draft.Chosen, option); err == nil && chosen != on {
			draft.Chosen = withOption(draft.Chosen, option, on)
		}
	}
	return draft
}
