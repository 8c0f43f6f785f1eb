package check

import "github.com/elicitform/elicitform/internal/answer"

// The codes of date-times, besides those of dates.
const (
	ClockMissing Code = "clock-missing"
	ClockUnreal  Code = "clock-unreal"
	ZoneUnknown  Code = "zone-unknown"
	// TimeSkipped: the clocks go forward over this time. Min and Max are the
	// times before and after.
	TimeSkipped Code = "time-skipped"
	// TimeTwice: the clocks go back and show this time twice, so that Fold has
	// to be picked. Min and Max are the two offsets.
	TimeTwice Code = "time-twice"
)

type dateTimeKind struct{ textKind }

var dateTime = dateTimeKind{textKind{format: "date-time", code: BadFormat}}

func (*dateTimeKind) unreadable(fault answer.Fault) Problem {
	switch fault {
	case answer.FaultNoClock:
		return Problem{Code: ClockMissing, Part: PartClock}
	case answer.FaultUnrealClock:
		return Problem{Code: ClockUnreal, Part: PartClock}
	case answer.FaultUnknownZone:
		return Problem{Code: ZoneUnknown, Part: PartZone}
	case answer.FaultSkipped:
		return Problem{Code: TimeSkipped, Part: PartClock}
	case answer.FaultTwice:
		return Problem{Code: TimeTwice, Part: PartFold}
	}
	return date.unreadable(fault)
}
