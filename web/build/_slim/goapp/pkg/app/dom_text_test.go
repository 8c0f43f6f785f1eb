package app

import "testing"

// TestTextsAreDecodedLikeSingleTexts has cases of the encoding standard for UTF-8, and a byte
// order mark at the beginning.
func TestTextsAreDecodedLikeSingleTexts(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		length           uint32
	}{
		{"empty", "", "", 0},
		{"ascii", "abc", "abc", 3},
		{"NUL", "a\x00b", "a\x00b", 3},
		{"umlaut", "ä", "ä", 1},
		{"emoji", "a😀b", "a😀b", 4},
		{"highest", "\U0010FFFF", "\U0010FFFF", 2},
		{"U+FFFD itself", "\uFFFD", "\uFFFD", 1},
		{"byte order mark", "\uFEFFa", "a", 1},
		{"two of them", "\uFEFF\uFEFFa", "\uFEFFa", 2},
		{"one inside", "a\uFEFF", "a\uFEFF", 2},
		{"half a mark", "\xEF\xBBa", "\uFFFDa", 2},
		{"alone", "\x80\xBF", "\uFFFD\uFFFD", 2},
		{"cut off at the end", "\xE2\x82", "\uFFFD", 1},
		{"cut off inside", "\xE2\x82x", "\uFFFDx", 2},
		{"four, cut off", "\xF0\x9F\x98a", "\uFFFDa", 2},
		{"a lone surrogate", "\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD", 3},
		{"too long", "\xC0\xAF", "\uFFFD\uFFFD", 2},
		{"too long, three", "\xE0\x80\xAF", "\uFFFD\uFFFD\uFFFD", 3},
		{"too long, four", "\xF0\x80\x80\xAF", "\uFFFD\uFFFD\uFFFD\uFFFD", 4},
		{"too high", "\xF4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD", 4},
		{"no such byte", "\xF8a\xFF", "\uFFFDa\uFFFD", 3},
		{"two beginnings", "\xE2\xE2\x82\xAC", "\uFFFD€", 2},
	} {
		got, length := appendText([]byte("x"), c.text)
		if string(got) != "x"+c.want || length != c.length {
			t.Errorf("%s: %q is %q with the length %d", c.name, c.text, got[1:], length)
		}
	}
}
