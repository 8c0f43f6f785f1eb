package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/internal/wording"
)

// formScreen is the step with the fields. It is a real form element, so that Enter
// in a single-line input continues by the browser's own rules, input methods
// included; nothing is ever submitted. Ctrl and Enter submit it from everywhere in it,
// see web/frame/press.ts.
func (s *store) formScreen(fields []app.UI) app.UI {
	return s.drawnInSlices(
		s.asker(),
		s.message(),
		s.about(),
		elem("form").Attr("novalidate", true).Aria("labelledby", headingID).
			On("submit", s.submit, app.EventScope(s.state.Serial)).
			On("focusout", s.left, app.EventScope(s.state.Serial)).
			Body(
				elem("p").Class("note restored").Hidden(!s.state.DraftRestored).Text(s.state.Words.Text(wording.DraftRestored)),
				elem("p").Class("note").Hidden(!s.question().Optional()).Text(s.state.Words.Text(wording.AllOptional)),
				s.fieldList(fields),
				s.more(wording.MoreQuestions),
				elem("p").Class("note checking").Hidden(!s.state.Checking()).Text(s.state.Words.Text(wording.Checking)),
				s.part(flow.ActionsPart, s.formActions),
			),
		s.explanation(),
	)
}

// fieldList are the fields. What is on its way must stay as it is on the screen.
func (s *store) fieldList(fields []app.UI) app.UI {
	list := elem("div").Class("fields")
	if s.state.Sending != flow.NotSending {
		list = list.Attr("inert", true)
	}
	return list.Body(fields...)
}

// formActions are the buttons below the fields. The first leads to the review, or sends
// one choice from where it is made.
func (s *store) formActions() app.UI {
	proceed := func(action string, name wording.Sentence) app.UI {
		return s.inactive(named(does(elem("button").Attr("type", "submit").Class("primary"), action), name))
	}
	if s.state.OneChoice() {
		return s.sending(func(name wording.Sentence) app.UI { return proceed("send", name) })
	}
	return s.actions(s.leading(proceed("continue", s.state.Words.Sentence(wording.Continue)))...)
}

// sending are the buttons of a step from which answers leave, and who gets them where
// the button that sends does not say so.
func (s *store) sending(button func(name wording.Sentence) app.UI, more ...app.UI) app.UI {
	name, above := s.state.SendButton()
	return elem("div").Class("send").Body(
		said(elem("p").Hidden(above == ""), above),
		s.actions(append([]app.UI{button(name)}, more...)...),
	)
}

func (s *store) submit(ctx app.Context, e app.Event) {
	prevent(e)
	s.during(ctx, s.proceed)
}

// proceed continues with what stands in the controls.
func (s *store) proceed() {
	s.readAll()
	s.apply(flow.Continued{})
}

// left tells that the focus has left a field, if a field waits for that. While the
// focus moves to another element the document has no focused element, but the event
// names it.
func (s *store) left(ctx app.Context, e app.Event) {
	to := memberOf(e, "relatedTarget")
	s.bound = textOf(to, "id")
	if s.bound != "" && !flagOf(to, "isConnected") {
		s.refocus(s.bound, to)
	}
	busy := s.state.Unadapted
	if busy == 0 || busy > s.question().Fields.Len() {
		ctx.PreventUpdate()
		return
	}
	s.during(ctx, func() {
		s.apply(s.typed(busy-1, nil))
		if !isObject(to) {
			to = focused()
		}
		// The field may become higher: a button that is being pressed must not move.
		left := flow.Left{Focused: s.fieldOf(to)}
		s.port.AfterPress(func() { s.dispatch(left) })
	})
}

// leading are the first buttons of a step, with the way back to the question of
// the round before it.
func (s *store) leading(buttons ...app.UI) []app.UI {
	if s.state.Previous() >= 0 {
		buttons = append(buttons, s.button("", wording.Back, flow.WentBack{}))
	}
	return buttons
}

// about is what the schema says of itself as a whole. Below stands once whose words the
// questions and the descriptions are: these could pass for hints of ours.
func (s *store) about() app.UI { return s.part(flow.TextsPart, s.drawAbout) }

func (s *store) drawAbout() app.UI {
	title := untrusted.Display(s.question().Form.Heading(), untrusted.TitleLimit)
	description := untrusted.DisplayLines(s.question().Form.Description, untrusted.DescriptionLimit)
	return elem("div").Class("about").Hidden(!s.question().Described()).Body(
		elem("h2").Class("server-text").Hidden(title.Shown == "").Dir("auto").Text(title.Shown),
		place(description.Shown != "", func() app.UI { return s.serverText(flow.AboutText, description) }),
		said(elem("p").Class("note"), s.state.Words.Sentence(wording.TextsFrom, s.serverArg())),
	)
}

// drawFields are the fields in the server's order, as many as are to be drawn now. A
// field that has not changed is handed to go-app as it is.
func (c *screen) drawFields() []app.UI {
	s := c.store
	drawn := make([]app.UI, s.state.View.Drawing.Drawn)
	for i := range drawn {
		switch {
		case i == len(c.fields):
			c.fields = append(c.fields, newField(s, i))
		case c.fields[i].outdated():
			// go-app keeps the component that it has, unless the identity is another.
			next := newField(s, i)
			drawn[i] = next
			if next.identity != c.fields[i].identity {
				c.fields[i] = next
			}
			continue
		}
		drawn[i] = c.fields[i]
	}
	return drawn
}

// confirmScreen is a request without fields: one explicit yes.
func (s *store) confirmScreen() app.UI {
	return elem("div").Class("step").Body(
		s.asker(),
		s.message(),
		s.about(),
		s.actions(s.leading(s.button("primary", wording.Confirm, flow.ConfirmPressed{}))...),
		s.explanation(),
	)
}
