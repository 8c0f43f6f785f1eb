package untrusted

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Marks say which quotation marks the sentences of a language have, and with that what
// takes the place of a quotation mark in a text that stands in such a sentence.
type Marks uint8

// The marks.
const (
	// DoubleMarks are “…”, „…“, «…», 「…」 and the like. A single one takes their place.
	DoubleMarks Marks = iota
	// SingleMarks are ‘…’. A dot in the middle of the line takes their place.
	SingleMarks
)

// The characters that are quotation marks somewhere, or pass for one in the usual fonts.
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

// Quoted makes a text of the server fit for a sentence of ours: safe to show, on one
// line, at most [QuoteLimit] long, and without anything that could end the quotation there.
// An apostrophe inside a word stays, and so does the sign of a Hebrew abbreviation.
func Quoted(text string, marks Marks) string {
	if len(text) <= QuoteLimit && isLine(text) && !strings.ContainsAny(text, "\"'`,<>") {
		return text
	}
	shown := OneLine(Text(text), TitleLimit)
	return shortened(withoutMarks(shown, marks))
}

// QuotedMessage is [Quoted] for the message of a request, as much of which is quoted as is
// shown at first.
func QuotedMessage(message Text, marks Marks) string {
	return withoutMarks(strings.Join(strings.Fields(DisplayLines(message, MessageLimit).Shown), " "), marks)
}

// OneLine makes a text safe to show, on one line, without blanks around it and at most limit
// long; the sign of an omission comes after that.
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

// shortened cuts a text that is safe to show to [QuoteLimit] code points, with the sign of
// an omission, and never inside a character that is made of several.
func shortened(text string) string {
	if len(text) <= QuoteLimit || utf8.RuneCountInString(text) <= QuoteLimit {
		return text
	}
	kept := []rune(Prefix(text, QuoteLimit))
	return strings.TrimRight(string(kept[:boundary(kept, QuoteLimit-1)]), " …") + "…"
}

// QuotedHost is [Quoted] for the name of a site. What is cut off is its beginning, because
// its end says whose site it is.
func QuotedHost(host string, marks Marks) string {
	host = withoutMarks(OneLine(Text(host), 0), marks)
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

// isLine reports whether a text is a line already: in ASCII, with single blanks between
// words. Most names are, and a form asks for each of them several times.
func isLine(text string) bool {
	blank := true // Before the first word there is none.
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

// withoutMarks replaces quotation marks. Two single ones in a row would pass for a double
// one, and so would two commas and two angle brackets: one of each is enough.
func withoutMarks(text string, marks Marks) string {
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
		if Invisible(r) || isMark(r) {
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

// isWordLetter reports whether r is a letter, and no sign that Unicode counts among them.
func isWordLetter(r rune) bool {
	return unicode.IsLetter(r) && !singleMarks.has(r) && !doubleMarks.has(r)
}

// isGershayim reports whether text[at] is the double sign inside a Hebrew abbreviation.
func isGershayim(text []rune, at int) bool {
	return strings.ContainsRune("\"״”", text[at]) && isInWord(text, at) && isHebrew(text[at-1]) && isHebrew(text[at+1])
}

func isHebrew(r rune) bool { return unicode.Is(unicode.Hebrew, r) }

func isLatin(r rune) bool { return unicode.Is(unicode.Latin, r) }
