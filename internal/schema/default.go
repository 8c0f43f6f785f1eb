package schema

import (
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
)

// readDefault keeps the server's suggestion when it fits the field, and
// otherwise drops it with a note: a form must not suggest what it would then
// refuse.
func (r *reader) readDefault(value elicit.Value) {
	f := &r.field
	switch {
	case !value.Exists() || value.Kind == elicit.Null:
		// null says that there is no suggestion.
	case value.Kind == elicit.String && value.Text == "" && (f.Kind == Email || f.Kind == URI || f.Kind == Date || f.Kind == DateTime):
		// Empty text can only mean "nothing" here.
	case fitsDefault(f, value):
		f.Default = value
	default:
		f.note(DefaultDropped)
	}
}

func fitsDefault(f *Field, value elicit.Value) bool {
	if value.Kind == elicit.String && value.Lossy {
		return false
	}
	switch f.Kind {
	case Number, Integer:
		return value.Kind == elicit.Number && fitsNumber(f, value.Text)
	case Boolean:
		return value.Kind == elicit.Bool && (!f.Const.Exists() || f.Const.Truth == value.Truth)
	case Choice:
		return optionKeys(f)[valueKey(value)]
	case Choices:
		return fitsChoices(f, value)
	case List:
		return fitsList(f, value)
	}
	return value.Kind == elicit.String && fitsText(f, value.Text)
}

func optionKeys(f *Field) map[string]bool {
	keys := make(map[string]bool, len(f.Options))
	for _, option := range f.Options {
		keys[valueKey(option.Value)] = true
	}
	return keys
}

// fitsChoices wants every value among the options and none twice, because an
// option is either chosen or not.
func fitsChoices(f *Field, value elicit.Value) bool {
	if value.Kind != elicit.Array || !fitsCount(f, len(value.Items)) {
		return false
	}
	keys := optionKeys(f)
	for _, item := range value.Items {
		key := valueKey(item)
		if item.Lossy || !keys[key] {
			return false
		}
		delete(keys, key)
	}
	return true
}

// fitsList refuses entries that one line of a text box cannot hold: what is
// shown and what is sent would differ.
func fitsList(f *Field, value elicit.Value) bool {
	if value.Kind != elicit.Array || !fitsCount(f, len(value.Items)) {
		return false
	}
	seen := map[string]bool{}
	for _, item := range value.Items {
		if item.Kind != elicit.String || item.Lossy || blank(item.Text) || strings.ContainsAny(item.Text, "\r\n") ||
			!fitsText(f.Entry, item.Text) || f.UniqueItems && seen[item.Text] {
			return false
		}
		seen[item.Text] = true
	}
	return true
}

func fitsCount(f *Field, n int) bool {
	return n >= f.MinItems && (f.MaxItems < 0 || n <= f.MaxItems)
}
