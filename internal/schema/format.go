package schema

import (
	"strings"
	"time"
)

// The format checks accept what every validator in use accepts, so that a
// suggestion kept here is not refused by the server afterwards.

// ValidEmail reports whether text is an e-mail address by the intersection of
// the validators: ASCII, a dotted local part, a domain of at least two labels.
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

// ValidURI reports whether text is an absolute URI of RFC 3986: a scheme,
// something after it, ASCII only, every % followed by two hexadecimal digits.
func ValidURI(text string) bool {
	scheme, rest, found := strings.Cut(text, ":")
	if !found || scheme == "" || rest == "" || !strings.Contains(letters, scheme[:1]) ||
		strings.Trim(scheme, letters+digits+"+.-") != "" {
		return false
	}
	rest, fragment, _ := strings.Cut(rest, "#")
	if !uriCharacters(fragment, "") {
		return false
	}
	after, hasAuthority := strings.CutPrefix(rest, "//")
	if !hasAuthority {
		return rest != "" && uriCharacters(rest, "")
	}
	end := strings.IndexAny(after, "/?")
	if end < 0 {
		end = len(after)
	}
	return validAuthority(after[:end]) && uriCharacters(after[end:], "")
}

// validAuthority checks the part between // and the path.
func validAuthority(text string) bool {
	if at := strings.IndexByte(text, '@'); at >= 0 {
		if !uriCharacters(text[:at], "/?") {
			return false
		}
		text = text[at+1:]
	}
	if strings.Contains(text, "@") {
		return false
	}
	if rest, literal := strings.CutPrefix(text, "["); literal {
		address, port, closed := strings.Cut(rest, "]")
		return closed && address != "" && strings.Trim(address, digits+letters+":.%") == "" &&
			(port == "" || port[0] == ':' && strings.Trim(port[1:], digits) == "")
	}
	host, port, _ := strings.Cut(text, ":")
	return uriCharacters(host, "/?") && strings.Trim(port, digits) == ""
}

// uriCharacters reports whether text holds only what a URI may hold outside
// an IP literal, without the characters in not.
func uriCharacters(text, not string) bool {
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case strings.IndexByte(not, c) >= 0:
			return false
		case c == '%':
			if i+2 >= len(text) || strings.Trim(text[i+1:i+3], digits+"abcdefABCDEF") != "" {
				return false
			}
		case strings.IndexByte(letters+digits+"-._~:/?@!$&'()*+,;=", c) < 0:
			return false
		}
	}
	return true
}

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
	if len(zone) != len("+00:00") {
		return false
	}
	_, err := time.Parse("15:04", zone[1:])
	return err == nil
}
