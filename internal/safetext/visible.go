package safetext

import (
	"strings"
	"unicode"
)

// Visible returns a value that is about to be sent, with a sign for each invisible character: blanks and
// newlines at either end, tabs, control and other invisible characters.
func Visible(s string) string {
	text := []rune(s)
	first, last := 0, len(text)
	for first < last && unicode.IsSpace(text[first]) {
		first++
	}
	for last > first && unicode.IsSpace(text[last-1]) {
		last--
	}
	var b strings.Builder
	b.Grow(len(s))
	blanks := contentEnd(text, 0)
	for i := 0; i < len(text); i++ {
		r := text[i]
		if i > 0 && text[i-1] == '\n' {
			blanks = contentEnd(text, i)
		}
		atEnd := i < first || i >= blanks
		switch {
		case r == '\n' && (i < first || i >= last):
			b.WriteString("↵\n")
		case r == ' ' && atEnd:
			b.WriteRune('␣')
		case r == '\t':
			b.WriteRune('⇥')
		case r == blackFlag && spellsFlag(text[i:]) > 0:
			n := spellsFlag(text[i:])
			b.WriteString(string(text[i : i+n]))
			i += n - 1
		case needsSign(text, i), atEnd && r != '\n' && unicode.IsSpace(r):
			b.WriteString(codePoint(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// NumberCharacters replaces each character by its code point, except the letters, digits and signs of ASCII and single blanks
// between them. Then no two values look the same, in any font.
func NumberCharacters(s string) string {
	b := make([]byte, 0, len(s))
	before := ' '
	for _, r := range s {
		if r < ' ' || r >= 0x7F || r == ' ' && before == ' ' {
			b = append(b, codePoint(r)...)
		} else {
			b = append(b, byte(r))
		}
		before = r
	}
	return string(b)
}

func codePoint(r rune) string {
	var digits [6]byte
	first := len(digits)
	for n := r; n > 0 || first > 2; n >>= 4 {
		first--
		digits[first] = "0123456789ABCDEF"[n&0xF]
	}
	return "⟨U+" + string(digits[first:]) + "⟩"
}

// HasHidden reports whether s contains a character that [Visible] replaces by a sign.
func HasHidden(s string) bool { return Visible(s) != s }

// contentEnd returns the start of the blanks at the end of the line at text[at].
func contentEnd(text []rune, at int) int {
	end := at
	for ; at < len(text) && text[at] != '\n'; at++ {
		if !unicode.IsSpace(text[at]) {
			end = at + 1
		}
	}
	return end
}

func needsSign(text []rune, at int) bool {
	r := text[at]
	switch {
	case isBreak(r):
		return r != '\n'
	case isRemoved(r), directionMarks.has(r), softHyphen.has(r), fillers.has(r):
		return true
	case joiners.has(r):
		return !joinerFits(text, at)
	case variations.has(r):
		return at == 0 || variations.has(text[at-1]) || !unicode.IsGraphic(text[at-1]) || unicode.IsSpace(text[at-1])
	}
	// The space between Japanese words is visible by its width.
	return r != ' ' && r != 0x3000 && unicode.Is(unicode.Zs, r)
}

// joinerFits accepts a joiner inside a word of a script with joiners, or between two parts of an emoji.
func joinerFits(text []rune, at int) bool {
	base := at - 1
	for base > 0 && base > at-maxMarks && isMark(text[base]) && unicode.Is(unicode.Inherited, text[base]) {
		base--
	}
	if base < 0 {
		return false
	}
	ends := at+1 == len(text)
	if unicode.In(text[base], joiningScripts...) {
		// At the end of a word, only the zero-width joiner has an effect.
		return text[at] == zeroWidthJoiner || !ends && unicode.IsLetter(text[at+1])
	}
	return text[at] == zeroWidthJoiner && !ends && isPictured(text[at-1]) && isPictured(text[at+1])
}

var joiningScripts = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Nko, unicode.Mongolian,
	unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya,
	unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala,
	unicode.Khmer, unicode.Myanmar, unicode.Tibetan,
}

func isPictured(r rune) bool {
	return unicode.In(r, unicode.So, unicode.Sm) || isSkinTone(r) || r == 0xFE0F
}

// runs is a set of characters: the first and the last of each run, in order.
type runs [][2]rune

func (all runs) has(r rune) bool {
	for _, run := range all {
		if r <= run[1] {
			return r >= run[0]
		}
	}
	return false
}

const (
	zeroWidthNonJoiner = '\u200C'
	zeroWidthJoiner    = '\u200D'
	firstTag           = 0xE0000
	cancelTag          = 0xE007F
	blackFlag          = 0x1F3F4
)

// The invisible characters, by their purpose.
var (
	// useless characters change how their surroundings read, or make two texts look alike. No text needs them: controls,
	// invisible operators, deprecated shaping controls, Hangul fillers, unassigned ignorables, annotations, shorthand,
	// musical controls, and the unused tags and variations.
	useless = runs{{0, 0x1F}, {0x7F, 0x9F}, {0x2061, 0x2065}, {0x206A, 0x206F}, {0x3164, 0x3164}, {0xFFA0, 0xFFA0},
		{0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0080, 0xE00FF}, {0xE01F0, 0xE0FFF}}
	// pasted characters are as useless, and often part of a copied text: spaces without width, the word joiner, the byte
	// order mark, and embeddings, overrides and isolates of the direction.
	pasted = runs{{0x180E, 0x180E}, {0x200B, 0x200B}, {0x202A, 0x202E}, {0x2060, 0x2060}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF}}
	// directionMarks keep numbers and brackets in place in right-to-left text, and reorder nothing around it.
	directionMarks = runs{{0x61C, 0x61C}, {0x200E, 0x200F}}
	softHyphen     = runs{{0xAD, 0xAD}}
	// fillers replace a missing letter: of a mark, a jamo, a vowel of Khmer, a letter of Khitan, a note's head.
	fillers = runs{{0x34F, 0x34F}, {0x115F, 0x1160}, {0x17B4, 0x17B5}, {0x16FE4, 0x16FE4}, {0x1D159, 0x1D159}}
	// joiners shape their neighbours: Persian and the scripts of India need both, and emoji the second.
	joiners = runs{{zeroWidthNonJoiner, zeroWidthJoiner}}
	// variations choose one of several pictures of the previous character.
	variations = runs{{0xFE00, 0xFE0F}, {0xE0100, 0xE01EF}}
	// tags are copies of ASCII that spell the flags of regions, and that can smuggle whole sentences.
	tags = runs{{firstTag, cancelTag}}
)

// IsInvisible reports whether a character leaves no mark on a page. A blank separates words and counts as
// visible; the blank of Braille does not.
func IsInvisible(r rune) bool {
	if unicode.IsSpace(r) || r > ' ' && r < 0x7F {
		return false
	}
	return useless.has(r) || fillers.has(r) || tags.has(r) || r == 0x2800 || unicode.In(r, unicode.Cf, unicode.Variation_Selector)
}

// IsStray reports whether an invisible character is never typed on purpose, and often comes with a pasted text.
func IsStray(r rune) bool { return softHyphen.has(r) || directionMarks.has(r) || pasted.has(r) }

// IsBlank reports whether all characters of a text are invisible or blanks.
func IsBlank(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsSpace(r) && !IsInvisible(r) })
}

func isRemoved(r rune) bool {
	return (r < ' ' || r >= 0x7F) && r != '\n' && r != '\t' && (useless.has(r) || pasted.has(r) || tags.has(r))
}

func isBreak(r rune) bool {
	return r == '\n' || r == '\r' || r == 0x85 || r == 0x2028 || r == 0x2029
}

func isMark(r rune) bool { return r >= 0x300 && unicode.Is(unicode.M, r) }

// spellsFlag returns the number of runes of the flag of a region at the start of text: a black flag, tags,
// and the cancel tag; 0 for another text.
func spellsFlag(text []rune) int {
	const maxFlag = 8 // The flag, six letters at most, the cancel tag.
	for i := 1; i < len(text) && i < maxFlag && tags.has(text[i]); i++ {
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
