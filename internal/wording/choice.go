package wording

import "github.com/elicitform/elicitform/internal/schema"

type choiceKind struct{}

func (*choiceKind) hint(*Words, schema.Field) []Sentence { return nil }
