package elicit

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// escapes are what the letters behind a backslash stand for.
var escapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// decode decodes what stands between the quotes of a string, and says whether
// something was lost on the way: invalid UTF-8 and half of a surrogate pair become
// U+FFFD, after which two different options could be sent back as the same text.
func (r *reader) decode(raw string) (text string, lossy bool) {
	var decoded strings.Builder
	decoded.Grow(len(raw)) // All params come this way: they cross as a string.
	if lossy = !utf8.ValidString(raw); lossy {
		raw = string([]rune(raw)) // Each invalid byte becomes U+FFFD.
	}
	for raw != "" && !r.failed {
		at := strings.IndexByte(raw, '\\')
		if at < 0 {
			at = len(raw)
		}
		decoded.WriteString(raw[:at])
		if raw = raw[at:]; raw == "" {
			break
		}
		unit, isUnit := escapedUnit(raw)
		if !isUnit {
			letter, known := escapes[raw[1]]
			if !known {
				r.fail()
			}
			decoded.WriteByte(letter)
			raw = raw[2:]
			continue
		}
		raw = raw[6:]
		if utf16.IsSurrogate(unit) {
			low, _ := escapedUnit(raw)
			if unit = utf16.DecodeRune(unit, low); unit != utf8.RuneError {
				raw = raw[6:]
			} else {
				lossy = true
			}
		}
		decoded.WriteRune(unit)
	}
	return decoded.String(), lossy
}

// escapedUnit reads the UTF-16 code unit of a \uXXXX escape at the start of raw.
func escapedUnit(raw string) (rune, bool) {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return 0, false
	}
	unit, err := strconv.ParseUint(raw[2:6], 16, 16)
	return rune(unit), err == nil
}
