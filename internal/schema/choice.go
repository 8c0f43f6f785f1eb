package schema

import (
	"slices"

	"github.com/elicitform/elicitform/internal/elicit"
)

// Choice is one of several options (enum, oneOf or anyOf of const, const).
const Choice Kind = "choice"

type choiceKind struct{}

func (*choiceKind) matches(p property) bool { return hasOptions(p.schema) }

// read makes another kind of the field where nothing but yes and no is listed.
func (*choiceKind) read(r *reader, p property) {
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

func (*choiceKind) fits(f *Field, value elicit.Value) bool { return f.Find(value) >= 0 }

func (*choiceKind) elements(f *Field) int {
	switch {
	case f.Searchable || len(f.Options) > MaxSelect:
		return 3
	case len(f.Options) > MaxRadios:
		return 2 + len(f.Options)
	}
	return f.radioElements()
}

func (*choiceKind) facts() facts { return facts{listed: true} }
