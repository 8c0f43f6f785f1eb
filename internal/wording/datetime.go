package wording

import (
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/schema"
)

// sampleClock is an example of a time.
func (w *Words) sampleClock() string { return w.locale.Clock(14, 30) }

type dateTimeKind struct{}

func (*dateTimeKind) hint(w *Words, _ schema.Field) []Sentence {
	return []Sentence{w.Sentence(hintExample, sample("example", w.sampleDate()+", "+w.sampleClock()))}
}

// timeSkipped names the two times that may be meant, where they are known.
func (w *Words) timeSkipped(label Arg, p check.Problem) Sentence {
	if p.Min != "" && p.Max != "" {
		return w.Sentence(problemTimeSkippedChoose, label, sample("a", p.Min), sample("b", p.Max))
	}
	return w.Sentence(problemTimeSkipped, label)
}
