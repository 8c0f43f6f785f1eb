package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/plain"
	"github.com/elicitform/elicitform/internal/schema"
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
	if description := plain.Display(sch.Description, plain.DescriptionLimit); description.Shown != "" {
		lines = append(lines, s.serverText(hintID(f.Index), description))
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
func (f *field) echoes(sch schema.Field) bool {
	switch sch.Kind {
	case schema.Number, schema.Integer, schema.Date, schema.DateTime:
		return true
	}
	return f.suggests(sch)
}

// hasAfter reports whether it says so now.
func (f *field) hasAfter(sch schema.Field) bool {
	state := f.state()
	return f.echoes(sch) && (state.Understood != "" || state.Draft.Origin == answer.Suggested)
}

// after is what stands below the controls: how the answer is understood, how
// many characters are left, and the server's suggestion with the way to take
// it away or back. It returns no more than the field can ever need.
func (f *field) after(sch schema.Field) []app.UI {
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
		lines = append(lines, elem("p").ID(afterID(f.Index)).Hidden(understood == "" && suggested == "").Body(
			elem("span").Class("understood").Text(understood),
			elem("span").Class("suggested").Text(suggested),
		))
	}
	if sch.MaxLength >= 0 && (sch.Kind == schema.Text || sch.Kind == schema.Email || sch.Kind == schema.URI) {
		class := "counter"
		if state.Over > 0 {
			class = "counter over"
		}
		lines = append(lines, elem("p").Class(class).Aria("hidden", "true").Text(words.Counter(state.Over)))
	}
	if f.suggests(sch) {
		lines = append(lines, f.suggestion(words.Label(sch))...)
	}
	if len(lines) == 0 {
		return nil
	}
	return []app.UI{elem("div").Class("after").Body(lines...)}
}

// suggests reports whether the server suggests an answer that can be used.
func (f *field) suggests(sch schema.Field) bool {
	if !sch.Default.Exists() {
		return false
	}
	for _, note := range f.state().Notes {
		if note == schema.DefaultDropped {
			return false
		}
	}
	return true
}

// suggestion is the pair of buttons that take the server's suggestion away and
// back. Both have their place; one shows.
func (f *field) suggestion(label string) []app.UI {
	s, state := f.store, f.state()
	arg := wording.Arg{Name: "label", Value: label}
	standing := state.Draft.Origin == answer.Suggested
	button := func(text, name wording.Key, shown bool, event flow.Event) app.UI {
		return elem("button").Attr("type", "button").Class("link").Hidden(!shown).
			Aria("label", s.state.Words.Text(name, arg)).
			Text(s.state.Words.Text(text)).
			OnClick(s.on(event), f.scope(string(text)))
	}
	return []app.UI{
		button(wording.Clear, wording.ClearLabel, !state.Draft.Blank(), flow.Cleared{Field: f.Index}),
		button(wording.UseSuggestion, wording.UseSuggestionLabel, !standing, flow.Restored{Field: f.Index}),
	}
}
