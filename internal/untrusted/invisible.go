package untrusted

import "unicode"

const (
	zeroWidthNonJoiner = '\u200C'
	zeroWidthJoiner    = '\u200D'
	firstTag           = 0xE0000
	cancelTag          = 0xE007F
	blackFlag          = 0x1F3F4
)

// class is what a character that cannot be seen is there for.
type class uint8

const (
	seen class = iota // It has a picture of its own, or is a blank.
	// useless characters either change how their surroundings read, or make two
	// different texts look alike. No text needs them.
	useless
	// pasted characters are useless ones that often come along with a text that
	// is copied from a page or a word processor.
	pasted
	softHyphen
	// directionMark: letters that people put into right-to-left text to keep
	// numbers and brackets in place. Unlike overrides and isolates they cannot
	// reorder what surrounds the text.
	directionMark
	// joiner: they shape their neighbours. Persian and the scripts of India need
	// both of them, and emoji the first.
	joiner
	// variation: they choose one of several pictures of the character before.
	variation
	// tag: twins of ASCII that flags of regions are spelled with, and that can
	// smuggle whole sentences.
	tag
	// filler: they stand for a letter that is not there.
	filler
	// brailleBlank is the blank of Braille. Only there it is one.
	brailleBlank
)

// invisible lists all characters that cannot be seen, in order.
var invisible = []struct {
	first, last rune
	class       class
}{
	{0, 0x1F, useless}, {0x7F, 0x9F, useless}, // controls
	{0xAD, 0xAD, softHyphen},
	{0x34F, 0x34F, filler}, // combining grapheme joiner
	{0x61C, 0x61C, directionMark},
	{0x115F, 0x1160, filler},                           // of old Hangul
	{0x180E, 0x180E, pasted}, {0x200B, 0x200B, pasted}, // spaces without width
	{zeroWidthNonJoiner, zeroWidthJoiner, joiner},
	{0x200E, 0x200F, directionMark},
	{0x202A, 0x202E, pasted},  // embeddings and overrides of the direction
	{0x2060, 0x2060, pasted},  // word joiner
	{0x2061, 0x2065, useless}, // operators
	{0x2066, 0x2069, pasted},  // isolates of the direction
	{0x206A, 0x206F, useless}, // deprecated shaping controls
	{0x2800, 0x2800, brailleBlank},
	{0x3164, 0x3164, useless}, // Hangul filler
	{0xFE00, 0xFE0F, variation},
	{0xFEFF, 0xFEFF, pasted},    // byte order mark
	{0xFFA0, 0xFFA0, useless},   // Hangul filler
	{0xFFF0, 0xFFFB, useless},   // unassigned ignorables, annotations
	{0x1BCA0, 0x1BCA3, useless}, // shorthand controls
	{0x1D173, 0x1D17A, useless}, // musical controls
	{firstTag, cancelTag, tag},
	{0xE0100, 0xE01EF, variation},
}

// classOf returns what an invisible character is there for.
func classOf(r rune) class {
	if ' ' <= r && r < 0x7F || r == '\n' || r == '\t' {
		return seen
	}
	for _, run := range invisible {
		if r <= run.last {
			if r >= run.first {
				return run.class
			}
			break
		}
	}
	return seen
}

// Invisible reports whether a character leaves no mark of its own on a page.
// Blanks do: they keep words apart.
func Invisible(r rune) bool {
	return !unicode.IsSpace(r) && (classOf(r) != seen || r > 0xFF && unicode.In(r, unicode.Cf, unicode.Variation_Selector))
}

// Stray reports whether a character is an invisible one that nobody types on
// purpose, and that often comes along with a text that is pasted.
func Stray(r rune) bool {
	switch classOf(r) {
	case pasted, softHyphen, directionMark:
		return true
	}
	return false
}

// Blank reports whether a text shows nothing.
func Blank(text string) bool {
	for _, r := range text {
		if !unicode.IsSpace(r) && !Invisible(r) {
			return false
		}
	}
	return true
}

// isRemoved reports whether r is never shown. Line breaks are looked at before.
func isRemoved(r rune) bool {
	switch classOf(r) {
	case useless, pasted, tag:
		return true
	}
	return false
}

// isBreak reports whether r ends a line. All of them are shown as a newline.
func isBreak(r rune) bool {
	return r == '\n' || r == '\r' || r == 0x85 || r == 0x2028 || r == 0x2029
}

// isMark reports whether r is drawn on top of the character before it.
func isMark(r rune) bool { return r >= 0x300 && unicode.Is(unicode.M, r) }

// spellsFlag returns how many runes of text, which begins with a black flag,
// make a well-formed flag of a region: the flag, tags, and the cancel tag.
// It returns 0 for anything else.
func spellsFlag(text []rune) int {
	const most = 8 // The flag, six letters at most, the cancel tag.
	for i := 1; i < len(text) && i < most && classOf(text[i]) == tag; i++ {
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
