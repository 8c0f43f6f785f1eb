package untrusted

import (
	"strings"
	"unicode"
)

// maxMarks is how many combining marks may stand in a row. Every living
// orthography manages with fewer; more of them would paint over the lines
// around, where the style sheet clips what leaves the place of a text.
const maxMarks = 8

// Display makes text safe to show. Control and other invisible characters are
// removed and counted, with the commands for terminals that they begin, every kind of line break becomes a newline, invalid
// UTF-8 becomes U+FFFD, piles of combining marks are trimmed. Of a text with
// more than limit code points the beginning is shown, and nothing that follows
// is looked at before a person asks for it; a limit of 0 or less cuts nothing.
// Markup is text like any other and stays as it is.
func Display(u Text, limit int) Displayed {
	if limit <= 0 {
		limit = len(u)
	}
	if len(u) <= limit && isSimple(u) {
		return Displayed{Shown: string(u)}
	}
	kept, hidden, ended := clean(u, limit)
	text := Displayed{Hidden: hidden, More: len(kept) > limit || !ended}
	if text.More {
		text.whole = u
	}
	text.Shown = string(kept[:boundary(kept, limit)])
	return text
}

// DisplayLines is [Display] for a text that may have several lines: it also cuts
// after [MessageLines] of them, so that a text made of newlines cannot push the
// buttons out of sight or imitate the page below its box, and does not cost the
// browser a thousand lines to lay out.
func DisplayLines(u Text, limit int) Displayed {
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
		// Blank lines are not worth a "Show all".
		text.More = text.More || strings.TrimSpace(text.Shown[at-1:]) != ""
		text.Shown, text.whole = text.Shown[:at-1], u
	}
	return text
}

// isSimple reports whether u is printable ASCII, which is shown as it is.
func isSimple(u Text) bool {
	for i := 0; i < len(u); i++ {
		if c := u[i]; (c < ' ' && c != '\n' && c != '\t') || c >= 0x7F {
			return false
		}
	}
	return true
}

// clean returns the beginning of a text without what is never shown: limit code
// points, and one more if the text is longer. It also returns how many characters
// it removed, and whether it came to the end of the text. Of a text that is
// nearly all invisible it looks only at the beginning.
func clean(u Text, limit int) (kept []rune, hidden int, ended bool) {
	text := []rune(Prefix(string(u), 4*limit+enough))
	ended = len(text) < 4*limit+enough
	kept = make([]rune, 0, min(len(text), limit+1))
	marks := 0
	for i := 0; i < len(text) && len(kept) <= limit; i++ {
		r := text[i]
		switch {
		case r == '\r' && i+1 < len(text) && text[i+1] == '\n':
			continue // One line break in two characters.
		case isBreak(r):
			r = '\n'
		case r == blackFlag:
			if n := spellsFlag(text[i:]); n > 0 {
				kept = append(kept, text[i:i+n]...)
				i += n - 1
				marks = 0
				continue
			}
		case r == escape:
			n := commandLength(text[i:])
			switch {
			case n == 0 && !ended:
				return kept, hidden, false // What the rest means is not known.
			case n <= 1 || text[i+1] == ']':
				hidden++ // Nothing is hidden in a colour, but a title can be any text.
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
		case marks > 0 && !Invisible(r):
			// What is invisible has no width, so marks on both sides of it pile up.
			marks = 0
		}
		kept = append(kept, r)
	}
	return kept, hidden, ended
}

const escape = '\x1B'

// commandLength returns how many runes of text, which begins with the escape character, are one command for a terminal, such as
// a colour ("ESC [32m"), a set of letters ("ESC (B") or a title ("ESC ]0;title BEL"). It returns 1 where they are none, and 0 where
// the text ends before that is known.
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
			// The next escape character or line ends the search, so that no text is looked at twice.
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

// enough is how many code points more than a multiple of the limit are looked
// at, so that what belongs together is seen together.
const enough = 64

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

// boundary returns where to cut text, if it is too long: after at most limit code points, and not
// inside a character that is made of several. A sequence longer than any real
// character is cut at the limit.
func boundary(text []rune, limit int) int {
	const longest = 32
	if len(text) <= limit {
		return len(text)
	}
	for at := limit; at > 0 && at > limit-longest; at-- {
		if !joins(text, at) {
			return at
		}
	}
	return limit
}

// joins reports whether text[at] belongs to the same character as text[at-1]. It is the part of
// Unicode's grapheme clusters (UAX 29) that can be told without tables of its own.
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
		// Two letters make a flag: the cut is fine after an even number.
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
