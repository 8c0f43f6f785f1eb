package component

import (
	"strconv"
	"unicode"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/internal/wording"
)

// serverHeader is the top of every step: who asks, by the trusted name, and what the
// server calls itself, marked as its own claim. Above a message it is small.
func (s *store) serverHeader() app.UI {
	id, claim, class := s.state.ServerID(), s.state.Server.Claim(), "server"
	if s.state.Step == flow.Form || s.state.Step == flow.Consent {
		class = "server asking"
	}
	return elem("header").Class(class).Body(
		elem("span").Class("mark").Aria("hidden", "true").Text(initial(id)),
		s.heading(),
		place(claim != "", func() app.UI {
			return said(elem("p").Class("claim"), s.state.Words.Sentence("Claim", wording.Arg{Name: "name", Value: claim}))
		}),
		s.progress(),
	)
}

// progress says which of several requests this is, and how much time is left.
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

// heading is the h1 of the step, which takes the focus when the step changes.
func (s *store) heading() app.UI {
	return said(elem("h1").ID(headingID), s.state.Heading())
}

// initial is the letter in the mark; an address without letters has none.
func initial(name string) string {
	for _, r := range name {
		if unicode.IsLetter(r) {
			return string(unicode.ToUpper(r))
		}
	}
	return "•"
}

// message is the server's message in a box of its own, as inert text.
func (s *store) message() app.UI {
	text := untrusted.DisplayLines(s.request().Message, untrusted.MessageLimit)
	body := s.serverText(flow.MessageText, text)
	if text.Shown == "" {
		body = said(elem("p"), s.state.Words.Sentence("NoMessage", s.serverArg()))
	}
	return elem("section").Class("message").Aria("labelledby", "message-from").Body(
		said(elem("h2").ID("message-from").Class("visually-hidden"), s.state.Words.Sentence("MessageFrom", s.serverArg())),
		body,
	)
}

// foldClass is the class of a text that is folded until it is opened.
func (s *store) foldClass(name flow.LongText) string {
	if s.state.Expanded(name) {
		return " fold open"
	}
	return " fold"
}

// unfold is the button behind a folded text that shows all of it, and folds it again.
func (s *store) unfold(class string, name flow.LongText) app.HTMLElem {
	expanded, label := s.state.Expanded(name), wording.Key("ShowAll")
	if expanded {
		label = "ShowLess"
	}
	return s.pressable(class, flow.Expanded{Text: name}, int(name)).
		Aria("expanded", strconv.FormatBool(expanded)).Text(s.state.Words.Text(label))
}

// serverText shows a text of the server: isolated, with its own direction, never as markup. Whether it
// has a button or a remark never changes while it is shown, so neither needs a hidden place.
func (s *store) serverText(name flow.LongText, text untrusted.Excerpt) app.UI {
	shown, class, button := text.Shown, "server-text", "link unfold"
	if s.state.Expanded(name) {
		shown = text.Whole()
	}
	if text.More {
		button = "link" // There is more in any case.
	}
	long := text.MayFold()
	if long {
		class += s.foldClass(name)
	}
	body := []app.UI{elem("p").Class(class).Dir("auto").Text(shown)}
	if long {
		body = append(body, s.unfold(button, name))
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
