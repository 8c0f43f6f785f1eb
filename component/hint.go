package component

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/internal/wording"
)

func (f *field) hasHint(sch schema.Field) bool {
	return sch.Description != "" || len(f.rules) > 0 || len(f.state().Notes) > 0
}

// hint is the server's description, the rules in words, and what else the
// person should know before answering.
func (f *field) hint(sch schema.Field) app.UI {
	s := f.store
	words, rules, notes := s.state.Words, f.rules, f.state().Notes
	description := untrusted.DisplayLines(sch.Description, untrusted.DescriptionLimit)
	id, class := hintID(f.Index), "hint"
	// Most hints are one line, which needs no element around it.
	switch {
	case len(notes) > 0:
	case len(rules) == 0 && !description.More && !mayBeLong(description.Shown) && description.Hidden == 0:
		return elem("p").ID(id).Class(class + " server-text").Dir("auto").Text(description.Shown)
	case description.Shown == "":
		return ruleLine(elem("p").ID(id).Class(class+" rules"), rules)
	}
	var lines []app.UI
	if description.Shown != "" {
		lines = append(lines, s.serverText(flow.LongText(f.Index), description))
	}
	if len(rules) > 0 {
		lines = append(lines, app.Text(" "), ruleLine(elem("p").Class("rules"), rules))
	}
	for _, note := range notes {
		lines = append(lines, said(elem("p"), words.Note(sch, note, s.state.ServerID())))
	}
	return elem("div").ID(id).Class(class).Body(lines...)
}

// ruleLine writes rules into a line. The style sheet puts a sign between them that is
// not read out, and so each has an element where there are several.
func ruleLine(line app.HTMLElem, rules []wording.Sentence) app.UI {
	if len(rules) == 1 {
		return said(line, rules[0])
	}
	var body []app.UI
	for i, rule := range rules {
		if i > 0 {
			body = append(body, app.Text(" "))
		}
		body = append(body, said(elem("span"), rule))
	}
	return line.Body(body...)
}

// secretWarning stands at a field that looks like a password, a key or a card
// number: servers must not ask for those in a form.
func (f *field) secretWarning(sch schema.Field) app.UI {
	words := f.store.state.Words
	return elem("p").Class("warning").Body(append([]app.UI{elem("b").Text(words.Text(wording.SecretWarningHeading)), app.Text(words.Blank())},
		saying(words.Sentence(wording.SecretWarning, f.store.serverArg()))...)...)
}

// echoes reports whether a field can have something to say below its controls:
// how its answer is understood, or that the server suggested it.
func (f *field) echoes(sch schema.Field) bool { return answer.Echoes(sch) || f.suggests(sch) }

// hasAfter reports whether it says so now.
func (f *field) hasAfter(sch schema.Field) bool {
	state := f.state()
	return f.echoes(sch) && (state.Understood != "" || state.Draft.Origin == answer.Suggested || state.Reordered())
}

// counter says how many characters are left, or too many. It is not read out, because
// it is announced.
func (f *field) counter() app.UI {
	over := f.state().Over
	class := "counter"
	if over > 0 {
		class = "counter over"
	}
	return elem("p").Class(class).Aria("hidden", "true").Text(f.store.state.Words.Counter(over))
}

// after are the elements below the controls: how the answer is understood, and the
// server's suggestion with the buttons that take it away or back. A field that can never
// have one of them has no place for it.
func (f *field) after(sch schema.Field, control control) []app.UI {
	state := f.state()
	var after []app.UI
	if f.echoes(sch) {
		after = append(after, place(f.hasAfter(sch), f.echo))
	}
	if f.suggests(sch) && !f.store.request().Blocked() {
		take := func() app.UI {
			return f.suggestionButton(wording.UseSuggestion, wording.UseSuggestionLabel, flow.SuggestionTaken{Field: f.Index})
		}
		if !control.undoable {
			after = append(after, place(!state.Draft.Blank(), f.clear))
		}
		after = append(after, place(state.Draft.Origin != answer.Suggested, take))
		return []app.UI{elem("div").Class("after").Body(after...)}
	}
	return after
}

// echo says how the answer is understood, and that the server suggested it.
func (f *field) echo() app.UI {
	s, state := f.store, f.state()
	words := s.state.Words
	var echo []app.UI
	say := func(class string, text wording.Sentence) {
		if len(echo) > 0 {
			echo = append(echo, app.Text(" "))
		}
		echo = append(echo, said(elem("span").Class(class), text))
	}
	if state.Understood != "" {
		say("understood", words.Sentence(wording.Understood, wording.Value("value", state.Understood)))
	}
	if state.Draft.Origin == answer.Suggested {
		say("suggested", words.Sentence(wording.Suggested, s.serverArg()))
	}
	if state.Reordered() {
		say("reordered", words.Sentence(wording.DateReordered))
	}
	return elem("p").ID(afterID(f.Index)).Class("echo").Body(echo...)
}

// format is the server's own expression for a pattern, which the hints and problems never
// show.
func (f *field) format(sch schema.Field) app.UI {
	return elem("details").Class("format").Body(
		elem("summary").Text(f.store.state.Words.Text(wording.ServerFormat)),
		elem("code").Dir("ltr").Text(untrusted.Display(untrusted.Text(sch.Pattern), schema.MaxPattern).Shown),
	)
}

// suggests reports whether the server suggests an answer that can be used.
func (f *field) suggests(sch schema.Field) bool {
	return sch.Default.Exists() && !slices.ContainsFunc(f.state().Notes, func(note schema.Note) bool {
		return note == schema.DefaultDropped || note == schema.DefaultTooLong
	})
}

// clear is the button that takes the answer of a field away.
func (f *field) clear() app.UI {
	return f.suggestionButton(wording.Clear, wording.ClearLabel, flow.Cleared{Field: f.Index})
}

// suggestionButton takes the answer of a field away, or the suggestion back.
func (f *field) suggestionButton(text, name wording.Key, event flow.Event) app.UI {
	words := f.store.state.Words
	return f.store.pressable("link", event, string(text)).
		Aria("label", words.Text(name, words.Name(f.schema()))).
		Text(words.Text(text))
}
