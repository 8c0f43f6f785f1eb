package wording

import (
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/schema"
)

func (w *Words) dateHint(schema.Field) []Sentence {
	return []Sentence{w.Sentence("hint-example", sample("example", w.sampleDate()))}
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
var missingPart = map[check.Segment]Key{
	check.DaySegment:   "problem-no-day",
	check.MonthSegment: "problem-no-month",
	check.YearSegment:  "problem-no-year",
	check.ClockSegment: "problem-clock-missing",
}

// timeSkipped names the two times that may be meant, where they are known.
func (w *Words) timeSkipped(label Arg, p check.Problem) Sentence {
	if p.Min != "" && p.Max != "" {
		return w.Sentence("problem-time-skipped-choose", label, sample("a", p.Min), sample("b", p.Max))
	}
	return w.Sentence("problem-time-skipped", label)
}
