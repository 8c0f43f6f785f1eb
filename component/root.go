package component

import (
	"fmt"
	"runtime"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
)

// Run mounts the component tree. It returns only after a panic, when it has handed the screen over.
func Run(machine *flow.Machine, state flow.State, port Port) {
	s := newStore(machine, state, port)
	defer s.rescue()
	app.RouteWithRegexp(".*", func() app.Composer { return &root{store: s} })
	app.RunWhenOnBrowser()
}

// rescue hands the screen over after a panic, which go-app raises here from all goroutines. The document may differ from
// go-app's tree by then, so that nothing is drawn: the port shows the typed answers and lets the person decide.
func (s *store) rescue() {
	fault := recover()
	if fault == nil {
		return
	}
	trace := make([]byte, 64<<10)
	why := fmt.Sprintf("%v\n%s", fault, trace[:runtime.Stack(trace, false)])
	s.keepDraft()
	s.port.Abandon(why)
}

// The state may be broken, so that keepDraft may fail.
func (s *store) keepDraft() {
	defer func() { _ = recover() }()
	_, effects := s.machine.Update(s.state, flow.Woken{Alarm: flow.DraftAlarm}, s.port.Now())
	for _, effect := range effects {
		if draft, ok := effect.(flow.KeepDraft); ok {
			s.port.Tell(draft)
		}
	}
}

type root struct {
	app.Compo
	store     *store
	rehearsal *store
}

// OnMount starts listening when the tree can show a request.
func (r *root) OnMount(ctx app.Context) {
	r.store.root = ctx
	r.store.present()
	r.store.port.Listen(
		func(event flow.Event) {
			ctx.Dispatch(func(ctx app.Context) { r.receive(ctx, event) })
		},
		func(act func()) {
			ctx.Dispatch(func(ctx app.Context) {
				ctx.PreventUpdate()
				act()
			})
		},
	)
}

func (r *root) receive(ctx app.Context, event flow.Event) {
	r.store.handle(ctx, nil, func() {
		switch e := event.(type) {
		case flow.Rehearsal:
			r.rehearse(e.Requested)
			return
		case flow.Requested:
			r.rehearsal = nil
		}
		r.store.receive(event)
	})
}

func (r *root) Render() app.UI {
	s := r.store
	s.noteRender(r)
	return elem("main").Class("app").Body(
		// In Firefox, Orca reads the heading of a new screen only if something that can take the focus stays before it.
		elem("div").Class("start").Attr("tabindex", "-1"),
		s.screen(),
		s.closeButton(),
		r.drawRehearsal(),
		s.requestMark(),
	)
}

// requestMark lets web/frame/press.ts block presses that were meant for the previous request. It comes last, because
// drawing before a component crosses into JavaScript once more.
func (s *store) requestMark() app.UI {
	mark := elem("span").Hidden(true)
	if s.state.Step == flow.Idle {
		return mark
	}
	return mark.Attr("data-request", s.state.Rounds).Attr("data-attempt", s.state.Attempt)
}

type screen struct {
	app.Compo
	store  *store
	Serial int
	Step   flow.Step
	// Draw draws the step. No function equals another, so that go-app draws the screen whenever it draws the root.
	Draw func() app.UI
}

func (s *store) screen() *screen {
	return &screen{store: s, Serial: s.state.Serial, Step: s.state.Step, Draw: s.stepScreen()}
}

func (s *store) stepScreen() func() app.UI {
	switch s.state.Step {
	case flow.Form:
		switch {
		case s.request().Blocked():
			return s.blockedScreen
		case s.request().Confirmation():
			return s.confirmScreen
		case s.state.Changing():
			return s.changeScreen
		}
		return s.formScreen
	case flow.Consent:
		return s.consentScreen
	case flow.Approve:
		return s.approvalScreen
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

func (c *screen) CompoID() string { return identity(c.Serial, int(c.Step)) }

func (c *screen) OnMount(ctx app.Context) {
	c.store.step = ctx
	ctx.PreventUpdate()
}

func (c *screen) Render() app.UI {
	c.store.noteRender(c)
	return c.Draw()
}

// doneScreen shows no answer.
func (s *store) doneScreen() app.UI {
	class, completed := "done", s.state.Outcome == flow.PageCompleted
	switch s.state.Outcome {
	case flow.Sent, flow.Confirmed, flow.Allowed, flow.FinishedByPerson, flow.PageCompleted:
		class = "done good"
	}
	when := []app.UI{elem("bdi").Text(s.port.TimeOfDay(s.state.Ended))}
	if !s.state.NamesServer() {
		when = append(append(phrase(s.state.Words.Mention(s.state.ServerID())), app.Text(" · ")), when...)
	}
	return elem("div").Class("step").Body(
		elem("div").Class(class).Body(s.heading(), elem("p").Class("muted").Body(when...)),
		write(elem("p").Hidden(!completed), s.state.Words.Sentence("WaitingOver", s.serverArg())),
	)
}

func (s *store) unshownScreen() app.UI {
	return elem("div").Class("step").Body(
		elem("div").Class("done bad").Body(s.heading()),
		write(elem("p"), s.state.Words.RequestRejected(s.state.Rejected, s.state.ServerID())),
	)
}

func (s *store) idleScreen() app.UI {
	return elem("div").Class("step idle").Body(
		elem("h1").ID(headingID).Class("visually-hidden").Text(s.state.Words.Text("IdleHeading")),
	)
}

// rehearse draws a request out of sight, leads it to its review, and removes it, each in a task of its own.
func (r *root) rehearse(request flow.Requested) {
	if !r.store.state.Fresh() || r.rehearsal != nil {
		return
	}
	s := newStore(r.store.machine, flow.State{Reader: r.store.state.Reader}, silence{r.store.port})
	s.root = r.store.root
	r.rehearsal = s
	acts := []func(){
		func() { s.apply(request) },
		s.proceed,
		func() { r.rehearsal = nil },
	}
	var next func()
	next = func() {
		r.store.root.Dispatch(func(ctx app.Context) {
			if r.rehearsal != s {
				ctx.PreventUpdate()
				return
			}
			before, act := s.state, acts[0]
			acts = acts[1:]
			act()
			s.needsDrawing(&before, -1)
			r.store.whenDrawn(func() {
				if r.rehearsal == s {
					r.store.port.Later(next)
				}
			})
		})
	}
	next()
}

// The style sheet hides the rehearsal from rendering, and inert from focus and assistive technology.
func (r *root) drawRehearsal() app.UI {
	s := r.rehearsal
	return drawIf(s != nil, func() app.UI {
		return elem("div").Class("rehearsal").Attr("inert", true).Body(
			s.screen(),
		)
	})
}

type silence struct{ Port }

func (silence) Tell(flow.Effect)             {}
func (silence) Focus(string, string, bool)   {}
func (silence) Present(string, string, bool) {}
