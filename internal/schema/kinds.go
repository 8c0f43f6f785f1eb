package schema

import (
	"slices"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
)

// Kind is what a field asks for: a text, a date, one of several options.
type Kind string

const (
	// Text is a string without a special control, and the zero Kind.
	Text Kind = ""
	// Number and Integer are numbers; an Integer lacks a fraction.
	Number  Kind = "number"
	Integer Kind = "integer"
	// Boolean is yes or no.
	Boolean Kind = "boolean"
	// Choice is one of several options (enum, oneOf or anyOf of const, const).
	Choice Kind = "choice"
	// Choices is any number of several options: an array of listed values.
	Choices Kind = "choices"
	// List is a free list of strings, one a line.
	List Kind = "list"
	// URI is a string of the format "uri", or a file (x-mcp-file of SEP-2356, as a data: URI): the form
	// reads no files, but the person can type an address.
	URI Kind = "uri"
	// Email is a string of the format "email".
	Email Kind = "email"
	// Date is a string of the format "date": day, month and year.
	Date Kind = "date"
	// DateTime is a string of the format "date-time": a date, a time of day and an offset from UTC.
	DateTime Kind = "date-time"
	// Time is a string of the format "time": a time of day and an offset from UTC.
	Time Kind = "time"
	// LocalTime is a string with a pattern for HH:MM. Package validate detects it, because it runs patterns.
	LocalTime Kind = "local-time"
)

type kind struct {
	Kind
	read func(r *reader, p property)
	// typed: the answer is typed and not picked, so it may be a secret.
	typed bool
	// formatted: the answer is text in one format, which is never empty.
	formatted bool
	// listed: the answer is one or several of any number of options.
	listed  bool
	hasDate bool
}

// kinds has a line for each kind of field. A new kind needs a new line, and a case of [property.kind].
var kinds []kind

// The lines are set here, because lists look up the kind of their entries in them.
func init() {
	kinds = []kind{
		{Kind: Choices, read: (*reader).readChoices, listed: true},
		{Kind: List, read: (*reader).readList, typed: true},
		{Kind: Choice, read: (*reader).readChoice, listed: true},
		{Kind: Boolean, read: (*reader).readBoolean},
		{Kind: Integer, read: (*reader).readNumber, typed: true},
		{Kind: Number, read: (*reader).readNumber, typed: true},
		{Kind: URI, read: (*reader).readText, typed: true, formatted: true},
		{Kind: Email, read: (*reader).readText, typed: true, formatted: true},
		{Kind: Date, read: (*reader).readText, formatted: true, hasDate: true},
		{Kind: DateTime, read: (*reader).readText, formatted: true, hasDate: true},
		{Kind: Time, read: (*reader).readText, formatted: true},
		{Kind: LocalTime, read: (*reader).readText, typed: true, formatted: true},
		{Kind: Text, read: (*reader).readText, typed: true},
	}
}

// kindOf returns the line of a kind. An unknown kind is a text.
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

// HasDate reports whether a field of the kind asks for day, month and year.
func (k Kind) HasDate() bool { return kindOf(k).hasDate }

// kind takes a property without a type, or with a union of text and other types, for a text: anything else would mean
// guessing a JSON value from the typed text. A time with a pattern is a text, too: servers write patterns for
// times without an offset, which the time controls cannot produce.
func (p property) kind() (k Kind, found bool) {
	format := p.format()
	switch {
	case p.entry != nil && hasOptions(p.entry.schema):
		return Choices, true
	case p.entry != nil && areOnly(p.entry.types, "string"):
		return List, true
	case hasOptions(p.schema):
		return Choice, true
	case areOnly(p.types, "boolean"):
		return Boolean, true
	case areOnly(p.types, "integer"):
		return Integer, true
	case areOnly(p.types, "number", "integer"):
		return Number, true
	case p.isNumeral():
		if slices.Contains(p.types, "number") {
			return Number, true
		}
		return Integer, true
	case len(p.types) > 0 && !slices.Contains(p.types, "string"):
		return Text, false
	case format == "uri" || p.schema.Get("x-mcp-file").Exists():
		return URI, true
	case format == "email", format == "date", format == "date-time", format == "time" && !p.schema.Get("pattern").Exists():
		return Kind(format), true
	}
	return Text, true
}

// isNumeral reports whether a number may also come as text that needs no special control.
func (p property) isNumeral() bool {
	if len(p.types) < 2 || !areOnly(p.types, "string", "number", "integer") {
		return false
	}
	format := p.schema.Get("format").Text
	for _, entry := range unionOf(p.schema).Items {
		if entry.Get("type").Text == "string" {
			format = entry.Get("format").Text
		}
	}
	return !kindOf(Kind(format)).formatted
}

// readBoolean also reads enumNames without enum: the names of yes and no, in this order.
func (r *reader) readBoolean(p property) {
	var options []Option
	if names := p.schema.Get("enumNames"); len(names.Items) == 2 {
		options = r.enumOptions(request.Value{Items: []request.Value{request.BoolValue(true), request.BoolValue(false)}}, names)
	}
	r.readYesNo(options)
}

// readYesNo shows the value beside a title if only one option has one: the title and the form's own word
// for the other option might be the same.
func (r *reader) readYesNo(listed []Option) {
	f := r.field
	f.Options = []Option{{Value: request.BoolValue(true)}, {Value: request.BoolValue(false)}}
	f.positions = positionsOf(f.Options)
	for _, option := range listed {
		i := f.Find(option.Value)
		f.Options[i].Description = option.Description
		if string(option.Title) != option.Value.Plain() {
			f.Options[i].Title = r.shorten(option.Title, safetext.OptionLimit)
		}
	}
	if len(listed) == 1 {
		f.Const = listed[0].Value
	}
	switch yes, no := &f.Options[0], &f.Options[1]; {
	case yes.Title != "" && no.Title != "":
		r.document.tellApart(f.Options)
	default:
		yes.Ambiguous, no.Ambiguous = yes.Title != "", no.Title != ""
	}
	f.HasNames = f.Options[0].Title+f.Options[1].Title != ""
}

// readChoice turns the field into a Boolean if its only options are true and false.
func (r *reader) readChoice(p property) {
	f := r.field
	f.Const = p.schema.Get("const")
	switch f.Const.Type {
	case request.Object:
		r.obstruct(NestedObject)
		return
	case request.Array:
		r.obstruct(UnsupportedType)
		return
	}
	options := r.readOptions(p.schema, p.schema.Get("enumNames"), p.types)
	switch {
	case f.Unsupported != "":
	case !slices.ContainsFunc(options, func(o Option) bool { return o.Value.Type != request.Bool }):
		f.Kind = Boolean
		r.readYesNo(options)
	default:
		f.Options = options
		f.Searchable = len(options) > maxSelect
	}
}

func (r *reader) readArray(p *property) {
	f, schema := r.field, p.schema
	f.MinItems = r.count(schema, "minItems")
	f.MaxItems = r.count(schema, "maxItems")
	f.UniqueItems = schema.Get("uniqueItems").Truth
	if hasOptions(schema) {
		// The options are whole arrays.
		r.obstruct(Composition)
		return
	}
	items := schema.Get("items")
	if schema.Get("prefixItems").Exists() || schema.Get("contains").Exists() || items.Type != request.Object {
		// Tuples, rules for some entry, and entries of any type.
		r.obstruct(UnsupportedType)
		return
	}
	entry, obstacle := r.document.flatten(items, nil)
	if obstacle != "" {
		r.obstruct(obstacle)
		return
	}
	f.Schema = replaceMember(schema, "items", entry)
	inner := reader{document: r.document, field: &Field{}}
	p.entry = &property{schema: entry, types: inner.types(entry)}
	switch {
	case f.MaxItems >= 0 && f.MinItems > f.MaxItems:
		r.obstruct(Contradiction)
	case isComposed(entry):
		r.obstruct(Composition)
	case areOnly(p.entry.types, "object"):
		r.obstruct(NestedObject)
	}
}

func (r *reader) readChoices(p property) {
	enumNames := p.entry.schema.Get("enumNames")
	if !enumNames.Exists() {
		enumNames = p.schema.Get("enumNames")
	}
	f := r.field
	f.Options = r.readOptions(p.entry.schema, enumNames, p.entry.types)
	if f.Unsupported == "" && f.MinItems > len(f.Options) {
		r.obstruct(Contradiction)
	}
}

func (r *reader) readList(p property) {
	inner := reader{document: r.document, field: &Field{MinItems: -1, MaxItems: -1, Schema: p.entry.schema}}
	inner.describe(p.entry.schema)
	inner.recognise(*p.entry)
	f := r.field
	f.Entry, f.Example, f.Unchecked = inner.field, inner.field.Example, inner.field.Unchecked
	f.Unsupported = inner.field.Unsupported
	for _, remark := range inner.field.Remarks {
		f.remark(remark)
	}
}
