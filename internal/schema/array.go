package schema

import (
	"slices"

	"github.com/elicitform/elicitform/internal/elicit"
)

// readArray reads an array: of listed values, or a free list of strings.
// Nothing else has a place in a result, whose arrays hold strings.
func (r *reader) readArray(schema elicit.Value) {
	f := &r.field
	f.MinItems = r.count(schema, "minItems")
	f.MaxItems = r.count(schema, "maxItems")
	f.UniqueItems = schema.Get("uniqueItems").Truth
	if hasOptions(schema) {
		// Whole arrays to choose from.
		r.obstruct(Composition)
		return
	}
	items := schema.Get("items")
	switch {
	case schema.Get("prefixItems").Exists(), schema.Get("contains").Exists(), items.Kind != elicit.Object:
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
	if f.MaxItems >= 0 && f.MinItems > f.MaxItems {
		r.obstruct(Contradiction)
		return
	}
	inner := reader{document: r.document}
	types := inner.types(entry)
	switch {
	case composed(entry):
		r.obstruct(Composition)
	case only(types, "object"):
		r.obstruct(NestedObject)
	case hasOptions(entry):
		r.readChoices(schema, entry, types)
	case only(types, "string"):
		r.readList(entry)
	default:
		r.obstruct(UnsupportedType)
	}
}

// readChoices reads an array of listed values, each of which can be chosen
// once.
func (r *reader) readChoices(schema, entry elicit.Value, types []string) {
	f := &r.field
	f.Kind = Choices
	enumNames := entry.Get("enumNames")
	if !enumNames.Exists() {
		enumNames = schema.Get("enumNames")
	}
	f.Options = r.options(entry, enumNames, types)
	if f.Unsupported == "" && f.MinItems > len(f.Options) {
		r.obstruct(Contradiction)
	}
}

// readList reads a free list; the rules for its entries are a field of their
// own.
func (r *reader) readList(entry elicit.Value) {
	f := &r.field
	f.Kind = List
	inner := reader{document: r.document, field: Field{MinItems: -1, MaxItems: -1, Schema: entry}}
	inner.describe(entry)
	inner.readText(entry)
	f.Entry = &inner.field
	f.Unsupported = inner.field.Unsupported
	for _, note := range inner.field.Notes {
		if !slices.Contains(f.Notes, note) {
			f.note(note)
		}
	}
}
