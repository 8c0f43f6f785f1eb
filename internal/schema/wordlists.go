package schema

import (
	_ "embed" // For wordLists.
	"strings"
)

// wordLists are all lists of words, each under its name, with what it is for.
//
//go:embed words.txt
var wordLists string

// The words for texts of several lines.
var (
	longTexts        = phrasesOf(listOf("longTexts"))
	longTextPieces   = listOf("longTextPieces")
	notLongAfter     = wordSet(listOf("notLongAfter"))
	longPhrases      = phrasesOf(listOf("longPhrases"))
	longPhrasePieces = listOf("longPhrasePieces")
)

// The words for secrets.
var (
	secretTerms     = phrasesOf(listOf("secretTerms"))
	secretNames     = phrasesOf(listOf("secretNames"))
	secretEndings   = listOf("secretEndings")
	secretPieces    = listOf("secretPieces")
	secretInnocents = listOf("secretInnocents")
	notSecretAfter  = wordSet(listOf("notSecretAfter"))
	notTokenAfter   = wordSet(listOf("notTokenAfter"))
	notSecretBefore = wordSet(listOf("notSecretBefore"))
	pinPlaces       = wordSet(listOf("pinPlaces"))
	negations       = wordSet(listOf("negations"))
	negatedPieces   = listOf("negatedPieces")
)

// listOf returns the words and phrases of a list.
func listOf(name string) (list []string) {
	_, text, _ := strings.Cut(wordLists, "\n["+name+"]\n")
	text, _, _ = strings.Cut(text, "\n\n")
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			list = append(list, strings.Split(strings.TrimSpace(line), ", ")...)
		}
	}
	return list
}
