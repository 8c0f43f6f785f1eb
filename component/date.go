package component

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/validate"
	"github.com/elicitform/elicitform/internal/wording"
)

// segments are the controls of a field with several: the suffix of the id, the label and the text in a draft.
var segments = map[validate.Segment]struct {
	name  string
	label wording.Key
	text  func(*answer.Draft) *string
}{
	validate.DaySegment:   {"day", "Day", func(d *answer.Draft) *string { return &d.Day }},
	validate.MonthSegment: {"month", "Month", func(d *answer.Draft) *string { return &d.Month }},
	validate.YearSegment:  {"year", "Year", func(d *answer.Draft) *string { return &d.Year }},
	validate.ClockSegment: {"time", "Time", func(d *answer.Draft) *string { return &d.Clock }},
	validate.ZoneSegment:  {name: "zone"},
	validate.FoldSegment:  {name: "fold"},
}

// segmentsOf returns the segments in the order of their inputs; nil for a field with one control.
func (s *store) segmentsOf(field int) []validate.Segment {
	segments := s.request().Fields[field].DateSegments()
	if answer.HasZone(s.request().Form.Fields[field]) {
		segments = append(segments, validate.ClockSegment, validate.ZoneSegment)
	}
	return segments
}

// date draws three text inputs. A native date input reveals neither typed text nor the missing part of half a date.
func (f *field) date() app.UI {
	inputs := elem("div").Class("date").Body(f.dateInputs()...)
	if f.ownCalendar() == nil {
		return inputs
	}
	return elem("div").Class("dated").Body(inputs, f.month())
}

func (f *field) dateInputs() []app.UI {
	var inputs []app.UI
	for _, segment := range f.state().DateSegments() {
		inputs = append(inputs, f.segmentInput(segment))
	}
	return append(inputs, f.calendar())
}

// segmentInput draws one labelled input. A time is typed as well: the browser's control for times has the hours of the
// browser's language, and looks filled in some browsers while it is empty.
func (f *field) segmentInput(segment validate.Segment) app.UI {
	sch, id, words := f.schema(), f.store.segmentID(f.Index, segment), f.store.state.Words
	input := elem("input").ID(id).Attr("value", *segments[segment].text(&f.first)).Attr("type", "text").Dir("ltr").
		Attr("autocomplete", sch.AutocompletePart(segments[segment].name)).Spellcheck(false)
	if sch.Required {
		input = input.Aria("required", "true")
	}
	if segment == validate.DaySegment || segment == validate.YearSegment || segment == validate.ClockSegment && f.digitsOnly() {
		input = input.Attr("inputmode", "numeric")
	}
	if segment <= validate.YearSegment {
		input = input.On("paste", f.handler(f.paste)).On("input", f.handler(func(e app.Event) flow.Event { return f.typeDate(segment, e) }))
	} else {
		input = input.On("input", f.handler(f.editEvent))
	}
	if f.bad(segment) || f.badDate(segment) {
		input = input.Aria("invalid", "true")
	}
	label := words.Text(segments[segment].label)
	if segment == validate.YearSegment {
		label = words.YearLabel()
	}
	return elem("label").Class("part "+segments[segment].name).Attr("for", id).Body(app.Text(label), input)
}

// typeDate leaves a text alone that an input method composes, or from which the person deletes.
func (f *field) typeDate(segment validate.Segment, e app.Event) flow.Event {
	edited := f.editEvent(e)
	typed, ok := edited.(flow.Edited)
	if !ok || page.Flag(e, "isComposing") || strings.HasPrefix(page.Text(e, "inputType"), "delete") {
		return edited
	}
	return flow.DateTyped{Edited: typed, Segment: segment}
}

// digitsOnly reports whether a keyboard of digits is enough for a time. With twelve-hour clocks, it needs a word as well.
func (f *field) digitsOnly() bool { return !f.store.state.Env.Locale.HalfDays() }

func (f *field) badDate(segment validate.Segment) bool {
	draft := f.state().Draft
	return segment <= validate.YearSegment && f.state().Wrong() && f.state().Problem.Code == validate.DateUnreal &&
		draft.Day != "" && draft.Month != "" && draft.Year != ""
}

func (f *field) dateTime() app.UI {
	return elem("div").Class("date-time").Body(
		elem("div").Class("date").Body(f.dateInputs()...),
		f.month(),
		elem("div").Class("date zoned").Body(
			f.segmentInput(validate.ClockSegment),
			f.zone(),
		),
		f.fold(),
	)
}

// zone fills its list when that opens: a native select would draw all zones of the world for each field.
func (f *field) zone() app.UI {
	label := f.store.state.Words.Text("TimeZone")
	return elem("div").Class("part zone").Body(
		elem("label").Attr("for", f.store.comboboxID(f.Index)).Text(label),
		f.combobox(label, func(input app.HTMLElem) app.UI {
			// A zone is always chosen, so that only a problem with the zone itself marks it.
			if f.state().Wrong() && f.state().Problem.Segment == validate.ZoneSegment {
				return input.Aria("invalid", "true")
			}
			return input
		}),
	)
}

func (f *field) fold() app.UI {
	draft, words := f.state().Draft, f.store.state.Words
	problem := f.state().Problem
	isNeeded := draft.Fold != answer.FoldUnknown || problem != nil && problem.Code == validate.TimeTwice
	radio := func(fold answer.Fold, key wording.Key) app.UI {
		id := f.store.segmentID(f.Index, validate.FoldSegment)
		if fold == answer.FoldLater {
			id += "-later"
		}
		input := elem("input").Attr("type", "radio").ID(id).Attr("name", fieldID(f.Index)+"-fold").Attr("checked", draft.Fold == fold).
			On("change", f.handler(func(e app.Event) flow.Event {
				// A drawing between a press and its handler may have turned the button off.
				if !page.Flag(e, "isTrusted") && !page.Flag(e, "target", "checked") {
					return nil
				}
				draft := f.state().Draft
				draft.Fold = fold
				return flow.Edited{Field: f.Index, Draft: draft}
			}))
		return option(id, input, []app.UI{app.Text(words.Text(key))})
	}
	return drawIf(isNeeded, func() app.UI {
		return elem("div").Class("options").Role("radiogroup").Aria("label", words.Text("WhichTime")).Body(
			radio(answer.FoldEarlier, "EarlierTime"),
			radio(answer.FoldLater, "LaterTime"),
		)
	})
}

func (f *field) timeOfDay() app.UI {
	return elem("div").Class("date zoned time-of-day").Body(f.segmentInput(validate.ClockSegment), f.zone())
}

func (s *store) readSegments(field int, draft answer.Draft, values *formValues) answer.Draft {
	for _, segment := range s.segmentsOf(field) {
		id := s.segmentID(field, segment)
		if segment == validate.ZoneSegment {
			draft.Zone = s.state.ListDraft(field, values.value(id)).Zone
			continue
		}
		*segments[segment].text(&draft) = values.value(id)
	}
	if s.request().Form.Fields[field].Kind == schema.DateTime {
		fold := s.segmentID(field, validate.FoldSegment)
		switch {
		case values.isChecked(fold):
			draft.Fold = answer.FoldEarlier
		case values.isChecked(fold + "-later"):
			draft.Fold = answer.FoldLater
		}
	}
	return draft
}
