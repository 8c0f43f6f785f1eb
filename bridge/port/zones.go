//go:build js && wasm

package port

import (
	"strconv"
	"syscall/js"
	"time"
)

// zones answers questions on time zones from Intl: Go's own local zone is one
// fixed offset in a browser.
type zones struct {
	local string
	// clocks are those that were asked for, undefined for a zone that is unknown.
	clocks map[string]js.Value
	all    []string
}

func newZones(local string) *zones {
	z := &zones{local: local, clocks: map[string]js.Value{}}
	if !exists(z.clock(local)) {
		z.local = text(call(construct(global("Intl", "DateTimeFormat")), "resolvedOptions"), "timeZone")
	}
	if z.local == "" {
		z.local = "UTC"
	}
	return z
}

// Local is the host's zone, or the browser's where the host names none.
func (z *zones) Local() string { return z.local }

// Now is the present, in seconds since 1970.
func (z *zones) Now() int64 { return time.Now().Unix() }

// All lists the zones that Intl supports, with UTC.
func (z *zones) All() []string {
	if z.all != nil {
		return z.all
	}
	z.all = []string{"UTC"}
	each(call(global("Intl"), "supportedValuesOf", "timeZone"), func(name js.Value) {
		if zone := text(name); zone != "" && zone != "UTC" {
			z.all = append(z.all, zone)
		}
	})
	return z.all
}

// Offset is the offset that the clock of a zone shows.
func (z *zones) Offset(zone string, unix int64) (offset int, ok bool) {
	clock := z.clock(zone)
	if !exists(clock) {
		return 0, false
	}
	return offsetAt(clock, unix), true
}

// Name is the zone in words at an instant, as Intl says it in the locale.
func (z *zones) Name(zone, locale string, unix int64) string {
	// An unknown zone or locale makes Intl throw; the zone's own name is then
	// the best there is.
	name := zone
	format := construct(global("Intl", "DateTimeFormat"), locale, map[string]any{
		"timeZone": zone, "timeZoneName": "long",
	})
	each(call(format, "formatToParts", unix*1000), func(part js.Value) {
		if text(part, "type") == "timeZoneName" {
			name = text(part, "value")
		}
	})
	return name
}

// clock is a formatter that tells the local time of a zone; undefined for a
// zone that Intl does not know.
func (z *zones) clock(zone string) js.Value {
	if clock, asked := z.clocks[zone]; asked || zone == "" {
		return clock
	}
	z.clocks[zone] = construct(global("Intl", "DateTimeFormat"), "en-US", map[string]any{
		"timeZone": zone, "hourCycle": "h23", "era": "short",
		"year": "numeric", "month": "numeric", "day": "numeric",
		"hour": "numeric", "minute": "numeric", "second": "numeric",
	})
	return z.clocks[zone]
}

// offsetAt is the offset from UTC, in seconds, that a clock shows at an
// instant.
func offsetAt(clock js.Value, unix int64) int {
	fields := map[string]int{}
	before := false
	each(call(clock, "formatToParts", float64(unix)*1000), func(part js.Value) {
		kind, value := text(part, "type"), text(part, "value")
		if kind == "era" {
			before = value == "BC"
		} else if n, err := strconv.Atoi(value); err == nil {
			fields[kind] = n
		}
	})
	year := fields["year"]
	if before {
		year = 1 - year
	}
	local := time.Date(year, time.Month(fields["month"]), fields["day"],
		fields["hour"], fields["minute"], fields["second"], 0, time.UTC)
	return int(local.Unix() - unix)
}
