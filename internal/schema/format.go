package schema

import (
	"strings"
	"time"
)

// The format checks accept only what every validator in use accepts, so that
// no server refuses a suggestion that was kept or an answer that was taken.

// ValidEmail reports whether text is an e-mail address by the intersection of
// the validators: ASCII, a dotted local part, a domain of at least two labels.
// Quoted local parts and IP literals are refused by most of them.
func ValidEmail(text string) bool {
	local, domain, found := strings.Cut(text, "@")
	if !found || len(text) > 254 || len(local) > 64 || !strings.Contains(domain, ".") {
		return false
	}
	for atom := range strings.SplitSeq(local, ".") {
		if atom == "" || strings.Trim(atom, letters+digits+"!#$%&'*+/=?^_`{|}~-") != "" {
			return false
		}
	}
	for label := range strings.SplitSeq(domain, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' ||
			strings.Trim(label, letters+digits+"-") != "" {
			return false
		}
	}
	return true
}

const (
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits  = "0123456789"
)

// ValidDate reports whether text is a real day, YYYY-MM-DD, of the years 0001
// to 9999.
func ValidDate(text string) bool {
	day, err := time.Parse(time.DateOnly, text)
	return err == nil && len(text) == len(time.DateOnly) && day.Year() >= 1
}

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
