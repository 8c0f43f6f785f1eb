package schema

import "github.com/elicitform/elicitform/internal/elicit"

// Kind is what a field asks for: a text, a date, one of several options. Each
// kind has a file of its own, with its name and all that this package has to
// know of it.
type Kind string

// kind is what this package has to know of a kind of field. A new kind of field
// is a new file, with a type of its own where it needs one, and a line in kinds.
type kind interface {
	// matches reports whether a property asks for this kind.
	matches(p property) bool
	// read fills the reader's field with the rules that the kind may have. It
	// marks the field as unsupported where these cannot be met or shown.
	read(r *reader, p property)
	// fits reports whether a value is an answer that meets the field's rules.
	fits(f *Field, value elicit.Value) bool
	// elements estimates how many elements of a page the controls have.
	elements(f *Field) int
	facts() facts
}

// kinds has a line for each kind of field. A property is of the first one that
// matches it, so that special ones stand before general ones.
var kinds = []struct {
	Kind
	kind
}{
	{Choices, &choicesKind{}},
	{List, &listKind{}},
	{Choice, &choiceKind{}},
	{Boolean, &booleanKind{}},
	{Integer, &integer},
	{Number, &number},
	{URI, &uri},
	{Email, &email},
	{Date, &date},
	{DateTime, &dateTime},
	{Time, &timeOfDay},
	{Text, &textKind{}},
}

// facts are what other code asks about a kind without knowing which it is.
type facts struct {
	// typed: the answer is typed and not picked, so that it may be a secret.
	typed bool
	// multiline: the answer may have several lines.
	multiline bool
	// formatted: the answer is text in one format, which is never empty.
	formatted bool
	// listed: the answer is one or several of the options, of any number.
	listed bool
	// explained: the kind has a rule of its own, which is said of each field.
	explained bool
	// dated: the answer has a day, a month and a year.
	dated bool
	// autocomplete is what [Field.Autocomplete] returns for a field that is no
	// secret; nil where that is nothing.
	autocomplete func(Field) string
}

// kindOf returns what is known of a kind.
func kindOf(k Kind) kind {
	for _, line := range kinds {
		if line.Kind == k {
			return line.kind
		}
	}
	return &textKind{}
}

// Kinds lists all kinds of field.
func Kinds() []Kind {
	var all []Kind
	for _, line := range kinds {
		all = append(all, line.Kind)
	}
	return all
}

// Dated reports whether a field of the kind asks for day, month and year.
func (k Kind) Dated() bool { return kindOf(k).facts().dated }
