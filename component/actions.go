package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/wording"
)

// actions returns the buttons of a step that can be declined. No button is ever disabled.
func (s *store) actions(leading ...app.UI) app.UI {
	if s.state.Step != flow.Review && s.state.Previous() >= 0 {
		leading = append(leading, s.button("", "Back", flow.Back))
	}
	q, class := s.request(), ""
	blocked := s.state.Step == flow.Form && q.Blocked()
	warned := q.Link.HasWarning() || s.state.Step == flow.Form && !blocked && q.AsksSecret()
	if warned {
		class = "primary"
	}
	decline := s.button(class, s.state.DeclineButton(), flow.Decline)
	switch {
	case warned:
		return s.buttons(append([]app.UI{decline}, leading...)...)
	case blocked:
		decline = decline.Aria("describedby", blockedID)
	}
	return s.buttons(append(leading, decline)...)
}

// closeButton is drawn at the end of the header, at the same place on every step. It is the last control of the page:
// the Tab key reaches the questions first.
func (s *store) closeButton() app.UI {
	press, name := s.state.CloseButton()
	if press == "" {
		return app.Text("")
	}
	return s.inactive(s.pressable("close", press, string(press))).Aria("label", s.state.Words.Text(name))
}

// buttons returns the row of buttons. Its order is the same on every step, so that a second click at the same place
// hits no button of another kind. Below it is a warning while the host does not confirm the answer.
func (s *store) buttons(row ...app.UI) app.UI {
	words := s.state.Words
	unconfirmed := s.state.Sending == flow.Unconfirmed || s.state.Unchecked
	return elem("div").ID(decideID).Class("decide").Body(
		elem("div").Class("actions").Body(row...),
		elem("div").Class("warning sending").Hidden(!unconfirmed).Body(
			elem("p").Text(words.Text("NotConfirmed")),
			s.pressable("", flow.Resend).Text(words.Text("TryAgain")),
		),
	)
}

func (s *store) button(class string, text wording.Key, event flow.Event) app.HTMLElem {
	return s.inactive(s.pressable(class, event, string(text)).Text(s.state.Words.Text(text)))
}

// pressable returns a button that sends an event. scope distinguishes it from other buttons in its place.
func (s *store) pressable(class string, event flow.Event, scope ...any) app.HTMLElem {
	press, _ := event.(flow.Press) // Only a press has a name: a step may have many buttons for Change.
	return s.pressFor(class, press, func() flow.Event { return event }, scope...)
}

// pressFor returns a button whose event is made when it is pressed.
func (s *store) pressFor(class string, press flow.Press, event func() flow.Event, scope ...any) app.HTMLElem {
	pressed := func(e app.Event) flow.Event {
		prevent(e)
		return event()
	}
	return markPress(elem("button").Attr("type", "button").Class(class), press).
		On("click", s.handler(pressed), app.EventScope(scope...))
}

// markPress marks a control with its press in a public name: npm/testing drives the form by it in any language.
func markPress(control app.HTMLElem, press flow.Press) app.HTMLElem {
	if press != "" {
		control = control.Attr("data-action", string(press))
	}
	return control
}

func (s *store) inactive(control app.HTMLElem) app.HTMLElem {
	if s.state.Sending != flow.NotSending {
		return control.Aria("disabled", "true")
	}
	return control
}

func (s *store) explanation() app.UI {
	text := s.state.Explanation()
	return write(elem("p").Class("muted").Hidden(text == ""), text)
}
