package component

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// optionSource is the list of a choice with many options. What stands in the
// text is the draft's Text.
type optionSource struct{}

// comboboxDraw draws a choice that is searched.
func (f *field) comboboxDraw(first answer.Draft) app.UI {
	if f.box == nil {
		f.box = newCombobox(f, optionSource{}, first)
	}
	return f.box.draw(func(input app.HTMLElemSelfClosing) app.UI { return explain(f, input) })
}

func (optionSource) control(f *field) string { return fieldID(f.Index) }

func (optionSource) label(f *field) string { return f.store.state.Words.Label(f.schema()) }

func (optionSource) entries(f *field) *entries {
	titles := f.store.titles(f.Index)
	return &entries{texts: titles, exact: answer.NewFinder(titles), find: answer.NewFinder(f.store.findable(f.Index, titles))}
}

func (optionSource) chosen(f *field) int { return chosenOption(f.state().Draft) }

func (optionSource) shown(f *field, draft answer.Draft) string {
	return f.store.comboboxText(f.Index, draft)
}

func (optionSource) typed(f *field, text string) answer.Draft {
	return f.store.searched(f.Index, text, f.box.entries.exact)
}

func (optionSource) took(f *field, option int) answer.Draft {
	draft := f.state().Draft
	draft.Text, draft.Chosen = f.box.entries.texts[option], []int{option}
	return draft
}

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
func (s *store) findable(field int, titles []string) []string {
	texts := slices.Clone(titles)
	for i, option := range s.state.Form.Fields[field].Options {
		value := untrusted.Prefix(option.Value.Text, untrusted.OptionLimit)
		if value != "" && !strings.Contains(texts[i], value) {
			texts[i] += " " + value
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

func (s *store) readCombobox(field int, now *standing) answer.Draft {
	draft := s.state.Fields[field].Draft
	text := now.value(fieldID(field))
	if text == s.comboboxText(field, draft) {
		return draft
	}
	return s.searched(field, text, answer.NewFinder(s.titles(field)))
}

// searchable reports whether a choice has so many options, alone or together
// with the other fields, that finding one needs typing.
func searchable(f schema.Field) bool { return f.Searchable || len(f.Options) > schema.MaxSelect }
