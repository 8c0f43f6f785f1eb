package untrusted

import "unicode"

// The characters that isolate a text from the direction of the text around it: with a
// direction of its own, or with that of its first letter.
const (
	LeftToRightIsolate = "\u2066"
	RightToLeftIsolate = "\u2067"
	FirstStrongIsolate = "\u2068"
	PopIsolate         = "\u2069"
)

// RunsAgainst reports whether a text has letters that run against a direction, so that
// it could reorder a sentence around it. An English label in an English sentence cannot.
func RunsAgainst(s string, rtl bool) bool {
	for _, r := range s {
		if isRightToLeft(r) && !rtl || isLeftToRight(r) && rtl {
			return true
		}
	}
	return false
}

// isRightToLeft reports whether r is a letter that runs from right to left.
// All such scripts live in blocks that Unicode sets aside for them.
func isRightToLeft(r rune) bool {
	switch {
	case r == 0x200F: // The right-to-left mark.
		return true
	case r >= 0x07C0 && r <= 0x07C9, r >= 0x1E950 && r <= 0x1E959:
		return true // Digits of N'Ko and Adlam; Arabic digits run left to right.
	case r >= 0x0590 && r <= 0x08FF, r >= 0xFB1D && r <= 0xFDFF, r >= 0xFE70 && r <= 0xFEFE,
		r >= 0x10800 && r <= 0x10FFF, r >= 0x1E800 && r <= 0x1EFFF:
		return unicode.IsLetter(r) || r == 0x061C
	}
	return false
}

func isLeftToRight(r rune) bool {
	return r == 0x200E || unicode.IsLetter(r) && !isRightToLeft(r)
}
