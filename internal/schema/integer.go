package schema

import "github.com/elicitform/elicitform/internal/elicit"

// Integer is a whole number.
const Integer Kind = "integer"

type integerKind struct{}

func (integerKind) matches(p property) bool    { return only(p.types, "integer") }
func (integerKind) read(r *reader, p property) { r.readNumber(p.schema, true) }
func (integerKind) elements(*Field) int        { return numberElements }
func (integerKind) facts() facts               { return facts{typed: true} }

func (integerKind) fits(f *Field, value elicit.Value) bool {
	return value.Kind == elicit.Number && fitsNumber(f, value.Text, true)
}
