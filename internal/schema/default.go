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
	case !r.affordable(value):
		f.note(DefaultTooLong)
	case fitsDefault(f, value):
		f.Default = value
	default:
		f.note(DefaultDropped)
	}
}

// affordable reports whether the form has room for a suggestion. It cannot be
// shortened, and what is chosen takes no room of its own.
func (r *reader) affordable(value elicit.Value) bool {
	budget := r.document.budget
	chosen := r.field.Kind == Choice || r.field.Kind == Choices
	entries, size := len(value.Items), len(value.Text)
	if most := max(MaxDefaultEntries, len(r.field.Options)); entries > most {
		return chosen // It cannot be right, and is dropped for that.
	}
	for _, item := range value.Items {
		size += len(item.Text)
	}
	if size > MaxDefault && !chosen || !take(&budget.defaults, size) || !take(&budget.entries, entries) {
		return false
	}
	budget.units += entries + size/64
	return true
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
		return f.Find(value) >= 0
	case Choices:
		return fitsChoices(f, value)
	case List:
		return fitsList(f, value)
	}
	return value.Kind == elicit.String && fitsText(f, value.Text)
}

// fitsChoices wants every value among the options and none twice, because an
// option is either chosen or not.
func fitsChoices(f *Field, value elicit.Value) bool {
	if value.Kind != elicit.Array || !fitsCount(f, len(value.Items)) || len(value.Items) > len(f.Options) {
		return false
	}
	taken := make([]bool, len(f.Options))
	for _, item := range value.Items {
		i := f.Find(item)
		if i < 0 || taken[i] {
			return false
		}
		taken[i] = true
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
