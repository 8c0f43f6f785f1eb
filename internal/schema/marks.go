package schema

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

func hasMarks(text string) bool {
	if strings.ContainsAny(text, "`{}<>=\\@") || strings.Contains(text, "&&") || hasAmount(text) {
		return true
	}
	return slices.ContainsFunc(strings.Fields(text), func(word string) bool {
		return isPath(strings.TrimLeft(word, "([\"'“„«‘¿¡"))
	})
}

func isPath(word string) bool {
	if len(word) > 1 && strings.IndexByte("/~.-#+*", word[0]) >= 0 {
		name := strings.TrimLeft(word[1:], "/.-")
		next, _ := utf8.DecodeRuneInString(name)
		switch {
		case word[0] == '+':
			return unicode.IsDigit(next)
		case word[0] == '~' || word[0] == '*':
			return len(name) < len(word)-1 // "~/work", "*.log", but neither "~5" nor "*really*"
		case word[0] == '.' && word[1] == '.' && len(name) < len(word)-2 && !strings.Contains(word, "/"):
			return false // An ellipsis.
		}
		return unicode.IsLetter(next)
	}
	if before, after, found := strings.Cut(word, "/"); found {
		// "and/or", "km/h" and "24/7" are not paths.
		after = strings.TrimRight(after, ".,:;?!)")
		isShort := len(before) < 3 || len(after) < 3 || commonWords()[strings.ToLower(before)] != 0 && commonWords()[strings.ToLower(after)] != 0
		if !isShort || strings.Contains(after, "/") {
			return true
		}
	}
	for i := 1; i+1 < len(word); i++ {
		if word[i] != '.' || !asciiLetter(rune(word[i+1])) || word[i-1] == '.' {
			continue
		}
		end := i + 1
		for end < len(word) && asciiLetter(rune(word[end])) {
			end++
		}
		isInitials := (i == 1 || word[i-2] == '.') && (end == i+2 || end < len(word) && word[end] == '.') // "e.g.", "p.ej."
		isLibrary := word[i+1:end] == "js" && word[0] >= 'A' && word[0] <= 'Z' || word[i+1:end] == "NET"  // "Vue.js"
		if !isInitials && !isLibrary {
			return true
		}
	}
	return false
}

// hasAmount reports whether a text has a number in the notation of money, a telephone or an address: with five digits,
// with four digits outside the years 1900 to 2099, in groups, with two decimal places, or in thousands.
func hasAmount(text string) bool {
	const years = 1900
	// State of the number at hand: digits since the last mark, their value, the number of marks, the last mark.
	digits, number, groups, mark := 0, 0, 0, ' '
	for i, r := range text + " " {
		value := digitOf(r)
		if value >= 0 {
			if digits++; digits > 4 {
				return true
			}
			number = number*10 + value
			continue
		}
		next, _ := utf8.DecodeRuneInString(text[min(len(text), i+utf8.RuneLen(r)):])
		ends := digits > 0
		switch {
		case ends && (digits == 4 && (number < years || number > years+199) || groups > 0 && digits == 3 || groups > 1):
			return true
		case ends && groups > 0 && digits == 2 && mark != ' ':
			return true
		case ends && (r == 'k' || r == 'K' || strings.ContainsRune("万萬億亿千만억천", r)) && !asciiLetter(next):
			return true
		}
		if ends && digitOf(next) >= 0 && strings.ContainsRune(".,'’٫٬，．\u00a0\u202f ", r) {
			groups++
		} else {
			groups = 0
		}
		digits, number, mark = 0, 0, r
	}
	return false
}

func digitOf(r rune) int {
	for _, zero := range [...]rune{'0', '٠', '۰', '０'} {
		if r >= zero && r <= zero+9 {
			return int(r - zero)
		}
	}
	return -1
}
