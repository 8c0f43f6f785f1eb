package schema

import (
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
)

func isChoice(p property) bool { return hasOptions(p.schema) }

func isChoices(p property) bool { return p.entry != nil && isChoice(*p.entry) }

func isList(p property) bool { return p.entry != nil && only(p.entry.types, "string") }

// readChoice makes another kind of the field where nothing but yes and no is listed.
func (r *reader) readChoice(p property) {
	f := r.field
	f.Const = p.schema.Get("const")
	switch f.Const.Kind {
	case elicit.Object:
		r.obstruct(NestedObject)
		return
	case elicit.Array:
		r.obstruct(UnsupportedType)
		return
	}
	options := r.options(p.schema, p.schema.Get("enumNames"), p.types)
	switch {
	case f.Unsupported != "":
	case !slices.ContainsFunc(options, func(o Option) bool { return o.Value.Kind != elicit.Bool }):
		f.Kind = Boolean
		f.readYesNo(options)
	default:
		f.Options = options
		f.Searchable = len(options) > MaxSelect
	}
}

func fitsChoice(f *Field, value elicit.Value) bool { return f.Find(value) >= 0 }

// readArray reads what the kinds of array share: how many entries they may
// have, and what the entries are.
func (r *reader) readArray(p *property) {
	f, schema := r.field, p.schema
	f.MinItems = r.count(schema, "minItems")
	f.MaxItems = r.count(schema, "maxItems")
	f.UniqueItems = schema.Get("uniqueItems").Truth
	if hasOptions(schema) {
		// Whole arrays to choose from.
		r.obstruct(Composition)
		return
	}
	items := schema.Get("items")
	if schema.Get("prefixItems").Exists() || schema.Get("contains").Exists() || items.Kind != elicit.Object {
		// Tuples, rules on some entry, and entries of any type.
		r.obstruct(UnsupportedType)
		return
	}
	entry, obstacle := r.document.flatten(items, nil)
	if obstacle != "" {
		r.obstruct(obstacle)
		return
	}
	f.Schema = with(schema, "items", entry)
	inner := reader{document: r.document, field: &Field{}}
	p.entry = &property{schema: entry, types: inner.types(entry)}
	switch {
	case f.MaxItems >= 0 && f.MinItems > f.MaxItems:
		r.obstruct(Contradiction)
	case composed(entry):
		r.obstruct(Composition)
	case only(p.entry.types, "object"):
		r.obstruct(NestedObject)
	}
}

// fitsCount reports whether an array may have n entries.
func fitsCount(f *Field, n int) bool {
	return n >= f.MinItems && (f.MaxItems < 0 || n <= f.MaxItems)
}

func (r *reader) readChoices(p property) {
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

// fitsChoices wants every value among the options and none twice, because an option
// is either chosen or not.
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

// readList reads the rules for the entries into a field of their own.
func (r *reader) readList(p property) {
	inner := reader{document: r.document, field: &Field{MinItems: -1, MaxItems: -1, Schema: p.entry.schema}}
	inner.describe(p.entry.schema)
	inner.recognise(*p.entry)
	f := r.field
	f.Entry = inner.field
	f.Unsupported = inner.field.Unsupported
	for _, note := range inner.field.Notes {
		f.note(note)
	}
}

// fitsList refuses entries that one line of a text box cannot hold: what is shown
// and what is sent would differ.
func fitsList(f *Field, value elicit.Value) bool {
	if value.Kind != elicit.Array || !fitsCount(f, len(value.Items)) {
		return false
	}
	seen := map[string]bool{}
	for _, item := range value.Items {
		if item.Kind != elicit.String || item.Lossy || untrusted.Blank(item.Text) || strings.ContainsAny(item.Text, "\r\n") ||
			!kindOf(f.Entry.Kind).fits(f.Entry, item) || f.UniqueItems && seen[item.Text] {
			return false
		}
		seen[item.Text] = true
	}
	return true
}
