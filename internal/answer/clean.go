package answer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/safetext"
)

// CountCodePoints counts code points, as minLength and maxLength of JSON Schema do. A browser's
// maxlength counts UTF-16 units.
func CountCodePoints(s string) int { return utf8.RuneCountInString(s) }

// clean removes the blanks and invisible characters that come with pasted text. Free text is never cleaned.
func clean(text string) string {
	text = strings.Map(func(r rune) rune {
		if safetext.IsStray(r) {
			return -1
		}
		return r
	}, text)
	// A joiner has a meaning inside a word only.
	return strings.TrimFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || r == '\u200c' || r == '\u200d'
	})
}

// Tidy are rewritings of a text that people consider the same: without blanks around it and invisible characters, with
// plain hyphens and spaces, and as the e-mail address in a text from a mail program. The last two only detect a fault:
// spaces, or a missing scheme.
var Tidy = [...]func(text string) string{clean, plainSigns, bareEmail, HasSpaces: withoutSpaces, LacksScheme: withScheme}

// The positions of the functions in [Tidy] whose result is never submitted.
const (
	HasSpaces   = 3
	LacksScheme = 4
)

func plainSigns(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, plainDashes(clean(text)))
}

func withoutSpaces(text string) string { return strings.ReplaceAll(plainSigns(text), " ", "") }

func asciiDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if d, ok := digitValue(r); ok {
			return '0' + d
		}
		return r
	}, text)
}

func digitValue(r rune) (rune, bool) {
	if r < utf8.RuneSelf || !unicode.IsDigit(r) {
		return r - '0', '0' <= r && r <= '9'
	}
	// Unicode keeps decimal digits in runs of ten that start with zero.
	before := rune(1)
	for unicode.IsDigit(r - before) {
		before++
	}
	return (before - 1) % 10, true
}

// isDash reports whether r is a minus sign or one of the dashes that word processors replace it with.
func isDash(r rune) bool {
	return r == '-' || r >= '\u2010' && r <= '\u2013' || r == '\u2212' || r == '\ufe63' || r == '\uff0d'
}

func allDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// CleanTag returns the language, script and region of the host's language tag, and "en" for a malformed one,
// on which Intl throws.
func CleanTag(tag string) string {
	if !isWellFormed(tag) {
		return "en"
	}
	parts := strings.FieldsFunc(tag, func(r rune) bool { return r == '-' || r == '_' })
	name := strings.ToLower(parts[0])
	if name == "iw" { // Some systems still send the code of Hebrew before 1989.
		name = "he"
	}
	for i, part := range parts[1:] {
		switch {
		case len(part) == 1: // extensions follow
			return name
		case i == 0 && isLetters(part, 4, 4):
			name += "-" + strings.ToUpper(part[:1]) + strings.ToLower(part[1:])
		case isLetters(part, 2, 2), len(part) == 3 && allDigits(part):
			return name + "-" + strings.ToUpper(part)
		}
	}
	return name
}

func isWellFormed(tag string) bool {
	const maxTag, digits = 64, "0123456789"
	for i, subtag := range strings.Split(strings.ReplaceAll(tag, "_", "-"), "-") {
		if i == 0 && !isLetters(subtag, 2, 3) || subtag == "" || len(subtag) > 8 || !isLetters(strings.Trim(subtag, digits)+"a", 1, 9) {
			return false
		}
	}
	return len(tag) <= maxTag
}

func isLetters(text string, minLen, maxLen int) bool {
	return len(text) >= minLen && len(text) <= maxLen && strings.Trim(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz") == ""
}
