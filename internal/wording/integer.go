package wording

import "github.com/elicitform/elicitform/internal/schema"

// sampleInteger is an example of a whole number.
const sampleInteger = "30"

type integerKind struct{}

func (*integerKind) hint(w *Words, f schema.Field) []Sentence { return w.numberHint(f, true) }
