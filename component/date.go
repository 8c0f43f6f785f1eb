package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/wording"
)

// dateControl draws a date as three text inputs in the order of the locale. A
// native date input cannot say what is missing in a half-typed date, and does not
// tell what was typed, so it only stands beside them for those who prefer it. Where the
// browser has no calendar to open with it, the form draws one.
type dateControl struct{}

func (dateControl) traits(schema.Field) traits { return traits{grouped: true} }

// parts are day, month and year in the order of the locale.
func (dateControl) parts(s *store, field int) []check.DatePart {
	parts := make([]check.DatePart, 0, 3)
	for _, letter := range s.question().Fields.At(field).Order {
		switch letter {
		case 'D':
			parts = append(parts, check.PartDay)
		case 'M':
			parts = append(parts, check.PartMonth)
		case 'Y':
			parts = append(parts, check.PartYear)
		}
	}
	return parts
}

func (dateControl) draw(f *field, first answer.Draft) app.UI {
	inputs := elem("div").Class("date").Body(f.dateInputs(first)...)
	if f.ownCalendar() == nil {
		return inputs
	}
	return elem("div").Class("dated").Body(inputs, f.month())
}

func (dateControl) read(s *store, field int, now *formValues) answer.Draft {
	return s.readDate(field, s.question().Fields.At(field).Draft, now)
}

var partKeys = map[check.DatePart]wording.Key{
	check.PartDay:   wording.Day,
	check.PartMonth: wording.Month,
	check.PartYear:  wording.Year,
	check.PartClock: wording.Time,
}

// dateInputs are day, month and year, and the calendar.
func (f *field) dateInputs(first answer.Draft) []app.UI {
	values := map[check.DatePart]string{check.PartDay: first.Day, check.PartMonth: first.Month, check.PartYear: first.Year}
	var inputs []app.UI
	for _, part := range (dateControl{}).parts(f.store, f.Index) {
		inputs = append(inputs, f.partInput(part, values[part]))
	}
	return append(inputs, f.calendar())
}

// partInput is one small labelled input of a field made of several.
func (f *field) partInput(part check.DatePart, first string) app.UI {
	id := f.store.partID(f.Index, part)
	input := void("input").Attr("type", "text").ID(id).Attr("value", first).Dir("ltr").Spellcheck(false).
		Attr("autocomplete", "off").
		On("input", f.edit, f.scope(partNames[part]))
	if f.schema().Required {
		input = input.Aria("required", "true")
	}
	if part == check.PartDay || part == check.PartYear {
		input = input.Attr("inputmode", "numeric")
	}
	if f.bad(part) || f.badDate(part) {
		input = input.Aria("invalid", "true")
	}
	label := f.store.state.Words.Text(partKeys[part])
	if part == check.PartYear {
		label = f.store.state.Words.YearLabel()
	}
	return elem("label").Class("part "+partNames[part]).Attr("for", id).Body(app.Text(label), input)
}

// badDate reports whether the date as a whole is wrong and part belongs to it.
func (f *field) badDate(part check.DatePart) bool {
	problem := f.state().Problem
	return problem != nil && problem.Code == check.DateUnreal &&
		(part == check.PartDay || part == check.PartMonth || part == check.PartYear)
}

func (s *store) readDate(field int, draft answer.Draft, now *formValues) answer.Draft {
	draft.Day = now.value(s.partID(field, check.PartDay))
	draft.Month = now.value(s.partID(field, check.PartMonth))
	draft.Year = now.value(s.partID(field, check.PartYear))
	return draft
}
