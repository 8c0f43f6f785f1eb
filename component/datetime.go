package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/wording"
)

// dateTimeControl draws a date, a time and the zone that both are meant in.
type dateTimeControl struct{ dateControl }

func (dateTimeControl) draw(f *field, first answer.Draft) app.UI {
	return elem("div").Class("date-time").Body(
		elem("div").Class("date").Body(f.dateInputs(first)...),
		elem("div").Class("date").Body(
			f.partInput(check.PartClock, first.Clock),
			f.zone(first),
		),
		f.fold(),
	)
}

// fold asks which of two instants is meant, where the clock is turned back.
// Its place is there all the time; it shows once the question has come up.
func (f *field) fold() app.UI {
	draft, words := f.state().Draft, f.store.state.Words
	problem := f.state().Problem
	asked := draft.Fold != answer.FoldUnasked || problem != nil && problem.Code == check.TimeTwice
	radio := func(fold answer.Fold, name string, key wording.Key) app.UI {
		id := f.store.partID(f.Index, check.PartFold)
		if fold == answer.FoldLater {
			id += "-later"
		}
		return elem("label").Class("option").Attr("for", id).Body(
			void("input").Attr("type", "radio").ID(id).Attr("name", fieldID(f.Index)+"-fold").Attr("checked", draft.Fold == fold).
				On("change", f.folded(fold), f.scope(name)),
			elem("span").Text(words.Text(key)),
		)
	}
	return elem("div").Class("options").Role("radiogroup").Aria("label", words.Text(wording.WhichTime)).Hidden(!asked).Body(
		radio(answer.FoldEarlier, "earlier", wording.EarlierTime),
		radio(answer.FoldLater, "later", wording.LaterTime),
	)
}

// folded takes the instant that was pressed. Of a person's own press it is not
// read back: a drawing may have come between the press and this.
func (f *field) folded(fold answer.Fold) app.EventHandler {
	return func(_ app.Context, e app.Event) {
		if f.Index < len(f.store.state.Fields) && (flagOf(e, "isTrusted") || flagOf(e, "target", "checked")) {
			draft := f.state().Draft
			draft.Fold = fold
			f.apply(flow.Edited{Field: f.Index, Draft: draft})
		}
	}
}

func (dateTimeControl) read(s *store, field int, now *standing) answer.Draft {
	draft := s.readDate(field, s.state.Fields[field].Draft, now)
	draft.Clock = now.value(s.partID(field, check.PartClock))
	draft.Zone = s.zoneMeant(draft.Zone, now.value(s.partID(field, check.PartZone)))
	fold := s.partID(field, check.PartFold)
	switch {
	case now.checked(fold):
		draft.Fold = answer.FoldEarlier
	case now.checked(fold + "-later"):
		draft.Fold = answer.FoldLater
	}
	return draft
}
