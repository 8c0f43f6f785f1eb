package answer

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// fixedOffset reads a zone that is a fixed offset: "UTC", "Z", "+02:00", "UTC-5".
func fixedOffset(zone string) (offset int, ok bool) {
	text := strings.ToUpper(plainDashes(clean(zone)))
	rest, hasPrefix := strings.CutPrefix(text, "UTC")
	if !hasPrefix {
		rest, hasPrefix = strings.CutPrefix(text, "GMT")
	}
	switch {
	case text == "Z", hasPrefix && rest == "":
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

func fixedZone(offset int) string {
	if text := offsetText(offset); text != "Z" {
		return text
	}
	return "UTC"
}

// ZoneLabel names a zone in a list of zones: "America/New York", "UTC+02:00".
func ZoneLabel(zone string) string {
	if offset, ok := fixedOffset(zone); ok {
		return formatOffset(offset)
	}
	return strings.ReplaceAll(zone, "_", " ")
}

// zoneName names a zone with its offset: "Central European Standard Time, UTC+01:00".
func zoneName(a Answer, env Env) string {
	offset := formatOffset(a.Offset)
	if _, fixed := fixedOffset(a.Zone); fixed || a.Zone == "" || env.Zones == nil {
		return offset
	}
	name := env.Zones.Name(a.Zone, env.Locale.orEnglish().Tag, a.Instant)
	if name == "" {
		name = ZoneLabel(a.Zone)
	}
	return name + env.Locale.orEnglish().comma() + offset
}

// aDay is in seconds. No zone changes its offset twice within two days.
const aDay = 24 * 60 * 60

// offsets returns the possible offsets of a local time, given as if it were UTC: none where the clocks skip
// it, two where they show it twice, that of the earlier instant first.
func (e Env) offsets(zone string, local time.Time) (offsets []int) {
	unix := local.Unix()
	before, _ := e.Zones.Offset(zone, unix-aDay)
	after, _ := e.Zones.Offset(zone, unix+aDay)
	// The greater offset names the earlier instant.
	for _, offset := range slices.Compact([]int{max(before, after), min(before, after)}) {
		if actual, ok := e.Zones.Offset(zone, unix-int64(offset)); ok && actual == offset {
			offsets = append(offsets, offset)
		}
	}
	return offsets
}

func (e Env) offsetNow(zone string) (offset int, ok bool) {
	if offset, fixed := fixedOffset(zone); fixed {
		return offset, true
	}
	if e.Zones == nil || zone == "" {
		return 0, false
	}
	return e.Zones.Offset(zone, e.Now/1000)
}

// ZoneList lists the available time zones. All fields share one, because there are some 420.
type ZoneList struct {
	// IDs are the zones in the notation of [Draft.Zone], and Labels their names.
	IDs, Labels []string
	// Finder finds zones by their names.
	Finder Finder
}

// NewZoneList reads the zones and prepares to search them.
func NewZoneList(env Env) ZoneList {
	ids := env.Zones.All()
	labels := make([]string, len(ids))
	for i, id := range ids {
		labels[i] = ZoneLabel(id)
	}
	// A person may also type the technical name of a zone.
	return ZoneList{IDs: ids, Labels: labels, Finder: NewFinder(labels).WithAliases(ids)}
}

// Index is the position of a zone in the list; -1 for an unlisted zone, such as a fixed offset.
func (l ZoneList) Index(zone string) int { return slices.Index(l.IDs, zone) }

// Read returns the zone that a text names, in the notation of [Draft.Zone]; else the
// text itself, which may be an older name of a zone.
func (l ZoneList) Read(text string) string {
	if i := l.Finder.FindExact(strings.ReplaceAll(text, "_", " ")); i >= 0 {
		return l.IDs[i]
	}
	if offset, fixed := fixedOffset(text); fixed {
		return fixedZone(offset)
	}
	return strings.TrimSpace(text)
}

// ZoneText is the content of a zone control: the person's own zone until one is chosen.
func ZoneText(zone string, env Env) string {
	if zone == "" && env.Zones != nil {
		zone = env.Zones.Local()
	}
	return ZoneLabel(zone)
}
