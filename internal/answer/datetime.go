package answer

import (
	"strings"
	"time"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

func startDateTime(f schema.Field, l *Locale) (Draft, bool) {
	m, zone, ok := splitDefault("", f.Default)
	d := m.day.draft(l)
	d.Clock, d.Zone = l.writeClock(m.clock), zone
	return d, ok
}

// splitDefault splits the suggestion of a date-time or, with day as a prefix, of a time without a zone.
func splitDefault(day string, value request.Value) (m moment, zone string, ok bool) {
	m, offset, ok := splitDateTime(day + value.Text)
	if zone = fixedZone(offset); !ok {
		m, _, ok = splitDateTime(day + value.Text + "Z")
		zone = ""
	}
	return m, zone, ok && value.Type == request.String
}

// LacksZone reports whether the server suggests a date-time or a time without an offset from UTC. The answer
// then gets the offset of the zone that the person sees.
func LacksZone(f schema.Field) bool {
	if !HasZone(f) || !f.Default.Exists() {
		return false
	}
	day := ""
	if f.Kind == schema.Time {
		day = someDay
	}
	_, zone, ok := splitDefault(day, f.Default)
	return ok && zone == ""
}

func readDateTime(_ schema.Field, d Draft, env Env) (Answer, Fault) {
	day, _, fault := d.readDay(env.Locale)
	switch {
	case fault == faultBlank && clean(d.Clock) == "":
		return Answer{Absent: true}, FaultNone
	case fault == faultBlank:
		return Answer{}, FaultMissingDay
	case fault != FaultNone:
		return day.unrealAnswer(fault, env.Locale), fault
	}
	c, fault := readClock(d.Clock)
	if fault != FaultNone {
		return Answer{}, fault
	}
	m := moment{day: day, clock: c}
	a := Answer{Zone: clean(d.Zone)}
	if a.Zone == "" && env.Zones != nil {
		a.Zone = env.Zones.Local()
	}
	var offset int
	if offset, a.Readings, fault = m.locate(env, a.Zone, d.Fold); fault != FaultNone {
		return a, fault
	}
	a.Offset = wholeMinutes(offset)
	a.Instant = m.local().Unix() - int64(a.Offset)
	a.Value = request.StringValue(day.Text() + "T" + c.full() + offsetText(a.Offset))
	a.Echo = showMoment(m, a, env)
	return a, FaultNone
}

func showDateTime(_ schema.Field, a Answer, env Env, _ func(int) string) Display {
	return showValue("", a, func(m moment, a Answer) string {
		if a.Zone == "" {
			return m.show(env.Locale)
		}
		return showMoment(m, a, env)
	})
}

// showValue shows an answer that may lack a zone: the offset in its value, if any, replaces the zone.
func showValue(day string, a Answer, show func(m moment, a Answer) string) Display {
	m, zone, ok := splitDefault(day, a.Value)
	if !ok {
		return display(a.Value.Text, a.Value)
	}
	offset, _ := fixedOffset(zone)
	if a.Zone == "" {
		a.Zone, a.Offset = zone, offset
	}
	a.Instant = m.local().Unix() - int64(offset)
	return Display{Text: show(m, a)}
}

func showMoment(m moment, a Answer, env Env) string {
	return m.show(env.Locale) + " (" + zoneName(a, env) + ")"
}

type moment struct {
	day   Day
	clock clock
}

func (m moment) show(l *Locale) string { return m.day.show(l) + l.comma() + l.writeClock(m.clock) }

func (m moment) local() time.Time {
	return time.Unix(int64(m.day)*aDay+int64(m.clock.hour*3600+m.clock.minute*60+m.clock.second), 0).UTC()
}

// locate returns a fault if the clocks skip the moment, or show it twice and the person has not chosen.
func (m moment) locate(env Env, zone string, fold Fold) (offset int, readings [2]string, fault Fault) {
	switch offset, fixed := fixedOffset(zone); {
	case fixed:
		return offset, readings, FaultNone
	case env.Zones == nil:
		return 0, readings, FaultUnknownZone
	}
	offsets := env.offsets(zone, m.local())
	last := len(offsets) - 1
	switch {
	case last < 0:
		if _, exists := env.offsetNow(zone); !exists {
			return 0, readings, FaultUnknownZone
		}
		return 0, m.aroundGap(env, zone), FaultSkipped
	case last == 0 || fold == FoldEarlier:
		return offsets[0], readings, FaultNone
	case fold == FoldLater:
		return offsets[last], readings, FaultNone
	}
	return 0, [2]string{formatOffset(offsets[0]), formatOffset(offsets[last])}, FaultTwice
}

// aroundGap returns the clock without and with the change: 02:30 in a gap of one hour is 01:30 or 03:30.
func (m moment) aroundGap(env Env, zone string) (readings [2]string) {
	before, _ := env.Zones.Offset(zone, m.local().Unix()-aDay)
	after, _ := env.Zones.Offset(zone, m.local().Unix()+aDay)
	gap := time.Duration(after-before) * time.Second
	for i, t := range []time.Time{m.local().Add(-gap), m.local().Add(gap)} {
		candidate := moment{dayOn(t.Date()), clock{t.Hour(), t.Minute(), t.Second(), m.clock.fraction}}
		readings[i] = env.Locale.writeClock(candidate.clock)
		if candidate.day != m.day {
			// A whole day was skipped, as in Samoa in 2011.
			readings[i] = candidate.show(env.Locale)
		}
	}
	return readings
}

// splitDateTime reports false also for a fraction of a second that [readClock] cannot read.
func splitDateTime(text string) (m moment, offset int, ok bool) {
	if !schema.ValidDateTime(text) {
		return m, 0, false
	}
	const day = len(time.DateOnly)
	m.day, _ = ReadDay(text[:day])
	rest := text[day+1:]
	zone := strings.IndexAny(rest, "Zz+-")
	m.clock, ok = splitClock(rest[:zone], false, false)
	offset, _ = fixedOffset(rest[zone:])
	return m, offset, ok
}

const someDay = "2000-01-01T"

// startTime drops the fraction of a second, which nobody types.
func startTime(f schema.Field, l *Locale) (Draft, bool) {
	m, zone, ok := splitDefault(someDay, f.Default)
	m.clock.fraction = ""
	return Draft{Clock: l.writeClock(m.clock), Zone: zone}, ok
}

func readTime(f schema.Field, d Draft, env Env) (Answer, Fault) {
	if clean(d.Clock) == "" {
		return Answer{Absent: true}, FaultNone
	}
	c, fault := readClock(d.Clock)
	if fault != FaultNone {
		return Answer{}, fault
	}
	a := Answer{Zone: clean(pinZone(f, d, env).Zone)}
	offset, ok := env.offsetNow(a.Zone)
	if !ok {
		return a, FaultUnknownZone
	}
	a.Offset = wholeMinutes(offset)
	a.Value = request.StringValue(c.full() + offsetText(a.Offset))
	a.Echo = showClock(c, a, env)
	return a, FaultNone
}

func showTime(_ schema.Field, a Answer, env Env, _ func(int) string) Display {
	return showValue(someDay, a, func(m moment, a Answer) string {
		if a.Zone == "" {
			return env.Locale.writeClock(m.clock)
		}
		return showClock(m.clock, a, env)
	})
}

func restateTime(_ schema.Field, d Draft, _, _ *Locale, _ bool) Draft {
	d.Locale = nil
	return d
}

func showClock(c clock, a Answer, env Env) string {
	a.Instant = env.Now / 1000
	return env.Locale.writeClock(c) + " (" + zoneName(a, env) + ")"
}

func startLocalTime(f schema.Field, l *Locale) (Draft, bool) {
	c, fault := readClock(f.Default.Text)
	return Draft{Text: l.writeClock(c)}, fault == FaultNone
}

func readLocalTime(_ schema.Field, d Draft, _ Env) (Answer, Fault) {
	if clean(d.Text) == "" {
		return Answer{Absent: true}, FaultNone
	}
	c, fault := readClock(d.Text)
	return Answer{Value: request.StringValue(c.text())}, fault
}

func showLocalTime(_ schema.Field, a Answer, env Env, _ func(int) string) Display {
	c, fault := readClock(a.Value.Text)
	if fault != FaultNone {
		return display(a.Value.Text, a.Value)
	}
	return Display{Text: env.Locale.writeClock(c)}
}
