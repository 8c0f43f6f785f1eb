package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/schema"
)

// uriControl draws the text of a web address.
type uriControl struct{ textControl }

func (uriControl) traits(schema.Field) traits { return traits{counted: true, undoable: true} }

func (uriControl) draw(f *field, first answer.Draft) app.UI {
	return f.typedInput(first, func(input app.HTMLElemSelfClosing) app.HTMLElemSelfClosing {
		return input.Attr("inputmode", "url").Attr("autocapitalize", "none").Spellcheck(false).Dir("ltr")
	})
}
