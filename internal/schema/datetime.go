package schema

import (
	"strings"
	"time"
)

// DateTime is a string of the format "date-time": a date, a time of day and an
// offset from UTC.
const DateTime Kind = "date-time"

var dateTime = formatKind{format: "date-time", valid: ValidDateTime, controls: 30, about: facts{formatted: true, dated: true}}

// ValidDateTime reports whether text is a moment of RFC 3339: a real day, T, and
// a time.
func ValidDateTime(text string) bool {
	const day = len(time.DateOnly)
	return len(text) > day && ValidDate(text[:day]) && (text[day] == 'T' || text[day] == 't') && ValidTime(text[day+1:])
}

// ValidTime reports whether text is a time of RFC 3339: with seconds, and with Z
// or an offset. A leap second is refused, because package time cannot give it
// back.
func ValidTime(text string) bool {
	clock, zone := text, ""
	if i := strings.IndexAny(clock, "Zz+-"); i >= 0 {
		clock, zone = clock[:i], clock[i:]
	}
	// time.Parse takes more than RFC 3339 in places (a comma before the
	// fraction, hours of one digit), so lengths and separators are checked.
	whole, fraction, hasFraction := strings.Cut(clock, ".")
	if hasFraction && (fraction == "" || !madeOf(fraction, digits)) {
		return false
	}
	if _, err := time.Parse(time.TimeOnly, whole); err != nil || len(whole) != len(time.TimeOnly) {
		return false
	}
	if zone == "Z" || zone == "z" {
		return true
	}
	if len(zone) != len("+00:00") || zone[0] != '+' && zone[0] != '-' {
		return false
	}
	_, err := time.Parse("15:04", zone[1:])
	return err == nil
}
