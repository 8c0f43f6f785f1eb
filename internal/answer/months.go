package answer

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// months are the names of the months.
type months struct {
	// shown are those for showing, named the numbers of all that are understood.
	shown [12]string
	named monthNames
}

// readMonths takes the names from the facts of a locale.
func readMonths(facts [][]string) *months {
	m := &months{named: monthNames{}}
	for i := range m.shown {
		m.shown[i] = time.Month(i + 1).String()
		if i >= len(facts) {
			continue
		}
		m.named.add(i+1, facts[i]...)
		if names := facts[i]; len(names) > 0 && names[0] != "" && len(names[0]) <= maxText {
			m.shown[i] = names[0]
		}
	}
	// English names are understood everywhere: they stand in what people paste.
	for month := time.January; month <= time.December; month++ {
		if name := foldName(month.String()); m.named[name] == 0 {
			m.named[name] = int(month)
		}
	}
	return m
}

// monthNames are the numbers of the months by their folded names.
type monthNames map[string]int

// add adds the names of a month. A name of two months names none.
func (m monthNames) add(month int, names ...string) {
	for _, name := range names[:min(len(names), maxNames)] {
		folded := foldName(name)
		if folded == "" || len(name) > maxText || strings.Trim(asciiDigits(folded), "0123456789") == "" {
			continue
		}
		if other, ok := m[folded]; ok && other != month {
			month = 0
		}
		m[folded] = month
	}
}

// monthNamed returns the number of the month that text names, 0 for none. The
// beginning of a name is enough where no other month begins like it: "Sept".
func (l *Locale) monthNamed(text string) int {
	const fewest = 3
	// Hebrew writes "in December" as one word: בדצמבר.
	name := strings.TrimPrefix(foldName(text), "ב")
	if n := l.months().named[name]; n != 0 {
		return n
	}
	if utf8.RuneCountInString(name) < fewest {
		return 0
	}
	found := 0
	for other, n := range l.months().named {
		if strings.HasPrefix(other, name) {
			if found != 0 && found != n {
				return 0
			}
			found = n
		}
	}
	return found
}

// plainLetters are letters that people type in place of those behind them, which the names
// of months have and the keyboard may not.
const plainLetters = "aäáâãàąå cçčć eéèêěę gğ iíı lł nñńň oóôöø rř sśšşș tț uúûüů yý zžźż اأإآٱ يى"

// plainLetter is the plain letter for one that is no ASCII; -1 for the stroke that only
// makes an Arabic word longer.
func plainLetter(r rune) rune {
	if r == 'ـ' {
		return -1
	}
	if at := strings.IndexRune(plainLetters, r); at >= 0 {
		r, _ = utf8.DecodeRuneInString(plainLetters[strings.LastIndexByte(plainLetters[:at], ' ')+1:])
	}
	return r
}

// firstAccent is the first mark of Unicode; vowelSigns is where the scripts begin whose marks
// are not accents but vowels that nobody leaves out, like those of Hindi and Thai.
const firstAccent, vowelSigns = '\u0300', '\u0900'

// foldName makes two spellings of a name equal: case, accents, full stops,
// spaces and the geresh of Hebrew abbreviations do not count.
func foldName(text string) string { return strings.Map(foldLetter, text) }

// foldLetter is what [foldName] makes of a character; -1 for nothing.
func foldLetter(r rune) rune {
	switch {
	case r == '.', r == '\'', r == '’', r == '׳', unicode.IsSpace(r):
		return -1
	case r < utf8.RuneSelf:
		return unicode.ToLower(r)
	case firstAccent <= r && r < vowelSigns && unicode.Is(unicode.Mn, r):
		return -1
	}
	return plainLetter(unicode.ToLower(r))
}
