package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
)

// rehearse draws a request out of sight, takes it to its review, and puts it away, each in a task of
// its own, as long as nothing has been asked.
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
			s.changed(&before, -1)
			r.store.whenDrawn(func() {
				if r.rehearsal == s {
					r.store.port.Later(next)
				}
			})
		})
	}
	next()
}

// rehearsed is the place of what is rehearsed. It is not rendered, and neither focus
// nor assistive technology gets there.
func (r *root) rehearsed() app.UI {
	s := r.rehearsal
	return place(s != nil, func() app.UI {
		return elem("div").Class("rehearsal").Attr("inert", true).Body(
			s.screen(),
		)
	})
}

// silence is a port over which nothing leaves or happens on the page.
type silence struct{ Port }

func (silence) Listen(func(flow.Event), func(func())) {}
func (silence) Tell(flow.Effect)                      {}
func (silence) Focus(string, string, bool)            {}
func (silence) Present(string, string, bool)          {}
func (silence) Abandon(string)                        {}
