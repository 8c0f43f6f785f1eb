package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/wording"
)

func (f *field) hint(sch schema.Field) app.UI {
	s := f.store
	words, rules, remarks := s.state.Words, s.state.Words.Hint(sch), sch.Remarks
	description := safetext.DisplayLines(sch.Description, safetext.DescriptionLimit)
	id, class := hintID(f.Index), "hint"
	// Most hints are one line, which needs no element around it.
	switch {
	case len(remarks) > 0:
	case sch.Description == "" && len(rules) == 0:
		return nil
	case len(rules) == 0 && !description.MayFold() && description.Hidden == 0:
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
	for _, remark := range remarks {
		lines = append(lines, write(elem("p"), words.Remark(sch, remark, s.state.ServerID())))
	}
	return elem("div").ID(id).Class(class).Body(lines...)
}

// The style sheet puts a sign between rules, which screen readers skip. So each of several rules needs an element.
func ruleLine(line app.HTMLElem, rules []wording.Sentence) app.UI {
	if len(rules) == 1 {
		return write(line, rules[0])
	}
	var body []app.UI
	for i, rule := range rules {
		if i > 0 {
			body = append(body, app.Text(" "))
		}
		body = append(body, write(elem("span"), rule))
	}
	return line.Body(body...)
}

// Servers must not ask for passwords, keys and card numbers in a form.
func (f *field) secretWarning(sch schema.Field) app.UI {
	words := f.store.state.Words
	return elem("p").Class("warning").Body(append([]app.UI{elem("b").Text(words.Text("SecretWarningHeading")), app.Text(words.Blank)},
		phrase(words.Sentence("SecretWarning", f.store.serverArg()))...)...)
}

// Screen readers skip the counter, because it is announced.
func (f *field) counter() app.UI {
	over := f.state().Over
	class := "counter"
	if over > 0 {
		class = "counter over"
	}
	return elem("p").Class(class).Aria("hidden", "true").Text(f.store.state.Words.Counter(over))
}

func (f *field) after(sch schema.Field, control control, echo []app.UI) (after []app.UI) {
	if answer.Echoes(sch) || f.store.request().Confirms() {
		after = append(after, drawIf(len(echo) > 0, func() app.UI { return elem("p").ID(afterID(f.Index)).Class("echo").Body(echo...) }))
	}
	if sch.MayBeEmpty() {
		after = append(after, f.emptyButton(sch))
	}
	if sch.Default.Exists() && control.needsClearButton(&sch) || hasNoEmptyRadio(&sch) {
		return []app.UI{elem("div").Class("after").Body(append(after, drawIf(!f.state().Draft.Blank(), f.clear))...)}
	}
	return after
}

// emptyButton appears only after Continue has missed the answer, so that nobody presses it by a slip.
func (f *field) emptyButton(sch schema.Field) app.UI {
	room := elem("div").Class("after emptiness")
	switch problem := f.state().Problem; {
	case f.isLeftEmpty(sch):
		return room.Body(elem("p").ID(afterID(f.Index)).Class("echo").Text(f.store.state.Words.Text("LeftEmpty")))
	case problem == nil || !problem.MayBeEmpty:
		return app.Text("")
	case problem.Solved:
		return room.Body(app.Text(""))
	}
	return room.Body(f.suggestionButton("LeaveEmpty", "LeaveEmptyLabel", flow.Refilled{Field: f.Index, Empty: true}))
}

func (f *field) isLeftEmpty(sch schema.Field) bool {
	return f.state().Draft.Origin == answer.LeftEmpty && sch.MayBeEmpty()
}

// badge marks an answer that the server suggested. Any other answer has a button there that restores the suggestion, as
// wide as the badge, so that nothing moves. A screen reader says who made the suggestion.
func (f *field) badge(suggested bool) app.UI {
	words := f.store.state.Words
	if !suggested {
		return f.suggestionButton("UseSuggestion", "UseSuggestionLabel", flow.Refilled{Field: f.Index, Suggested: true})
	}
	return elem("p").ID(suggestedID(f.Index)).
		Attr("data-badge", words.Text("SuggestedBadge")).Attr("data-button", words.Text("UseSuggestion")).
		Body(write(elem("span").Class("suggested visually-hidden"), words.Sentence("Suggested", f.store.serverArg())))
}

func (f *field) echo(sch schema.Field) (echo []app.UI) {
	state, words := f.state(), f.store.state.Words
	instead := f.store.request().DeclineInstead()
	if !answer.Echoes(sch) && !instead {
		return nil
	}
	say := func(class string, text wording.Sentence) {
		if len(echo) > 0 {
			echo = append(echo, app.Text(" "))
		}
		echo = append(echo, write(elem("span").Class(class), text))
	}
	if state.Echo != "" && !f.showsSolution() {
		say("understood", words.Sentence("Understood", wording.Value("value", state.Echo)))
	}
	if state.Reordered() {
		say("reordered", words.Sentence("DateReordered"))
	}
	if instead {
		say("instead", words.Sentence("DeclineInstead", f.store.serverArg()))
	}
	return echo
}

// The server's expression is shown here only, never in hints and problems.
func (f *field) format(sch schema.Field) app.UI {
	return elem("details").Class("format").Body(
		elem("summary").Text(f.store.state.Words.Text("ServerFormat")),
		elem("code").Dir("ltr").Text(safetext.Display(safetext.Text(sch.Pattern), schema.MaxPattern).Shown),
	)
}

func (f *field) clear() app.UI {
	return f.suggestionButton("Clear", "ClearLabel", flow.Refilled{Field: f.Index})
}

func (f *field) suggestionButton(text, name wording.Key, event flow.Event) app.UI {
	words := f.store.state.Words
	return captionVerb(f.store.pressable("link", event, string(text)), words, text, name, words.Name(f.schema()))
}
