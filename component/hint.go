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
	words := f.store.state.Words
	return sch.Description != "" || len(words.Hint(sch)) > 0 || len(f.state().Notes) > 0
}

// hint is the server's description, the rules in words, and what else the
// person should know before answering.
func (f *field) hint(sch schema.Field) app.UI {
	s := f.store
	words := s.state.Words
	var lines []app.UI
	if description := untrusted.DisplayLines(sch.Description, untrusted.DescriptionLimit); description.Shown != "" {
		lines = append(lines, s.serverText(flow.LongText(f.Index), description))
	}
	var rules []app.UI
	for i, rule := range words.Hint(sch) {
		if i > 0 {
			rules = append(rules, app.Text(" "))
		}
		rules = append(rules, elem("span").Text(rule))
	}
	if len(rules) > 0 {
		lines = append(lines, elem("p").Class("rules").Body(rules...))
	}
	for _, note := range f.state().Notes {
		lines = append(lines, elem("p").Text(words.Note(sch, note, s.state.ServerID())))
	}
	return elem("div").ID(hintID(f.Index)).Class("hint").Body(lines...)
}

// secretWarning stands at a field that looks like a password, a key or a card
// number: servers must not ask for those in a form.
func (f *field) secretWarning(sch schema.Field) app.UI {
	words := f.store.state.Words
	return elem("div").Class("warning").Body(
		elem("p").Body(
			elem("b").Text(words.Text(wording.SecretWarningHeading)),
			app.Text(" "+words.Text(wording.SecretWarning, f.store.serverArg())),
		),
	)
}

// echoes reports whether a field can have something to say below its controls:
// how its answer is understood, or that the server suggested it.
func (f *field) echoes(sch schema.Field) bool { return answer.Echoes(sch) || f.suggests(sch) }

// hasAfter reports whether it says so now.
func (f *field) hasAfter(sch schema.Field) bool {
	state := f.state()
	return f.echoes(sch) && (state.Understood != "" || state.Draft.Origin == answer.Suggested || state.Reordered())
}

// after is what stands below the controls: how the answer is understood, how
// many characters are left, and the server's suggestion with the way to take
// it away or back. What the field can never need is left out.
func (f *field) after(sch schema.Field, traits traits) []app.UI {
	s, state := f.store, f.state()
	words := s.state.Words
	var lines []app.UI
	if f.echoes(sch) {
		understood, suggested := state.Understood, ""
		if understood != "" {
			understood = words.Text(wording.Understood, wording.Arg{Name: "value", Value: understood})
		}
		if state.Draft.Origin == answer.Suggested {
			suggested = words.Text(wording.Suggested, s.serverArg())
		}
		said := []app.UI{elem("span").Class("understood").Text(understood), elem("span").Class("suggested").Text(suggested)}
		if sch.Kind.Dated() {
			reordered := ""
			if state.Reordered() {
				reordered = words.Text(wording.DateReordered)
			}
			said = append(said, elem("span").Class("reordered").Text(reordered))
		}
		lines = append(lines, elem("p").ID(afterID(f.Index)).Hidden(!f.hasAfter(sch)).Body(said...))
	}
	if sch.MaxLength >= 0 && traits.counted {
		class := "counter"
		if state.Over > 0 {
			class = "counter over"
		}
		lines = append(lines, elem("p").Class(class).Aria("hidden", "true").Text(words.Counter(state.Over)))
	}
	if f.suggests(sch) {
		// One of the two is hidden.
		lines = append(lines,
			f.suggestionButton(wording.Clear, wording.ClearLabel, !state.Draft.Blank(), flow.Cleared{Field: f.Index}),
			f.suggestionButton(wording.UseSuggestion, wording.UseSuggestionLabel, state.Draft.Origin != answer.Suggested, flow.SuggestionTaken{Field: f.Index}))
	}
	var after []app.UI
	if len(lines) > 0 {
		after = append(after, elem("div").Class("after").Body(lines...))
	}
	if !f.suggests(sch) && !traits.undoable && !f.state().Draft.Blank() {
		// It comes last in the field, so that it can come and go without moving
		// what stands before it.
		after = append(after, f.suggestionButton(wording.Clear, wording.ClearLabel, true, flow.Cleared{Field: f.Index}))
	}
	return after
}

// format is the server's own expression for a pattern, for those who can read
// it; the hints and errors never show it.
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

// suggestionButton takes the answer of a field away, or the suggestion back.
func (f *field) suggestionButton(text, name wording.Key, shown bool, event flow.Event) app.UI {
	words := f.store.state.Words
	return f.store.pressable("link clear", event, f.Index, f.Generation, string(text)).Hidden(!shown).
		Aria("label", words.Text(name, wording.Label(words.Label(f.schema())))).
		Text(words.Text(text))
}
