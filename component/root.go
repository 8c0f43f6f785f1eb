package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
)

// Run mounts the component tree. state is what to show before the first event of
// the port. It returns only when something has gone wrong, after it has handed the
// screen over.
func Run(machine *flow.Machine, state flow.State, port Port) {
	s := newStore(machine, state, port)
	defer s.rescue()
	app.RouteWithRegexp(".*", func() app.Composer { return &root{store: s} })
	app.RunWhenOnBrowser()
}

// root is the whole page: the error summary's fixed place and one screen.
type root struct {
	app.Compo
	store *store
	// rehearsal is the form that is drawn out of sight; nil for none.
	rehearsal *store
}

// OnMount starts listening once the tree is there to show something.
func (r *root) OnMount(ctx app.Context) {
	r.store.root = ctx
	r.store.present()
	r.store.port.Listen(
		func(event flow.Event) {
			ctx.Dispatch(func(ctx app.Context) { r.heard(ctx, event) })
		},
		func(fault any) { ctx.Dispatch(func(app.Context) { panic(fault) }) },
	)
}

// heard takes an event of the host.
func (r *root) heard(ctx app.Context, event flow.Event) {
	r.store.during(ctx, nil, func() {
		switch e := event.(type) {
		case flow.Rehearsal:
			r.rehearse(e.Requested)
			return
		case flow.Requested:
			// It is drawn, and the rehearsal is gone with that.
			r.rehearsal = nil
		}
		r.store.heard(event)
	})
}

func (r *root) Render() app.UI {
	s := r.store
	s.rendering(r)
	return elem("main").Class("app").Body(
		s.summary(),
		s.screen(),
		r.rehearsed(),
		s.requestMark(),
	)
}

// requestMark says which request it is that can be decided: web/frame/press.ts looks at
// presses that were meant for the one before. It comes last, because what is drawn before
// a component takes a crossing of its own.
func (s *store) requestMark() app.UI {
	mark := elem("span").Hidden(true)
	if s.state.Step == flow.Idle {
		return mark
	}
	return mark.Attr("data-request", s.state.Rounds)
}

// screen is the screen of a step.
type screen struct {
	app.Compo
	store *store
	// Serial and Step make up the identity: each step of each request has a screen of its
	// own.
	Serial int
	Step   flow.Step
	// Draw draws the step. A function never equals another, so that go-app draws the
	// screen whenever it draws the root.
	Draw func() app.UI
}

// screen is the screen as the state has it now.
func (s *store) screen() *screen {
	return &screen{store: s, Serial: s.state.Serial, Step: s.state.Step, Draw: s.stepScreen()}
}

// stepScreen draws the step that the state has now.
func (s *store) stepScreen() func() app.UI {
	switch s.state.Step {
	case flow.Form:
		switch {
		case s.request().Blocked():
			return s.blockedScreen
		case s.request().Confirmation():
			return s.confirmScreen
		}
		return s.formScreen
	case flow.Consent:
		return s.consentScreen
	case flow.Waiting:
		return s.waitingScreen
	case flow.Review:
		return s.reviewScreen
	case flow.Done:
		return s.doneScreen
	case flow.Unshown:
		return s.unshownScreen
	}
	return s.idleScreen
}

// CompoID is the identity for go-app.
func (c *screen) CompoID() string { return identity("", c.Serial, int(c.Step)) }

// OnMount keeps the context of the screen, and has the rest of it drawn.
func (c *screen) OnMount(ctx app.Context) {
	c.store.step = ctx
	if c.store.firstOnly {
		c.store.drawRestLater()
	}
	ctx.PreventUpdate()
}

func (c *screen) Render() app.UI {
	c.store.rendering(c)
	return c.Draw()
}
