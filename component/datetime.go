package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/wording"
)

// dateTime draws a date, a time and the zone that both are meant in.
func (f *field) dateTime() app.UI {
	date := []app.UI{elem("div").Class("date").Body(f.dateInputs()...)}
	if f.ownCalendar() != nil {
		date = append(date, f.month())
	}
	return elem("div").Class("date-time").Body(append(date,
		elem("div").Class("date zoned").Body(
			f.segmentInput(check.ClockSegment, f.first.Clock),
			f.zone(),
		),
		f.fold(),
	)...)
}

// zone is the list of time zones with the person's own chosen at first. It is
// filled when the person opens it: a native select would draw all zones of the
// world for each field.
func (f *field) zone() app.UI {
	label := f.store.state.Words.Text(wording.TimeZone)
	return elem("div").Class("part zone").Body(
		elem("label").Attr("for", f.store.comboboxID(f.Index)).Text(label),
		f.combobox(label, func(input app.HTMLElemSelfClosing) app.UI {
			// A zone is always chosen: it is wrong only when the problem is with it.
			if problem := f.state().Problem; problem != nil && problem.Segment == check.ZoneSegment {
				return input.Aria("invalid", "true")
			}
			return input
		}),
	)
}

// fold asks which of two instants is meant when the clock is turned back, once that
// question has come up.
func (f *field) fold() app.UI {
	draft, words := f.state().Draft, f.store.state.Words
	problem := f.state().Problem
	asked := draft.Fold != answer.FoldUnasked || problem != nil && problem.Code == check.TimeTwice
	radio := func(fold answer.Fold, name string, key wording.Key) app.UI {
		id := f.store.segmentID(f.Index, check.FoldSegment)
		if fold == answer.FoldLater {
			id += "-later"
		}
		return elem("label").Class("option").Attr("for", id).Body(
			void("input").Attr("type", "radio").ID(id).Attr("name", fieldID(f.Index)+"-fold").Attr("checked", draft.Fold == fold).
				On("change", f.folded(fold)),
			elem("span").Text(words.Text(key)),
		)
	}
	return place(asked, func() app.UI {
		return elem("div").Class("options").Role("radiogroup").Aria("label", words.Text(wording.WhichTime)).Body(
			radio(answer.FoldEarlier, "earlier", wording.EarlierTime),
			radio(answer.FoldLater, "later", wording.LaterTime),
		)
	})
}

// folded returns the handler of a radio button for one of the two instants. When
// the person has pressed it, the handler does not look whether it is on: a drawing
// can come between the press and the handler, and turn it off.
func (f *field) folded(fold answer.Fold) app.EventHandler {
	return f.sends(func(e app.Event) flow.Event {
		if !flagOf(e, "isTrusted") && !flagOf(e, "target", "checked") {
			return nil
		}
		draft := f.state().Draft
		draft.Fold = fold
		return flow.Edited{Field: f.Index, Draft: draft}
	})
}

func (s *store) readDateTime(field int, now *formValues) answer.Draft {
	draft := s.readDate(field, now)
	draft.Zone = s.state.ListDraft(field, now.value(s.segmentID(field, check.ZoneSegment))).Zone
	draft.Clock = now.value(s.segmentID(field, check.ClockSegment))
	fold := s.segmentID(field, check.FoldSegment)
	switch {
	case now.checked(fold):
		draft.Fold = answer.FoldEarlier
	case now.checked(fold + "-later"):
		draft.Fold = answer.FoldLater
	}
	return draft
}
