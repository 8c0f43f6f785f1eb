package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/wording"
)

// doneScreen says how it ended. Nothing of the answers is left on it.
func (s *store) doneScreen() app.UI {
	class, completed := "done", s.state.Outcome == flow.PageCompleted
	switch s.state.Outcome {
	case flow.Sent, flow.Confirmed, flow.FinishedByPerson, flow.PageCompleted:
		class = "done good"
	}
	return elem("div").Class("step").Body(
		elem("div").Class(class).Body(s.heading()),
		said(elem("p").Hidden(!completed), s.state.Words.Sentence(wording.WaitingOver, s.serverArg())),
		elem("p").Class("note").Body(append(saying(s.state.Words.Mention(s.state.ServerID())),
			app.Text(" · "),
			elem("bdi").Text(s.port.TimeOfDay(s.state.Ended)),
		)...),
		// A page that was opened and is still waited for comes back then.
		s.buttons(s.button("", wording.Close, flow.Closed{})),
	)
}

// unshownScreen says why a request could not be shown. The host has been told.
func (s *store) unshownScreen() app.UI {
	return elem("div").Class("step").Body(
		elem("div").Class("done bad").Body(s.heading()),
		said(elem("p"), s.state.Words.RequestRefused(s.state.Rejected, s.state.ServerID())),
		s.buttons(s.button("", wording.Close, flow.Closed{})),
	)
}

// idleScreen stands before the first request and after one was put away; the
// host shows the frame only when there is something to see.
func (s *store) idleScreen() app.UI {
	return elem("div").Class("step idle").Body(
		elem("h1").ID(headingID).Class("visually-hidden").Text(s.state.Words.Text(wording.IdleHeading)),
	)
}
