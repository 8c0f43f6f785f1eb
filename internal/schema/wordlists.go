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
type lists uint16

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
	// begins marks a word that a phrase begins with, on whichever list.
	begins
)

// vocabulary is what wordLists says, prepared for looking words up.
type vocabulary struct {
	// words says on which lists a word is by itself, and phrases are those that begin
	// with it.
	words   map[string]lists
	phrases map[string][]phrase
	// The pieces and endings of words are searched as they are.
	longTextPieces, longPhrasePieces                            []string
	secretEndings, secretPieces, secretInnocents, negatedPieces []string
}

// phrase is one of several words.
type phrase struct {
	words sentence
	on    lists
}

// known is the vocabulary. It is read when the first form is, not when the program
// starts: there are a thousand words.
var known = sync.OnceValue(func() *vocabulary {
	v := &vocabulary{words: make(map[string]lists, 1000), phrases: make(map[string][]phrase, 200)}
	for name, list := range sections(wordLists) {
		switch name {
		case "longTextPieces":
			v.longTextPieces = entries(list)
		case "longPhrasePieces":
			v.longPhrasePieces = entries(list)
		case "secretEndings":
			v.secretEndings = entries(list)
		case "secretPieces":
			v.secretPieces = entries(list)
		case "secretInnocents":
			v.secretInnocents = entries(list)
		case "negatedPieces":
			v.negatedPieces = entries(list)
		default:
			v.add(listNamed(name), list)
		}
	}
	return v
})

// listNamed is the list that a section of wordLists fills; 0 where there is none.
func listNamed(name string) lists {
	names := []string{"longTexts", "longPhrases", "notLongAfter", "secretTerms", "secretNames", "notSecretAfter", "notTokenAfter", "notSecretBefore", "pinPlaces", "negations"}
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

// entries are the entries of a list as they are.
func entries(list string) (all []string) {
	for line := range withoutComments(list) {
		all = append(all, strings.Split(line, ", ")...)
	}
	return all
}

// add puts the words and phrases of a list into the vocabulary, folded like the
// texts that they are looked for in. A comma makes a pause between two of them.
func (v *vocabulary) add(on lists, list string) {
	for line := range withoutComments(list) {
		for _, words := range sentencesOf(line) {
			for len(words) > 0 {
				n := slices.Index(words, pause)
				if n < 0 {
					n = len(words)
				}
				v.addPhrase(on, words[:n])
				words = words[min(n+1, len(words)):]
			}
		}
	}
}

func (v *vocabulary) addPhrase(on lists, words sentence) {
	if len(words) == 1 {
		v.words[words[0]] |= on
		return
	}
	v.words[words[0]] |= begins
	v.phrases[words[0]] = append(v.phrases[words[0]], phrase{words, on})
}

// at returns how many words the longest entry of some lists has that begins at
// word i; 0 when none does.
func (v *vocabulary) at(words sentence, i int, on lists) int {
	longest := 0
	found := v.words[words[i]]
	if found&on != 0 {
		longest = 1
	}
	if found&begins != 0 {
		for _, p := range v.phrases[words[i]] {
			if p.on&on != 0 && len(p.words) > longest && len(words)-i >= len(p.words) && slices.Equal(words[i:i+len(p.words)], p.words) {
				longest = len(p.words)
			}
		}
	}
	return longest
}

// has reports whether a word is on a list by itself.
func (v *vocabulary) has(word string, on lists) bool { return v.words[word]&on != 0 }
