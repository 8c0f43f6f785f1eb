package schema

import (
	_ "embed" // For vocabularyText.
	"slices"
	"sort"
	"strings"
	"sync"
)

// lists is a set of the lists of words and phrases in words.txt, as bits.
type lists uint32

const (
	longTexts lists = 1 << iota
	longPhrases
	notLongAfter
	secretTerms
	secretNames
	secretCapitals
	secretInnocents
	notSecretAfter
	notTokenAfter
	notSecretBefore
	pinPlaces
	negations
	forbiddenBefore
	forbiddenAfter
	askedAgain
	asks
	between
	pronouns
	fillers
	codeWords
	codeSources
	codeInnocents
	seedWords
	wallets
	cookies
	sessions
	weighty
)

// entry is a word or a phrase. A blank at its beginning or end requires the edge of a word there.
type entry struct {
	text  string
	lists lists
}

// vocabulary holds the entries of all lists, sorted by text.
type vocabulary []entry

// vocabularyText has a line for each entry: its packed text, a tab, and a letter for each list, from A on.
// "go generate ./internal/schema" generates it from words.txt, because parsing that would take a browser too long.
//
//go:embed vocabulary.txt
var vocabularyText string

var loadVocabulary = sync.OnceValue(func() vocabulary {
	words := make(vocabulary, 0, strings.Count(vocabularyText, "\n"))
	last := ""
	for line := range strings.Lines(vocabularyText) {
		text, letters, _ := strings.Cut(line, "\t")
		last = unpack(text, last)
		e := entry{text: last}
		for _, letter := range []byte(letters[:len(letters)-1]) {
			e.lists |= 1 << (letter - 'A')
		}
		words = append(words, e)
	}
	return words
})

// unpack restores a text of a sorted list. The packed form is a character for the number of bytes that the text
// shares with the previous text, last, and then the rest of the text.
func unpack(packed, last string) string { return last[:packed[0]-'0'] + packed[1:] }

func (v vocabulary) listsOf(text string) lists {
	i := sort.Search(len(v), func(i int) bool { return v[i].text >= text })
	if i == len(v) || v[i].text != text {
		return 0
	}
	return v[i].lists
}

// sentence is a run of words without a full stop, with the entries that were found in it.
type sentence struct {
	// text has a blank before, between and after the words. They are in lower case, without
	// accents; names like apiKey and API_KEY are split into words. A comma or bracket is
	// the separate word [pause], so that phrases end there, and a colon is the word [turn].
	text  string
	words []word
	hits  []hit
}

// word extends from the blank before it to the blank after it. Its lists are those of the single word.
type word struct {
	hit
	text string
}

// hit is an entry that occurs in a sentence, at the bytes from and to of its text.
type hit struct {
	from, to int
	lists    lists
}

func (v vocabulary) read(text string) *sentence {
	s := &sentence{text: text, words: make([]word, 0, 1+len(text)/5)}
	for at := 0; at+1 < len(text); {
		end := at + 1 + strings.IndexByte(text[at+1:], ' ')
		first := len(s.hits)
		for i := at; i < end; i++ {
			v.find(s, i, i, 0, 0, v)
		}
		w := word{hit{at, end, 0}, text[at+1 : end]}
		for _, h := range s.hits[first:] {
			if h.from == at && h.to == end {
				w.lists |= h.lists
			}
		}
		s.words = append(s.words, w)
		at = end
	}
	return s
}

// Limits for a torn word like "pass-wo-rd": the bytes of its first piece, the number of tears, and the
// least length of the whole word.
const maxFirstPiece, maxTears, minTornWord = 6, 3, 6

// find adds the hits in s that begin at start. The text up to at equals the first depth bytes of the
// candidates. It skips fillers like "the" in a phrase and blanks in a torn word.
func (v vocabulary) find(s *sentence, start, at, depth, tears int, candidates vocabulary) {
	for len(candidates) > 0 {
		if entry := candidates[0].text; len(entry) == depth {
			found, begins, ends := candidates[0].lists, entry[0] == ' ', entry[depth-1] == ' '
			if tears == 0 || found&(secretTerms|secretInnocents|weighty) != 0 && begins == ends && depth >= minTornWord {
				to := at
				if ends {
					to--
				} else if begins {
					to += strings.IndexByte(s.text[at:], ' ')
				}
				s.hits = append(s.hits, hit{start, to, found})
			}
			candidates = candidates[1:]
		}
		if at == len(s.text) || len(candidates) == 0 {
			return
		}
		c, blank := s.text[at], s.text[at] == ' ' && depth > 1
		if first := candidates[0].text[0]; blank && tears < maxTears &&
			(first >= 0xE0 || first == ' ' && (tears > 0 || at-start <= maxFirstPiece)) {
			v.find(s, start, at+1, depth, tears+1, candidates)
		}
		candidates = withByte(candidates, depth, c)
		at, depth = at+1, depth+1
		if blank && len(candidates) > 0 && tears == 0 {
			longer := candidates
			if len(longer[0].text) == depth {
				longer = longer[1:]
			}
			if n := strings.IndexByte(s.text[at:], ' '); n > 0 && len(longer) > 0 && v.listsOf(s.text[at-1:at+n+1])&fillers != 0 {
				v.find(s, start, at+n+1, depth, tears, longer)
			}
		}
	}
}

func withByte(candidates vocabulary, depth int, c byte) vocabulary {
	candidates = candidates[sort.Search(len(candidates), func(i int) bool { return candidates[i].text[depth] >= c }):]
	return candidates[:sort.Search(len(candidates), func(i int) bool { return candidates[i].text[depth] > c })]
}

func (s *sentence) has(any lists) bool {
	return slices.ContainsFunc(s.hits, func(h hit) bool { return h.lists&any != 0 })
}

func (s *sentence) after(h hit) []word {
	i := slices.IndexFunc(s.words, func(w word) bool { return w.from >= h.to })
	if i < 0 {
		return nil
	}
	return s.words[i:]
}

// longest returns the hits of some lists, except those that are the beginning of a longer hit.
func (s *sentence) longest(some lists) []hit {
	return slices.DeleteFunc(slices.Clone(s.hits), func(h hit) bool {
		return h.lists&some == 0 || slices.ContainsFunc(s.hits, func(o hit) bool { return o.from == h.from && o.to > h.to && o.lists&some != 0 })
	})
}
