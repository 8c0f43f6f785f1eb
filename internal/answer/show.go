package answer

import (
	"strings"
	"time"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// Show is the answer as review shows it: numbers and days in the person's
// locale, everything else as it is sent, one entry a line for a list. Options
// are shown by their titles, which package wording knows: for them, and for an
// absent answer, Show returns "". The answer may hold only a Value.
func Show(f schema.Field, a Answer, env Env) string {
	if a.Absent {
		return ""
	}
	l := env.Locale.orEnglish()
	env.Locale = l
	text := a.Value.Text
	switch f.Kind {
	case schema.Boolean, schema.Choice, schema.Choices:
		return ""
	case schema.Number, schema.Integer:
		return FormatNumber(text, l)
	case schema.Date:
		if c, ok := splitDate(text); ok {
			if c.check(); c.fault == FaultNone {
				return formatDay(c.year, c.month, c.day, l)
			}
		}
	case schema.DateTime:
		if known, fault := suggestedDateTime(text); fault == FaultNone {
			if a.Zone == "" {
				a.Zone, a.Offset, a.Instant = known.Zone, known.Offset, known.Instant
			}
			m, _, _ := splitDateTime(text)
			return showMoment(m, a, env)
		}
	case schema.List:
		lines := make([]string, 0, len(a.Value.Items))
		for _, item := range a.Value.Items {
			if item.Kind == elicit.String {
				lines = append(lines, item.Text)
			} else {
				lines = append(lines, item.JSON())
			}
		}
		return strings.Join(lines, "\n")
	}
	return text
}

// showMoment shows a date-time with its zone in words and its offset.
func showMoment(m moment, a Answer, env Env) string {
	l := env.Locale
	return formatDay(m.day.year, m.day.month, m.day.day, l) + l.comma +
		m.clock.text() + " (" + zoneName(a, env) + ")"
}

// ShowInstant is the instant of a date-time in UTC: what is the same for the
// person and the server, wherever they are. It is empty for other answers.
func ShowInstant(a Answer, env Env) string {
	known, fault := suggestedDateTime(a.Value.Text)
	if a.Absent || a.Value.Kind != elicit.String || fault != FaultNone {
		return ""
	}
	l := env.Locale.orEnglish()
	m, _, _ := splitDateTime(a.Value.Text)
	t := time.Unix(known.Instant, 0).UTC()
	shown := clock{hour: t.Hour(), minute: t.Minute(), second: t.Second(), fraction: m.clock.fraction}
	return formatDay(t.Year(), int(t.Month()), t.Day(), l) + l.comma + shown.text() + " UTC"
}
