package app

import (
	"unicode/utf16"
	"unicode/utf8"
)

// appendText appends a text, and returns its length in UTF-16. A byte that is no part of a character
// becomes U+FFFD, as Go reads it.
func appendText(to []byte, s string) ([]byte, uint32) {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return appendWideText(to, s)
		}
	}
	return append(to, s...), uint32(len(s))
}

func appendWideText(to []byte, s string) ([]byte, uint32) {
	length := 0
	for _, r := range s {
		to = utf8.AppendRune(to, r)
		length += utf16.RuneLen(r)
	}
	return to, uint32(length)
}
