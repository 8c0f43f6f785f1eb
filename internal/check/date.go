package check

import (
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/schema"
)

// The codes of dates.
const (
	DateIncomplete Code = "date-incomplete" // Part
	DateUnreal     Code = "date-unreal"
)

type dateKind struct{ textKind }

var date = dateKind{textKind{format: "date", wrong: unless(schema.ValidDate, BadFormat)}}

func (dateKind) unreadable(fault answer.Fault) Problem {
	switch fault {
	case answer.FaultMissingDay:
		return Problem{Code: DateIncomplete, Part: PartDay}
	case answer.FaultMissingMonth:
		return Problem{Code: DateIncomplete, Part: PartMonth}
	case answer.FaultMissingYear:
		return Problem{Code: DateIncomplete, Part: PartYear}
	}
	return Problem{Code: DateUnreal, Part: PartDay}
}
