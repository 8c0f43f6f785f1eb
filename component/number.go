package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/schema"
)

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
