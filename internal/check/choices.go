package check

import (
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// The codes of any of several options, besides [NotChosen].
const (
	TooFewChosen  Code = "too-few-chosen"  // Min
	TooManyChosen Code = "too-many-chosen" // Max
)

type choicesKind struct{}

func (*choicesKind) missing(f schema.Field) Problem {
	if f.MinItems > 1 {
		return Problem{Code: TooFewChosen, Min: limit(f.MinItems)}
	}
	return Problem{Code: NotChosen}
}

func (*choicesKind) covers() (types []string, format string) { return []string{"array"}, "" }

func (*choicesKind) broken(_ *Checker, f schema.Field, value elicit.Value) *Problem {
	return brokenCount(f, value, TooFewChosen, TooManyChosen)
}

// brokenCount checks how many entries an array has.
func brokenCount(f schema.Field, value elicit.Value, few, many Code) *Problem {
	n := len(value.Items)
	p := &Problem{Code: few, Min: limit(f.MinItems), Max: limit(f.MaxItems)}
	switch {
	case value.Kind != elicit.Array:
		return nil
	case n < f.MinItems:
		return p
	case f.MaxItems >= 0 && n > f.MaxItems:
		p.Code, p.Got = many, n-f.MaxItems
		return p
	}
	return nil
}
