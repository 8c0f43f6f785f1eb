package component

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/wording"
)

// secretButton shows a secret on review and hides it again. What is hidden is
// nowhere in the document.
func (s *store) secretButton(row flow.Row) app.UI {
	short, long := wording.Show, wording.ShowLabel
	if !row.Hidden {
		short, long = wording.Hide, wording.HideLabel
	}
	button := s.pressable("link", flow.SecretShown{Request: row.Request, Field: row.Field, Shown: row.Hidden}, row.Request, row.Field, row.Hidden).
		Aria("expanded", strconv.FormatBool(!row.Hidden))
	return verb(button, s.state.Words, short, long, row.Name)
}

// agreement is the tick that sending a secret needs, with the name of the server. It
// stands before the buttons, where the person decides.
func (s *store) agreement() app.UI {
	if len(s.state.Reviewed.Secrets) == 0 {
		return elem("div").Hidden(true)
	}
	return &agreement{store: s, Agreement: s.state.Agreement, Words: s.state.Words}
}

// agreement is the tick. The serial of Agreement is its identity.
type agreement struct {
	app.Compo
	store     *store
	Agreement flow.Agreement
	Words     *wording.Words

	// on is whether the box was on when it was built. Afterwards that belongs to
	// the person, and only the document knows it.
	on, started bool
}

// CompoID is the identity for go-app.
func (a *agreement) CompoID() string { return identity("", a.Agreement.Serial) }

func (a *agreement) Render() app.UI {
	s := a.store
	s.rendering(a)
	words, state := a.Words, a.Agreement
	if !a.started {
		a.on, a.started = state.Given, true
	}
	about, problem := agreementID+"-about", agreementID+"-error"
	class, described := "field", about
	if state.Missing {
		class, described = "field bad", about+" "+problem
	}
	return elem("div").Class("agreement").Body(
		elem("div").Class("warning").Body(said(elem("p").ID(about), words.Secrets(s.state.Reviewed.Secrets))),
		elem("div").Class(class).Body(
			place(state.Missing, func() app.UI { return s.problem(problem, words.Sentence(wording.SecretUnconfirmed, s.serverArg())) }),
			elem("div").Class("options").Body(elem("label").Class("option").Attr("for", agreementID).Body(
				void("input").Attr("type", "checkbox").ID(agreementID).Attr("checked", a.on).
					Aria("required", "true").Aria("invalid", strconv.FormatBool(state.Missing)).Aria("describedby", described).
					On("change", s.sends(func(app.Event) flow.Event { return flow.Agreed{Yes: checked(agreementID)} })),
				said(elem("span"), words.Sentence(wording.SecretConfirm, s.serverArg())),
			)),
		),
	)
}
