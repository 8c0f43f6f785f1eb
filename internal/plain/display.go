package plain

import (
	"strings"
	"unicode"
)

// maxMarks is how many combining marks may stand in a row. Every living
// orthography manages with fewer; more of them paint over the lines around.
const maxMarks = 8

// Display makes text safe to show. Control and other invisible characters are
// removed and counted, every kind of line break becomes a newline, invalid
// UTF-8 becomes U+FFFD, piles of combining marks are trimmed. What follows the
// first limit code points goes to [Text.Rest]; a limit of 0 or less cuts
// nothing. Markup is text like any other and stays as it is.
func Display(u Untrusted, limit int) Text {
	if isSimple(u) && (limit <= 0 || len(u) <= limit) {
		return Text{Shown: string(u)}
	}
	kept, hidden := clean([]rune(u))
	text := Text{Hidden: hidden}
	if limit <= 0 || len(kept) <= limit {
		text.Shown = string(kept)
		return text
	}
	at := boundary(kept, limit)
	text.Shown, text.Rest = string(kept[:at]), string(kept[at:])
	return text
}

// DisplayMessage is [Display] for the message of a request: it also cuts after
// [MessageLines] lines, so that a message made of newlines cannot push the
// buttons out of sight or imitate the page below its box.
func DisplayMessage(u Untrusted) Text {
	text := Display(u, MessageLimit)
	at, lines := 0, 0
	for ; lines < MessageLines; lines++ {
		next := strings.IndexByte(text.Shown[at:], '\n')
		if next < 0 {
			break
		}
		at += next + 1
	}
	if lines == MessageLines {
		text.Shown, text.Rest = text.Shown[:at-1], text.Shown[at-1:]+text.Rest
	}
	if strings.TrimSpace(text.Rest) == "" {
		text.Rest = "" // Blank lines are not worth a "Show all".
	}
	return text
}

// isSimple reports whether u is printable ASCII, which is shown as it is.
func isSimple(u Untrusted) bool {
	for i := 0; i < len(u); i++ {
		if c := u[i]; (c < ' ' && c != '\n' && c != '\t') || c >= 0x7F {
			return false
		}
	}
	return true
}

// clean returns what may be shown of text, and how much was taken out.
func clean(text []rune) (kept []rune, hidden int) {
	kept = make([]rune, 0, len(text))
	marks := 0
	for i := 0; i < len(text); i++ {
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
		case isTag(r), isRemoved(r):
			hidden++
			continue
		}
		switch {
		case isMark(r):
			if marks++; marks > maxMarks {
				hidden++
				continue
			}
		case isJoiner(r), isDirectionMark(r):
			// They have no width, so marks on both sides still pile up.
		default:
			marks = 0
		}
		kept = append(kept, r)
	}
	return kept, hidden
}

// boundary returns where to cut text so that at most limit code points stay in
// front and no character falls apart. It gives up on a sequence longer than
// any real one: then text is cut at the limit.
func boundary(text []rune, limit int) int {
	const longest = 32
	for at := limit; at > 0 && at > limit-longest; at-- {
		if !joins(text, at) {
			return at
		}
	}
	return limit
}

// joins reports whether text[at] belongs to the same character as what stands
// before it. It is the part of Unicode's grapheme clusters (UAX 29) that can be
// told without tables of its own.
func joins(text []rune, at int) bool {
	before, after := text[at-1], text[at]
	switch {
	case before == '\n' || after == '\n':
		return false
	case isMark(after), isJoiner(after), isTag(after), isSkinTone(after):
		return true
	case before == zeroWidthJoiner:
		return true
	case isVowelOrFinal(after) && unicode.Is(unicode.Hangul, before):
		return true
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

// isVowelOrFinal reports whether r is a conjoining jamo that completes a
// Korean syllable.
func isVowelOrFinal(r rune) bool { return r >= 0x1160 && r <= 0x11FF }
