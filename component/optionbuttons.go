package component

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/schema"
)

// optionScreen draws a form that is one choice: each option is a button that sends it. Yes and No look alike.
func (s *store) optionScreen() app.UI {
	q := s.request()
	only := q.OnlyQuestion()
	f := q.Form.Fields[only]
	label := s.state.Words.Label(f)
	about := safetext.DisplayLines(f.Description, safetext.DescriptionLimit)
	isYesNo := f.Kind == schema.Boolean && !f.HasNames
	class := ""
	if isYesNo {
		class = "primary"
	}
	buttons := make([]app.UI, len(f.Options))
	for i := range f.Options {
		buttons[i] = s.optionButton(f, class, i)
	}
	group := elem("div").Role("group").Aria("label", label)
	options := []app.UI{group.Class("choices").Body(buttons...), s.actions()}
	if isYesNo {
		options = []app.UI{s.actions(group.Class("choices inline").Body(buttons...))}
	}
	return elem("div").Class("step").Body(append([]app.UI{
		s.serverHeader(),
		s.message(),
		s.about(),
		elem("p").Class("header").Hidden(f.Header == "").Body(elem("bdi").Text(safetext.OneLine(f.Header, safetext.TitleLimit))),
		elem("p").ID(labelID(only)).Class("question").Dir("auto").Hidden(f.RepeatsMessage || f.HasPlainName() && q.Message != "").Text(label),
		drawIf(about.Shown != "", func() app.UI { return s.serverText(flow.LongText(only), about) }),
		write(elem("p").ID(declineInsteadID).Class("muted").Hidden(!s.request().AnswersNo()),
			s.state.Words.Sentence("DeclineInstead", s.serverArg())),
		s.explanation(),
	}, options...)...)
}

const declineInsteadID = "instead"

func (s *store) optionButton(f schema.Field, class string, i int) app.UI {
	picked := func() flow.Event { return flow.Picked{Option: i, Whole: isInView()} }
	button := s.inactive(s.pressFor(class, flow.Send, picked, i)).ID(optionID(f.Index, i)).Attr("data-option", strconv.Itoa(i))
	if s.request().AnswersNo() && !f.Options[i].Value.Truth {
		name, _ := s.state.SendButton()
		return caption(button.Aria("describedby", declineInsteadID), name)
	}
	return button.Dir("auto").Body(s.describeOption(f, i)...)
}
