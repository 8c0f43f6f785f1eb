package answer

import (
	"slices"
	"strings"
)

// ZoneList are the time zones that can be chosen, found by what a person types.
// It is made once for all fields: there are some 420 zones.
type ZoneList struct {
	// IDs are the zones as [Draft.Zone] holds them, and Labels their names.
	IDs, Labels []string
	// Finder finds zones by their names.
	Finder Finder
}

// NewZoneList asks for the zones and prepares to search them.
func NewZoneList(env Env) ZoneList {
	ids := env.Zones.All()
	labels := make([]string, len(ids))
	for i, id := range ids {
		labels[i] = ZoneLabel(id)
	}
	// A person who knows the technical name of a zone may type it.
	return ZoneList{IDs: ids, Labels: labels, Finder: NewFinder(labels).Beside(ids)}
}

// Index is the place of a zone in the list; -1 for one that is not in it, such
// as the fixed offset of a suggestion.
func (l ZoneList) Index(zone string) int { return slices.Index(l.IDs, zone) }

// Read is the zone that a person means by a text, as [Draft.Zone] holds it: a
// zone of the list, an offset like "UTC+2", or else the text itself, which may
// be an older name of a zone and is a problem when it is none.
func (l ZoneList) Read(text string) string {
	if i := l.Finder.Exactly(strings.ReplaceAll(text, "_", " ")); i >= 0 {
		return l.IDs[i]
	}
	if offset, fixed := fixedOffset(text); fixed {
		return fixedZone(offset)
	}
	return strings.TrimSpace(text)
}

// ZoneText is the content of the control of a zone: the person's own where none
// was chosen.
func ZoneText(zone string, env Env) string {
	if zone == "" && env.Zones != nil {
		zone = env.Zones.Local()
	}
	return ZoneLabel(zone)
}
