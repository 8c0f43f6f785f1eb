package answer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/untrusted"
)

// CountCodePoints counts like minLength and maxLength of JSON Schema do: code
// points, not UTF-16 units as a browser's maxlength would.
func CountCodePoints(s string) int { return utf8.RuneCountInString(s) }

// clean removes white space around a text and characters that cannot be seen, which come
// along when text is pasted. Free text is never cleaned.
func clean(text string) string {
	text = strings.Map(func(r rune) rune {
		if untrusted.Stray(r) {
			return -1
		}
		return r
	}, text)
	// Joiners have a meaning inside a word, and none at its ends.
	return strings.TrimFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || r == '\u200c' || r == '\u200d'
	})
}

// Tidy are ways to write a text that people take for the same: without blanks around it and characters that cannot be
// seen, with plain hyphens and spaces, and as the e-mail address in what mail programs copy. The others tell what is
// wrong with it: it has spaces, or lacks its scheme.
var Tidy = [...]func(text string) string{clean, plainSigns, bareEmail, HasSpaces: withoutSpaces, LacksScheme: withScheme}

// The places of the functions in [Tidy] whose text is not sent.
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

// asciiDigits replaces the decimal digits of every script by ASCII ones.
func asciiDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if d, ok := digitValue(r); ok {
			return '0' + d
		}
		return r
	}, text)
}

// digitValue returns the value of a decimal digit of any script.
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

// dash reports whether r is a minus sign or one of the dashes that word processors make of it.
func dash(r rune) bool {
	return r == '-' || r >= '\u2010' && r <= '\u2013' || r == '\u2212' || r == '\ufe63' || r == '\uff0d'
}

func allDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// CleanTag is the language, script and region of a tag that comes from the
// host. Intl throws on malformed tags. What is no language is "en".
func CleanTag(tag string) string {
	if !wellFormed(tag) {
		return "en"
	}
	parts := strings.FieldsFunc(tag, func(r rune) bool { return r == '-' || r == '_' })
	name := strings.ToLower(parts[0])
	if name == "iw" { // the code of Hebrew before 1989, still sent by some systems
		name = "he"
	}
	for i, part := range parts[1:] {
		switch {
		case len(part) == 1: // extensions follow
			return name
		case i == 0 && letters(part, 4, 4):
			name += "-" + strings.ToUpper(part[:1]) + strings.ToLower(part[1:])
		case letters(part, 2, 2), len(part) == 3 && allDigits(part):
			return name + "-" + strings.ToUpper(part)
		}
	}
	return name
}

// wellFormed reports whether tag has the shape of a language tag.
func wellFormed(tag string) bool {
	const longest = 64
	for i, subtag := range strings.Split(strings.ReplaceAll(tag, "_", "-"), "-") {
		if i == 0 && !letters(subtag, 2, 3) || subtag == "" || len(subtag) > 8 || !letters(strings.Trim(subtag, "0123456789")+"a", 1, 9) {
			return false
		}
	}
	return len(tag) <= longest
}

// letters reports whether text is from least to most letters of ASCII.
func letters(text string, least, most int) bool {
	return len(text) >= least && len(text) <= most && strings.Trim(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz") == ""
}
