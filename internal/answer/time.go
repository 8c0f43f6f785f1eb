package answer

import (
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// timeKind is a time of day and a time zone, as in a date-time without the date.
// Its value has the offset that the zone has at present.
type timeKind struct{}

// someDay makes a date-time of a time of day.
const someDay = "2000-01-01T"

// start leaves out the fraction of a second, which nobody types.
func (*timeKind) start(f schema.Field, l *Locale) (Draft, bool) {
	m, offset, ok := splitDateTime(someDay + f.Default.Text)
	m.clock.fraction = ""
	return Draft{Clock: l.writeClock(m.clock), Zone: fixedZone(offset)}, ok && f.Default.Type == elicit.String
}

func (*timeKind) read(f schema.Field, d Draft, env Env) (Answer, Fault) {
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

func (*timeKind) show(_ schema.Field, a Answer, env Env, _ func(int) string) Shown {
	return showKnown(someDay, a, func(m moment, a Answer) string { return showClock(m.clock, a, env) })
}

func (*timeKind) restate(d Draft, _, _ *Locale, _ bool) Draft {
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

// localTimeKind is a time of day without a time zone, typed into one control and sent as HH:MM.
type localTimeKind struct{}

func (*localTimeKind) start(f schema.Field, l *Locale) (Draft, bool) {
	c, fault := readClock(f.Default.Text)
	return Draft{Text: l.writeClock(c)}, fault == FaultNone
}

func (*localTimeKind) read(_ schema.Field, d Draft, _ Env) (Answer, Fault) {
	if clean(d.Text) == "" {
		return Answer{Absent: true}, FaultNone
	}
	c, fault := readClock(d.Text)
	return Answer{Value: elicit.StringValue(c.text())}, fault
}

func (*localTimeKind) show(_ schema.Field, a Answer, env Env, _ func(int) string) Shown {
	c, fault := readClock(a.Value.Text)
	if fault != FaultNone {
		return shown(a.Value.Text, a.Value)
	}
	return Shown{Text: env.Locale.writeClock(c)}
}
