package safetext

import (
	"strings"
	"unicode"
)

// maxMarks bounds the combining marks in a row. Every living orthography needs fewer; more would paint
// over the lines around the text, and the style sheet clips marks outside its box.
const maxMarks = 8

// Display makes text safe to show. It removes and counts control and other invisible characters, together
// with the terminal commands that they begin, turns every kind of line break into a newline and invalid
// UTF-8 into U+FFFD, and trims piles of combining marks. It does not examine the text after limit code
// points before a person asks for it; a limit of 0 or less cuts nothing. Markup stays, because it is text.
func Display(u Text, limit int) Excerpt {
	if limit <= 0 {
		limit = len(u)
	}
	if len(u) <= limit && isSimple(u) {
		return Excerpt{Shown: string(u)}
	}
	visible, hidden, isWhole := clean(u, limit)
	text := Excerpt{Hidden: hidden, More: len(visible) > limit || !isWhole}
	if text.More {
		text.whole = u
	}
	text.Shown = string(visible[:cutPosition(visible, limit)])
	return text
}

// DisplayLines is [Display] for a text that may have several lines: it also cuts after [MessageLines].
// So a text made of newlines cannot push the buttons out of sight, imitate the page below its box, or
// cost the browser the layout of a thousand lines.
func DisplayLines(u Text, limit int) Excerpt {
	text := Display(u, limit)
	at, lines := 0, 0
	for ; lines < MessageLines; lines++ {
		next := strings.IndexByte(text.Shown[at:], '\n')
		if next < 0 {
			break
		}
		at += next + 1
	}
	if lines == MessageLines {
		// Blank lines need no "Show all".
		text.More = text.More || strings.TrimSpace(text.Shown[at-1:]) != ""
		text.Shown, text.whole = text.Shown[:at-1], u
	}
	return text
}

func isSimple(u Text) bool {
	for i := 0; i < len(u); i++ {
		if c := u[i]; (c < ' ' && c != '\n' && c != '\t') || c >= 0x7F {
			return false
		}
	}
	return true
}

// clean returns the visible characters, one more than limit if the text is longer, and the number of
// removed ones. It examines only the beginning of a text with very many invisible characters.
func clean(u Text, limit int) (visible []rune, hidden int, isWhole bool) {
	text := []rune(Prefix(string(u), 4*limit+extraRunes))
	isWhole = len(text) < 4*limit+extraRunes
	visible = make([]rune, 0, min(len(text), limit+1))
	marks := 0
	for i := 0; i < len(text) && len(visible) <= limit; i++ {
		r := text[i]
		switch {
		case r == '\r' && i+1 < len(text) && text[i+1] == '\n':
			continue // A line break of two characters.
		case isBreak(r):
			r = '\n'
		case r == blackFlag:
			if n := spellsFlag(text[i:]); n > 0 {
				visible = append(visible, text[i:i+n]...)
				i += n - 1
				marks = 0
				continue
			}
		case r == escape:
			n := commandLength(text[i:])
			switch {
			case n == 0 && !isWhole:
				return visible, hidden, false // The command may continue in the rest.
			case n <= 1 || text[i+1] == ']':
				hidden++ // A colour hides nothing, but a title can be any text.
			}
			i += max(n, 1) - 1
			continue
		case isRemoved(r):
			hidden++
			continue
		}
		switch {
		case isMark(r):
			if marks++; marks > maxMarks {
				hidden++
				continue
			}
		case marks > 0 && !IsInvisible(r):
			// Invisible characters take no room, so marks on both sides of one pile up.
			marks = 0
		}
		visible = append(visible, r)
	}
	return visible, hidden, isWhole
}

const escape = '\x1B'

// commandLength returns the number of runes of the terminal command at the start of text: a colour ("ESC [32m"), a set of
// letters ("ESC (B") or a title ("ESC ]0;title BEL"). It returns 1 for no command, and 0 if text ends too early to decide.
func commandLength(text []rune) int {
	kind := ' '
	for at := 1; at < len(text); at++ {
		r, before := text[at], text[at-1]
		switch {
		case at == 1 && (r == '[' || r == ']'):
			kind = r
		case kind == ']':
			if r == '\a' || r == '\\' && before == escape {
				return at + 1
			}
			// The next escape character or line ends the search: no text is searched twice.
			if before == escape || isBreak(r) {
				return 1
			}
		case r >= ' ' && r <= '/', kind == '[' && r >= '0' && r <= '?':
		case at > 1 && r >= '0' && r <= '~':
			return at + 1
		default:
			return 1
		}
	}
	return 0
}

// extraRunes are examined beyond the limit, so that a sequence of characters is examined as a whole.
const extraRunes = 64

// Prefix returns the first n code points of a text, or all of it.
func Prefix(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for at := range text {
		if n == 0 {
			return text[:at]
		}
		n--
	}
	return text
}

// cutPosition returns where to cut text: not inside a character of several code points, unless the
// sequence is longer than any real character.
func cutPosition(text []rune, limit int) int {
	const maxCharacter = 32
	if len(text) <= limit {
		return len(text)
	}
	for at := limit; at > 0 && at > limit-maxCharacter; at-- {
		if !joins(text, at) {
			return at
		}
	}
	return limit
}

// joins implements the part of Unicode's grapheme clusters (UAX 29) that needs no tables of its own.
func joins(text []rune, at int) bool {
	before, after := text[at-1], text[at]
	switch {
	case before == '\n' || after == '\n':
		return false
	case isMark(after), joiners.has(after), tags.has(after), isSkinTone(after):
		return true
	case before == zeroWidthJoiner:
		return true
	case after >= 0x1160 && after <= 0x11FF && unicode.Is(unicode.Hangul, before):
		return true // A conjoining jamo completes a Korean syllable.
	case isRegional(before) && isRegional(after):
		// Two letters make a flag: a cut after an even number of letters is right.
		letters := 0
		for i := at - 1; i >= 0 && isRegional(text[i]); i-- {
			letters++
		}
		return letters%2 == 1
	}
	return false
}

func isSkinTone(r rune) bool { return r >= 0x1F3FB && r <= 0x1F3FF }

func isRegional(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }
