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
func (s *store) formScreen() app.UI {
	return s.inTurns(
		s.asker(),
		s.message(),
		s.about(),
		elem("form").Attr("novalidate", true).Aria("labelledby", headingID).
			On("submit", s.submit).
			On("focusout", s.left).
			Body(
				elem("p").Class("note restored").Hidden(!s.state.DraftRestored).Text(s.state.Words.Text(wording.DraftRestored)),
				elem("p").Class("note").Hidden(!s.request().Optional()).Text(s.state.Words.Text(wording.AllOptional)),
				s.fieldList(),
				s.formActions(),
			),
		s.explanation(),
	)
}

// fieldList are the fields. While the answers are on their way, they cannot be changed.
func (s *store) fieldList() app.UI {
	list := elem("div").Class("fields")
	if s.state.Sending != flow.NotSending {
		list = list.Attr("inert", true)
	}
	return list.Body(s.fields()...)
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

// sending are the buttons of a step from which answers leave, with a sentence that names the
// server where the button that sends does not.
func (s *store) sending(button func(name wording.Sentence) app.UI, more ...app.UI) app.UI {
	name, above := s.state.SendButton()
	return elem("div").Class("send").Body(
		said(elem("p").Hidden(above == ""), above),
		s.actions(append([]app.UI{button(name)}, more...)...),
	)
}

func (s *store) submit(ctx app.Context, e app.Event) {
	prevent(e)
	s.during(ctx, nil, s.proceed)
}

// proceed reads the controls and continues.
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
	s.during(ctx, nil, func() {
		busy := s.state.Unadapted
		if busy == 0 || busy > len(s.request().Fields) {
			return
		}
		s.apply(s.typed(busy-1, nil))
		if !isObject(to) {
			to = focused()
		}
		// The field may become higher: a button that is being pressed must not move.
		left := flow.Left{Focused: s.fieldOf(to)}
		s.port.AfterPress(func() { s.dispatch(left) })
	})
}

// leading are the first buttons of a step, with the way back to the request of
// the round before it.
func (s *store) leading(buttons ...app.UI) []app.UI {
	if s.state.Previous() >= 0 {
		buttons = append(buttons, s.button("", wording.Back, flow.WentBack{}))
	}
	return buttons
}

// about is what the schema says of itself as a whole. Below stands once whose words the
// questions and the descriptions are: these could pass for hints of ours.
func (s *store) about() app.UI {
	title := untrusted.Display(s.request().Form.Heading(), untrusted.TitleLimit)
	description := untrusted.DisplayLines(s.request().Form.Description, untrusted.DescriptionLimit)
	return elem("div").Class("about").Hidden(!s.request().Described()).Body(
		elem("h2").Class("server-text").Hidden(title.Shown == "").Dir("auto").Text(title.Shown),
		place(description.Shown != "", func() app.UI { return s.serverText(flow.AboutText, description) }),
		said(elem("p").Class("note"), s.state.Words.Sentence(wording.TextsFrom, s.serverArg())),
	)
}

// The fields below the second screen of a long form are drawn in a turn of their own, so
// that the first ones are painted early: up to firstElements, or as many more as leave
// restElements for the second turn. A form of up to wholeElements is drawn at once.
const (
	wholeElements = 700
	firstElements = 300
	restElements  = 2500
)

// fields are the fields in the server's order, as many as are to be drawn now.
func (s *store) fields() []app.UI {
	count := len(s.request().Fields)
	if s.firstOnly {
		count = s.firstFields()
	}
	drawn := make([]app.UI, count)
	for i := range drawn {
		drawn[i] = newField(s, i)
	}
	return drawn
}

// firstFields is how many fields the first turn draws.
func (s *store) firstFields() int {
	fields, total := s.request().Form.Fields, 0
	for i := range fields {
		total += fields[i].Elements()
	}
	if total <= wholeElements {
		return len(fields)
	}
	first := max(firstElements, total-restElements)
	for i := range fields {
		if first -= fields[i].Elements(); first < 0 {
			return i + 1
		}
	}
	return len(fields)
}

// inTurns is a screen that may be drawn in two turns. While it is marked as being drawn, the
// room that was expected for all of it is kept; see web/frame/size.ts.
func (s *store) inTurns(body ...app.UI) app.UI {
	class := "step"
	if s.firstOnly {
		class = "step drawing"
	}
	return elem("div").Class(class).Body(body...)
}

// drawsFirstOnly reports whether a screen that has just come is drawn in two turns.
func (s *store) drawsFirstOnly() bool {
	q := s.request()
	return s.state.Step == flow.Form && len(q.Form.Reasons) == 0 && s.firstFields() < len(q.Fields)
}

// drawRestLater draws the other fields when the first ones have been painted. That moves
// the buttons, which must stay under a press.
func (s *store) drawRestLater() {
	serial := s.state.Serial
	s.port.AfterPaint(func() {
		s.port.AfterPress(func() {
			if s.firstOnly && s.state.Serial == serial {
				s.drawRest(func() {})
			}
		})
	})
}

// drawRest draws all fields, and then does something.
func (s *store) drawRest(then func()) {
	s.root.Dispatch(func(app.Context) {
		s.firstOnly = false
		s.whenDrawn(then)
	})
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
