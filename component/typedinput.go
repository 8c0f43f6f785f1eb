package component

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
)

// typedInput draws the one control that an answer is typed into. refine adds to
// an input of one line what the kind of field needs. Numbers are text inputs as
// well: a number input swallows what it cannot read and changes with the wheel.
func (f *field) typedInput(first answer.Draft, refine func(app.HTMLElemSelfClosing) app.HTMLElemSelfClosing) app.UI {
	if f.state().Lines {
		return f.textArea(first.Text)
	}
	input := refine(void("input").ID(fieldID(f.Index)).
		Attr("type", "text").
		On("input", f.edit, f.scope()))
	if first.Text != "" {
		input = input.Attr("value", first.Text)
	}
	if purpose := f.schema().Autocomplete(); purpose != "" {
		input = input.Attr("autocomplete", purpose)
	}
	return explain(f, input)
}

// textArea takes several lines. Its initial text is a child, which the browser
// leaves alone once somebody has typed.
func (f *field) textArea(first string) app.UI {
	area := elem("textarea").ID(fieldID(f.Index)).Dir("auto").Attr("rows", 3).
		On("input", f.edit, f.scope())
	if first != "" {
		area = area.Text(first)
	}
	return explain(f, area)
}

// readTyped returns the draft for what stands in the one control of a field.
// shown is the draft's text as the browser shows it. If that is what stands there,
// the draft stays as it is: a browser rewrites line ends and trims email addresses,
// and the person has changed nothing by that.
func readTyped(s *store, field int, now *formValues, shown string) answer.Draft {
	draft := s.request().Fields[field].Draft
	if typed := now.value(fieldID(field)); typed != lineEnds.Replace(shown) {
		draft.Text = typed
	}
	return draft
}

// lineEnds is what a text area makes of line ends.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")
