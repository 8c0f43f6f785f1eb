package schema

import "github.com/elicitform/elicitform/internal/elicit"

// Choices is any number of several options: an array of listed values. Each of
// them can be chosen once.
const Choices Kind = "choices"

type choicesKind struct{}

func (*choicesKind) matches(p property) bool { return p.entry != nil && hasOptions(p.entry.schema) }

func (*choicesKind) read(r *reader, p property) {
	enumNames := p.entry.schema.Get("enumNames")
	if !enumNames.Exists() {
		enumNames = p.schema.Get("enumNames")
	}
	f := r.field
	f.Options = r.options(p.entry.schema, enumNames, p.entry.types)
	if f.Unsupported == "" && f.MinItems > len(f.Options) {
		r.obstruct(Contradiction)
	}
}

// fits wants every value among the options and none twice, because an option
// is either chosen or not.
func (*choicesKind) fits(f *Field, value elicit.Value) bool {
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

func (*choicesKind) elements(f *Field) int {
	drawn, around := min(len(f.Options), MaxBoxes), 1
	if f.Searchable {
		drawn = min(drawn, FoundBoxes)
	}
	if f.Searchable || len(f.Options) > MaxPlainBoxes {
		around += 7 // the filter, and what is said of what it finds
	}
	return around + f.optionElements(drawn)
}

func (*choicesKind) facts() facts { return facts{listed: true, explained: true} }
