package answer

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/safetext"
)

type months struct {
	// names are for showing; numbers has all known names, folded by [foldName].
	names   [12]string
	numbers map[string]int
}

func readMonths(facts [][]string) *months {
	m := &months{numbers: map[string]int{}}
	for i := range m.names {
		m.names[i] = time.Month(i + 1).String()
		if i >= len(facts) {
			continue
		}
		m.add(i+1, facts[i])
		if own := facts[i]; len(own) > 0 && own[0] != "" && len(own[0]) <= maxText {
			m.names[i] = own[0]
		}
	}
	// English names work everywhere, because pasted texts contain them.
	for month := time.January; month <= time.December; month++ {
		if name := foldName(month.String()); m.numbers[name] == 0 {
			m.numbers[name] = int(month)
		}
	}
	return m
}

// add adds the names of a month. A name that two months share names neither.
func (m *months) add(month int, names []string) {
	for _, name := range names[:min(len(names), maxNames)] {
		folded := foldName(name)
		if folded == "" || len(name) > maxText || strings.Trim(asciiDigits(folded), "0123456789") == "" {
			continue
		}
		if known, ok := m.numbers[folded]; ok && known != month {
			month = 0
		}
		m.numbers[folded] = month
	}
}

// findMonth accepts the beginning of a name where no other month begins like it: "Sept".
func (l *Locale) findMonth(text string) int {
	const minLetters = 3
	// Hebrew writes "in December" as one word: בדצמבר.
	name := strings.TrimPrefix(foldName(text), "ב")
	if n := l.months().numbers[name]; n != 0 {
		return n
	}
	if utf8.RuneCountInString(name) < minLetters {
		return 0
	}
	found := 0
	for other, n := range l.months().numbers {
		if strings.HasPrefix(other, name) {
			if found != 0 && found != n {
				return 0
			}
			found = n
		}
	}
	return found
}

// plainLetters are groups of a plain letter and the accented ones for which people type it.
const plainLetters = "aäáâãàąå cçčć eéèêěę gğ iíı lł nñńň oóôöø rř sśšşș tț uúûüů yý zžźż اأإآٱ يى"

// plainLetter returns -1 for the stroke that only lengthens an Arabic word.
func plainLetter(r rune) rune {
	if r == 'ـ' {
		return -1
	}
	if at := strings.IndexRune(plainLetters, r); at >= 0 {
		r, _ = utf8.DecodeRuneInString(plainLetters[strings.LastIndexByte(plainLetters[:at], ' ')+1:])
	}
	return r
}

// Marks from firstAccent on are accents. From vowelSigns on, they are the vowels of Hindi and Thai, which count.
const firstAccent, vowelSigns = '\u0300', '\u0900'

// foldName makes two spellings of a name equal: case, accents, full stops,
// spaces and the geresh of Hebrew abbreviations do not count.
func foldName(text string) string { return strings.Map(foldLetter, text) }

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

// Finder finds texts among many by a typed query. It folds the texts once.
type Finder struct {
	// names are the folded texts; folded has each of them with its alias from [Finder.WithAliases].
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

// WithAliases returns a Finder that also finds each text by a second one.
func (f Finder) WithAliases(aliases []string) Finder {
	folded := make([]string, len(f.names))
	for i, name := range f.names {
		folded[i] = name + foldText(aliases[i])
	}
	return Finder{f.names, folded}
}

// foldText ignores parentheses, too: a second name in parentheses may be typed without them.
func foldText(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '(', r == ')', r == '（', r == '）', r == '\u200c', r == '\u200d', r >= utf8.RuneSelf && safetext.IsStray(r):
			return -1
		}
		return foldLetter(r)
	}, text)
}

// Search returns the indexes of the texts that contain all words of a query, regardless of
// their case and accents. Texts that begin with the query come first.
func (f Finder) Search(query string) []int {
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

// FindExact returns the index of the only text that equals the query after folding; else -1.
func (f Finder) FindExact(query string) int {
	wanted := foldText(query)
	found := slices.Index(f.names, wanted)
	if found >= 0 && slices.Contains(f.names[found+1:], wanted) {
		return -1
	}
	return found
}
