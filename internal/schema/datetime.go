package schema

import (
	"strings"
	"time"
)

// DateTime is a string of the format "date-time": a date, a time of day and an
// offset from UTC.
const DateTime Kind = "date-time"

var dateTime = formatKind{format: "date-time", valid: ValidDateTime, controls: 30, about: facts{formatted: true, dated: true}}

// ValidDateTime reports whether text is a moment of RFC 3339: a real day, T,
// a time with seconds, and Z or an offset. A leap second is refused, because
// package time cannot give it back.
func ValidDateTime(text string) bool {
	if len(text) < len("2006-01-02T15:04:05Z") || !ValidDate(text[:10]) || text[10] != 'T' && text[10] != 't' {
		return false
	}
	clock, zone := text[11:], ""
	if i := strings.IndexAny(clock, "Zz+-"); i >= 0 {
		clock, zone = clock[:i], clock[i:]
	}
	// time.Parse is laxer than RFC 3339 in places (a comma before the
	// fraction, one digit hours), so lengths and separators are checked.
	whole, fraction, hasFraction := strings.Cut(clock, ".")
	if hasFraction && (fraction == "" || strings.Trim(fraction, digits) != "") {
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
