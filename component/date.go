package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/wording"
)

// dateSegments are day, month and year in the order of the locale.
func (s *store) dateSegments(field int) []check.Segment {
	segments := make([]check.Segment, 0, 3)
	for _, letter := range s.request().Fields[field].Order {
		switch letter {
		case 'D':
			segments = append(segments, check.DaySegment)
		case 'M':
			segments = append(segments, check.MonthSegment)
		case 'Y':
			segments = append(segments, check.YearSegment)
		}
	}
	return segments
}

// date draws a date as three text inputs in the order of the locale. A native date input
// cannot say what is missing in a half-typed date, and does not tell what was typed, so it
// is only an addition beside them. Where the browser has no calendar to
// open with it, the form draws one.
func (f *field) date() app.UI {
	inputs := elem("div").Class("date").Body(f.dateInputs()...)
	if f.ownCalendar() == nil {
		return inputs
	}
	return elem("div").Class("dated").Body(inputs, f.month())
}

var segmentKeys = map[check.Segment]wording.Key{
	check.DaySegment:   wording.Day,
	check.MonthSegment: wording.Month,
	check.YearSegment:  wording.Year,
	check.ClockSegment: wording.Time,
}

// dateInputs are day, month and year, and the calendar.
func (f *field) dateInputs() []app.UI {
	values := map[check.Segment]string{check.DaySegment: f.first.Day, check.MonthSegment: f.first.Month, check.YearSegment: f.first.Year}
	var inputs []app.UI
	for _, segment := range f.store.dateSegments(f.Index) {
		inputs = append(inputs, f.segmentInput(segment, values[segment]))
	}
	return append(inputs, f.calendar())
}

// segmentInput is one small labelled input of a field made of several.
func (f *field) segmentInput(segment check.Segment, first string) app.UI {
	id := f.store.segmentID(f.Index, segment)
	input := void("input").Attr("type", "text").ID(id).Attr("value", first).Dir("ltr").Spellcheck(false).
		Attr("autocomplete", "off").
		On("input", f.sends(f.edited))
	if f.schema().Required {
		input = input.Aria("required", "true")
	}
	if segment == check.DaySegment || segment == check.YearSegment {
		input = input.Attr("inputmode", "numeric")
	}
	if f.bad(segment) || f.badDate(segment) {
		input = input.Aria("invalid", "true")
	}
	label := f.store.state.Words.Text(segmentKeys[segment])
	if segment == check.YearSegment {
		label = f.store.state.Words.YearLabel()
	}
	return elem("label").Class("part "+segmentNames[segment]).Attr("for", id).Body(app.Text(label), input)
}

// badDate reports whether the date as a whole is wrong and the segment belongs to it.
func (f *field) badDate(segment check.Segment) bool {
	problem := f.state().Problem
	return problem != nil && problem.Code == check.DateUnreal &&
		(segment == check.DaySegment || segment == check.MonthSegment || segment == check.YearSegment)
}

func (s *store) readDate(field int, now *formValues) answer.Draft {
	draft := s.request().Fields[field].Draft
	draft.Day = now.value(s.segmentID(field, check.DaySegment))
	draft.Month = now.value(s.segmentID(field, check.MonthSegment))
	draft.Year = now.value(s.segmentID(field, check.YearSegment))
	return draft
}
