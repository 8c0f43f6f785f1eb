package component

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/schema"
)

// typedInput draws the one control that an answer is typed into. refine adds to
// an input of one line what the kind of field needs. Numbers are text inputs as
// well: a number input swallows what it cannot read and changes with the wheel.
func (f *field) typedInput(refine func(app.HTMLElemSelfClosing) app.HTMLElemSelfClosing) app.UI {
	if f.state().Lines {
		return f.textArea()
	}
	input := refine(void("input").ID(fieldID(f.Index)).
		Attr("type", "text").
		On("input", f.sends(f.edited)))
	if f.first.Text != "" {
		input = input.Attr("value", f.first.Text)
	}
	if purpose := f.schema().Autocomplete(); purpose != "" {
		input = input.Attr("autocomplete", purpose)
	}
	return explain(f, input)
}

// textArea takes several lines. Its initial text is a child, which the browser
// leaves alone once the person has typed.
func (f *field) textArea() app.UI {
	area := elem("textarea").ID(fieldID(f.Index)).Dir("auto").Attr("rows", 3).
		On("input", f.sends(f.edited))
	if f.first.Text != "" {
		area = area.Text(f.first.Text)
	}
	return explain(f, area)
}

// readText returns the draft for the text in the one control of a field. The draft stays
// as it is when the browser has only written it in another way, with other line ends or an
// email address without spaces around it: the person has changed nothing then.
func (s *store) readText(field int, now *formValues) answer.Draft {
	draft := s.request().Fields[field].Draft
	shown := draft.Text
	if s.request().Form.Fields[field].Kind == schema.Email {
		shown = strings.TrimSpace(shown)
	}
	if typed := now.value(fieldID(field)); typed != lineEnds.Replace(shown) {
		draft.Text = typed
	}
	return draft
}

// lineEnds is what a text area makes of line ends.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")
