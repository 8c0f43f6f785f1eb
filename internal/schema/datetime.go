package schema

import (
	"strconv"
	"strings"
	"time"
)

// DateTime is a string of the format "date-time": a date, a time of day and an
// offset from UTC.
const DateTime Kind = "date-time"

var dateTime = formatKind{format: "date-time", valid: ValidDateTime, controls: 18, about: facts{formatted: true, explained: true, dated: true}}

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
	const seconds, offset = len("00:00:00"), len("+00:00")
	if len(text) <= seconds || !isClock(text[:len("00:00")]) || text[len("00:00")] != ':' || !below(text[len("00:00:"):seconds], 60) {
		return false
	}
	rest := text[seconds:]
	if fraction, found := strings.CutPrefix(rest, "."); found {
		if rest = strings.TrimLeft(fraction, digits); rest == fraction {
			return false
		}
	}
	return rest == "Z" || rest == "z" || len(rest) == offset && (rest[0] == '+' || rest[0] == '-') && isClock(rest[1:])
}

// isClock reports whether text is hours and minutes, hh:mm.
func isClock(text string) bool {
	return below(text[:2], 24) && text[2] == ':' && below(text[3:], 60)
}

// below reports whether text is a number of two digits below a limit.
func below(text string, limit int) bool {
	n, err := strconv.Atoi(text)
	return err == nil && consists(text, digits) && n < limit
}
