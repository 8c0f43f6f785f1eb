package check

import (
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// kind is how answers to one kind of field are checked. A new kind of field is
// a new file, with a type of its own where it needs one, and a line in kinds.
type kind interface {
	// missing is the problem of a required field without an answer.
	missing(f schema.Field) Problem
	// broken is the first of the field's rules that an answer breaks; nil where
	// it breaks none. It passes what is of another type than the kind's own,
	// which the validator refuses.
	broken(c *Checker, f schema.Field, value elicit.Value) *Problem
	// covers returns the types that a schema may give the kind, and the format
	// that broken checks, if any: there the validator has nothing to add.
	covers() (types []string, format string)
}

// parsed is a kind whose drafts may be something that cannot be read.
type parsed interface {
	// unreadable is the problem of a draft with a fault.
	unreadable(fault answer.Fault) Problem
}

// searched is a kind whose answer may be looked for by typing.
type searched interface {
	// unmatched reports whether something is typed and no answer is chosen. To
	// leave the field out silently would lose what somebody meant to answer.
	unmatched(d answer.Draft) bool
}

var kinds = map[schema.Kind]kind{
	schema.Text:     &textKind{},
	schema.Email:    &email,
	schema.URI:      &uri,
	schema.Date:     &date,
	schema.DateTime: &dateTime,
	schema.Time:     &timeOfDay,
	schema.Number:   &number,
	schema.Integer:  &integer,
	schema.Boolean:  &booleanKind{},
	schema.Choice:   &choiceKind{},
	schema.Choices:  &choicesKind{},
	schema.List:     &listKind{},
}
