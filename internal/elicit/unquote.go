package elicit

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unquote decodes a well-formed JSON string, given with its quotes, and says
// whether something was lost on the way.
func unquote(raw string) (text string, lossy bool) {
	if strings.IndexByte(raw, '\\') < 0 && utf8.ValidString(raw) {
		return raw[1 : len(raw)-1], false
	}
	// The string is well-formed, so this cannot fail.
	_ = json.Unmarshal([]byte(raw), &text)
	return text, losesText(raw)
}

// losesText reports whether a JSON string holds invalid UTF-8 or half of a
// surrogate pair. encoding/json silently replaces both by U+FFFD, after which two
// different options could be sent back as the same text.
func losesText(raw string) bool {
	if !utf8.ValidString(raw) {
		return true
	}
	for {
		at := strings.IndexByte(raw, '\\')
		if at < 0 {
			return false
		}
		raw = raw[at:]
		unit, ok := escapedUnit(raw)
		if !ok {
			raw = raw[2:] // A two-character escape such as \\ or \".
			continue
		}
		raw = raw[6:]
		if !utf16.IsSurrogate(unit) {
			continue
		}
		low, ok := escapedUnit(raw)
		if !ok || utf16.DecodeRune(unit, low) == utf8.RuneError {
			return true
		}
		raw = raw[6:]
	}
}

// escapedUnit reads the UTF-16 code unit of a \uXXXX escape at the start of raw.
func escapedUnit(raw string) (rune, bool) {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return 0, false
	}
	unit, err := strconv.ParseUint(raw[2:6], 16, 16)
	return rune(unit), err == nil
}
