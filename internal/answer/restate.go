package answer

import (
	"strings"

	"github.com/elicitform/elicitform/internal/schema"
)

// Restate is a draft that was filled in under one environment as it has to
// stand under another, so that it means the same: a number is written with the
// other signs, and a local time keeps the time zone that the person saw beside
// it. Dates, choices and texts mean the same in every environment.
//
// What cannot be read yet stays as it was typed, and is still read in the
// notation that it was typed in until somebody goes on with it: else "1.500",
// which nobody has answered yet, would turn into an answer by a change of the
// locale.
func Restate(f schema.Field, d Draft, from, to Env) Draft {
	if d.Origin == Suggested && stands(f) {
		return Start(f, to)
	}
	switch f.Kind {
	case schema.Number, schema.Integer:
		return restateNumber(f.Kind, d, from.Locale.orEnglish(), to.Locale.orEnglish())
	case schema.DateTime:
		d.Locale = ""
		if d.Zone == "" && !d.Blank() && from.Zones != nil && (to.Zones == nil || to.Zones.Local() != from.Zones.Local()) {
			d.Zone = from.Zones.Local()
		}
	default:
		d.Locale = ""
	}
	return d
}

// Keep is a draft that goes on being read as it was under from, although its
// form changes to another environment: somebody is just filling it in, and its
// controls stay as they are. Who has not typed yet writes as the form does now.
func Keep(f schema.Field, d Draft, from, to Env) Draft {
	switch f.Kind {
	case schema.Number, schema.Integer:
		if d.Locale == "" {
			d.Locale = from.Locale.orEnglish().Asked
		}
		if d.Locale == to.Locale.orEnglish().Asked || clean(d.Text) == "" {
			d.Locale = ""
		}
		return d
	}
	return Restate(f, d, from, to)
}

// written is the locale whose notation the draft is in.
func (d Draft) written(otherwise Locale) Locale {
	if d.Locale == "" || d.Locale == otherwise.Asked {
		return otherwise
	}
	return LocaleFor(d.Locale)
}

func restateNumber(kind schema.Kind, d Draft, from, to Locale) Draft {
	written := d.written(from)
	d.Locale = ""
	if written.Asked == to.Asked {
		return d
	}
	a, fault := readNumber(kind, d.Text, written, to)
	now, faultNow := readNumber(kind, d.Text, to, to)
	switch {
	case fault != FaultNone && (faultNow != fault || now.Readings != a.Readings):
		d.Locale = written.Asked
	case fault != FaultNone, a.Absent:
	case faultNow != FaultNone, now.Value.Text != a.Value.Text, written.Decimal != to.Decimal && strings.ContainsAny(ascii(d.Text), ".,"):
		// Also what would be read alike is written with the other sign, so
		// that the number on screen agrees with how it is echoed, and goes on
		// as it began.
		n, _ := parseLiteral(a.Value.Text)
		d.Text = n.show(to)
	}
	return d
}

// ascii is a number as [normalise] sees it.
func ascii(text string) string {
	normal, _ := normalise(clean(text))
	return normal
}
