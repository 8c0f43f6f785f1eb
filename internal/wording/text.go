package wording

import "github.com/elicitform/elicitform/internal/schema"

type textKind struct{}

func (*textKind) hint(w *Words, f schema.Field) []Sentence {
	return append(w.only(f), w.lengthHint(f)...)
}
