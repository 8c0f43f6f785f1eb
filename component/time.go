package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/wording"
)

// timeOfDay draws a time of day and the zone that it is meant in.
func (f *field) timeOfDay() app.UI {
	return elem("div").Class("date zoned time-of-day").Body(f.clock(), f.zone())
}

// clock is the browser's control for times, or a text where that one looks as if it were
// filled while it is empty.
func (f *field) clock() app.UI {
	if f.store.state.Env.Locale.TypedTimes {
		return f.segmentInput(check.ClockSegment, f.first.Clock)
	}
	id := f.store.segmentID(f.Index, check.ClockSegment)
	input := void("input").Attr("type", "time").ID(id).Attr("value", f.first.Clock).
		Attr("autocomplete", "off").
		On("input", f.sends(f.edited))
	if f.schema().Required {
		input = input.Aria("required", "true")
	}
	if f.bad(check.ClockSegment) {
		input = input.Aria("invalid", "true")
	}
	return elem("label").Class("part time").Attr("for", id).Body(app.Text(f.store.state.Words.Text(wording.Time)), input)
}

// halfTyped stands in the draft for a time that is not complete, which browsers
// show and do not tell. It cannot be read as a time.
const halfTyped = "-"

func (s *store) readTime(field int, now *formValues) answer.Draft {
	draft := s.state.ListDraft(field, now.value(s.segmentID(field, check.ZoneSegment)))
	id := s.segmentID(field, check.ClockSegment)
	draft.Clock = now.value(id)
	if input, ok := elementOf(id); ok && draft.Clock == "" && flagOf(input, "validity", "badInput") {
		draft.Clock = halfTyped
	}
	return draft
}
