package untrusted

import "unicode"

const (
	zeroWidthNonJoiner = '\u200C'
	zeroWidthJoiner    = '\u200D'
	firstTag           = 0xE0000
	lastTag            = 0xE007F
	cancelTag          = 0xE007F
	blackFlag          = 0x1F3F4
)

// isBreak reports whether r ends a line. All of them are shown as a newline.
func isBreak(r rune) bool {
	return r == '\n' || r == '\r' || r == 0x85 || r == 0x2028 || r == 0x2029
}

// isTag reports whether r is one of the invisible twins of ASCII that flags
// of regions are spelled with, and that can smuggle whole sentences.
func isTag(r rune) bool { return r >= firstTag && r <= lastTag }

// isMark reports whether r is drawn on top of the character before it.
func isMark(r rune) bool { return r >= 0x300 && unicode.Is(unicode.M, r) }

// isJoiner reports whether r shapes its neighbours: Persian and the scripts of
// India need both joiners, and emoji the first.
func isJoiner(r rune) bool { return r == zeroWidthJoiner || r == zeroWidthNonJoiner }

// isDirectionMark reports whether r is an invisible letter that people put into
// right-to-left text to keep numbers and brackets in place. Unlike overrides
// and isolates it cannot reorder what surrounds the text.
func isDirectionMark(r rune) bool { return r == 0x200E || r == 0x200F || r == 0x061C }

// isRemoved reports whether r is never shown: it has no picture of its own, and
// it either changes how its surroundings read or makes two different texts
// look alike. Line breaks and tags are looked at before.
func isRemoved(r rune) bool {
	switch {
	case r < ' ':
		return r != '\n' && r != '\t'
	case r < 0x7F:
		return false
	case r <= 0x9F: // DEL and C1
		return true
	}
	switch {
	case r >= 0x202A && r <= 0x202E, // embeddings and overrides
		r >= 0x2066 && r <= 0x206F,   // isolates, deprecated shaping controls
		r >= 0x2060 && r <= 0x2065,   // word joiner, invisible operators
		r >= 0xFFF0 && r <= 0xFFFB,   // unassigned ignorables, annotations
		r >= 0x1BCA0 && r <= 0x1BCA3, // shorthand controls
		r >= 0x1D173 && r <= 0x1D17A: // musical controls
		return true
	}
	switch r {
	case 0x180E, 0x200B, 0xFEFF, // zero-width spaces
		0x3164, 0xFFA0: // Hangul fillers: letters without a picture
		return true
	}
	return false
}

// spellsFlag returns how many runes of text, which begins with a black flag,
// make a well-formed flag of a region: the flag, tags, and the cancel tag.
// It returns 0 for anything else.
func spellsFlag(text []rune) int {
	const most = 8 // The flag, six letters at most, the cancel tag.
	for i := 1; i < len(text) && i < most && isTag(text[i]); i++ {
		if text[i] == cancelTag {
			if i < 4 {
				return 0 // A region has three letters or more.
			}
			return i + 1
		}
		letter := text[i] - firstTag
		if (letter < 'a' || letter > 'z') && (letter < '0' || letter > '9') {
			return 0
		}
	}
	return 0
}
