package component

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/schema"
)

// booleanControl draws yes and no, so that a no that was meant differs from a
// question that was skipped.
type booleanControl struct{}

func (booleanControl) traits(f schema.Field) traits { return radioTraits(f) }

func (booleanControl) draw(f *field, _ answer.Draft) app.UI { return f.radios("options inline") }

func (booleanControl) read(s *store, field int, now *formValues) answer.Draft {
	return readRadios(s, field, now)
}

// emailControl draws the text of an email address.
type emailControl struct{}

func (emailControl) traits(schema.Field) traits { return traits{counted: true, undoable: true} }

func (emailControl) draw(f *field, first answer.Draft) app.UI {
	return f.typedInput(first, func(input app.HTMLElemSelfClosing) app.HTMLElemSelfClosing {
		return input.Attr("type", "email").Attr("autocapitalize", "none").Spellcheck(false).Dir("ltr")
	})
}

func (emailControl) read(s *store, field int, now *formValues) answer.Draft {
	return readTyped(s, field, now, strings.TrimSpace(s.request().Fields[field].Draft.Text))
}

// listControl draws a list as a text of several lines.
type listControl struct{ textControl }

func (listControl) traits(schema.Field) traits { return traits{undoable: true} }

func (listControl) draw(f *field, first answer.Draft) app.UI { return f.textArea(first.Text) }

// numberControl draws the text of a number.
type numberControl struct{ textControl }

func (numberControl) traits(schema.Field) traits { return traits{undoable: true} }

func (numberControl) draw(f *field, first answer.Draft) app.UI {
	return f.numberInput(first, "decimal")
}

// integerControl draws the text of a whole number.
type integerControl struct{ numberControl }

func (integerControl) draw(f *field, first answer.Draft) app.UI {
	return f.numberInput(first, "numeric")
}

// numberInput draws a number. The on-screen keyboards for numbers have no minus
// sign on phones, so that a number that may be negative gets the usual one.
func (f *field) numberInput(first answer.Draft, keyboard string) app.UI {
	return f.typedInput(first, func(input app.HTMLElemSelfClosing) app.HTMLElemSelfClosing {
		input = input.Class("short").Dir("ltr").Spellcheck(false)
		if f.schema().NonNegative() {
			input = input.Attr("inputmode", keyboard)
		}
		return input
	})
}

// uriControl draws the text of a web address.
type uriControl struct{ textControl }

func (uriControl) traits(schema.Field) traits { return traits{counted: true, undoable: true} }

func (uriControl) draw(f *field, first answer.Draft) app.UI {
	return f.typedInput(first, func(input app.HTMLElemSelfClosing) app.HTMLElemSelfClosing {
		return input.Attr("inputmode", "url").Attr("autocapitalize", "none").Spellcheck(false).Dir("ltr")
	})
}
