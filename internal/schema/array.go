package schema

import "github.com/elicitform/elicitform/internal/elicit"

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
