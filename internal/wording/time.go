package wording

import "github.com/elicitform/elicitform/internal/schema"

type timeKind struct{}

func (timeKind) hint(w *Words, _ schema.Field) []string {
	if w.locale.TypedTimes {
		return []string{w.Text(hintExample, sample("example", w.sampleClock())), w.Text(hintTimeOfDay)}
	}
	return []string{w.Text(hintTimeOfDay)}
}
