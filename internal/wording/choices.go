package wording

import "github.com/elicitform/elicitform/internal/schema"

type choicesKind struct{}

// hint leaves out a maximum that cannot be exceeded, because there are no more
// options. It names a minimum of one only beside a maximum.
func (*choicesKind) hint(w *Words, f schema.Field) []Sentence {
	low, high := f.MinItems, f.MaxItems
	if high >= len(f.Options) {
		high = -1
	}
	if low <= 0 || low == 1 && high < 0 {
		low = -1
	}
	if low < 0 && high < 0 {
		return []Sentence{w.Sentence(hintSelectAny)}
	}
	return w.hint(bounds{hintSelectAtLeast, hintSelectUpTo, hintSelectBetween, hintSelectExact}, limit(low), limit(high))
}
