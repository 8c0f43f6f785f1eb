package app

import (
	"strings"
	"unicode/utf8"
)

const byteOrderMark = "\uFEFF"

// appendText appends a text as the page gets it when it is handed over alone, and
// returns its length in UTF-16. There a decoder drops a byte order mark at the
// beginning, and puts one U+FFFD in the place of each longest beginning of a
// character that is not valid.
func appendText(to []byte, s string) ([]byte, uint32) {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return appendWideText(to, strings.TrimPrefix(s, byteOrderMark))
		}
	}
	return append(to, s...), uint32(len(s))
}

func appendWideText(to []byte, s string) ([]byte, uint32) {
	length := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			size = invalidLength(s[i:])
			to = utf8.AppendRune(to, utf8.RuneError)
		} else {
			to = append(to, s[i:i+size]...)
		}
		length++
		if r > 0xFFFF {
			length++
		}
		i += size
	}
	return to, uint32(length)
}

// invalidLength is how many bytes one U+FFFD stands for: the first, and those that
// could go on a character that the first one begins.
func invalidLength(s string) int {
	first, lowest, highest, more := s[0], byte(0x80), byte(0xBF), 0
	switch {
	case first >= 0xC2 && first <= 0xDF:
		more = 1
	case first >= 0xE0 && first <= 0xEF:
		more = 2
	case first >= 0xF0 && first <= 0xF4:
		more = 3
	}
	switch first {
	case 0xE0:
		lowest = 0xA0
	case 0xED:
		highest = 0x9F
	case 0xF0:
		lowest = 0x90
	case 0xF4:
		highest = 0x8F
	}
	n := 1
	for n <= more && n < len(s) && s[n] >= lowest && s[n] <= highest {
		lowest, highest = 0x80, 0xBF
		n++
	}
	return n
}
