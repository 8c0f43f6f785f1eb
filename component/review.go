package component

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/wording"
)

// reviewScreen shows the answers before anything is sent.
type reviewScreen struct {
	app.Compo
	Stamp
	store *store
}

func (c *reviewScreen) Render() app.UI {
	s := c.store
	words := s.state.Words
	rows := make([]app.UI, len(s.state.Reviewed.Rows))
	for i, row := range s.state.Reviewed.Rows {
		rows[i] = s.row(row)
	}
	return app.Div().Class("step").Body(
		s.asker(),
		app.P().Class("note").ID("nothing-sent").Text(words.Text(wording.NothingSentReview, s.serverArg())),
		app.Dl().Class("answers").Body(rows...),
		app.Details().Class("wire").Body(
			app.Summary().Text(words.Text(wording.ExactlySent)),
			app.Pre().Dir("ltr").TabIndex(0).Role("region").Aria("label", words.Text(wording.ExactlySent)).
				Body(app.Code().Text(s.state.Reviewed.JSON)),
		),
		s.actions(
			s.button("primary", wording.SendAnswers, flow.SendPressed{}),
			s.button("", wording.Back, flow.WentBack{}),
		),
		s.difference(),
	)
}

// row is one answer. Every kind of remark has its own place.
func (s *store) row(row flow.Row) app.UI {
	words := s.state.Words
	f := s.state.Form.Fields[row.Field]
	label := words.Label(f)
	return app.Div().Class("answer").Body(
		app.Dt().Dir("auto").Text(label),
		app.Dd().Body(
			app.P().Class("value").Hidden(!row.Provided).Dir("auto").Text(row.Value),
			app.P().Class("none").Hidden(row.Provided).Text(s.leftOut(row)),
			app.P().Class("note").Hidden(row.Instant == "").Text(row.Instant),
			app.P().Class("note").Hidden(row.Sent == "").Body(app.Text(words.Text(wording.SentValue)), app.Text(" "), app.Code().Dir("auto").Text(row.Sent)),
			app.P().Class("note").Hidden(!row.Suggested).Text(words.Text(wording.Suggested, s.serverArg())),
		),
		app.Dd().Class("change").Body(
			app.Button().Type("button").ID(changeID(row.Field)).Class("link").
				OnClick(s.on(flow.ChangeAsked{Field: row.Field}), app.EventScope(s.state.Serial, row.Field)).
				Body(changeText(words, label)...),
		),
	)
}

func (s *store) leftOut(row flow.Row) string {
	words := s.state.Words
	if row.Refill == "" {
		return words.Text(wording.NotProvided)
	}
	return words.Text(wording.NotProvidedDefault, s.serverArg(),
		wording.Arg{Name: "default", Value: strings.ReplaceAll(row.Refill, "\n", ", ")})
}

// changeText is "Change {label}", of which only the verb is visible. The verb
// stands first or last, as the language has it.
func changeText(words *wording.Words, label string) []app.UI {
	whole := words.Text(wording.ChangeLabel, wording.Arg{Name: "label", Value: label})
	verb := words.Text(wording.Change)
	hidden := func(text string) app.UI { return app.Span().Class("visually-hidden").Text(text) }
	if before, after, found := strings.Cut(whole, verb); found {
		return []app.UI{hidden(before), app.Text(verb), hidden(after)}
	}
	return []app.UI{app.Text(verb), hidden(" " + label)}
}
