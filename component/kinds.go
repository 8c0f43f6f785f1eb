package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/schema"
)

// control draws the controls of a field and reads them back, and says what the rest of the
// field has to know of them. A new kind of field is a line in controlOf.
type control struct {
	// draw returns the controls with the draft that they are built with, which text
	// inputs keep as their initial value for good.
	draw func(f *field) app.UI
	// read returns the draft for what is in the controls of a field now.
	read func(s *store, field int, now *formValues) answer.Draft
	// segments are those of the answer, in the order of their inputs; nil for an answer
	// that has one input, or many boxes.
	segments func(s *store, field int) []check.Segment
	// grouped: there are several controls under a legend.
	grouped bool
	// counted: the characters are counted while there may be too many.
	counted bool
	// showsPattern: the server's pattern can be looked at.
	showsPattern bool
	// undoable: a key or an entry of the controls takes an answer back, so that no
	// button has to.
	undoable bool
}

// controlOf is the control of a field; one without draw for a kind that has none.
func controlOf(f schema.Field) control {
	switch f.Kind {
	case schema.Text:
		return control{draw: (*field).text, read: (*store).readText, counted: true, showsPattern: true, undoable: true}
	case schema.Email:
		return control{draw: (*field).email, read: (*store).readText, counted: true, undoable: true}
	case schema.URI:
		return control{draw: (*field).uri, read: (*store).readText, counted: true, undoable: true}
	case schema.List:
		return control{draw: (*field).textArea, read: (*store).readText, undoable: true}
	case schema.Number, schema.Integer:
		return control{draw: (*field).number, read: (*store).readText, undoable: true}
	case schema.Date:
		return control{draw: (*field).date, read: (*store).readDate, segments: (*store).dateSegments, grouped: true}
	case schema.DateTime:
		return control{draw: (*field).dateTime, read: (*store).readDateTime, segments: (*store).dateSegments, grouped: true}
	case schema.Time:
		return control{draw: (*field).timeOfDay, read: (*store).readTime, segments: timeSegments, grouped: true}
	case schema.Boolean, schema.Choice:
		switch {
		case f.HasRadios():
			// Where an answer is needed, no radio button takes it back.
			return control{draw: (*field).radios, read: (*store).readRadios, grouped: true, undoable: !f.Required}
		case f.Searchable:
			return control{draw: (*field).search, read: (*store).readSearch, undoable: true}
		}
		return control{draw: (*field).selection, read: (*store).readSelection, undoable: true}
	case schema.Choices:
		return control{draw: (*field).choices, read: (*store).readChoices, grouped: true}
	}
	return control{}
}

// timeSegments are the segments of a time of day.
func timeSegments(*store, int) []check.Segment {
	return []check.Segment{check.ClockSegment, check.ZoneSegment}
}

// email draws the text of an email address.
func (f *field) email() app.UI {
	return f.typedInput(func(input app.HTMLElemSelfClosing) app.HTMLElemSelfClosing {
		return input.Attr("type", "email").Attr("autocapitalize", "none").Spellcheck(false).Dir("ltr")
	})
}

// uri draws the text of a web address.
func (f *field) uri() app.UI {
	return f.typedInput(func(input app.HTMLElemSelfClosing) app.HTMLElemSelfClosing {
		return input.Attr("inputmode", "url").Attr("autocapitalize", "none").Spellcheck(false).Dir("ltr")
	})
}

// number draws a number. The on-screen keyboards for numbers have no minus sign on
// phones, so that a number that may be negative gets the usual one.
func (f *field) number() app.UI {
	return f.typedInput(func(input app.HTMLElemSelfClosing) app.HTMLElemSelfClosing {
		input = input.Class("short").Dir("ltr").Spellcheck(false)
		asked := f.schema()
		if !asked.NonNegative() {
			return input
		}
		if asked.Kind == schema.Integer {
			return input.Attr("inputmode", "numeric")
		}
		return input.Attr("inputmode", "decimal")
	})
}
