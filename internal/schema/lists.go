package schema

import (
	"slices"

	"github.com/elicitform/elicitform/internal/elicit"
)

// readChoice makes another kind of the field where nothing but yes and no is listed.
func (r *reader) readChoice(p property) {
	f := r.field
	f.Const = p.schema.Get("const")
	switch f.Const.Type {
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
	case !slices.ContainsFunc(options, func(o Option) bool { return o.Value.Type != elicit.Bool }):
		f.Kind = Boolean
		f.readYesNo(options)
	default:
		f.Options = options
		f.Searchable = len(options) > MaxSelect
	}
}

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
	if schema.Get("prefixItems").Exists() || schema.Get("contains").Exists() || items.Type != elicit.Object {
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

// readList reads the rules for the entries into a field of their own.
func (r *reader) readList(p property) {
	inner := reader{document: r.document, field: &Field{MinItems: -1, MaxItems: -1, Schema: p.entry.schema}}
	inner.describe(p.entry.schema)
	inner.recognise(*p.entry)
	f := r.field
	f.Entry = inner.field
	f.Unsupported = inner.field.Unsupported
	for _, remark := range inner.field.Remarks {
		f.remark(remark)
	}
}
