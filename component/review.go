package component

import (
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
		s.sections(),
		elem("p").Class("note miscounted").Hidden(!s.state.Reviewed.Miscounted).Text(words.Text(wording.Miscounted)),
		elem("details").Class("wire").Body(
			elem("summary").Text(words.Text(wording.ExactlySent)),
			elem("p").Class("note").Hidden(!s.state.Reviewed.Masked).
				Text(words.Text(wording.SecretMasked, wording.Value("mask", flow.Mask))),
			elem("pre").Dir("ltr").Attr("tabindex", 0).Role("region").Aria("label", words.Text(wording.ExactlySent)).
				Body(elem("code").Text(s.state.Reviewed.JSON)),
		),
		s.agreement(),
		s.sending(s.send, s.button("", wording.Back, flow.WentBack{})),
	)
}

// sections are the answers of each request.
func (s *store) sections() app.UI {
	sections := make([]app.UI, len(s.state.Requests))
	rows := s.state.Reviewed.Rows
	for i := range sections {
		own := 0
		for own < len(rows) && rows[own].Request == i {
			own++
		}
		sections[i] = s.section(i, rows[:own])
		rows = rows[own:]
	}
	return elem("div").Class("sections").Body(sections...)
}

// send is the button that sends.
func (s *store) send(name wording.Sentence) app.UI {
	return s.inactive(named(s.pressable("primary", flow.SendPressed{}, name), name))
}

// section is one request of a round with its answers; the only request of a round has no
// heading of its own.
func (s *store) section(request int, rows []flow.Row) app.UI {
	words, q := s.state.Words, &s.state.Requests[request]
	items := make([]app.UI, len(rows))
	for i, row := range rows {
		items[i] = s.row(row)
	}
	answers := elem("dl").Class("answers").Body(items...)
	if len(s.state.Requests) == 1 {
		return answers
	}
	place := words.Text(wording.RequestPosition, wording.Count("a", request+1), wording.Count("b", len(s.state.Requests)))
	accepted := q.Decision == elicit.Accept
	body := []app.UI{
		elem("div").Class("section-head").Body(
			elem("h2").Text(place),
			s.changeButton(request, -1, wording.Value("label", place)).Hidden(accepted && (q.Page() || len(rows) > 0)),
		),
		elem("p").Class("server-text note").Dir("auto").Text(untrusted.Display(q.Message, untrusted.TitleLimit).Shown),
	}
	// The decision on a request that has no answers to list.
	told := wording.Sentence("")
	switch {
	case q.Decision == elicit.Decline:
		told = words.Sentence(wording.WillDecline)
	case q.Page():
		told = words.Sentence(wording.PageOpened, wording.Host(q.Link.Host))
	case len(rows) == 0:
		told = words.Sentence(wording.WillConfirm)
	}
	if told != "" {
		body = append(body, said(elem("p").Class("value"), told))
	} else {
		body = append(body, answers)
	}
	return elem("section").Class("part-of-round").Body(body...)
}

// row is one answer: a term, and one description with the value, what else is said of
// it, and the button that changes it. A screen reader reads a second description as if it
// were another value.
func (s *store) row(row flow.Row) app.UI {
	answer := said(elem("p").Class("none"), s.leftOut(row))
	long := row.Provided && !row.Hidden && mayBeLong(row.Value)
	if row.Provided && !row.Hidden {
		class := "value"
		if long {
			class += s.foldClass(row.Text())
		}
		answer = inLanguage(elem("p").Class(class).Text(row.Value), row.Lang)
	}
	label := elem("dt").Dir("auto").Text(row.Label)
	body := []app.UI{answer}
	if long {
		label = label.ID(answerID(row.Text(), "label"))
	}
	if long || row.Secret {
		body = append(body, place(long, func() app.UI {
			more := answerID(row.Text(), "more")
			return s.unfold("link unfold", row.Text()).ID(more).Aria("labelledby", more+" "+answerID(row.Text(), "label"))
		}))
	}
	body = append(append(body, s.notes(row)...), s.changeButton(row.Request, row.Field, row.Name))
	return elem("div").Class("answer").Body(label, elem("dd").Body(body...))
}

// notes are what else is said of an answer. An answer that can be hidden has a place
// for each, so that its button stays the same while they come and go.
func (s *store) notes(row flow.Row) []app.UI {
	var notes []app.UI
	note := func(said bool, draw func(app.HTMLElem) app.UI) {
		if said || row.Secret {
			notes = append(notes, place(said, func() app.UI { return draw(elem("p").Class("note")) }))
		}
	}
	words := s.state.Words
	note(row.Sent != "", func(p app.HTMLElem) app.UI {
		return p.Body(app.Text(words.Text(wording.SentValue)+words.Blank()), elem("code").Dir("auto").Text(row.Sent))
	})
	note(row.Suggested, func(p app.HTMLElem) app.UI { return said(p, words.Sentence(wording.Suggested, s.serverArg())) })
	if row.Secret {
		notes = append(notes, s.secretButton(row))
	}
	return notes
}

// inLanguage marks a text that has a direction, and may have a language, of its own.
func inLanguage(text app.HTMLElem, lang string) app.HTMLElem {
	if lang != "" {
		text = text.Attr("lang", lang)
	}
	return text.Dir("auto")
}

// changeButton leads back to an answer, or with a field of -1 to a whole request.
func (s *store) changeButton(request, field int, name wording.Arg) app.HTMLElem {
	button := s.pressable("link", flow.ChangeAsked{Request: request, Field: field}, request, field).ID(changeID(request, field))
	return verb(button, s.state.Words, wording.Change, wording.ChangeLabel, name)
}

// leftOut is the text in place of an answer that is hidden or left out.
func (s *store) leftOut(row flow.Row) wording.Sentence {
	words := s.state.Words
	switch {
	case row.Hidden:
		return words.Sentence(wording.SecretHidden)
	case row.Refill == "":
		return words.Sentence(wording.NotProvided)
	}
	return words.Sentence(wording.NotProvidedDefault, s.serverArg(),
		wording.Arg{Name: "default", Value: words.OneLine(row.Refill)})
}

// verb makes a button "Change {name}", of which only the verb is visible.
func verb(button app.HTMLElem, words *wording.Words, short, long wording.Key, name wording.Arg) app.HTMLElem {
	// The accessible name begins with the visible text, which speech input needs.
	return button.Aria("label", words.Text(long, name)).Text(words.Text(short))
}
