package wording

import (
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
)

type dateKind struct{}

func (*dateKind) hint(w *Words, _ schema.Field) []string {
	return []string{w.Text(hintExample, sample("example", w.locale.Digits(w.sampleDate())))}
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

// YearLabel labels the year of a date. It names the era where people also use
// another calendar, whose years are not meant.
func (w *Words) YearLabel() string {
	era := w.locale.Era
	if era == "" {
		return w.Text(Year)
	}
	return w.Text(Year) + " (" + untrusted.Isolate(era, w.rtl) + ")"
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
