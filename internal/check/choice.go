package check

import (
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// The codes of one of several options.
const (
	// NotChosen: a required choice has no answer.
	NotChosen Code = "not-chosen"
	// MustBe: the schema accepts only one value, in Min.
	MustBe Code = "must-be"
)

type choiceKind struct{}

func (*choiceKind) missing(schema.Field) Problem            { return Problem{Code: NotChosen} }
func (*choiceKind) covers() (types []string, format string) { return []string{"string"}, "" }

func (*choiceKind) broken(_ *Checker, f schema.Field, value elicit.Value) *Problem {
	switch want := f.Const; {
	case !want.Exists() || want.Equal(value):
		return nil
	case want.Kind == elicit.String || want.Kind == elicit.Number:
		return &Problem{Code: MustBe, Min: want.Text}
	default:
		return &Problem{Code: MustBe, Min: want.JSON()}
	}
}

func (*choiceKind) unmatched(d answer.Draft) bool { return d.Text != "" && len(d.Chosen) == 0 }
