package component

import (
	"strconv"
	"unicode"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/wording"
)

func (s *store) serverHeader() app.UI {
	id, claim, class := s.state.ServerID(), s.state.Server.Claim(), "server"
	if s.state.Step == flow.Form || s.state.Step == flow.Consent || s.state.Step == flow.Approve {
		class = "server asking"
	}
	return elem("header").Class(class).Body(
		elem("span").Class("mark").Aria("hidden", "true").Text(initial(id)),
		s.heading(),
		drawIf(claim != "", func() app.UI {
			return write(elem("p").Class("claim"), s.state.Words.Sentence("Claim", wording.Arg{Name: "name", Value: claim}))
		}),
		s.progress(),
	)
}

// The timer role keeps the countdown out of speech; the warnings are announced.
func (s *store) progress() app.UI {
	words := s.state.Words
	place, deadline, timeLeft := s.state.Place().Plain(), "", ""
	if s.state.Deadline > 0 {
		deadline = words.Text("Deadline", wording.Value("time", s.port.TimeOfDay(s.state.Deadline)))
		timeLeft = s.state.TimeLeft()
	}
	return elem("p").Class("progress").Hidden(place == "" && deadline == "").Body(
		elem("span").Hidden(place == "").Text(place),
		elem("span").Hidden(deadline == "").Text(deadline),
		elem("span").Hidden(timeLeft == "").Role("timer").Text(timeLeft),
	)
}

func (s *store) heading() app.UI {
	return write(elem("h1").ID(headingID), s.state.Heading())
}

func initial(name string) string {
	for _, r := range name {
		if unicode.IsLetter(r) {
			return string(unicode.ToUpper(r))
		}
	}
	return "•"
}

func (s *store) message() app.UI {
	text := safetext.DisplayLines(s.request().Message, safetext.MessageLimit)
	body := s.serverText(flow.MessageText, text)
	if text.Shown == "" {
		body = write(elem("p"), s.state.Words.Sentence("NoMessage", s.serverArg()))
	}
	class := "message"
	if q := s.request(); q.Form.OfAgent && q.OnlyIntroduces() {
		class = "message small"
	}
	return elem("section").Class(class).Aria("labelledby", "message-from").Body(
		write(elem("h2").ID("message-from").Class("visually-hidden"), s.state.Words.Sentence("MessageFrom", s.serverArg())),
		body,
	)
}

// foldClass is the class of a long text. A cut text always shows its button.
func (s *store) foldClass(name flow.LongText, isCut bool) string {
	switch {
	case s.state.Expanded(name):
		return " fold open"
	case isCut:
		return " fold cut"
	}
	return " fold"
}

func (s *store) unfold(name flow.LongText) app.HTMLElem {
	expanded, label := s.state.Expanded(name), wording.Key("ShowAll")
	if expanded {
		label = "ShowLess"
	}
	return s.pressable("link unfold", flow.Expanded{Text: name}, int(name)).
		Aria("expanded", strconv.FormatBool(expanded)).Text(s.state.Words.Text(label))
}

// serverText isolates a text of the server, with its own direction, never as markup.
func (s *store) serverText(name flow.LongText, text safetext.Excerpt) app.UI {
	shown, class := text.Shown, "server-text"
	if s.state.Expanded(name) {
		shown = text.Whole()
	}
	long := text.MayFold()
	if long {
		class += s.foldClass(name, text.More)
	}
	body := []app.UI{elem("p").Class(class).Dir("auto").Text(shown)}
	if long {
		body = append(body, s.unfold(name))
	}
	if text.Hidden > 0 {
		body = append(body, elem("p").Class("muted").Text(s.state.Words.Text("HiddenCharacters")))
	}
	if len(body) == 1 {
		return body[0]
	}
	return elem("div").Body(body...)
}

func (s *store) serverArg() wording.Arg {
	return wording.Server(s.state.ServerID())
}
