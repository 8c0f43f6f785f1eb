package schema

import (
	"strconv"
	"time"

	"github.com/elicitform/elicitform/internal/elicit"
)

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

// Boolean is yes or no.
const Boolean Kind = "boolean"

type booleanKind struct{}

func (*booleanKind) matches(p property) bool    { return only(p.types, "boolean") }
func (*booleanKind) read(r *reader, _ property) { r.field.readYesNo(nil) }
func (*booleanKind) elements(f *Field) int      { return f.radioElements() }
func (*booleanKind) facts() facts               { return facts{} }

func (*booleanKind) fits(f *Field, value elicit.Value) bool {
	return value.Kind == elicit.Bool && (!f.Const.Exists() || f.Const.Truth == value.Truth)
}

// readYesNo sets the two options. Listed values may give them titles of their
// own, or leave only one of them open.
func (f *Field) readYesNo(listed []Option) {
	f.Options = []Option{{Value: elicit.BoolValue(true)}, {Value: elicit.BoolValue(false)}}
	f.positions = positionsOf(f.Options)
	for _, option := range listed {
		i := 1
		if option.Value.Truth {
			i = 0
		}
		f.Options[i].Description = option.Description
		if option.Title != valueText(option.Value) {
			f.Options[i].Title = option.Title
		}
	}
	if len(listed) == 1 {
		f.Const = listed[0].Value
	}
	if f.Options[0].Title != "" && f.Options[1].Title != "" {
		markAmbiguous(f.Options)
	}
}

// Date is a string of the format "date": day, month and year.
const Date Kind = "date"

var date = formatKind{format: "date", valid: ValidDate, controls: 9, about: facts{formatted: true, explained: true, dated: true}}

// ValidDate reports whether text is a real day, YYYY-MM-DD, of the years 0001
// to 9999.
func ValidDate(text string) bool {
	if len(text) != len(time.DateOnly) || text[4] != '-' || text[7] != '-' {
		return false
	}
	n, err := strconv.ParseUint(text[:4]+text[5:7]+text[8:], 10, 32)
	month, day := time.Month(n/100%100), int(n%100)
	written := time.Date(int(n/100_00), month, day, 0, 0, 0, 0, time.UTC)
	return err == nil && written.Year() >= 1 && written.Month() == month && written.Day() == day
}

// Time is a string of the format "time": a time of day and an offset from UTC.
const Time Kind = "time"

type timeKind struct{ formatKind }

var timeOfDay = timeKind{formatKind{format: "time", valid: ValidTime, controls: 8, about: facts{formatted: true, explained: true}}}

// matches leaves a time with a pattern to Text. Servers write patterns for times
// without an offset, which the controls cannot give.
func (k timeKind) matches(p property) bool {
	return k.formatKind.matches(p) && !p.schema.Get("pattern").Exists()
}
