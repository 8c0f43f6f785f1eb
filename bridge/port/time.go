//go:build js && wasm

package port

// TimeOfDay is a time, in milliseconds since 1970, in the person's time zone and
// locale; with the day when that is another than today. Days are Gregorian, like
// those of the answers.
func (p *Port) TimeOfDay(unix int64) string {
	date := global("Date")
	at, today := construct(date, float64(unix)), construct(date)
	options := map[string]any{"timeStyle": "short", "timeZone": p.zones.Local(), "calendar": gregory}
	day := map[string]any{"timeZone": p.zones.Local()}
	if text(call(at, "toLocaleDateString", "en", day)) != text(call(today, "toLocaleDateString", "en", day)) {
		options["dateStyle"] = "medium"
	}
	return text(call(at, "toLocaleString", p.tag, options))
}

// spell says how long so many seconds are, in words of a language and digits of
// the person's locale. Up to a minute it counts seconds, beyond it hours and
// minutes. A browser without Intl.DurationFormat counts in one unit. It is asked
// at every drawing, and has the last answer ready.
func (n *notation) spell(language string, seconds int) string {
	const minute, hour = 60, 60 * 60
	last := &n.spelled
	if last.text != "" && last.language == language && last.seconds == seconds {
		return last.text
	}
	options := map[string]any{"style": "long"}
	if n.digits != "" {
		options["numberingSystem"] = n.digits
	}
	units := map[string]any{"seconds": seconds}
	if seconds > minute {
		units = map[string]any{"hours": seconds / hour, "minutes": seconds % hour / minute}
	}
	spelled := text(call(construct(global("Intl", "DurationFormat"), language, options), "format", units))
	if spelled == "" {
		count := seconds
		options["style"], options["unitDisplay"], options["unit"] = "unit", "long", "second"
		if seconds > minute {
			count, options["unit"] = seconds/minute, "minute"
		}
		spelled = text(call(construct(global("Intl", "NumberFormat"), language, options), "format", count))
	}
	last.language, last.seconds, last.text = language, seconds, spelled
	return spelled
}

// Now is the time in milliseconds since 1970.
func (p *Port) Now() int64 { return now() }

func now() int64 { return int64(number(call(global("Date"), "now"))) }
