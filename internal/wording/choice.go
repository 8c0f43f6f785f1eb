package wording

import (
	"github.com/elicitform/elicitform/internal/schema"
)

type choiceKind struct{}

func (choiceKind) hint(*Words, schema.Field) []string { return nil }

type booleanKind struct{}

func (booleanKind) hint(w *Words, f schema.Field) []string { return w.only(f) }

type choicesKind struct{}

// hint leaves out limits that nobody can miss: at most as many as there
// are. A minimum of one is worth saying only beside a maximum.
func (choicesKind) hint(w *Words, f schema.Field) []string {
	low, high := f.MinItems, f.MaxItems
	if high >= len(f.Options) {
		high = -1
	}
	if low <= 0 || low == 1 && high < 0 {
		low = -1
	}
	if low < 0 && high < 0 {
		return []string{w.Text(hintSelectAny)}
	}
	return w.hint(bounds{hintSelectAtLeast, hintSelectUpTo, hintSelectBetween, hintSelectExact}, low, high)
}
