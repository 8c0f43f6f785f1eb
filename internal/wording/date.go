package wording

import (
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/schema"
)

type dateKind struct{}

func (*dateKind) hint(w *Words, _ schema.Field) []Sentence {
	return []Sentence{w.Sentence(hintExample, sample("example", w.sampleDate()))}
}

// sampleDate is a date that cannot be misread, in the order of the controls.
func (w *Words) sampleDate() string { return w.locale.Digits(sampleDates[w.locale.DateOrder]) }

var sampleDates = map[string]string{"DMY": "31 12 2026", "MDY": "12 31 2026", "YMD": "2026 12 31"}

// YearLabel labels the year of a date. It names the era where people also use
// another calendar, whose years are not meant.
func (w *Words) YearLabel() string {
	era := w.locale.Era
	if era == "" {
		return w.Text(Year)
	}
	return w.Text(AmbiguousOption, Value("title", w.Text(Year)), Value("value", era))
}

// missingPart has a text for each part: grammar differs with the noun.
var missingPart = map[check.DatePart]Key{
	check.PartDay:   problemNoDay,
	check.PartMonth: problemNoMonth,
	check.PartYear:  problemNoYear,
	check.PartClock: problemClockMissing,
}
