package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/schema"
)

// choicesControl draws any number of several as check boxes. Too many can be
// chosen, and is then said; no box is ever disabled.
type choicesControl struct{}

func (choicesControl) grouped(schema.Field) bool { return true }

func (choicesControl) draw(f *field, _ answer.Draft) app.UI {
	sch := f.schema()
	on := make(map[int]bool, len(f.state().Draft.Chosen))
	for _, i := range f.state().Draft.Chosen {
		on[i] = true
	}
	options := make([]app.UI, len(sch.Options))
	for i := range sch.Options {
		id := optionID(f.Index, i)
		input := void("input").Attr("type", "checkbox").ID(id).Attr("checked", on[i]).
			OnChange(f.toggle(i), f.scope(i))
		if i == 0 && f.bad(check.PartWhole) {
			input = input.Aria("invalid", "true")
		}
		options[i] = elem("label").Class("option").Attr("for", id).Body(input, elem("span").Body(f.option(i)...))
	}
	return elem("div").Class("options").Body(options...)
}

// toggle reads one box only: reading hundreds for each click would be felt.
func (f *field) toggle(option int) app.EventHandler {
	return func(ctx app.Context, _ app.Event) {
		if f.Index >= len(f.store.state.Fields) {
			return
		}
		draft := f.state().Draft
		on := checked(optionID(f.Index, option))
		var chosen []int
		for i := range f.schema().Options {
			if i == option && on || i != option && contains(draft.Chosen, i) {
				chosen = append(chosen, i)
			}
		}
		draft.Chosen = chosen
		f.store.apply(ctx, flow.Edited{Field: f.Index, Draft: draft})
	}
}

func contains(list []int, wanted int) bool {
	for _, i := range list {
		if i == wanted {
			return true
		}
	}
	return false
}

func (choicesControl) read(s *store, field int) answer.Draft {
	draft := s.state.Fields[field].Draft
	draft.Chosen = nil
	for i := range s.state.Form.Fields[field].Options {
		if checked(optionID(field, i)) {
			draft.Chosen = append(draft.Chosen, i)
		}
	}
	return draft
}
