package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/wording"
)

// actions is the row of buttons of a step: what leads on first, Decline and
// Cancel always. No button is ever disabled.
func (s *store) actions(leading ...app.UI) app.UI {
	return elem("div").Class("actions").Body(append(leading,
		s.button("", wording.Decline, flow.DeclinePressed{}),
		s.button("quiet push", wording.Cancel, flow.CancelPressed{}),
	)...)
}

func (s *store) button(class string, text wording.Key, event flow.Event) app.UI {
	return elem("button").Attr("type", "button").Class(class).
		Text(s.state.Words.Text(text)).
		On("click", s.on(event), app.EventScope(s.state.Serial, string(text)))
}

// difference says what Decline and Cancel mean.
func (s *store) difference() app.UI {
	return elem("p").Class("note").Text(s.state.Words.Text(wording.DeclineHint, s.serverArg()))
}
