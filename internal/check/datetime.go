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

var momentProblems = map[answer.Fault]Problem{
	answer.FaultNoClock:     {Code: ClockMissing, Segment: ClockSegment},
	answer.FaultUnrealClock: {Code: ClockUnreal, Segment: ClockSegment},
	answer.FaultUnknownZone: {Code: ZoneUnknown, Segment: ZoneSegment},
	answer.FaultSkipped:     {Code: TimeSkipped, Segment: ClockSegment},
	answer.FaultTwice:       {Code: TimeTwice, Segment: FoldSegment},
}

func (*dateTimeKind) unreadable(fault answer.Fault) Problem {
	if problem, found := momentProblems[fault]; found {
		return problem
	}
	return date.unreadable(fault)
}
