package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/wording"
)

// preparingScreen is shown while a long form is being read. The person can decline
// and cancel meanwhile.
func (s *store) preparingScreen() app.UI {
	return elem("div").Class("step preparing").Body(
		s.asker(),
		s.message(),
		elem("p").Class("note").Text(s.state.Words.Text(wording.Loading)),
		s.actions(),
		s.explanation(),
	)
}
