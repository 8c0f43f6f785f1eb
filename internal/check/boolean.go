package check

import (
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// The codes of yes or no.
const (
	// NotAnswered: a required yes/no has no answer.
	NotAnswered Code = "not-answered"
	// MustBeYes: the schema accepts only true.
	MustBeYes Code = "must-be-yes"
	// MustBeNo: the schema accepts only false.
	MustBeNo Code = "must-be-no"
)

type booleanKind struct{}

func (*booleanKind) missing(schema.Field) Problem            { return Problem{Code: NotAnswered} }
func (*booleanKind) covers() (types []string, format string) { return []string{"boolean"}, "" }

func (*booleanKind) broken(_ *Checker, f schema.Field, value elicit.Value) *Problem {
	switch {
	case !f.Const.Exists() || f.Const.Equal(value):
		return nil
	case f.Const.Truth:
		return &Problem{Code: MustBeYes}
	}
	return &Problem{Code: MustBeNo}
}
