package wording

import "github.com/elicitform/elicitform/internal/schema"

type booleanKind struct{}

func (*booleanKind) hint(w *Words, f schema.Field) []Sentence { return w.only(f) }
