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

func (*dateKind) unreadable(fault answer.Fault) Problem {
	switch fault {
	case answer.FaultMissingDay:
		return Problem{Code: DateIncomplete, Part: PartDay}
	case answer.FaultMissingMonth:
		return Problem{Code: DateIncomplete, Part: PartMonth}
	case answer.FaultMissingYear:
		return Problem{Code: DateIncomplete, Part: PartYear}
	case answer.FaultOtherCalendar:
		return Problem{Code: OtherCalendar, Part: PartYear}
	}
	return Problem{Code: DateUnreal, Part: PartDay}
}
