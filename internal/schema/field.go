package schema

import (
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// Field is one property of requestedSchema, ready to be drawn and checked.
type Field struct {
	// Index is the position among the form's fields, in the server's order.
	Index int
	// Name is the property name, exactly as the server wrote it; it may be
	// empty and may hold anything.
	Name string
	// Title is the server's title, else the prettified name; empty where neither has anything to show.
	Title       untrusted.Text
	Description untrusted.Text
	// Ambiguous says that another field shows the same title in a sentence, so that its
	// place has to stand beside it.
	Ambiguous bool
	Kind      Kind
	Required  bool

	// MinLength and MaxLength count code points; -1 means no limit.
	MinLength, MaxLength int
	// Pattern is an ECMA-262 expression; empty means none.
	Pattern string
	// Format is the format as the server named it, also when it is unknown.
	Format string
	// Example is an example of the format of a text or of the entries of a list; empty where the server's pattern
	// may ask for something else. Unchecked is a format or an encoding that is not checked here.
	Example, Unchecked string
	// Multiline says that the text wants several lines.
	Multiline bool
	// Secret says that the field looks like a password, key or card number.
	Secret bool

	// Minimum, Maximum, ExclusiveMinimum, ExclusiveMaximum and MultipleOf are
	// number literals; empty means none.
	Minimum, Maximum                   string
	ExclusiveMinimum, ExclusiveMaximum string
	MultipleOf                         string

	// Union says that the schema takes values of other types, too: of a Number, its text.
	// FreeText says that it takes any text.
	Union, FreeText bool

	// Options are what can be chosen, in the server's order: for Choice and
	// Choices the schema's, for Boolean yes and no (true first).
	Options []Option
	// Named says of a Boolean that the server has names of its own for yes or no.
	Named bool
	// Searchable says that the options are found by typing: there are many, or the
	// form has too many elements; see [MaxElements].
	Searchable bool
	// positions finds an option by its value; see [Field.Find].
	positions map[valueKey]int
	// MinItems and MaxItems bound Choices and List; -1 means no limit.
	MinItems, MaxItems int
	// UniqueItems forbids a List to repeat an entry.
	UniqueItems bool
	// Entry holds the rules for one entry of a List; nil for every other kind.
	Entry *Field

	// Const is the one value that the schema accepts; Missing when there is none.
	Const elicit.Value

	// Default is the server's suggestion; Missing when there is none, or it was dropped.
	Default elicit.Value

	// Dropped is the suggestion that breaks the server's own rules; empty where none does.
	Dropped untrusted.Text

	// Schema is the property's schema with local references resolved and
	// null alternatives removed.
	Schema elicit.Value
	// SchemaEquivalent says that Schema accepts the same answers as the
	// property's schema as it came, so that either can check them.
	SchemaEquivalent bool

	// Remarks are facts about the field that the person should know.
	Remarks []Remark
	// Unsupported is why the field cannot be answered here; empty when it can.
	Unsupported Obstacle
}

// Option is one thing that can be chosen.
type Option struct {
	// Value is what is sent; a String, Number or Bool.
	Value elicit.Value
	// Title is the server's title, or the value as text.
	Title untrusted.Text
	// Description is often empty. Rust servers send it in place of a title.
	Description untrusted.Text
	// Ambiguous says that another option shows the same title, so that the
	// value has to stand beside it.
	Ambiguous bool
	// Exact says that another option looks the same with its value beside it,
	// so that this is written as JSON, with the numbers of its characters.
	Exact bool
}

// Remark is a fact about a field that can be answered. The author of a request gets it under this name.
type Remark string

// The remarks.
const (
	// DefaultDropped: the server's suggestion breaks its own rules.
	DefaultDropped Remark = "default-dropped"
	// DefaultWithoutZone: the server suggested a time without a time zone, which is read in the person's.
	DefaultWithoutZone Remark = "default-without-zone"
	// UnknownFormat: the server asked for a format that is not checked here.
	UnknownFormat Remark = "unknown-format"
	// PatternUnchecked: the pattern cannot be checked here, the server will.
	PatternUnchecked Remark = "pattern-unchecked"
	// Untyped: the server did not say what type it wants; text is sent.
	Untyped Remark = "untyped"
	// OptionsDropped: some options stand twice, or cannot be sent as the server wrote them.
	OptionsDropped Remark = "options-dropped"
	// RuleIgnored: a rule of the schema is malformed and is not checked here.
	RuleIgnored Remark = "rule-ignored"
	// DefaultTooLong: the server's suggestion is more than the form can hold.
	DefaultTooLong Remark = "default-too-long"
	// Shortened: texts are cut, because those of the form are too long together.
	Shortened Remark = "shortened"
)

// Obstacle is why a field, or the whole form, cannot be answered.
type Obstacle string

// The obstacles.
const (
	// NestedObject: the property is an object or an array of objects.
	NestedObject Obstacle = "nested-object"
	// UnsupportedType: the type has no control (null, array of numbers, …).
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
	// TooMuch: the form as a whole has no room left for the field; see [Budget].
	TooMuch Obstacle = "too-much"
	// UnknownRequired: `required` names a property that does not exist.
	UnknownRequired Obstacle = "unknown-required"
)
