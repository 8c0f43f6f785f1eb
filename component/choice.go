package component

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/internal/wording"
)

// radios draws the options of a choice or a yes/no as radio buttons. Which one is
// on is set when they are built and never again, because it belongs to the person
// then: a drawing can come between a press and its handler, and would undo the
// press.
func (f *field) radios() app.UI {
	sch, words := f.schema(), f.store.state.Words
	chosen := chosenOption(f.first)
	radio := func(i int, text app.UI, on bool) app.UI {
		id := optionID(f.Index, i)
		input := void("input").Attr("type", "radio").ID(id).Attr("name", fieldID(f.Index))
		if on {
			input = input.Attr("checked", true)
		}
		if i == 0 && f.bad(check.AllSegments) {
			input = input.Aria("invalid", "true")
		}
		return elem("label").Class("option").Attr("for", id).Body(input, text)
	}
	options := make([]app.UI, 0, len(sch.Options)+1)
	for i := range sch.Options {
		options = append(options, radio(i, f.option(i), chosen == i))
	}
	if !sch.Required {
		// It takes the answer back: a radio button cannot be turned off.
		left := chosen < 0 && f.first.Origin != answer.Untouched
		options = append(options, radio(len(sch.Options), elem("span").Dir("auto").Text(words.Text(wording.NoAnswer)), left))
	}
	// One handler serves them all: the events of the buttons pass here.
	class := "options"
	if sch.Kind == schema.Boolean {
		class = "options inline"
	}
	return elem("div").Class(class).On("change", f.sends(f.edited)).Body(options...)
}

// option is the title of an option and what the server says about it.
func (f *field) option(i int) app.UI {
	sch := f.schema()
	title := elem("span").Dir("auto").Text(f.store.state.Words.Option(sch, i))
	about := untrusted.Display(sch.Options[i].Description, untrusted.OptionLimit)
	if about.Shown == "" {
		return title
	}
	return elem("span").Body(title, elem("span").Class("about-option").Dir("auto").Text(about.Shown))
}

func chosenOption(d answer.Draft) int {
	if len(d.Chosen) == 0 {
		return -1
	}
	return d.Chosen[0]
}

func (s *store) readRadios(field int, now *formValues) answer.Draft {
	draft := s.request().Fields[field].Draft
	for i := range s.request().Form.Fields[field].Options {
		if now.checked(optionID(field, i)) {
			draft.Chosen = []int{i}
			return draft
		}
	}
	draft.Chosen = nil
	return draft
}

// selection is a native select. Its first entry is no answer. The values of
// the entries are positions, because an entry with an empty value would get its
// text as value.
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
	choose := words.Text(wording.Choose)
	entries := []app.UI{entry(-1, choose)}
	for i := range sch.Options {
		entries = append(entries, entry(i, words.Option(sch, i)))
	}
	return explain(f, elem("select").ID(fieldID(f.Index)).Dir("auto").
		On("change", f.sends(f.edited))).Body(entries...)
}

func (s *store) readSelection(field int, now *formValues) answer.Draft {
	draft := s.request().Fields[field].Draft
	draft.Chosen = nil
	if i, err := strconv.Atoi(now.value(fieldID(field))); err == nil && i >= 0 {
		draft.Chosen = []int{i}
	}
	return draft
}

// search draws a choice of many options.
func (f *field) search() app.UI {
	return f.combobox(f.store.state.Words.Label(f.schema()), func(input app.HTMLElemSelfClosing) app.UI { return explain(f, input) })
}

func (s *store) readSearch(field int, now *formValues) answer.Draft {
	return s.state.ListDraft(field, now.value(fieldID(field)))
}
