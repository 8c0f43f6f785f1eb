package component

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/wording"
)

func (s *store) reviewScreen() app.UI {
	words := s.state.Words
	return elem("div").Class("step").On("keydown", s.handler(leaveReview)).Body(
		s.serverHeader(),
		s.sections(),
		elem("p").Class("muted miscounted").Hidden(!s.state.Snapshot.Miscounted).Text(words.Text("Miscounted")),
		elem("details").Class("wire").Body(
			elem("summary").Text(words.Text("ExactlySent")),
			elem("p").Class("muted").Hidden(!s.state.Snapshot.Masked).
				Text(words.Text("SecretMasked", wording.Value("mask", flow.Mask))),
			elem("pre").Dir("ltr").Attr("tabindex", 0).Role("region").Aria("label", words.Text("ExactlySent")).
				Body(elem("code").Text(s.state.Snapshot.JSON)),
		),
		s.agreement(),
		s.sending(s.pressable("primary", flow.Send)),
	)
}

// leaveReview returns to the form with all answers when Escape is pressed.
func leaveReview(e app.Event) flow.Event {
	if page.Text(e, "key") != "Escape" || page.Flag(e, "ctrlKey") || page.Flag(e, "altKey") ||
		page.Flag(e, "metaKey") || page.Flag(e, "isComposing") {
		return nil
	}
	prevent(e)
	return flow.BackAsked{}
}

func (s *store) sections() app.UI {
	sections := make([]app.UI, len(s.state.Requests))
	for i, rows := range s.state.Snapshot.Rows {
		sections[i] = s.section(i, rows)
	}
	return elem("div").Class("sections").Body(sections...)
}

func (s *store) answers(rows []flow.Row) app.UI {
	items := make([]app.UI, len(rows))
	for i, row := range rows {
		items[i] = elem("div").Class("answer").Body(s.row(row)...)
	}
	return elem("dl").Class("answers").Body(items...)
}

func (s *store) section(req int, rows []flow.Row) app.UI {
	words, q := s.state.Words, &s.state.Requests[req]
	answers := s.answers(rows)
	if len(s.state.Requests) == 1 {
		return answers
	}
	place := words.Text("RequestPosition", wording.Count("a", req+1), wording.Count("b", len(s.state.Requests)))
	accepted := q.Decision == request.Accept
	body := []app.UI{
		elem("div").Class("section-head").Body(
			elem("h2").Text(place),
			s.changeButton(req, -1, wording.Value("label", place)).Hidden(accepted && (q.Page() || len(rows) > 0)),
		),
		elem("p").Class("server-text muted").Dir("auto").Text(safetext.Display(q.Message, safetext.TitleLimit).Shown),
	}
	decision := wording.Sentence("")
	switch {
	case q.Decision == request.Decline:
		decision = words.Sentence("WillDecline")
	case q.Page():
		decision = words.Sentence("PageOpened", wording.Host(q.Link.Host))
	case len(rows) == 0:
		decision = words.Sentence("WillConfirm")
	}
	if decision != "" {
		body = append(body, write(elem("p").Class("value"), decision))
	} else {
		body = append(body, answers)
	}
	return elem("section").Class("part-of-round").Body(body...)
}

// row draws one answer: a screen reader reads a second description as another value.
func (s *store) row(row flow.Row) []app.UI {
	var answer app.HTMLElem
	long := row.Provided && !row.Hidden && safetext.MayFold(row.Value)
	switch {
	case row.Hidden || !row.Provided:
		answer = write(elem("p").Class("none"), s.absence(row))
	case row.Value == "":
		answer = elem("p").Class("value muted").Dir("auto").Text(s.state.Words.Text("Empty"))
	default:
		shown, class, dir := row.Value, "value", "auto"
		if row.Code {
			class, dir = class+" code", "ltr"
		}
		if long {
			// The browser lays out hidden text too. During a layout, no button works.
			if !s.state.Expanded(row.Text()) {
				shown = safetext.Prefix(shown, safetext.MessageLimit)
			}
			class += s.foldClass(row.Text(), len(shown) < len(row.Value))
		}
		answer = elem("p").Class(class).Dir(dir).Text(shown)
		if row.Lang != "" {
			answer = answer.Attr("lang", row.Lang)
		}
	}
	label := elem("dt").Dir("auto").Text(row.Label)
	body := []app.UI{answer}
	if long {
		label = label.ID(answerID(row.Text(), "label"))
	}
	if long || row.Secret {
		body = append(body, drawIf(long, func() app.UI {
			more := answerID(row.Text(), "more")
			return s.unfold(row.Text()).ID(more).Aria("labelledby", more+" "+answerID(row.Text(), "label"))
		}))
	}
	body = append(body, s.remarks(row)...)
	if row.Field < len(s.state.Requests[row.Request].Fields) {
		body = append(body, s.changeButton(row.Request, row.Field, row.Name))
	}
	return []app.UI{label, elem("dd").Body(body...)}
}

// remarks have a place each below a secret, so that its button stays the same while they come and go.
func (s *store) remarks(row flow.Row) []app.UI {
	var remarks []app.UI
	remark := func(shown bool, draw func(app.HTMLElem) app.UI) {
		if shown || row.Secret {
			remarks = append(remarks, drawIf(shown, func() app.UI { return draw(elem("p").Class("muted")) }))
		}
	}
	words := s.state.Words
	remark(row.About != "", func(p app.HTMLElem) app.UI { return p.Class("server-text").Dir("auto").Text(row.About) })
	remark(row.Sent != "", func(p app.HTMLElem) app.UI {
		return p.Body(app.Text(words.Text("SentValue")+words.Blank), elem("code").Dir("auto").Text(row.Sent))
	})
	remark(row.Before != "", func(p app.HTMLElem) app.UI {
		return write(p, words.Sentence("ArgumentBefore", wording.Arg{Name: "value", Value: row.Before}))
	})
	remark(row.Suggested, func(p app.HTMLElem) app.UI { return write(p, words.Sentence("Suggested", s.serverArg())) })
	remark(len(s.state.Requests) == 1 && s.request().DeclineInstead(), func(p app.HTMLElem) app.UI {
		return write(p.Class("instead"), words.Sentence("DeclineInstead", s.serverArg()))
	})
	if row.Secret {
		remarks = append(remarks, s.secretButton(row))
	}
	return remarks
}

func (s *store) changeButton(req, field int, name wording.Arg) app.HTMLElem {
	button := s.pressable("link", flow.ChangeAsked{Request: req, Field: field}, req, field).ID(changeID(req, field))
	return captionVerb(button, s.state.Words, "Change", "ChangeLabel", name)
}

func (s *store) absence(row flow.Row) wording.Sentence {
	words := s.state.Words
	switch {
	case row.Hidden:
		return words.Sentence("SecretHidden")
	case row.Refill == "":
		return words.Sentence("NotProvided")
	}
	return words.Sentence("NotProvidedDefault", s.serverArg(),
		wording.Arg{Name: "default", Value: words.OneLine(row.Refill)})
}

func captionVerb(button app.HTMLElem, words *wording.Words, short, long wording.Key, name wording.Arg) app.HTMLElem {
	// Speech input needs a name that begins with the visible text.
	return button.Aria("label", words.Text(long, name)).Text(words.Text(short))
}

// A hidden secret is nowhere in the document.
func (s *store) secretButton(row flow.Row) app.UI {
	short, long := wording.Key("Show"), wording.Key("ShowLabel")
	if !row.Hidden {
		short, long = "Hide", "HideLabel"
	}
	event := flow.SecretShown{Request: row.Request, Field: row.Field, Shown: row.Hidden}
	button := s.pressable("link", event, row.Request, row.Field, row.Hidden).
		Aria("expanded", strconv.FormatBool(!row.Hidden))
	return captionVerb(button, s.state.Words, short, long, row.Name)
}

// The tick stands before the buttons, where the person decides.
func (s *store) agreement() app.UI {
	if len(s.state.Snapshot.Secrets) == 0 {
		return elem("div").Hidden(true)
	}
	return &agreement{store: s, Agreement: s.state.Agreement, Words: s.state.Words, on: s.state.Agreement.Given}
}

type agreement struct {
	app.Compo
	store     *store
	Agreement flow.Agreement
	Words     *wording.Words

	on bool
}

func (a *agreement) CompoID() string { return strconv.Itoa(a.Agreement.Serial) }

func (a *agreement) Render() app.UI {
	s := a.store
	s.noteRender(a)
	words, state := a.Words, a.Agreement
	about, problem := agreementID+"-about", agreementID+"-error"
	class, described := "field", about
	switch {
	case state.Wrong():
		class, described = "field bad", about+" "+problem
	case state.Missing:
		class = "field bad solved"
	}
	return elem("div").Class("agreement").Body(
		elem("div").Class("warning").Body(write(elem("p").ID(about), words.Secrets(s.state.Snapshot.Secrets))),
		elem("div").Class(class).Body(
			drawIf(state.Missing, func() app.UI {
				return s.problem(problem, words.Sentence("SecretUnconfirmed", s.serverArg()), state.Given, app.Text(""))
			}),
			elem("div").Class("options").Body(option(agreementID,
				elem("input").Attr("type", "checkbox").ID(agreementID).Attr("checked", a.on).
					Aria("required", "true").Aria("invalid", strconv.FormatBool(state.Wrong())).Aria("describedby", described).
					On("change", s.handler(func(app.Event) flow.Event { return flow.Agreed{Yes: isChecked(agreementID)} })),
				[]app.UI{write(elem("span"), words.Sentence("SecretConfirm", s.serverArg()))},
			)),
		),
	)
}
