package untrusted

import (
	"fmt"
	"strings"
	"unicode"
)

// Visible returns a value that is about to be sent, with a sign for everything in
// it that cannot be seen: blanks at either end, tabs, control and invisible
// characters. A newline stays, and has a sign as well where it stands at either
// end.
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
		case isUnseen(text, i), atEnd && r != '\n' && unicode.IsSpace(r):
			fmt.Fprintf(&b, "⟨U+%04X⟩", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// HasHidden reports whether s holds anything that [Visible] makes visible.
func HasHidden(s string) bool { return Visible(s) != s }

// contentEnd returns where the blanks at the end of the line begin that starts
// at text[at].
func contentEnd(text []rune, at int) int {
	end := at
	for ; at < len(text) && text[at] != '\n'; at++ {
		if !unicode.IsSpace(text[at]) {
			end = at + 1
		}
	}
	return end
}

// isUnseen reports whether text[at] has no picture of its own and is not needed
// to draw its neighbours.
func isUnseen(text []rune, at int) bool {
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
	// The space between Japanese words has a width of its own.
	return r != ' ' && r != 0x3000 && unicode.Is(unicode.Zs, r)
}

// joinerFits reports whether the joiner text[at] shapes its neighbours: inside a
// word of a script that needs it, or between two parts of an emoji.
func joinerFits(text []rune, at int) bool {
	base := at - 1
	for base > 0 && base > at-maxMarks && isMark(text[base]) && unicode.Is(unicode.Inherited, text[base]) {
		base--
	}
	if base < 0 {
		return false
	}
	ends := at+1 == len(text)
	if unicode.In(text[base], joining...) {
		// At the end of a word only the joiner that joins has an effect.
		return text[at] == zeroWidthJoiner || !ends && unicode.IsLetter(text[at+1])
	}
	return text[at] == zeroWidthJoiner && !ends && isPictured(text[at-1]) && isPictured(text[at+1])
}

// joining are the scripts whose spelling needs joiners.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Nko, unicode.Mongolian,
	unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya,
	unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala,
	unicode.Khmer, unicode.Myanmar, unicode.Tibetan,
}

// isPictured reports whether r can be part of an emoji.
func isPictured(r rune) bool {
	return unicode.In(r, unicode.So, unicode.Sm) || isSkinTone(r) || r == 0xFE0F
}
