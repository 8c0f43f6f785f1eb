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
	if !disguises(text) {
		return ""
	}
	var b strings.Builder
	b.Grow(len(text))
	for len(text) > 0 {
		end := strings.IndexFunc(text, func(r rune) bool { return !inDisguise(r) })
		if end < 0 {
			end = len(text)
		}
		b.WriteString(latin(text[:end]))
		r, size := utf8.DecodeRuneInString(text[end:])
		next, _ := utf8.DecodeRuneInString(text[end+size:])
		if size > 0 && !(r == '.' && end > 0 && asciiLetter(rune(text[end-1])) && asciiLetter(next)) {
			b.WriteRune(r)
		}
		text = text[end+size:]
	}
	return joined(b.String())
}

// disguises reports whether a text can have another reading: most have none.
func disguises(text string) bool {
	single, before := 0, ' '
	for i, r := range text {
		// A text that was cut off may end within a character.
		_, size := utf8.DecodeRuneInString(text[i:])
		next, _ := utf8.DecodeRuneInString(text[i+size:])
		switch {
		case r >= 0x80 && untrusted.Latin(r) != r, r >= 0x80 && unicode.Is(unicode.Me, r):
			return true
		case leet(r) != 0 && (asciiLetter(before) || asciiLetter(next)), r == '.' && asciiLetter(before) && asciiLetter(next), r == 'v' && next == 'v':
			return true
		case isLoose(r) && !unicode.IsLetter(before) && !unicode.IsLetter(next):
			if single++; single == leastApart {
				return true
			}
		}
		before = r
	}
	return false
}

// leastApart is how many letters that stand alone make a word.
const leastApart = 3

// isLoose reports whether a character can be one of those that are set apart: a letter, or a
// digit or a sign for one.
func isLoose(r rune) bool { return unicode.IsLetter(r) || leet(r) != 0 }

// inDisguise reports whether a character can belong to a disguised word.
func inDisguise(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || leet(r) != 0 || r >= 0x80 && untrusted.Latin(r) != r || untrusted.Invisible(r)
}

// latin is a word in Latin letters, where it can be read so from its first to its last
// character; else it stays as it is, because it is a word of another script.
func latin(word string) string {
	var b strings.Builder
	letters, own := 0, 0
	for _, r := range word {
		if r >= 0x80 && (unicode.IsMark(r) || untrusted.Invisible(r)) {
			continue
		}
		if asciiLetter(r) {
			own++
		}
		r = untrusted.Latin(r)
		if r >= 0x80 {
			return word
		}
		if asciiLetter(r) {
			letters++
		}
		b.WriteRune(r)
	}
	read := strings.TrimRight(b.String(), "0123456789!|")
	// A short word of letters that all look Latin is one of its own script: "не".
	if letters == 0 || read == "" || own == 0 && letters < 3 {
		return word
	}
	read = strings.ReplaceAll(read, "vv", "w")
	if !strings.ContainsFunc(read, func(r rune) bool { return leet(r) != 0 }) {
		return read
	}
	return strings.Map(func(r rune) rune {
		if letter := leet(r); letter != 0 {
			return letter
		}
		return unicode.ToLower(r)
	}, read)
}

// leet is the letter that a digit or a sign stands for; 0 for none.
func leet(r rune) rune {
	switch r {
	case '0':
		return 'o'
	case '1', '!', '|':
		return 'i'
	case '3', '€':
		return 'e'
	case '4', '@':
		return 'a'
	case '5', '$':
		return 's'
	case '7', '+':
		return 't'
	case '8':
		return 'b'
	case '9':
		return 'g'
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
