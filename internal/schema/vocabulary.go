package schema

import (
	_ "embed" // For vocabularyText.
	"slices"
	"sort"
	"strings"
	"sync"
)

// lists are some of the lists of words and phrases in words.txt, as bits.
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

// entry is a word or a phrase, written as in the text of a [sentence], with the lists that it is on: a
// blank at its beginning or end requires the edge of a word there.
type entry struct {
	text string
	on   lists
}

// vocabulary holds the entries of all lists, sorted by their texts.
type vocabulary []entry

// vocabularyText is a line for each entry: its packed text, a tab, and a letter for each list, from A on.
// "go generate ./internal/schema" makes it of words.txt, which would take a browser too long.
//
//go:embed vocabulary.txt
var vocabularyText string

// known returns the vocabulary.
var known = sync.OnceValue(func() vocabulary {
	words := make(vocabulary, 0, strings.Count(vocabularyText, "\n"))
	last := ""
	for line := range strings.Lines(vocabularyText) {
		text, letters, _ := strings.Cut(line, "\t")
		last = unpacked(text, last)
		e := entry{text: last}
		for _, letter := range []byte(letters[:len(letters)-1]) {
			e.on |= 1 << (letter - 'A')
		}
		words = append(words, e)
	}
	return words
})

// unpacked returns a text of a sorted list, of which the packed text has only the end: before it stands a character
// that says how many bytes the text shares with the last one.
func unpacked(packed, last string) string { return last[:packed[0]-'0'] + packed[1:] }

// on returns the lists that a text as a whole is on.
func (v vocabulary) on(text string) lists {
	i := sort.Search(len(v), func(i int) bool { return v[i].text >= text })
	if i == len(v) || v[i].text != text {
		return 0
	}
	return v[i].on
}

// sentence is a run of words without a full stop, with the entries that it holds.
type sentence struct {
	// text has a blank before, between and after the words. They are in lower case, without
	// accents; names like apiKey and API_KEY are split at their seams. A comma or bracket is
	// a word of its own, [pause], so that no phrase reaches across it, and a colon is [turn].
	text  string
	words []word
	hits  []hit
}

// word goes from the blank before it to the one after it, and is on some lists by itself.
type word struct {
	hit
	text string
}

// hit is an entry that was found in the text of a sentence.
type hit struct {
	from, to int
	on       lists
}

// read finds the entries in a text.
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
				w.on |= h.on
			}
		}
		s.words = append(s.words, w)
		at = end
	}
	return s
}

// The longest first piece of a word that is torn, how often it is torn, and the length of the
// shortest such word: "pass-wo-rd".
const longestPiece, mostTears, shortestTorn = 6, 3, 6

// find adds the hits in s that begin at start, where the text up to at is the first depth bytes
// of the entries that are left. Fillers like "the" in a phrase and blanks in a torn word are passed over.
func (v vocabulary) find(s *sentence, start, at, depth, tears int, left vocabulary) {
	for len(left) > 0 {
		if entry := left[0].text; len(entry) == depth {
			on, begins, ends := left[0].on, entry[0] == ' ', entry[depth-1] == ' '
			if tears == 0 || on&(secretTerms|secretInnocents|weighty) != 0 && begins == ends && depth >= shortestTorn {
				to := at
				if ends {
					to--
				} else if begins {
					to += strings.IndexByte(s.text[at:], ' ')
				}
				s.hits = append(s.hits, hit{start, to, on})
			}
			left = left[1:]
		}
		if at == len(s.text) || len(left) == 0 {
			return
		}
		c, blank := s.text[at], s.text[at] == ' ' && depth > 1
		if first := left[0].text[0]; blank && tears < mostTears && (first >= 0xE0 || first == ' ' && (tears > 0 || at-start <= longestPiece)) {
			v.find(s, start, at+1, depth, tears+1, left)
		}
		left = continued(left, depth, c)
		at, depth = at+1, depth+1
		if blank && len(left) > 0 && tears == 0 {
			longer := left
			if len(longer[0].text) == depth {
				longer = longer[1:]
			}
			if n := strings.IndexByte(s.text[at:], ' '); n > 0 && len(longer) > 0 && v.on(s.text[at-1:at+n+1])&fillers != 0 {
				v.find(s, start, at+n+1, depth, tears, longer)
			}
		}
	}
}

// continued returns the entries that have c at depth.
func continued(left vocabulary, depth int, c byte) vocabulary {
	left = left[sort.Search(len(left), func(i int) bool { return left[i].text[depth] >= c }):]
	return left[:sort.Search(len(left), func(i int) bool { return left[i].text[depth] > c })]
}

// has reports whether an entry of some lists stands in the sentence.
func (s *sentence) has(on lists) bool {
	return slices.ContainsFunc(s.hits, func(h hit) bool { return h.on&on != 0 })
}

// after are the words after a hit.
func (s *sentence) after(h hit) []word {
	i := slices.IndexFunc(s.words, func(w word) bool { return w.from >= h.to })
	if i < 0 {
		return nil
	}
	return s.words[i:]
}

// longest returns the hits of some lists, without those that are the beginning of a longer one.
func (s *sentence) longest(on lists) []hit {
	return slices.DeleteFunc(slices.Clone(s.hits), func(h hit) bool {
		return h.on&on == 0 || slices.ContainsFunc(s.hits, func(o hit) bool { return o.from == h.from && o.to > h.to && o.on&on != 0 })
	})
}
