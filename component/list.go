package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/schema"
)

// listControl draws a list as a text of several lines.
type listControl struct{ textControl }

func (listControl) traits(schema.Field) traits { return traits{undoable: true} }

func (listControl) draw(f *field, first answer.Draft) app.UI { return f.textArea(first.Text) }
