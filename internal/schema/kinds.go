package schema

import (
	"slices"

	"github.com/elicitform/elicitform/internal/elicit"
)

// Kind is what a field asks for: a text, a date, one of several options.
type Kind string

// The kinds of field.
const (
	// Text is a string without a format that has a control of its own. It is the zero Kind: a
	// field that nothing else is known of is a text.
	Text Kind = ""
	// Number and Integer are numbers; an Integer has no fraction.
	Number  Kind = "number"
	Integer Kind = "integer"
	// Boolean is yes or no.
	Boolean Kind = "boolean"
	// Choice is one of several options (enum, oneOf or anyOf of const, const).
	Choice Kind = "choice"
	// Choices is any number of several options: an array of listed values. Each of them can
	// be chosen once.
	Choices Kind = "choices"
	// List is a free list of strings, written one a line.
	List Kind = "list"
	// URI is a string of the format "uri". A property that asks for a file (x-mcp-file of
	// SEP-2356, as a data: URI) is one, too: files are not read here, but an address can be
	// typed.
	URI Kind = "uri"
	// Email is a string of the format "email".
	Email Kind = "email"
	// Date is a string of the format "date": day, month and year.
	Date Kind = "date"
	// DateTime is a string of the format "date-time": a date, a time of day and an offset
	// from UTC.
	DateTime Kind = "date-time"
	// Time is a string of the format "time": a time of day and an offset from UTC.
	Time Kind = "time"
	// LocalTime is a string with a pattern that accepts every HH:MM and nothing near it: a time
	// of day where the server is. Package check finds out, because it runs patterns.
	LocalTime Kind = "local-time"
)

// kind is what this package has to know of a kind of field.
type kind struct {
	Kind
	// matches reports whether a property asks for this kind.
	matches func(p property) bool
	// read fills the reader's field with the rules that the kind may have. It
	// marks the field as unsupported where these cannot be met or shown.
	read func(r *reader, p property)
	// controls is how many elements of a page the controls have; 0 where that depends on
	// the options.
	controls int
	facts
}

// facts are what other code asks about a kind without knowing which it is.
type facts struct {
	// typed: the answer is typed and not picked, so that it may be a secret.
	typed bool
	// formatted: the answer is text in one format, which is never empty.
	formatted bool
	// listed: the answer is one or several of the options, of any number.
	listed bool
	// explained: the kind has a rule of its own, which is said of each field.
	explained bool
	// dated: the answer has a day, a month and a year.
	dated bool
}

// kinds has a line for each kind of field. A property is of the first one that matches it, so
// that special ones stand before general ones. A new kind of field is a new line.
var kinds []kind

// The lines are set here, because lists look up the kind of their entries in them.
func init() {
	kinds = []kind{
		{Choices, isChoices, (*reader).readChoices, 0, facts{listed: true, explained: true}},
		{List, isList, (*reader).readList, 1, facts{typed: true, explained: true}},
		{Choice, isChoice, (*reader).readChoice, 0, facts{listed: true}},
		{Boolean, hasTypes("boolean"), (*reader).readBoolean, 0, facts{}},
		{Integer, hasTypes("integer"), (*reader).readNumber, 1, facts{typed: true, explained: true}},
		{Number, hasTypes("number", "integer"), (*reader).readNumber, 1, facts{typed: true}},
		{URI, isURI, (*reader).readText, 1, facts{typed: true, formatted: true, explained: true}},
		{Email, hasFormat("email"), (*reader).readText, 1, facts{typed: true, formatted: true}},
		{Date, hasFormat("date"), (*reader).readText, 9, facts{formatted: true, explained: true, dated: true}},
		{DateTime, hasFormat("date-time"), (*reader).readText, 18,
			facts{formatted: true, explained: true, dated: true}},
		{Time, isTime, (*reader).readText, 8, facts{formatted: true, explained: true}},
		{LocalTime, func(property) bool { return false }, (*reader).readText, 1, facts{typed: true, formatted: true, explained: true}},
		{Text, property.isText, (*reader).readText, 1, facts{typed: true}},
	}
}

// kindOf returns what is known of a kind. Every other word is a text.
func kindOf(k Kind) kind {
	if i := slices.IndexFunc(kinds, func(line kind) bool { return line.Kind == k }); i >= 0 {
		return kinds[i]
	}
	return kindOf(Text)
}

// Kinds lists all kinds of field.
func Kinds() (all []Kind) {
	for _, line := range kinds {
		all = append(all, line.Kind)
	}
	return all
}

// Dated reports whether a field of the kind asks for day, month and year.
func (k Kind) Dated() bool { return kindOf(k).dated }

// hasTypes returns a test for properties that have no other types than some.
func hasTypes(types ...string) func(property) bool {
	return func(p property) bool { return only(p.types, types...) }
}

func (r *reader) readBoolean(property) { r.field.readYesNo(nil) }

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
		if string(option.Title) != option.Value.Plain() {
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
