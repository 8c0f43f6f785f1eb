package check

import (
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// NotChosen is the code of a required choice without an answer.
const NotChosen Code = "not-chosen"

type choiceKind struct{}

func (*choiceKind) missing(schema.Field) Problem            { return Problem{Code: NotChosen} }
func (*choiceKind) covers() (types []string, format string) { return []string{"string"}, "" }

// broken passes everything: only options can be chosen, and beside a const there
// is no other option.
func (*choiceKind) broken(*Checker, schema.Field, elicit.Value) *Problem { return nil }

func (*choiceKind) unmatched(d answer.Draft) bool { return d.Text != "" && len(d.Chosen) == 0 }
