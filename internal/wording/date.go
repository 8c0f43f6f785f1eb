package wording

import (
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/schema"
)

// sampleClock is an example of a time, which every language understands.
const sampleClock = "14:30"

type dateKind struct{}

func (dateKind) hint(w *Words, _ schema.Field) []string {
	return []string{w.Text(hintExample, sample("example", w.sampleDate()))}
}

type dateTimeKind struct{}

func (dateTimeKind) hint(w *Words, _ schema.Field) []string {
	return []string{w.Text(hintExample, sample("example", w.sampleDate()+", "+sampleClock))}
}

// sampleDate is a date that cannot be misread, in the order of the controls.
func (w *Words) sampleDate() string {
	switch w.locale.DateOrder {
	case "MDY":
		return "12 31 2026"
	case "YMD":
		return "2026 12 31"
	}
	return "31 12 2026"
}

// missingPart has a text for each part: grammar differs with the noun.
func missingPart(part check.DatePart) Key {
	switch part {
	case check.PartDay:
		return problemNoDay
	case check.PartMonth:
		return problemNoMonth
	case check.PartYear:
		return problemNoYear
	case check.PartClock:
		return problemClockMissing
	}
	return problemEmpty
}

// timeSkipped names the two times that may be meant, where they are known.
func (w *Words) timeSkipped(label Arg, p check.Problem) string {
	if p.Min != "" && p.Max != "" {
		return w.Text(problemTimeSkippedChoose, label, sample("a", p.Min), sample("b", p.Max))
	}
	return w.Text(problemTimeSkipped, label)
}
