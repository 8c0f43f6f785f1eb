package answer

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// fixedOffset reads a zone that is one offset: "UTC", "Z", "+02:00", "UTC-5".
func fixedOffset(zone string) (offset int, ok bool) {
	text := strings.ToUpper(plainDashes(clean(zone)))
	rest, named := strings.CutPrefix(text, "UTC")
	if !named {
		rest, named = strings.CutPrefix(text, "GMT")
	}
	switch {
	case text == "Z", named && rest == "":
		return 0, true
	case rest == "" || rest[0] != '-' && rest[0] != '+':
		return 0, false
	}
	hours, minutes, found := strings.Cut(rest[1:], ":")
	switch {
	case !found && len(hours) == 4:
		hours, minutes = hours[:2], hours[2:]
	case !found:
		minutes = "00"
	}
	h, _ := strconv.Atoi(hours)
	m, _ := strconv.Atoi(minutes)
	if !allDigits(hours) || len(hours) > 2 || h > 23 || !allDigits(minutes) || len(minutes) != 2 || m > 59 {
		return 0, false
	}
	offset = h*3600 + m*60
	if rest[0] == '-' {
		offset = -offset
	}
	return offset, true
}

// fixedZone names an offset as [Draft.Zone] holds it.
func fixedZone(offset int) string {
	if text := offsetText(offset); text != "Z" {
		return text
	}
	return "UTC"
}

// ZoneLabel names a zone in a list of zones: "America/New York", "UTC+02:00".
func ZoneLabel(zone string) string {
	if offset, ok := fixedOffset(zone); ok {
		return FormatOffset(offset)
	}
	return strings.ReplaceAll(zone, "_", " ")
}

// zoneName names a zone for an instant, with the offset that holds then:
// "Central European Standard Time, UTC+01:00".
func zoneName(a Answer, env Env) string {
	offset := FormatOffset(a.Offset)
	if _, fixed := fixedOffset(a.Zone); fixed || a.Zone == "" || env.Zones == nil {
		return offset
	}
	name := env.Zones.Name(a.Zone, env.Locale.orEnglish().Tag, a.Instant)
	if name == "" {
		name = ZoneLabel(a.Zone)
	}
	return name + env.Locale.orEnglish().comma() + offset
}

// aDay is a day in seconds. No zone changes its offset twice within two days, so
// the offsets a day before and a day after are all that a local time can have.
const aDay = 24 * 60 * 60

// offsets are the offsets from UTC that a local time, given as if it were UTC, can have
// in a zone: none where the clocks skip it, two where they show it twice, the earlier
// instant first.
func (e Env) offsets(zone string, local time.Time) (offsets []int) {
	unix := local.Unix()
	before, _ := e.Zones.Offset(zone, unix-aDay)
	after, _ := e.Zones.Offset(zone, unix+aDay)
	// The greater offset names the earlier instant.
	for _, offset := range slices.Compact([]int{max(before, after), min(before, after)}) {
		if there, ok := e.Zones.Offset(zone, unix-int64(offset)); ok && there == offset {
			offsets = append(offsets, offset)
		}
	}
	return offsets
}

// offsetNow is the offset of a zone at present; not ok for a zone that does not exist.
func (e Env) offsetNow(zone string) (offset int, ok bool) {
	if offset, fixed := fixedOffset(zone); fixed {
		return offset, true
	}
	if e.Zones == nil || zone == "" {
		return 0, false
	}
	return e.Zones.Offset(zone, e.Zones.Now())
}

// ZoneList are the time zones that can be chosen. It is made once for all fields: there are some 420.
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

// Index is the place of a zone in the list; -1 for another one, such as a fixed offset.
func (l ZoneList) Index(zone string) int { return slices.Index(l.IDs, zone) }

// Read is the zone that a person means by a text, as [Draft.Zone] holds it; else the
// text itself, which may be an older name of a zone.
func (l ZoneList) Read(text string) string {
	if i := l.Finder.Exactly(strings.ReplaceAll(text, "_", " ")); i >= 0 {
		return l.IDs[i]
	}
	if offset, fixed := fixedOffset(text); fixed {
		return fixedZone(offset)
	}
	return strings.TrimSpace(text)
}

// ZoneText is the content of the control of a zone: the person's own where none was chosen.
func ZoneText(zone string, env Env) string {
	if zone == "" && env.Zones != nil {
		zone = env.Zones.Local()
	}
	return ZoneLabel(zone)
}
