package check

import "github.com/elicitform/elicitform/internal/answer"

// The codes of dates.
const (
	DateIncomplete Code = "date-incomplete" // Part
	DateUnreal     Code = "date-unreal"
	// OtherCalendar: the year is one of the calendar that people use where the
	// person is, and dates are Gregorian.
	OtherCalendar Code = "other-calendar"
)

type dateKind struct{ textKind }

var date = dateKind{textKind{format: "date", code: BadFormat}}

var dateProblems = map[answer.Fault]Problem{
	answer.FaultMissingDay:    {Code: DateIncomplete, Part: PartDay},
	answer.FaultMissingMonth:  {Code: DateIncomplete, Part: PartMonth},
	answer.FaultMissingYear:   {Code: DateIncomplete, Part: PartYear},
	answer.FaultOtherCalendar: {Code: OtherCalendar, Part: PartYear},
	answer.FaultUnrealDate:    {Code: DateUnreal, Part: PartDay},
}

func (*dateKind) unreadable(fault answer.Fault) Problem { return dateProblems[fault] }
