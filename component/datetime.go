package component

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/wording"
)

// dateTimeControl draws a date, a time and the zone that both are meant in.
type dateTimeControl struct{}

func (dateTimeControl) grouped(schema.Field) bool { return true }

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

// zone names the time zone in words; the person's own is chosen at first.
func (f *field) zone(first answer.Draft) app.UI {
	words, env := f.store.state.Words, f.store.state.Env
	id := f.store.partID(f.Index, check.PartZone)
	chosen := first.Zone
	if chosen == "" {
		chosen = env.Zones.Local()
	}
	zones := env.Zones.All()
	if !slices.Contains(zones, chosen) {
		zones = append([]string{chosen}, zones...)
	}
	entries := make([]app.UI, len(zones))
	for i, zone := range zones {
		entry := elem("option").Attr("value", zone).Text(answer.ZoneLabel(zone, env))
		if zone == chosen {
			entry = entry.Attr("selected", true)
		}
		entries[i] = entry
	}
	control := elem("select").ID(id).Dir("auto").On("change", f.edit, f.scope("zone"))
	// A zone is always chosen: it is wrong only when the problem is with it.
	if problem := f.state().Problem; problem != nil && problem.Part == check.PartZone {
		control = control.Aria("invalid", "true")
	}
	return elem("div").Class("part zone").Body(
		elem("label").Attr("for", id).Text(words.Text(wording.TimeZone)),
		control.Body(entries...),
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

// folded takes the instant that was pressed. It does not read it back: a
// drawing may have come between the press and this.
func (f *field) folded(fold answer.Fold) app.EventHandler {
	return func(app.Context, app.Event) {
		if f.Index < len(f.store.state.Fields) {
			draft := f.state().Draft
			draft.Fold = fold
			f.store.apply(flow.Edited{Field: f.Index, Draft: draft})
		}
	}
}

func (dateTimeControl) read(s *store, field int) answer.Draft {
	draft := s.readDate(field, s.state.Fields[field].Draft)
	draft.Clock = valueOf(s.partID(field, check.PartClock))
	// The person's own zone is shown chosen without having been chosen.
	if zone := valueOf(s.partID(field, check.PartZone)); draft.Zone != "" || zone != s.state.Env.Zones.Local() {
		draft.Zone = zone
	}
	fold := s.partID(field, check.PartFold)
	switch {
	case checked(fold):
		draft.Fold = answer.FoldEarlier
	case checked(fold + "-later"):
		draft.Fold = answer.FoldLater
	}
	return draft
}
