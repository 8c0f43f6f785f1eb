package schema

import (
	_ "embed" // For wordLists.
	"slices"
	"strings"
	"sync"
)

// wordLists are all lists of words, each under its name, with what it is for.
//
//go:embed words.txt
var wordLists string

// lists are some of the lists of words and phrases, as bits.
type lists uint32

const (
	longTexts lists = 1 << iota
	longPhrases
	notLongAfter
	secretTerms
	secretNames
	notSecretAfter
	notTokenAfter
	notSecretBefore
	pinPlaces
	negations
	asks
	between
	pronouns
	codeWords
	codeSources
	codeInnocents
	// begins marks a word that a phrase begins with, on whichever list.
	begins
)

// vocabulary is what wordLists says, prepared for looking words up.
type vocabulary struct {
	// words says on which lists a word is by itself, and phrases are those that begin
	// with it.
	words   map[string]lists
	phrases map[string][]phrase
	// stems are the beginnings of words that count whatever their endings are; starts
	// are the first bytes of those.
	stems  map[string]lists
	starts map[string]bool
	// longestStem is the length of the longest stem.
	longestStem int
	// The pieces and endings of words are searched as they are.
	longTextPieces, longPhrasePieces             []string
	secretEndings, secretPieces, secretInnocents []string
	codePieces, sourcePieces, askPieces          []string
	refusedBefore, refusedAfter, askedAgain      []string
	// tight are the secretPieces of scripts without spaces.
	tight []string
}

// phrase is one of several words.
type phrase struct {
	words sentence
	on    lists
}

// known is the vocabulary. It is read when the first form is, not when the program
// starts: there are a thousand words.
var known = sync.OnceValue(func() *vocabulary {
	v := &vocabulary{
		words: make(map[string]lists, 1500), phrases: make(map[string][]phrase, 500), stems: make(map[string]lists, 200), starts: make(map[string]bool, 200),
	}
	for name, list := range sections(wordLists) {
		if pieces := v.pieces(name); pieces != nil {
			*pieces = entries(list)
			continue
		}
		v.add(listNamed(name), list)
	}
	for _, piece := range v.secretPieces {
		if solid(piece) {
			v.tight = append(v.tight, piece)
		}
	}
	return v
})

// pieces is the list of pieces that a section of wordLists fills; nil where it fills
// another one.
func (v *vocabulary) pieces(name string) *[]string {
	switch name {
	case "longTextPieces":
		return &v.longTextPieces
	case "longPhrasePieces":
		return &v.longPhrasePieces
	case "secretEndings":
		return &v.secretEndings
	case "secretPieces":
		return &v.secretPieces
	case "secretInnocents":
		return &v.secretInnocents
	case "codePieces":
		return &v.codePieces
	case "sourcePieces":
		return &v.sourcePieces
	case "askPieces":
		return &v.askPieces
	case "refusedBefore":
		return &v.refusedBefore
	case "refusedAfter":
		return &v.refusedAfter
	case "askedAgain":
		return &v.askedAgain
	}
	return nil
}

// listNamed is the list that a section of wordLists fills; 0 where there is none.
func listNamed(name string) lists {
	names := []string{"longTexts", "longPhrases", "notLongAfter", "secretTerms", "secretNames", "notSecretAfter", "notTokenAfter", "notSecretBefore", "pinPlaces", "negations",
		"asks", "between", "pronouns", "codeWords", "codeSources", "codeInnocents"}
	if i := slices.Index(names, name); i >= 0 {
		return 1 << i
	}
	return 0
}

// sections yields the names of the lists and their lines.
func sections(text string) func(yield func(name, list string) bool) {
	return func(yield func(name, list string) bool) {
		for {
			_, rest, found := strings.Cut(text, "\n[")
			if !found {
				return
			}
			name, rest, _ := strings.Cut(rest, "]\n")
			list, _, _ := strings.Cut(rest, "\n\n")
			if !yield(name, list) {
				return
			}
			text = rest
		}
	}
}

// withoutComments yields the lines of a list that hold entries.
func withoutComments(list string) func(yield func(line string) bool) {
	return func(yield func(line string) bool) {
		for line := range strings.Lines(list) {
			if !strings.HasPrefix(line, "#") && !yield(strings.TrimSpace(line)) {
				return
			}
		}
	}
}

// entries are the entries of a list, folded like the texts that they are looked for in.
func entries(list string) (all []string) {
	for line := range withoutComments(list) {
		for entry := range strings.SplitSeq(line, ", ") {
			all = append(all, foldedEntry(entry))
		}
	}
	return all
}

// foldedEntry is an entry in the letters of [fold].
func foldedEntry(entry string) string {
	if ascii(entry) {
		return entry
	}
	var b strings.Builder
	for _, c := range entry {
		if !unseen(c) {
			fold(&b, c)
		}
	}
	return b.String()
}

// add puts the words and phrases of a list into the vocabulary. A word that ends in a star
// stands for all that begin with it.
func (v *vocabulary) add(on lists, list string) {
	for _, entry := range entries(list) {
		words := strings.Fields(entry)
		first, isStem := strings.CutSuffix(words[0], "*")
		place := v.words
		if isStem {
			place = v.stems
			v.starts[first[:stemStart]] = true
			v.longestStem = max(v.longestStem, len(first))
		}
		if len(words) == 1 {
			place[first] |= on
			continue
		}
		place[first] |= begins
		v.phrases[words[0]] = append(v.phrases[words[0]], phrase{words, on})
	}
}

// stemStart is how many bytes the shortest stem has.
const stemStart = 3

// at returns how many words the longest entry of some lists has that begins at
// word i; 0 when none does.
func (v *vocabulary) at(words sentence, i int, on lists) int {
	longest := v.longest(words, i, on, words[i], v.words[words[i]])
	if word := words[i]; len(word) >= stemStart && v.starts[word[:stemStart]] {
		for end := stemStart; end <= min(len(word), v.longestStem); end++ {
			if found := v.stems[word[:end]]; found != 0 {
				longest = max(longest, v.longest(words, i, on, word[:end]+"*", found))
			}
		}
	}
	return longest
}

// longest is [vocabulary.at] for entries with that first word, which is on the lists found.
func (v *vocabulary) longest(words sentence, i int, on lists, first string, found lists) int {
	longest := 0
	if found&on != 0 {
		longest = 1
	}
	if found&begins != 0 {
		for _, p := range v.phrases[first] {
			if n := len(p.words); p.on&on != 0 && n > longest && p.matches(words[i:]) {
				longest = n
			}
		}
	}
	return longest
}

// matches reports whether words begin with a phrase.
func (p phrase) matches(words sentence) bool {
	if len(words) < len(p.words) {
		return false
	}
	for i, want := range p.words {
		if stem, isStem := strings.CutSuffix(want, "*"); words[i] != want && !(isStem && strings.HasPrefix(words[i], stem)) {
			return false
		}
	}
	return true
}

// has reports whether a word is on a list by itself.
func (v *vocabulary) has(word string, on lists) bool {
	if v.words[word]&on != 0 {
		return true
	}
	if len(word) >= stemStart && v.starts[word[:stemStart]] {
		for end := stemStart; end <= min(len(word), v.longestStem); end++ {
			if v.stems[word[:end]]&on != 0 {
				return true
			}
		}
	}
	return false
}
