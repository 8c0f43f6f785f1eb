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
	return elem("div").Class("step").Body(
		s.asker(),
		elem("p").Class("note").ID("nothing-sent").Text(words.Text(wording.NothingSentReview, s.serverArg())),
		elem("dl").Class("answers").Body(rows...),
		elem("details").Class("wire").Body(
			elem("summary").Text(words.Text(wording.ExactlySent)),
			elem("pre").Dir("ltr").Attr("tabindex", 0).Role("region").Aria("label", words.Text(wording.ExactlySent)).
				Body(elem("code").Text(s.state.Reviewed.JSON)),
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
	return elem("div").Class("answer").Body(
		elem("dt").Dir("auto").Text(label),
		elem("dd").Body(
			elem("p").Class("value").Hidden(!row.Provided).Dir("auto").Text(row.Value),
			elem("p").Class("none").Hidden(row.Provided).Text(s.leftOut(row)),
			elem("p").Class("note").Hidden(row.Instant == "").Text(row.Instant),
			elem("p").Class("note").Hidden(row.Sent == "").Body(app.Text(words.Text(wording.SentValue)), app.Text(" "), elem("code").Dir("auto").Text(row.Sent)),
			elem("p").Class("note").Hidden(!row.Suggested).Text(words.Text(wording.Suggested, s.serverArg())),
		),
		elem("dd").Class("change").Body(
			elem("button").Attr("type", "button").ID(changeID(row.Field)).Class("link").
				On("click", s.on(flow.ChangeAsked{Field: row.Field}), app.EventScope(s.state.Serial, row.Field)).
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
	whole := words.Text(wording.ChangeLabel, wording.Label(label))
	verb := words.Text(wording.Change)
	hidden := func(text string) app.UI { return elem("span").Class("visually-hidden").Text(text) }
	if before, after, found := strings.Cut(whole, verb); found {
		return []app.UI{hidden(before), app.Text(verb), hidden(after)}
	}
	return []app.UI{app.Text(verb), hidden(" " + label)}
}
