package component

import (
	"strconv"

	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/flow"
)

// Ids are made from positions and never from property names, which can be any text.
// The first control of a field has the field's own id, so that the error summary can
// lead to it. The segments of a date are named after what they are, because the locale
// decides which one comes first.

const (
	headingID   = "heading"
	summaryID   = "summary"
	problemsID  = "problems"
	agreementID = "agreement"
	decideID    = "decide"
)

// identity joins numbers to the identity of a component. It is fast, because each
// drawing of the form calls it for each field.
func identity(tag string, numbers ...int) string {
	id := make([]byte, 0, 32)
	for _, n := range numbers {
		id = append(strconv.AppendInt(id, int64(n), 10), '/')
	}
	return string(append(id, tag...))
}

func fieldID(field int) string { return idIn(field, "") }

// idIn is the id of something in a field. It takes memory once, because a form has some
// five ids for each field.
func idIn(field int, what string) string {
	id := strconv.AppendInt(append(make([]byte, 0, 32), 'f'), int64(field), 10)
	return string(append(id, what...))
}

func hintID(field int) string  { return idIn(field, "-hint") }
func errorID(field int) string { return idIn(field, "-error") }
func afterID(field int) string { return idIn(field, "-after") }
func labelID(field int) string { return idIn(field, "-label") }

// filterID is the id of the text that narrows down the boxes of a field.
func filterID(field int) string { return idIn(field, "-filter") }

// optionID is the id of one radio button or check box.
func optionID(field, option int) string {
	if option == 0 {
		return fieldID(field)
	}
	return idIn(field, "-"+strconv.Itoa(option))
}

// changeID is the id of a Change button; a field of -1 is the whole request.
func changeID(request, field int) string {
	return "change-" + strconv.Itoa(request) + "-" + strconv.Itoa(field)
}

// answerID is the id of something in an answer on review.
func answerID(answer flow.LongText, what string) string {
	return "answer" + strconv.Itoa(int(answer)) + "-" + what
}

// segmentNames are the suffixes of the controls of a field made of several.
var segmentNames = map[check.Segment]string{
	check.DaySegment:   "day",
	check.MonthSegment: "month",
	check.YearSegment:  "year",
	check.ClockSegment: "time",
	check.ZoneSegment:  "zone",
	check.FoldSegment:  "fold",
}

// segmentID is the id of one control of a field. What is said of the answer as a
// whole leads to the segment that stands first.
func (s *store) segmentID(field int, segment check.Segment) string {
	control := controlOf(s.request().Form.Fields[field])
	if control.segments == nil {
		return fieldID(field)
	}
	if segment == check.AllSegments {
		segment = control.segments(s, field)[0]
	}
	return idIn(field, "-"+segmentNames[segment])
}

// target finds the element that an effect means and the one to scroll to the
// top, which is the label or legend where there is one.
func (s *store) target(e flow.Focus) (id, reveal string) {
	switch e.Target {
	case flow.OnSummary:
		return summaryID, summaryID
	case flow.OnControl:
		if e.Field < len(s.request().Form.Fields) {
			return s.segmentID(e.Field, e.Segment), labelID(e.Field)
		}
	case flow.OnLabel:
		return labelID(e.Field), labelID(e.Field)
	case flow.OnChange:
		return changeID(e.Request, e.Field), changeID(e.Request, e.Field)
	case flow.OnAgreement:
		return agreementID, agreementID + "-about"
	}
	return headingID, headingID
}
