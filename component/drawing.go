package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/wording"
)

// more is the button that draws more of a long screen. It is hidden while there is
// no more.
func (s *store) more(text wording.Key) app.UI {
	left := s.state.View.Drawing.Left()
	return elem("p").Class("more").Hidden(left == 0).Body(
		s.pressable("link", flow.MoreAsked{}, string(text)).ID(moreID).
			Text(s.state.Words.Text(text, wording.Count("n", left))),
	)
}

// drawnInSlices is a screen that can be long. While it is marked as being drawn, the
// room that was foreseen for all of it is kept; see web/frame/size.ts. Only then does it
// look at keys: to ask the program at each takes a tenth of the script of a key press.
func (s *store) drawnInSlices(body ...app.UI) app.UI {
	if !s.state.View.Drawing.Busy() {
		return elem("div").Class("step").Body(body...)
	}
	return elem("div").Class("step drawing").On("keydown", s.keyDown, app.EventScope(s.state.Serial)).Body(body...)
}

// keyDown has the rest of the screen drawn before the browser acts on a key that looks
// for it.
func (s *store) keyDown(ctx app.Context, e app.Event) {
	if !s.state.View.Drawing.Busy() || !searches(textOf(e, "key"), e) {
		ctx.PreventUpdate()
		return
	}
	s.during(ctx, func() { s.apply(flow.RestNeeded{}) })
}

// searches reports whether a key goes on to what comes next on the page, or opens the
// browser's own search.
func searches(key string, e app.Event) bool {
	switch key {
	case "Tab", "F3":
		return true
	case "f", "F", "g", "G":
		return flagOf(e, "ctrlKey") || flagOf(e, "metaKey")
	}
	return false
}

// apply applies what the person did in the controls of a field.
func (f *field) apply(ctx app.Context, event flow.Event) {
	if f.gone() {
		ctx.PreventUpdate()
		return
	}
	f.during(ctx, func() { f.store.apply(event) })
}

// gone reports whether another question is shown by now: an event of the browser
// waits for its turn.
func (f *field) gone() bool {
	return f.Serial != f.store.state.Serial || f.Index >= f.store.question().Fields.Len()
}
