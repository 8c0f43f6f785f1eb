package component

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/internal/wording"
)

// reviewScreen shows the answers before anything is sent.
func (s *store) reviewScreen() app.UI {
	words := s.state.Words
	return elem("div").Class("step").Body(
		s.asker(),
		elem("p").Class("note").ID("nothing-sent").Text(words.Text(wording.NothingSentReview, s.serverArg())),
		s.part(flow.AnswersPart, s.sections),
		s.more(wording.MoreAnswers),
		elem("p").Class("note miscounted").Hidden(!s.state.Reviewed.Miscounted).Text(words.Text(wording.Miscounted)),
		elem("details").Class("wire").Body(
			elem("summary").Text(words.Text(wording.ExactlySent)),
			elem("p").Class("note").Hidden(!s.state.Reviewed.Masked).
				Text(words.Text(wording.SecretMasked, wording.Arg{Name: "mask", Value: flow.Mask})),
			elem("pre").Dir("ltr").Attr("tabindex", 0).Role("region").Aria("label", words.Text(wording.ExactlySent)).
				Body(elem("code").Text(s.state.Reviewed.JSON)),
		),
		s.agreement(),
		s.part(flow.ActionsPart, func() app.UI { return s.actions(s.send(), s.button("", wording.Back, flow.WentBack{})) }),
		s.declineNote(),
	)
}

// sections are the answers, as many as are to be drawn now.
func (s *store) sections() app.UI {
	sections := make([]app.UI, len(s.state.Questions))
	rows, left := s.state.Reviewed.Rows, s.state.View.Drawing.Drawn
	for i := range sections {
		n := 0
		for n < len(rows) && rows[n].Question == i {
			n++
		}
		sections[i] = s.section(i, rows[:n], min(n, left))
		rows, left = rows[n:], max(left-n, 0)
	}
	return elem("div").Class("sections").Body(sections...)
}

// send is the button that sends. While some answers are not drawn, its description
// says how many the person has not seen.
func (s *store) send() app.UI {
	button := s.button("primary", wording.SendAnswers, flow.SendPressed{})
	if s.state.View.Drawing.Left() > 0 {
		button = button.Aria("describedby", moreID)
	}
	return button
}

// section is one question of a round with its answers, of which so many are drawn; a
// single request has no heading of its own.
func (s *store) section(question int, rows []flow.Row, drawn int) app.UI {
	words, q := s.state.Words, &s.state.Questions[question]
	items := make([]app.UI, drawn)
	for i, row := range rows[:drawn] {
		items[i] = s.row(row)
	}
	answers := elem("dl").Class("answers").Body(items...)
	if len(s.state.Questions) == 1 {
		return answers
	}
	place := words.Text(wording.RequestPosition, wording.Count("a", question+1), wording.Count("b", len(s.state.Questions)))
	accepted := q.Decision == elicit.Accept
	body := []app.UI{
		elem("div").Class("section-head").Body(
			elem("h2").Text(place),
			s.changeButton(question, -1, place).Hidden(accepted && (q.Page() || len(rows) > 0)),
		),
		elem("p").Class("server-text note").Dir("auto").Text(untrusted.Display(q.Message, untrusted.TitleLimit).Shown),
	}
	// What became of a question that has no answers to list.
	told := ""
	switch {
	case q.Decision == elicit.Decline:
		told = words.Text(wording.Declined)
	case q.Page():
		told = words.Text(wording.PageOpened, wording.Arg{Name: "host", Value: q.Link.Host})
	case len(rows) == 0:
		told = words.Text(wording.Confirmed)
	}
	if told != "" {
		body = append(body, elem("p").Class("value").Text(told))
	} else {
		body = append(body, answers)
	}
	return elem("section").Class("part-of-round").Body(body...)
}

// row is one answer. Each kind of note about it has its own place, which is hidden
// when there is none.
func (s *store) row(row flow.Row) app.UI {
	words, label := s.state.Words, row.Label
	answer := []app.UI{
		elem("p").Class("value").Hidden(!row.Provided || row.Hidden).Dir("auto").Attr("lang", row.Lang).Text(row.Value),
		elem("p").Class("none").Hidden(row.Provided && !row.Hidden).Text(s.leftOut(row)),
		elem("p").Class("note").Hidden(row.Instant == "").Dir("auto").Attr("lang", row.Lang).Text(row.Instant),
		elem("p").Class("note").Hidden(row.Sent == "").Body(app.Text(words.Text(wording.SentValue)), app.Text(" "), elem("code").Dir("auto").Text(row.Sent)),
		elem("p").Class("note").Hidden(!row.Suggested).Text(words.Text(wording.Suggested, s.serverArg())),
	}
	if row.Secret {
		answer = append(answer, s.secretButton(row))
	}
	return elem("div").Class("answer").Body(
		elem("dt").Dir("auto").Text(label),
		elem("dd").Body(answer...),
		elem("dd").Class("change").Body(s.changeButton(row.Question, row.Field, label)),
	)
}

// changeButton leads back to an answer, or with a field of -1 to a whole question.
func (s *store) changeButton(question, field int, label string) app.HTMLElem {
	return s.pressable("link", flow.ChangeAsked{Question: question, Field: field}, question, field).ID(changeID(question, field)).
		Body(verbText(s.state.Words, wording.Change, wording.ChangeLabel, label)...)
}

// leftOut is what stands in place of an answer.
func (s *store) leftOut(row flow.Row) string {
	words := s.state.Words
	switch {
	case row.Hidden:
		return words.Text(wording.SecretHidden)
	case row.Refill == "":
		return words.Text(wording.NotProvided)
	}
	return words.Text(wording.NotProvidedDefault, s.serverArg(),
		wording.Arg{Name: "default", Value: strings.ReplaceAll(row.Refill, "\n", ", ")})
}

// verbText is "Change {label}", of which only the verb is visible. The verb
// stands first or last, as the language has it.
func verbText(words *wording.Words, short, long wording.Key, label string) []app.UI {
	whole := words.Text(long, wording.Label(label))
	verb := words.Text(short)
	hidden := func(text string) app.UI { return elem("span").Class("visually-hidden").Text(text) }
	if before, after, found := strings.Cut(whole, verb); found {
		return []app.UI{hidden(before), app.Text(verb), hidden(after)}
	}
	return []app.UI{app.Text(verb), hidden(" " + label)}
}
