package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/wording"
)

// preparingScreen stands while a long form is being read. Nobody has to wait
// for it in order to say no.
type preparingScreen struct {
	app.Compo
	Stamp
	store *store
}

func (c *preparingScreen) Render() app.UI {
	s := c.store
	return elem("div").Class("step preparing").Body(
		s.asker(),
		s.message(),
		elem("p").Class("note").Text(s.state.Words.Text(wording.Loading)),
		s.actions(),
		s.difference(),
	)
}
