package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/wording"
)

// actions is the row of buttons of a step: first those that lead on, then always
// Decline and Cancel. No button is ever disabled.
func (s *store) actions(leading ...app.UI) app.UI {
	decline := s.button("", s.state.DeclineButton(), flow.DeclinePressed{})
	if s.state.Step == flow.Form && s.request().Blocked() {
		decline = decline.Aria("describedby", blockedID)
	}
	return s.buttons(append(leading,
		decline,
		s.button("quiet push", wording.Cancel, flow.CancelPressed{}),
	)...)
}

// buttons is a row of buttons, with a warning below it while the host does not confirm that
// the answer has arrived.
func (s *store) buttons(row ...app.UI) app.UI {
	words := s.state.Words
	unconfirmed := s.state.Sending == flow.Unconfirmed || s.state.Unchecked
	return elem("div").ID(decideID).Class("decide").Body(
		elem("div").Class("actions").Body(row...),
		elem("div").Class("warning sending").Hidden(!unconfirmed).Body(
			elem("p").Text(words.Text(wording.NotConfirmed)),
			s.pressable("", flow.ResendPressed{}).Text(words.Text(wording.TryAgain)),
		),
	)
}

// button is a button of a step. While an answer is on its way it keeps its name and
// the focus, and only says that it does nothing.
func (s *store) button(class string, text wording.Key, event flow.Event) app.HTMLElem {
	return s.inactive(s.pressable(class, event, string(text)).Text(s.state.Words.Text(text)))
}

// pressable is a button that sends an event. scope tells it from other buttons that
// may stand in its place.
func (s *store) pressable(class string, event flow.Event, scope ...any) app.HTMLElem {
	return does(elem("button").Attr("type", "button").Class(class), actionOf(event)).
		On("click", s.press(event), app.EventScope(scope...))
}

// does marks a control with what it does, for tests that drive the form in any language.
// The names are public: bridge/testing reads them.
func does(control app.HTMLElem, action string) app.HTMLElem {
	if action != "" {
		control = control.Attr("data-action", action)
	}
	return control
}

// actionOf names what a button does on a step as a whole; buttons of which a step may have
// many have no name.
func actionOf(event flow.Event) string {
	switch event.(type) {
	case flow.SendPressed:
		return "send"
	case flow.ConfirmPressed:
		return "confirm"
	case flow.WentBack:
		return "back"
	case flow.DeclinePressed:
		return "decline"
	case flow.CancelPressed:
		return "cancel"
	case flow.OpenPressed:
		return "open"
	case flow.CopyPressed:
		return "copy"
	case flow.FinishPressed:
		return "done"
	case flow.ResendPressed:
		return "resend"
	case flow.Closed:
		return "close"
	}
	return ""
}

// inactive marks a control that does nothing while an answer is on its way.
func (s *store) inactive(control app.HTMLElem) app.HTMLElem {
	if s.state.Sending != flow.NotSending {
		return control.Aria("disabled", "true")
	}
	return control
}

// explanation says what the buttons above it do, where it has to be said.
func (s *store) explanation() app.UI {
	text := s.state.Explanation()
	return said(elem("p").Class("note").Hidden(text == ""), text)
}
