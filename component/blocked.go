package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/wording"
)

// A form that cannot be sent says why in a box above everything else: which questions are
// missing, or cannot be answered here. Below are the other questions.

// blockedID is the sentence that says why.
const blockedID = "blocked"

// blockedScreen shows the other questions as they are in every form where nothing is
// wrong with any question, but disabled: the answers could not be sent.
// Where questions are wrong themselves, all are listed.
func (s *store) blockedScreen() app.UI {
	var reasons, others app.UI
	form := &s.request().Form
	if listed, first := s.request().Listed(), len(form.Reasons); first > 0 {
		reasons, others = s.questions(listed[:first]), s.questions(listed[first:])
	} else {
		reasons, others = elem("ul").Hidden(true), elem("div").Class("fields").Body(s.fields()...)
	}
	return s.inTurns(
		s.asker(),
		s.message(),
		s.about(),
		elem("div").Class("warning").Body(
			said(elem("p").ID(blockedID), s.state.Obstacle()),
			reasons,
		),
		elem("h2").Class("others").Hidden(len(form.Fields) == len(form.Reasons)).Text(s.state.Words.Text(wording.OtherQuestions)),
		others,
		s.actions(s.leading()...),
		s.explanation(),
	)
}

// questions lists questions with what keeps each from being answered.
func (s *store) questions(fields []int) app.UI {
	items := make([]app.UI, len(fields))
	for i, field := range fields {
		f := s.request().Form.Fields[field]
		items[i] = elem("li").ID(labelID(field)).Body(
			elem("span").Class("question").Dir("auto").Text(s.state.Words.Label(f)),
			said(elem("p").Class("obstacle").Hidden(f.Unsupported == ""), s.state.Words.Obstacle(f, s.state.ServerID())),
		)
	}
	return elem("ul").Class("questions").Hidden(len(items) == 0).Body(items...)
}

// shut disables the controls of a field.
func shut(control app.UI) app.UI {
	return elem("fieldset").Class("shut").Role("none").Attr("disabled", true).Body(control)
}
