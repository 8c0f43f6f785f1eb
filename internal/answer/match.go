package answer

import "strings"

// Finder finds texts among many by what somebody types. It folds the texts
// once, so that a key press costs little however many there are.
type Finder struct{ folded []string }

// NewFinder returns a Finder for texts.
func NewFinder(texts []string) Finder {
	folded := make([]string, len(texts))
	for i, text := range texts {
		folded[i] = foldName(text)
	}
	return Finder{folded}
}

// Matching returns the indexes of the texts that match a query: all its words
// have to be in the text, whatever their case and accents. Texts that begin
// with the query come first; an empty query matches all.
func (f Finder) Matching(query string) []int {
	words := strings.Fields(query)
	for i := range words {
		words[i] = foldName(words[i])
	}
	start := foldName(query)
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

// Exactly returns the index of the one text that is the query but for case,
// accents and spaces; -1 when there is none or more than one.
func (f Finder) Exactly(query string) int {
	wanted, found := foldName(query), -1
	for i, text := range f.folded {
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
