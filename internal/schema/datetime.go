package schema

import "time"

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

var rfc3339Time = lazily(`^([01][0-9]|2[0-3])(:[0-5][0-9]){2}(\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$`)

// ValidTime reports whether text is a time of RFC 3339: with seconds, and with Z
// or an offset. A leap second is refused, because package time cannot give it
// back.
func ValidTime(text string) bool { return rfc3339Time().MatchString(text) }
