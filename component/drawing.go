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
