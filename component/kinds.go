package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/schema"
)

// control draws the controls of a field and reads them. A new kind of field is a line in controlOf.
type control struct {
	// draw returns the controls with their first draft, which text inputs keep for good.
	draw         func(f *field) app.UI
	read         func(s *store, field int, draft answer.Draft, values *formValues) answer.Draft
	elements     int
	grouped      bool
	counted      bool
	showsPattern bool
	// explained: each field of the kind has a rule in its hint.
	explained bool
}

func controlOf(f *schema.Field) control {
	switch f.Kind {
	case schema.Text:
		return control{draw: (*field).text, read: (*store).readText, elements: 1, counted: true, showsPattern: true}
	case schema.Email:
		return control{draw: (*field).text, read: (*store).readText, elements: 1, counted: true}
	case schema.URI:
		return control{draw: (*field).text, read: (*store).readText, elements: 1, counted: true, explained: true}
	case schema.Number:
		return control{draw: (*field).text, read: (*store).readText, elements: 1}
	case schema.List, schema.Integer, schema.LocalTime:
		return control{draw: (*field).text, read: (*store).readText, elements: 1, explained: true}
	case schema.Date:
		return control{draw: (*field).date, read: (*store).readSegments, elements: 9, grouped: true, explained: true}
	case schema.DateTime:
		return control{draw: (*field).dateTime, read: (*store).readSegments, elements: 18, grouped: true, explained: true}
	case schema.Time:
		return control{draw: (*field).timeOfDay, read: (*store).readSegments, elements: 8, grouped: true, explained: true}
	case schema.Boolean, schema.Choice:
		switch {
		case f.HasRadios():
			return control{draw: (*field).radios, read: (*store).readRadios, grouped: true}
		case f.Searchable:
			return control{draw: (*field).search, read: (*store).readSearch}
		}
		return control{draw: (*field).selection, read: (*store).readSelection}
	case schema.Choices:
		return control{draw: (*field).choices, read: (*store).readChoices, grouped: true, explained: true}
	}
	return control{}
}

func (c control) needsClearButton(f *schema.Field) bool {
	return c.grouped && !f.HasRadios() && !f.Required
}
