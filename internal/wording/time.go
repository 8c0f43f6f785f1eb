package wording

import "github.com/elicitform/elicitform/internal/schema"

type timeKind struct{}

func (timeKind) hint(w *Words, _ schema.Field) []Sentence {
	if w.locale.TypedTimes {
		return []Sentence{w.Sentence(hintExample, sample("example", w.sampleClock())), w.Sentence(hintTimeOfDay)}
	}
	return []Sentence{w.Sentence(hintTimeOfDay)}
}
