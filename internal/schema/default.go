package schema

import "github.com/elicitform/elicitform/internal/elicit"

// readDefault keeps the server's suggestion when it fits the field, and
// otherwise drops it with a note: a form must not suggest an answer that it
// would refuse.
func (r *reader) readDefault(value elicit.Value) {
	f := r.field
	kind := kindOf(f.Kind)
	switch {
	case !value.Exists() || value.Kind == elicit.Null:
		// null says that there is no suggestion.
	case value.Kind == elicit.String && value.Text == "" && kind.facts().formatted:
		// Empty text can only mean "nothing" here.
	case !r.affordable(value):
		f.note(DefaultTooLong)
	case !value.Lossy && kind.fits(f, value):
		f.Default = value
	default:
		f.note(DefaultDropped)
	}
}

// affordable reports whether the form has room for a suggestion, which cannot be
// shortened. Options that are chosen are in the form already.
func (r *reader) affordable(value elicit.Value) bool {
	budget := r.document.budget
	chosen := kindOf(r.field.Kind).facts().listed
	entries, size := len(value.Items), len(value.Text)
	if most := max(MaxDefaultEntries, len(r.field.Options)); entries > most {
		return chosen // It cannot be right, and is dropped for that.
	}
	for _, item := range value.Items {
		size += len(item.Text)
	}
	return (size <= MaxDefault || chosen) && take(&budget.defaults, size) && take(&budget.entries, entries)
}
