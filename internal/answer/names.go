package answer

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/untrusted"
)

// months are the names of the months.
type months struct {
	// shown are those for showing, named the numbers of all that are understood.
	shown [12]string
	named map[string]int
}

// readMonths takes the names from the facts of a locale.
func readMonths(facts [][]string) *months {
	m := &months{named: map[string]int{}}
	for i := range m.shown {
		m.shown[i] = time.Month(i + 1).String()
		if i >= len(facts) {
			continue
		}
		m.name(i+1, facts[i])
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

// name adds the names of a month. A name of two months names none.
func (m *months) name(month int, names []string) {
	for _, name := range names[:min(len(names), maxNames)] {
		folded := foldName(name)
		if folded == "" || len(name) > maxText || strings.Trim(asciiDigits(folded), "0123456789") == "" {
			continue
		}
		if other, ok := m.named[folded]; ok && other != month {
			month = 0
		}
		m.named[folded] = month
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

// Between these two, marks are accents; behind them those of Hindi and Thai are vowels that nobody leaves out.
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

// Finder finds texts among many by what a person types. It folds the texts once.
type Finder struct {
	// names are the folded texts, and folded the same texts, each with the one that [Finder.Beside] adds.
	names, folded []string
}

// NewFinder returns a Finder for texts.
func NewFinder(texts []string) Finder {
	names := make([]string, len(texts))
	for i, text := range texts {
		names[i] = foldText(text)
	}
	return Finder{names, names}
}

// Beside returns a Finder that finds each text by another one that stands beside it as well.
func (f Finder) Beside(others []string) Finder {
	folded := make([]string, len(f.names))
	for i, name := range f.names {
		folded[i] = name + foldText(others[i])
	}
	return Finder{f.names, folded}
}

// foldText is [foldName] of a text that may have characters that nobody types, which do
// not count, and a second text in parentheses, which may be typed without them.
func foldText(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '(', r == ')', r == '（', r == '）', r == '\u200c', r == '\u200d', r >= utf8.RuneSelf && untrusted.Stray(r):
			return -1
		}
		return foldLetter(r)
	}, text)
}

// Matching returns the indexes of the texts that have all words of a query, whatever
// their case and accents. Texts that begin with the query come first.
func (f Finder) Matching(query string) []int {
	words := strings.Fields(query)
	for i := range words {
		words[i] = foldText(words[i])
	}
	start := foldText(query)
	var first, later []int
	for i, text := range f.folded {
		switch {
		case slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) }):
		case start != "" && strings.HasPrefix(text, start):
			first = append(first, i)
		default:
			later = append(later, i)
		}
	}
	return append(first, later...)
}

// Exactly returns the index of the one text that is the query but for case, accents and spaces;
// -1 when there is none or more than one.
func (f Finder) Exactly(query string) int {
	wanted := foldText(query)
	found := slices.Index(f.names, wanted)
	if found >= 0 && slices.Contains(f.names[found+1:], wanted) {
		return -1
	}
	return found
}
