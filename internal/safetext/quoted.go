package safetext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Marks are the quotation marks of a language. They decide which character replaces one in a quoted text.
type Marks uint8

const (
	// DoubleMarks are “…”, „…“, «…», 「…」 and the like. Single marks replace them inside a text.
	DoubleMarks Marks = iota
	// SingleMarks are ‘…’. Inside a text, a dot in the middle of the line replaces them.
	SingleMarks
)

// The characters that are quotation marks in some language, or resemble them in the usual fonts.
var (
	doubleMarks = runs{
		{0x22, 0x22}, {0xA8, 0xA8}, {0xAB, 0xAB}, {0xBB, 0xBB}, {0x2BA, 0x2BA}, {0x2DD, 0x2DD}, {0x2EE, 0x2EE}, {0x2F6, 0x2F6},
		{0x5F4, 0x5F4}, {0x201C, 0x201F}, {0x2033, 0x2034}, {0x2036, 0x2037}, {0x2057, 0x2057}, {0x226A, 0x226B},
		{0x275D, 0x275E}, {0x2760, 0x2760}, {0x27EA, 0x27EB}, {0x2E42, 0x2E42}, {0x3003, 0x3003}, {0x300A, 0x300F},
		{0x301D, 0x301F}, {0xFE41, 0xFE44}, {0xFF02, 0xFF02}, {0xFF62, 0xFF63}, {0x1F676, 0x1F678},
	}
	singleMarks = runs{
		{0x27, 0x27}, {0x60, 0x60}, {0xB4, 0xB4}, {0x2B9, 0x2B9}, {0x2BB, 0x2BD}, {0x2C8, 0x2C8}, {0x2CB, 0x2CB},
		{0x374, 0x374}, {0x384, 0x384}, {0x55A, 0x55A}, {0x5F3, 0x5F3}, {0x7F4, 0x7F5}, {0x1FBD, 0x1FBD}, {0x1FBF, 0x1FBF}, {0x1FEF, 0x1FEF},
		{0x1FFD, 0x1FFE}, {0x2018, 0x201B}, {0x2032, 0x2032}, {0x2035, 0x2035},
		{0x2039, 0x203A}, {0x275B, 0x275C}, {0x275F, 0x275F}, {0x276E, 0x276F}, {0xA78C, 0xA78C}, {0xFF07, 0xFF07},
		{0xFF40, 0xFF40},
	}
)

// Quote prepares a text of the server for a sentence of ours: safe to show, on one line, at
// most [QuoteLimit] long, and without anything that could end the quotation. An apostrophe inside
// a word stays, and so does the sign of a Hebrew abbreviation.
func Quote(text string, marks Marks) string {
	if len(text) <= QuoteLimit && isLine(text) && !strings.ContainsAny(text, "\"'`,<>") {
		return text
	}
	shown := OneLine(Text(text), TitleLimit)
	return cutQuote(replaceMarks(shown, marks))
}

// QuoteMessage is [Quote] for the part of a request's message that is shown at first.
func QuoteMessage(message Text, marks Marks) string {
	return replaceMarks(strings.Join(strings.Fields(DisplayLines(message, MessageLimit).Shown), " "), marks)
}

// OneLine makes a text safe to show, on one line without blanks around it, with an ellipsis after a cut.
func OneLine(u Text, limit int) string {
	text := Display(u, limit)
	shown := text.Shown
	if !isLine(shown) {
		shown = strings.Join(strings.Fields(shown), " ")
	}
	if text.More && shown != "" {
		shown += "…"
	}
	return shown
}

// cutQuote cuts a text to [QuoteLimit] code points with an ellipsis, and not inside a character.
func cutQuote(text string) string {
	if len(text) <= QuoteLimit || utf8.RuneCountInString(text) <= QuoteLimit {
		return text
	}
	beginning := []rune(Prefix(text, QuoteLimit))
	return strings.TrimRight(string(beginning[:cutPosition(beginning, QuoteLimit-1)]), " …") + "…"
}

// QuoteHost is [Quote] for a host name. It cuts off the beginning: the end identifies the owner of the site.
func QuoteHost(host string, marks Marks) string {
	host = replaceMarks(OneLine(Text(host), 0), marks)
	n := utf8.RuneCountInString(host)
	if n <= QuoteLimit {
		return host
	}
	text := []rune(host)
	at := n - (QuoteLimit - 1)
	for at < n-1 && joins(text, at) {
		at++
	}
	return "…" + string(text[at:])
}

// isLine reports whether a text is words of printable ASCII with single spaces between them, as nearly all names are. Such a text
// needs no change.
func isLine(text string) bool {
	blank := true // A blank before the first word is not allowed.
	for i := range len(text) {
		switch c := text[i]; {
		case c < ' ' || c > '~' || c == ' ' && blank:
			return false
		default:
			blank = c == ' '
		}
	}
	return !blank
}

// replaceMarks drops a second single mark, comma or angle bracket: two would look like a double mark.
func replaceMarks(text string, marks Marks) string {
	neutral := '\''
	if marks == SingleMarks {
		neutral = '·'
	}
	var b strings.Builder
	b.Grow(len(text))
	letters := []rune(text)
	var last rune
	for i, r := range letters {
		double, single := doubleMarks.has(r), singleMarks.has(r)
		switch {
		case (double || single) && isGershayim(letters, i):
			r = '״'
		case single && marks == DoubleMarks && isInWord(letters, i):
		case single && isInWord(letters, i) && isLatin(letters[i-1]) && isLatin(letters[i+1]):
			r = '\''
		case double || single:
			r = neutral
		}
		if IsInvisible(r) || isMark(r) {
			b.WriteRune(r)
			continue
		}
		if r == last && strings.ContainsRune("'·,<>", r) {
			continue
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}

func isInWord(text []rune, at int) bool {
	return at > 0 && at+1 < len(text) && (isWordLetter(text[at-1]) || isMark(text[at-1])) && isWordLetter(text[at+1])
}

func isWordLetter(r rune) bool {
	return unicode.IsLetter(r) && !singleMarks.has(r) && !doubleMarks.has(r)
}

func isGershayim(text []rune, at int) bool {
	return strings.ContainsRune("\"״”", text[at]) && isInWord(text, at) && isHebrew(text[at-1]) && isHebrew(text[at+1])
}

func isHebrew(r rune) bool { return unicode.Is(unicode.Hebrew, r) }

func isLatin(r rune) bool { return unicode.Is(unicode.Latin, r) }
