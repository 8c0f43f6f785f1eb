package answer

import (
	"strings"
	"time"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

func startDateTime(f schema.Field, l *Locale) (Draft, bool) {
	m, zone, ok := splitDefault("", f.Default)
	d := m.day.draft(l)
	d.Clock, d.Zone = l.writeClock(m.clock), zone
	return d, ok
}

// splitDefault splits the suggestion of a date-time or, with a day before it, of a time. Without an offset the
// zone is empty.
func splitDefault(day string, value elicit.Value) (m moment, zone string, ok bool) {
	m, offset, ok := splitDateTime(day + value.Text)
	if zone = fixedZone(offset); !ok {
		m, _, ok = splitDateTime(day + value.Text + "Z")
		zone = ""
	}
	return m, zone, ok && value.Type == elicit.String
}

// LacksZone reports whether the server suggests a date-time or a time without an offset from UTC. What is sent has
// the one of the zone that the person sees.
func LacksZone(f schema.Field) bool {
	if !Zoned(f) || !f.Default.Exists() {
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
		return day.unreal(fault, env.Locale), fault
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
	a.Value = elicit.StringValue(day.Text() + "T" + c.full() + offsetText(a.Offset))
	a.Understood = showMoment(m, a, env)
	return a, FaultNone
}

func showDateTime(_ schema.Field, a Answer, env Env, _ func(int) string) Shown {
	return showKnown("", a, func(m moment, a Answer) string {
		if a.Zone == "" {
			return m.show(env.Locale)
		}
		return showMoment(m, a, env)
	})
}

// showKnown shows an answer that may hold only a value: its zone is then the offset in it, if it has one.
func showKnown(day string, a Answer, show func(m moment, a Answer) string) Shown {
	m, zone, ok := splitDefault(day, a.Value)
	if !ok {
		return shown(a.Value.Text, a.Value)
	}
	offset, _ := fixedOffset(zone)
	if a.Zone == "" {
		a.Zone, a.Offset = zone, offset
	}
	a.Instant = m.local().Unix() - int64(offset)
	return Shown{Text: show(m, a)}
}

// showMoment shows a date-time with its zone in words and its offset.
func showMoment(m moment, a Answer, env Env) string {
	return m.show(env.Locale) + " (" + zoneName(a, env) + ")"
}

// moment is a day and a clock in a time zone that is told elsewhere.
type moment struct {
	day   Day
	clock clock
}

func (m moment) show(l *Locale) string { return m.day.show(l) + l.comma() + l.writeClock(m.clock) }

// local is the moment as if it were in UTC.
func (m moment) local() time.Time {
	return time.Unix(int64(m.day)*aDay+int64(m.clock.hour*3600+m.clock.minute*60+m.clock.second), 0).UTC()
}

// locate finds the offset from UTC that the moment has in a zone. Where there is
// none, or the person has to say which of two, it returns a fault.
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
	return 0, [2]string{FormatOffset(offsets[0]), FormatOffset(offsets[last])}, FaultTwice
}

// aroundGap returns the clocks that a skipped time may stand for: what the
// clock after the change would have shown before it, and the other way round.
// 02:30 in a gap of one hour is either 01:30 or 03:30.
func (m moment) aroundGap(env Env, zone string) (readings [2]string) {
	before, _ := env.Zones.Offset(zone, m.local().Unix()-aDay)
	after, _ := env.Zones.Offset(zone, m.local().Unix()+aDay)
	gap := time.Duration(after-before) * time.Second
	for i, t := range []time.Time{m.local().Add(-gap), m.local().Add(gap)} {
		meant := moment{dayOn(t.Date()), clock{t.Hour(), t.Minute(), t.Second(), m.clock.fraction}}
		readings[i] = env.Locale.writeClock(meant.clock)
		if meant.day != m.day {
			// A whole day was skipped, as in Samoa in 2011.
			readings[i] = meant.show(env.Locale)
		}
	}
	return readings
}

// splitDateTime splits an RFC 3339 date-time. It is not ok for a fraction of a second
// that [readClock] would not read.
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

// someDay makes a date-time of a time of day.
const someDay = "2000-01-01T"

// startTime leaves out the fraction of a second, which nobody types.
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
	a.Value = elicit.StringValue(c.full() + offsetText(a.Offset))
	a.Understood = showClock(c, a, env)
	return a, FaultNone
}

func showTime(_ schema.Field, a Answer, env Env, _ func(int) string) Shown {
	return showKnown(someDay, a, func(m moment, a Answer) string {
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

// showClock shows a time of day with its zone as it is called at present.
func showClock(c clock, a Answer, env Env) string {
	if env.Zones != nil {
		a.Instant = env.Zones.Now()
	}
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
	return Answer{Value: elicit.StringValue(c.text())}, fault
}

func showLocalTime(_ schema.Field, a Answer, env Env, _ func(int) string) Shown {
	c, fault := readClock(a.Value.Text)
	if fault != FaultNone {
		return shown(a.Value.Text, a.Value)
	}
	return Shown{Text: env.Locale.writeClock(c)}
}
