package answer

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// monthNamed returns the number of the month that text names, 0 for none. The
// beginning of a name is enough where no other month begins like it: "Sept".
func (l *Locale) monthNamed(text string) int {
	const fewest = 3
	// Hebrew writes "in December" as one word: בדצמבר.
	name := strings.TrimPrefix(foldName(text), "ב")
	if n := l.months[name]; n != 0 {
		return n
	}
	if utf8.RuneCountInString(name) < fewest {
		return 0
	}
	found := 0
	for other, n := range l.months {
		if strings.HasPrefix(other, name) {
			if found != 0 && found != n {
				return 0
			}
			found = n
		}
	}
	return found
}

// plainLetters maps letters of the month names to the ones that people type
// on a keyboard without them.
var plainLetters = strings.NewReplacer(
	"ä", "a", "á", "a", "â", "a", "ã", "a", "à", "a", "é", "e", "è", "e", "ê", "e", "í", "i", "ó", "o", "ô", "o",
	"ö", "o", "ú", "u", "û", "u", "ü", "u", "ç", "c", "ñ", "n",
	"č", "c", "ć", "c", "ě", "e", "ę", "e", "ą", "a", "ğ", "g", "ı", "i", "ł", "l", "ń", "n", "ň", "n", "ø", "o", "å", "a", "ř", "r",
	"ś", "s", "š", "s", "ş", "s", "ș", "s", "ț", "t", "ů", "u", "ý", "y", "ž", "z", "ź", "z", "ż", "z",
	"أ", "ا", "إ", "ا", "آ", "ا", "ٱ", "ا", "ى", "ي", "ـ", "",
)

// firstAccent is the first mark of Unicode; vowelSigns is where the scripts begin whose marks are not accents but vowels
// that nobody leaves out, like those of Hindi and Thai.
const firstAccent, vowelSigns = '\u0300', '\u0900'

// foldName makes two spellings of a name equal: case, accents, full stops,
// spaces and the geresh of Hebrew abbreviations do not count.
func foldName(text string) string {
	text = strings.ToLower(text)
	if strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		text = plainLetters.Replace(text) // Slow, and there are thousands of texts.
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '.', r == '\'', r == '’', r == '׳', unicode.IsSpace(r):
			return -1
		case firstAccent <= r && r < vowelSigns && unicode.Is(unicode.Mn, r):
			return -1
		}
		return r
	}, text)
}
