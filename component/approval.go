package component

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/wording"
)

const reasonID = "reason"

// approvalScreen is also the review of a tool call: it shows everything that will run.
func (s *store) approvalScreen() app.UI {
	words, q := s.state.Words, s.request()
	call, again := q.Approval, s.state.PressedOnce()
	rows, all := s.state.ShownArguments()
	about := safetext.DisplayLines(call.Description, safetext.DescriptionLimit)
	var buttons []app.UI
	for i, choice := range call.Choices {
		buttons = append(buttons, s.choice(i, choice, false))
		if !choice.Kind.Allows() && choice.Kind != request.RejectAlways && s.state.Queue.Total > s.state.Queue.Position {
			buttons = append(buttons, s.choice(i, request.Choice{}, true))
		}
	}
	return elem("div").Class("step").Body(
		s.serverHeader(),
		drawIf(q.Message != "", s.message),
		// The server chooses the title freely; the name identifies the tool that runs.
		elem("p").Class("tool").Dir("ltr").Hidden(call.Title == "").
			Text(safetext.Visible(safetext.Prefix(string(call.Tool), safetext.TitleLimit))),
		drawIf(about.Shown != "", func() app.UI { return s.serverText(flow.AboutText, about) }),
		s.answers(rows),
		drawIf(!all, func() app.UI { return s.unfold(flow.ArgumentsText) }),
		elem("p").Class("muted").Hidden(len(rows) > 0).Text(words.Text("NoArguments")),
		elem("div").Class("field").Hidden(!call.AsksReason).Body(
			elem("label").Attr("for", reasonID).Text(words.Text("DeclineReason")),
			elem("input").Attr("type", "text").Attr("maxlength", request.MaxReason).ID(reasonID).Dir("auto"),
		),
		write(elem("p").Class("warning").Hidden(again == ""), again),
		s.buttons(buttons...),
	)
}

// choice draws a button. An agent can give a button any name, so the meaning stands below the name.
func (s *store) choice(i int, choice request.Choice, all bool) app.UI {
	press, key, class := flow.Confirm, wording.Key("Decline"), ""
	switch choice.Kind {
	case request.AllowOnce:
		key = "AllowOnce"
		if i == 0 {
			class = "primary"
		}
	case request.AllowSession:
		key = "AllowSession"
	case request.AllowAlways:
		key = "AllowAlways"
	case request.RejectAlways:
		key = "RejectAlways"
	}
	if !choice.Kind.Allows() {
		press = flow.Decline
	}
	if all {
		key = "DeclineAll"
	}
	if choice.Name != "" && class == "" {
		class = "wide"
	}
	chosen := func() flow.Event {
		return flow.Chosen{Choice: i, Whole: isInView(), Reason: page.Text(page.Element(reasonID), "value"), All: all}
	}
	button := s.inactive(s.pressFor(class, press, chosen, i, all)).Attr("data-option", strconv.Itoa(i))
	meaning := s.state.Words.Sentence(key, s.serverArg(), s.state.Tool())
	if choice.Name == "" {
		return caption(button, meaning)
	}
	return button.Body(elem("span").Body(
		elem("bdi").Text(safetext.OneLine(choice.Name, safetext.OptionLimit)), write(elem("span").Class("meaning"), meaning),
	))
}
