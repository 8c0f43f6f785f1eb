package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/wording"
)

// actions is the row of buttons of a step: first those that lead on, then always
// Decline and Cancel. No button is ever disabled.
func (s *store) actions(leading ...app.UI) app.UI {
	return s.buttons(append(leading,
		s.button("", wording.Decline, flow.DeclinePressed{}),
		s.button("quiet push", wording.Cancel, flow.CancelPressed{}),
	)...)
}

// buttons is a row of buttons. Below it stands a warning while nobody confirms that
// the answer has arrived.
func (s *store) buttons(row ...app.UI) app.UI {
	words := s.state.Words
	unconfirmed := s.state.Sending == flow.Unconfirmed || s.state.Unchecked
	return elem("div").ID(decideID).Class("decide").Body(
		elem("div").Class("actions").Body(row...),
		elem("div").Class("warning sending").Hidden(!unconfirmed).Body(
			elem("p").Text(words.Text(wording.NotConfirmed)),
			elem("button").Attr("type", "button").Text(words.Text(wording.TryAgain)).
				On("click", s.press(flow.ResendPressed{}), app.EventScope(s.state.Serial)),
		),
	)
}

// button is a button that sends an event. While an answer is on its way it keeps
// its name and the focus, and only says that it does nothing.
func (s *store) button(class string, text wording.Key, event flow.Event) app.HTMLElem {
	button := elem("button").Attr("type", "button").Class(class).
		Text(s.state.Words.Text(text)).
		On("click", s.press(event), app.EventScope(s.state.Serial, string(text)))
	return s.inactive(button)
}

// inactive marks a control that does nothing while an answer is on its way.
func (s *store) inactive(control app.HTMLElem) app.HTMLElem {
	if s.state.Sending != flow.NotSending {
		return control.Aria("disabled", "true")
	}
	return control
}

// declineNote says what Decline and Cancel mean.
func (s *store) declineNote() app.UI {
	hint := wording.DeclineHint
	if s.state.Hold {
		hint = wording.HeldHint
	}
	return elem("p").Class("note").Text(s.state.Words.Text(hint, s.serverArg()))
}
