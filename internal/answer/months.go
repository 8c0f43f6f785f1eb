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

// vowelSigns is where the scripts begin whose marks are not accents but vowels
// that nobody leaves out, like those of Hindi and Thai.
const vowelSigns = '\u0900'

// foldName makes two spellings of a name equal: case, accents, full stops,
// spaces and the geresh of Hebrew abbreviations do not count.
func foldName(text string) string {
	if folded, ok := foldASCII(text); ok {
		return folded
	}
	text = plainLetters.Replace(strings.ToLower(text))
	return strings.Map(func(r rune) rune {
		if r < vowelSigns && unicode.Is(unicode.Mn, r) || unicode.IsSpace(r) || strings.ContainsRune(".'’׳", r) {
			return -1
		}
		return r
	}, text)
}

// foldASCII is foldName for the texts of which there are thousands.
func foldASCII(text string) (string, bool) {
	folded := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c >= utf8.RuneSelf:
			return "", false
		case c >= 'A' && c <= 'Z':
			folded = append(folded, c+'a'-'A')
		case c == '.' || c == '\'' || c == ' ' || c >= '\t' && c <= '\r':
		default:
			folded = append(folded, c)
		}
	}
	return string(folded), true
}
