package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/schema"
)

// control draws the controls of a field and reads them back, and says what the rest of the
// field has to know of them. A new kind of field is a line in controlOf.
type control struct {
	// draw returns the controls with the draft that they are built with, which text
	// inputs keep as their initial value for good.
	draw func(f *field) app.UI
	// read returns a draft with what is in the controls of a field now.
	read func(s *store, field int, draft answer.Draft, now *formValues) answer.Draft
	// grouped: there are several controls under a legend.
	grouped bool
	// counted: the characters are counted while there may be too many.
	counted bool
	// showsPattern: the server's pattern can be looked at.
	showsPattern bool
}

// controlOf is the control of a field; one without draw for a kind that has none.
func controlOf(f schema.Field) control {
	switch f.Kind {
	case schema.Text, schema.Email, schema.URI:
		return control{draw: (*field).text, read: (*store).readText, counted: true, showsPattern: f.Kind == schema.Text}
	case schema.List, schema.Number, schema.Integer, schema.LocalTime:
		return control{draw: (*field).text, read: (*store).readText}
	case schema.Date:
		return control{draw: (*field).date, read: (*store).readSegments, grouped: true}
	case schema.DateTime:
		return control{draw: (*field).dateTime, read: (*store).readSegments, grouped: true}
	case schema.Time:
		return control{draw: (*field).timeOfDay, read: (*store).readSegments, grouped: true}
	case schema.Boolean, schema.Choice:
		switch {
		case f.HasRadios():
			return control{draw: (*field).radios, read: (*store).readRadios, grouped: true}
		case f.Searchable:
			return control{draw: (*field).search, read: (*store).readSearch}
		}
		return control{draw: (*field).selection, read: (*store).readSelection}
	case schema.Choices:
		return control{draw: (*field).choices, read: (*store).readChoices, grouped: true}
	}
	return control{}
}
