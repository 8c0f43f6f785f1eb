package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/wording"
)

// moreID is the button that draws more of a long screen, decideID what stands
// below it.
const (
	moreID   = "more"
	decideID = "decide"
)

// more is the place of the button that draws more of a long screen.
func (s *store) more(text wording.Key) app.UI {
	left := s.state.View.Drawing.Left()
	return elem("p").Class("more").Hidden(left == 0).Body(
		elem("button").Attr("type", "button").ID(moreID).Class("link").
			Text(s.state.Words.Text(text, wording.Count("n", left))).
			On("click", s.press(flow.MoreAsked{}), app.EventScope(s.state.Serial, string(text))),
	)
}

// drawMore gives the browser its turn before the next slice of a long screen is
// drawn.
func (s *store) drawMore(e flow.DrawMore) {
	s.port.Later(func() {
		s.port.AfterPress(func() {
			s.root.Dispatch(func(app.Context) { s.apply(flow.DrawTurn(e)) })
		})
	})
}

// watchMore looks out for the button that draws more.
func (s *store) watchMore(e flow.WatchMore) {
	if e.Task == 0 {
		s.port.WhenSeen("", "", nil)
		return
	}
	s.port.WhenSeen(moreID, decideID, func() {
		s.root.Dispatch(func(app.Context) {
			s.apply(flow.MoreSeen{Task: e.Task, Focused: textOf(focused(), "id") == moreID})
		})
	})
}

// alone lets go-app draw nothing again but the component that an event came to:
// it has marked all around it as well, and a form of a thousand fields is looked
// through for each key otherwise.
func (s *store) alone() {
	if s.form.Src() != nil && s.form.Src().Mounted() {
		s.form.PreventUpdate()
	}
}

// OnMount keeps the context that [store.alone] needs.
func (c *formScreen) OnMount(ctx app.Context) {
	c.store.form = ctx
	ctx.PreventUpdate()
}

// apply sends what somebody did in the controls of a field. Where nothing but
// the field looks different after that, nothing else is drawn again.
func (f *field) apply(ctx app.Context, event flow.Event) {
	s := f.store
	if f.gone() {
		return
	}
	f.ctx = ctx
	before := s.state
	s.apply(event)
	if s.state.SameAround(f.Index, before) {
		s.alone()
	}
}

// gone reports whether the request ended while an event was on its way.
func (f *field) gone() bool {
	return f.Serial != f.store.state.Serial || f.Index >= len(f.store.question().Fields)
}

// closeList closes the list of a field when the press is over that is under way.
func (s *store) closeList(e flow.CloseList) {
	s.port.AfterPress(func() {
		if f := s.drawn[e.Field]; f != nil {
			f.ctx.Dispatch(func(ctx app.Context) { f.apply(ctx, flow.ListClosed(e)) })
		}
	})
}
