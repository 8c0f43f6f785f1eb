package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/wording"
)

// doneScreen says how it ended. Nothing of the answers is left on it.
type doneScreen struct {
	app.Compo
	Stamp
	store *store
}

func (c *doneScreen) Render() app.UI {
	s := c.store
	class := "done"
	if outcome := s.state.Outcome; outcome == flow.Sent || outcome == flow.Confirmed {
		class = "done good"
	}
	return app.Div().Class("step").Body(
		app.Div().Class(class).Body(s.heading()),
		app.P().Class("note").Text(s.state.Words.Text(wording.To, s.serverArg())),
	)
}

// unshownScreen says why a request could not be shown. The host has been told.
type unshownScreen struct {
	app.Compo
	Stamp
	store *store
}

func (c *unshownScreen) Render() app.UI {
	s := c.store
	return app.Div().Class("step").Body(
		app.Div().Class("done bad").Body(s.heading()),
		app.P().Text(s.state.Words.RequestRefused(s.state.Refusal, s.state.ServerID())),
		app.Div().Class("actions").Body(s.button("", wording.Close, flow.Closed{})),
	)
}

// idleScreen stands before the first request and after one was put away; the
// host shows the frame only when there is something to see.
type idleScreen struct {
	app.Compo
	Stamp
	store *store
}

func (c *idleScreen) Render() app.UI {
	return app.Div().Class("step idle").Body(
		app.H1().ID(headingID).Class("visually-hidden").Text(c.store.state.Words.Text(wording.IdleHeading)),
	)
}
