package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/wording"
)

// zone is the list of time zones with the person's own chosen at first. It is
// filled when somebody opens it: a native select would draw all zones of the
// world for each field.
func (f *field) zone(first answer.Draft) app.UI {
	if f.zones == nil {
		f.zones = newCombobox(f, zoneSource{}, first)
	}
	return elem("div").Class("part zone").Body(
		elem("label").Attr("for", f.zones.id()).Text(f.store.state.Words.Text(wording.TimeZone)),
		f.zones.draw(func(input app.HTMLElemSelfClosing) app.UI {
			// A zone is always chosen: it is wrong only when the problem is with it.
			if problem := f.state().Problem; problem != nil && problem.Part == check.PartZone {
				return input.Aria("invalid", "true")
			}
			return input
		}),
	)
}

// zoneSource is the one list of time zones, which all fields share. The
// person's own zone is shown as chosen without having been chosen.
type zoneSource struct{}

func (zoneSource) control(f *field) string { return f.store.partID(f.Index, check.PartZone) }

func (zoneSource) label(f *field) string { return f.store.state.Words.Text(wording.TimeZone) }

func (zoneSource) entries(f *field) *entries {
	zones := f.store.zoneList()
	return &entries{texts: zones.Labels(), find: zones.Finder()}
}

func (zoneSource) chosen(f *field) int {
	zone := f.state().Draft.Zone
	if zone == "" {
		zone = f.store.state.Env.Zones.Local()
	}
	return f.store.zoneList().Index(zone)
}

func (zoneSource) shown(f *field, draft answer.Draft) string {
	return answer.ZoneText(draft.Zone, f.store.state.Env)
}

func (zoneSource) typed(f *field, text string) answer.Draft {
	draft := f.state().Draft
	draft.Zone = f.store.zoneMeant(draft.Zone, text)
	return draft
}

func (z zoneSource) took(f *field, zone int) answer.Draft {
	return z.typed(f, f.store.zoneList().Labels()[zone])
}

// zoneList is the list of zones. Its names depend on no language.
func (s *store) zoneList() answer.ZoneList {
	if s.zones == nil {
		zones := answer.NewZoneList(s.state.Env)
		s.zones = &zones
	}
	return *s.zones
}

// zoneMeant is the zone of a draft after a text stands in its control. The
// person's own stays unchosen until another was.
func (s *store) zoneMeant(before, text string) string {
	if text == answer.ZoneText(before, s.state.Env) {
		return before
	}
	zone := s.zoneList().Read(text)
	if before == "" && zone == s.state.Env.Zones.Local() {
		return ""
	}
	return zone
}
