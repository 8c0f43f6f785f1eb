package component

import (
	"strconv"

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
}

// OnMount starts listening once the tree is there to show something.
func (r *root) OnMount(ctx app.Context) {
	r.store.root = ctx
	r.store.present()
	r.store.port.Listen(
		func(event flow.Event) { ctx.Dispatch(func(app.Context) { r.store.heard(event) }) },
		func(fault any) { ctx.Dispatch(func(app.Context) { panic(fault) }) },
	)
}

func (r *root) Render() app.UI {
	s := r.store
	return elem("main").Class("app").Body(
		s.summary(),
		s.screen(),
	)
}

// screen picks the component of the step. Each is told the revision, so that
// it is drawn again whenever the state has changed.
func (s *store) screen() app.UI {
	stamp := Stamp{Serial: s.state.Serial, Revision: s.revision}
	switch s.state.Step {
	case flow.Preparing:
		return &preparingScreen{store: s, Stamp: stamp}
	case flow.Form:
		switch {
		case s.question().Blocked():
			return &blockedScreen{store: s, Stamp: stamp}
		case s.question().Confirmation():
			return &confirmScreen{store: s, Stamp: stamp}
		}
		return &formScreen{store: s, Stamp: stamp}
	case flow.Consent:
		return &consentScreen{store: s, Stamp: stamp}
	case flow.Waiting:
		return &waitingScreen{store: s, Stamp: stamp}
	case flow.Review:
		return &reviewScreen{store: s, Stamp: stamp}
	case flow.Done:
		return &doneScreen{store: s, Stamp: stamp}
	case flow.Unshown:
		return &unshownScreen{store: s, Stamp: stamp}
	}
	return &idleScreen{store: s, Stamp: stamp}
}

// Stamp makes go-app draw a screen again when the state has changed. It is exported
// because go-app only looks at exported fields.
type Stamp struct {
	Serial, Revision int
}

// CompoID gives each question a screen of its own, also when nothing was drawn
// between two of them.
func (s Stamp) CompoID() string { return strconv.Itoa(s.Serial) }
