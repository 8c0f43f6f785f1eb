package app

import (
	"strings"
	"unicode/utf8"
)

const byteOrderMark = "\uFEFF"

// appendText appends a text in the form that a single text has after crossing to
// JavaScript, and returns its length in UTF-16. Its decoder drops a byte order mark
// at the beginning, and replaces each truncated character by one U+FFFD.
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
			// A decoder replaces the longest beginning of a character by one U+FFFD.
			for i+size < len(s) && !utf8.FullRuneInString(s[i:i+size+1]) {
				size++
			}
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
