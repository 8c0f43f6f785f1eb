package wording

import (
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/schema"
)

type dateKind struct{}

func (dateKind) hint(w *Words, _ schema.Field) []string {
	return []string{w.Text(hintExample, sample("example", w.sampleDate()))}
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
