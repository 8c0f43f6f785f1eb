package component

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/schema"
)

// emailControl draws the text of an email address.
type emailControl struct{}

func (emailControl) traits(schema.Field) traits { return traits{counted: true, undoable: true} }

func (emailControl) draw(f *field, first answer.Draft) app.UI {
	return f.typedInput(first, func(input app.HTMLElemSelfClosing) app.HTMLElemSelfClosing {
		return input.Attr("type", "email").Attr("autocapitalize", "none").Spellcheck(false).Dir("ltr")
	})
}

func (emailControl) read(s *store, field int, now *formValues) answer.Draft {
	return readTyped(s, field, now, strings.TrimSpace(s.question().Fields.At(field).Draft.Text))
}
