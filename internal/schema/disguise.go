package schema

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/untrusted"
)

// undisguised returns a text as a person reads it who is to be misled: letters that look
// Latin as Latin ones ("раssword"), digits and signs in words as the letters that they stand
// for ("Pa$$w0rd"), and letters that are set apart as a word ("p.i.n.", "P a s s w o r d").
// It is empty where that changes nothing.
func undisguised(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for rest := text; len(rest) > 0; {
		end := strings.IndexFunc(rest, func(r rune) bool { return !inDisguise(r) })
		if end < 0 {
			end = len(rest)
		}
		b.WriteString(latin(rest[:end]))
		r, size := utf8.DecodeRuneInString(rest[end:])
		next, _ := utf8.DecodeRuneInString(rest[end+size:])
		if size > 0 && !(r == '.' && end > 0 && asciiLetter(rune(rest[end-1])) && asciiLetter(next)) {
			b.WriteString(rest[end : end+size])
		}
		rest = rest[end+size:]
	}
	if read := joined(b.String()); read != text {
		return read
	}
	return ""
}

// leastApart is how many letters that stand alone make a word.
const leastApart = 3

// isLoose reports whether a character can be one of those that are set apart: a letter, or a
// digit or a sign for one.
func isLoose(r rune) bool { return unicode.IsLetter(r) || leet(r) != 0 }

// inDisguise reports whether a character can belong to a disguised word.
func inDisguise(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || leet(r) != 0 ||
		r >= 0x80 && untrusted.Latin(r) != r || untrusted.Invisible(r)
}

// latin is a word in Latin letters, where it is disguised and can be read so from its first to
// its last character; else it stays as it is, because it is a word of another script.
func latin(word string) string {
	const digits = "0123456789!|"
	var b strings.Builder
	letters, own, disguised := 0, 0, false
	for _, r := range word {
		if r >= 0x80 && (unicode.IsMark(r) || untrusted.Invisible(r)) {
			disguised = true
			continue
		}
		if asciiLetter(r) {
			own++
		}
		as := untrusted.Latin(r)
		disguised = disguised || as != r || leet(r) != 0
		if as = plain(unicode.ToLower(as)); as >= 0x80 {
			return word
		}
		if asciiLetter(as) {
			letters++
		}
		b.WriteRune(as)
	}
	whole := strings.ReplaceAll(b.String(), "vv", "w")
	read := strings.TrimRight(whole, digits)
	// A short word of letters that all look Latin is one of its own script: "не".
	if letters == 0 || read == "" || own == 0 && letters < 3 || !disguised && whole == b.String() {
		return word
	}
	letter := func(r rune) rune {
		if as := leet(r); as != 0 {
			return as
		}
		return r
	}
	spelled := strings.Map(letter, read)
	if spelled != read && len(whole) == len(read)+1 {
		// The last digit may be a number or a letter: "p4ssw0rd1", "c0d3".
		return spelled + " " + strings.Map(letter, whole)
	}
	return spelled
}

// leet is the letter that a digit or a sign stands for; 0 for none.
func leet(r rune) rune {
	const signs, letters = "01!|34@5$7+89", "oiiieaassttbg"
	if r == '€' {
		return 'e'
	}
	if i := strings.IndexRune(signs, r); i >= 0 {
		return rune(letters[i])
	}
	return 0
}

func asciiLetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }

// joined writes letters that are set apart by the same signs as one word.
func joined(text string) string {
	letters := []rune(text)
	var b strings.Builder
	for i := 0; i < len(letters); {
		end, step := apart(letters, i)
		if end < 0 {
			b.WriteRune(letters[i])
			i++
			continue
		}
		for ; i < end; i += step {
			letter := letters[i]
			if as := leet(letter); as != 0 {
				letter = as
			}
			b.WriteRune(unicode.ToLower(letter))
		}
		i = end - step + 1
	}
	return b.String()
}

// apart returns where letters end that begin at text[at], each alone and as far from the
// next one as all others; -1 where there are too few.
func apart(text []rune, at int) (end, step int) {
	alone := func(i int) bool {
		return i < len(text) && isLoose(text[i]) && (i == 0 || !unicode.IsLetter(text[i-1])) && (i+1 == len(text) || !unicode.IsLetter(text[i+1]))
	}
	if !alone(at) {
		return -1, 0
	}
	for step = 2; step <= 4; step++ {
		n := 1
		for alone(at + n*step) {
			n++
		}
		if n >= leastApart {
			return at + n*step, step
		}
	}
	return -1, 0
}
