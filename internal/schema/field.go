package schema

import (
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
)

// Field is one property of requestedSchema, ready to be drawn and checked.
type Field struct {
	// Index is the position among the form's fields, in the server's order.
	Index int
	// Name is the property name as the server wrote it: any text, even an empty one.
	Name string
	// Title is the server's title, else the prettified name; empty if neither has a visible character.
	Title       safetext.Text
	Description safetext.Text
	// Header is a word or two above the title, for agents that send one beside the question.
	Header safetext.Text
	// Ambiguous: another field shows the same title, so its position is shown beside it.
	Ambiguous bool
	Kind      Kind
	Required  bool

	// MinLength and MaxLength count code points; -1 means no limit.
	MinLength, MaxLength int
	// Pattern is an ECMA-262 expression; empty means no pattern.
	Pattern string
	// Format is the format as the server named it, even an unknown one.
	Format string
	// Example is an example of the format of a text or of the entries of a list; empty where the server's pattern
	// may ask for another notation. Unchecked is a format or an encoding that this package does not check.
	Example, Unchecked string
	// Multiline: the control has several lines.
	Multiline bool
	// Secret: the field seems to ask for a password, key or card number.
	Secret bool

	// The bounds and the step are number literals; empty means none.
	Minimum, Maximum                   string
	ExclusiveMinimum, ExclusiveMaximum string
	MultipleOf                         string

	// RepeatsMessage: the message of the request asks the question already.
	RepeatsMessage bool

	// Union: the schema also accepts values of other types; a Number also its text.
	// FreeText: it accepts any text.
	Union, FreeText bool

	// Options are in the server's order; those of a Boolean are yes and no.
	Options []Option
	// HasNames: the server itself names yes or no of a Boolean.
	HasNames bool
	// Companion is the position of the text that belongs to a Choice or to Choices, and PartOf that of the choice that a text belongs
	// to: an answer in the person's own words, or a note to any answer. Both count from 1, and are 0 for all other fields.
	Companion, PartOf int
	IsNote            bool
	// Searchable: there are many options, or the form has too many elements; see [MaxElements].
	Searchable bool
	// positions finds an option by its value; see [Field.Find].
	positions map[valueKey]int
	// MinItems and MaxItems bound Choices and List; -1 means no limit.
	MinItems, MaxItems int
	// UniqueItems: a List may not repeat an entry.
	UniqueItems bool
	// Entry holds the rules for one entry of a List; nil for every other kind.
	Entry *Field

	// Const is the one value that the schema accepts; Missing without a const.
	Const request.Value

	// Default is the server's suggestion; Missing without one, or after it was dropped.
	Default request.Value

	// DroppedDefault is a suggestion that breaks the server's own rules; else empty.
	DroppedDefault safetext.Text

	// Schema has local references resolved and null alternatives removed.
	Schema request.Value
	// SchemaEquivalent: Schema accepts the same answers as the property's original schema.
	SchemaEquivalent bool

	// Remarks are facts about the field that the person should know.
	Remarks []Remark
	// Unsupported is the reason why the field cannot be answered here; else empty.
	Unsupported Obstacle
}

// Option is one of the values that the person can choose.
type Option struct {
	// Value is the submitted value: a String, Number or Bool.
	Value request.Value
	// Title is the server's title, or the value as text.
	Title safetext.Text
	// Description is often empty. Rust servers send it in place of a title.
	Description safetext.Text
	// Preview shows what the option means, such as code, in several lines; usually empty.
	Preview safetext.Text
	// IsOwn: the option stands for the text of the [Companion], and is never sent itself.
	IsOwn bool
	// Ambiguous: another option shows the same title, so the value is shown beside it.
	Ambiguous bool
	// Exact: another option looks the same even with its value, so that is written as JSON with code points.
	Exact bool
}

// Remark is a fact about a field that can be answered. The author of a request sees it under this name.
type Remark string

const (
	// DefaultDropped: the server's suggestion breaks its own rules.
	DefaultDropped Remark = "default-dropped"
	// DefaultWithoutZone: the server suggested a time without a time zone, which is read in the person's.
	DefaultWithoutZone Remark = "default-without-zone"
	// UnknownFormat: the server asked for a format that this package does not check.
	UnknownFormat Remark = "unknown-format"
	// PatternUnchecked: the form cannot check the pattern; the server will.
	PatternUnchecked Remark = "pattern-unchecked"
	// Untyped: the server did not state a type; the answer is text.
	Untyped Remark = "untyped"
	// OptionsDropped: some options are duplicates, or cannot be sent as the server wrote them.
	OptionsDropped Remark = "options-dropped"
	// RuleIgnored: a rule of the schema is malformed and is not checked.
	RuleIgnored Remark = "rule-ignored"
	// DefaultTooLong: the server's suggestion is longer than the form can hold.
	DefaultTooLong Remark = "default-too-long"
	// Shortened: texts are cut, because all texts of the form together are too long.
	Shortened Remark = "shortened"
)

// Obstacle is the reason why a field, or the whole form, cannot be answered.
type Obstacle string

const (
	// NestedObject: the property is an object or an array of objects.
	NestedObject Obstacle = "nested-object"
	// UnsupportedType: no control exists for the type (null, array of numbers, …).
	UnsupportedType Obstacle = "unsupported-type"
	// RemoteReference: a $ref leaves the document; it is never fetched.
	RemoteReference Obstacle = "remote-reference"
	// BrokenReference: a local $ref leads nowhere or to itself.
	BrokenReference Obstacle = "broken-reference"
	// Composition: allOf, not, if or other keywords that a field cannot show.
	Composition Obstacle = "composition"
	// NoOptions: a choice without options.
	NoOptions Obstacle = "no-options"
	// Contradiction: rules that no answer can meet (minLength over maxLength).
	Contradiction Obstacle = "contradiction"
	// NotASchema: the property is not a schema object.
	NotASchema Obstacle = "not-a-schema"
	// TooMuch: the field exceeds the budget of the form; see [Budget].
	TooMuch Obstacle = "too-much"
	// UnknownRequired: `required` names a property that does not exist.
	UnknownRequired Obstacle = "unknown-required"
)
