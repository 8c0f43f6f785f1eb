package answer

import (
	"strings"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/untrusted"
)

// Finder finds texts among many by what a person types. It folds the texts
// once, so that a key press costs little however many there are.
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

// Beside returns a Finder that finds each text by another one that stands beside it as
// well; an empty one adds nothing.
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

// Matching returns the indexes of the texts that match a query: all its words
// have to be in the text, whatever their case and accents. Texts that begin
// with the query come first; an empty query matches all.
func (f Finder) Matching(query string) []int {
	words := strings.Fields(query)
	for i := range words {
		words[i] = foldText(words[i])
	}
	start := foldText(query)
	var first, later []int
next:
	for i, text := range f.folded {
		for _, word := range words {
			if !strings.Contains(text, word) {
				continue next
			}
		}
		if start != "" && strings.HasPrefix(text, start) {
			first = append(first, i)
		} else {
			later = append(later, i)
		}
	}
	return append(first, later...)
}

// Exactly returns the index of the one text that is the query but for case, accents and spaces;
// -1 when there is none or more than one.
func (f Finder) Exactly(query string) int {
	wanted, found := foldText(query), -1
	for i, text := range f.names {
		if text != wanted {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}
