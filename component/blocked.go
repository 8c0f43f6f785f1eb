package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/wording"
)

// A form that nobody can send says why in a box above everything else: what it is short
// of, or which questions cannot be answered here. Below stands what is asked besides.

// blockedID is the sentence that says why.
const blockedID = "blocked"

// blockedScreen shows the other questions as they are in every form where nothing is
// wrong with any question, but nobody can fill them in: what is typed would go nowhere.
// Where questions are wrong themselves, all are listed.
func (c *screen) blockedScreen() app.UI {
	s := c.store
	var reasons, others app.UI = elem("ul").Hidden(true), nil
	drawn, all := s.state.View.Drawing.Drawn, len(s.question().Form.Fields)
	if listed := s.question().Listed(); len(listed) > 0 {
		first := len(s.question().Form.Reasons)
		reasons = s.questions(listed[:min(first, drawn)])
		others = s.questions(listed[min(first, drawn):drawn])
		all -= first
	} else {
		others = elem("div").Class("fields").Body(c.drawFields()...)
	}
	return s.drawnInSlices(
		s.asker(),
		s.message(),
		s.about(),
		elem("div").Class("warning").Body(
			said(elem("p").ID(blockedID), s.state.Obstacle()),
			reasons,
		),
		elem("h2").Class("others").Hidden(all == 0).Text(s.state.Words.Text(wording.OtherQuestions)),
		others,
		s.more(wording.MoreQuestions),
		s.actions(s.leading()...),
		s.explanation(),
	)
}

// questions lists questions with what keeps each from being answered.
func (s *store) questions(fields []int) app.UI {
	items := make([]app.UI, len(fields))
	for i, field := range fields {
		f := s.question().Form.Fields[field]
		items[i] = elem("li").ID(labelID(field)).Body(
			elem("span").Class("question").Dir("auto").Text(s.state.Words.Label(f)),
			said(elem("p").Class("obstacle").Hidden(f.Unsupported == ""), s.state.Words.Obstacle(f, s.state.ServerID())),
		)
	}
	return elem("ul").Class("questions").Hidden(len(items) == 0).Body(items...)
}

// shut is a control that nobody can use.
func shut(control app.UI) app.UI {
	return elem("fieldset").Class("shut").Role("none").Attr("disabled", true).Body(control)
}
