//go:build js && wasm

package port

import (
	"strconv"
	"syscall/js"
	"time"

	"github.com/elicitform/elicitform/internal/answer"
)

// zones answers questions on time zones from Intl: Go's own local zone is one
// fixed offset in a browser.
type zones struct {
	local   string
	clocks  map[string]js.Value
	all     []string
	unknown map[string]bool
}

func newZones(local string) *zones {
	z := &zones{clocks: map[string]js.Value{}, unknown: map[string]bool{}}
	z.local = local
	if local == "" || !z.clock(local).Truthy() {
		z.local = js.Global().Get("Intl").Get("DateTimeFormat").New().
			Call("resolvedOptions").Get("timeZone").String()
	}
	return z
}

// Local is the host's zone, or the browser's where the host names none.
func (z *zones) Local() string { return z.local }

// All lists the zones that Intl supports, with UTC.
func (z *zones) All() []string {
	if z.all != nil {
		return z.all
	}
	z.all = []string{"UTC"}
	if intl := js.Global().Get("Intl"); intl.Get("supportedValuesOf").Truthy() {
		names := intl.Call("supportedValuesOf", "timeZone")
		for i := range names.Length() {
			if name := names.Index(i).String(); name != "UTC" {
				z.all = append(z.all, name)
			}
		}
	}
	return z.all
}

// Offsets asks for the offset of instants until the local time fits.
func (z *zones) Offsets(zone string, year, month, day, hour, minute, second int) []int {
	clock := z.clock(zone)
	if !clock.Truthy() {
		return nil
	}
	return answer.LocalOffsets(func(unix int64) int { return offsetAt(clock, unix) },
		year, month, day, hour, minute, second)
}

// Name is the zone in words at an instant, as Intl says it in the locale.
func (z *zones) Name(zone, locale string, unix int64) (name string) {
	name = zone
	defer func() {
		// An unknown zone or locale makes Intl throw; the zone's own name
		// is then the best there is.
		_ = recover()
	}()
	format := js.Global().Get("Intl").Get("DateTimeFormat").New(locale, map[string]any{
		"timeZone": zone, "timeZoneName": "long",
	})
	parts := format.Call("formatToParts", unix*1000)
	for i := range parts.Length() {
		if part := parts.Index(i); part.Get("type").String() == "timeZoneName" {
			return part.Get("value").String()
		}
	}
	return name
}

// clock is a formatter that tells the local time of a zone; undefined for a
// zone that Intl does not know.
func (z *zones) clock(zone string) (clock js.Value) {
	if clock, ok := z.clocks[zone]; ok {
		return clock
	}
	if z.unknown[zone] || zone == "" {
		return js.Undefined()
	}
	defer func() {
		if recover() != nil {
			z.unknown[zone] = true
			clock = js.Undefined()
		}
	}()
	clock = js.Global().Get("Intl").Get("DateTimeFormat").New("en-US", map[string]any{
		"timeZone": zone, "hourCycle": "h23", "era": "short",
		"year": "numeric", "month": "numeric", "day": "numeric",
		"hour": "numeric", "minute": "numeric", "second": "numeric",
	})
	z.clocks[zone] = clock
	return clock
}

// offsetAt is the offset from UTC, in seconds, that a clock shows at an
// instant.
func offsetAt(clock js.Value, unix int64) int {
	fields := map[string]int{}
	before := false
	parts := clock.Call("formatToParts", float64(unix)*1000)
	for i := range parts.Length() {
		part := parts.Index(i)
		value := part.Get("value").String()
		if part.Get("type").String() == "era" {
			before = value == "BC"
			continue
		}
		if n, err := strconv.Atoi(value); err == nil {
			fields[part.Get("type").String()] = n
		}
	}
	year := fields["year"]
	if before {
		year = 1 - year
	}
	local := time.Date(year, time.Month(fields["month"]), fields["day"],
		fields["hour"], fields["minute"], fields["second"], 0, time.UTC)
	return int(local.Unix() - unix)
}
