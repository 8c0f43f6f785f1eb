package schema

import (
	"strings"
	"unicode"
)

// sentence is a run of words without a full stop: lower case, accents
// removed, names like apiKey and API_KEY split at their seams. A comma, colon
// or bracket is a word of its own, so that no phrase reaches across it.
type sentence []string

const pause = "|"

// sentencesOf splits a text. Scripts without spaces give long words; their
// lists are searched inside words.
func sentencesOf(text string) []sentence {
	if len(text) > maxGuess {
		text = text[:maxGuess]
	}
	var all []sentence
	var words sentence
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	runes := []rune(text)
	for i, c := range runes {
		switch {
		case unicode.Is(unicode.Mn, c) && c < 0x0370, invisible(c), c == '\'', c == '’':
			// Accents written apart, characters that hide inside a word, and
			// the apostrophe of "don't" and "l'API".
			if c == '\'' || c == '’' {
				flush()
			}
		case unicode.IsLetter(c) || unicode.IsMark(c):
			if i > 0 && seam(runes, i) {
				flush()
			}
			word.WriteString(fold(c))
		case unicode.IsDigit(c):
			if i > 0 && !unicode.IsDigit(runes[i-1]) {
				flush()
			}
			word.WriteRune(c)
		default:
			flush()
			if strings.ContainsRune(":,()[]、，（）：،", c) && len(words) > 0 {
				words = append(words, pause)
			}
			if strings.ContainsRune(".!?;\n。！？؟", c) && len(words) > 0 {
				all = append(all, words)
				words = nil
			}
		}
	}
	flush()
	if len(words) > 0 {
		all = append(all, words)
	}
	return all
}

// seam reports whether a new word begins at letter i: after a digit, at the
// capital of apiKey, and at the last capital of APIKey.
func seam(runes []rune, i int) bool {
	before, c := runes[i-1], runes[i]
	if unicode.IsDigit(before) {
		return true
	}
	if !unicode.IsUpper(c) {
		return false
	}
	return unicode.IsLower(before) ||
		unicode.IsUpper(before) && i+1 < len(runes) && unicode.IsLower(runes[i+1])
}

// fold returns the lower case of a letter without its accent. The mapping
// never depends on a locale: a Turkish reader finds "pin" in "PIN" too.
func fold(c rune) string {
	c = unicode.ToLower(c)
	if c == 'ß' {
		return "ss"
	}
	if plain, found := unaccented[c]; found {
		c = plain
	}
	return string(c)
}

var unaccented = func() map[rune]rune {
	m := map[rune]rune{}
	for plain, accented := range map[rune]string{
		'a': "áàâãäå", 'c': "ç", 'e': "éèêë", 'i': "íìîï", 'n': "ñ", 'o': "óòôõö", 'u': "úùûü",
	} {
		for _, c := range accented {
			m[c] = plain
		}
	}
	return m
}()

// phrases finds phrases of whole words.
type phrases map[string][][]string

// phrasesOf prepares a list; commas separate the phrases.
func phrasesOf(lists ...string) phrases {
	p := phrases{}
	for _, list := range lists {
		for phrase := range strings.SplitSeq(list, ",") {
			for _, words := range sentencesOf(phrase) {
				p[words[0]] = append(p[words[0]], words)
			}
		}
	}
	return p
}

// at returns how many words the longest phrase that begins at word i has; 0
// when none does.
func (p phrases) at(words sentence, i int) int {
	longest := 0
	for _, phrase := range p[words[i]] {
		if len(phrase) > longest && len(words)-i >= len(phrase) && equalWords(words[i:i+len(phrase)], phrase) {
			longest = len(phrase)
		}
	}
	return longest
}

func equalWords(a, b []string) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// wordSet prepares a set of single words.
func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		for _, words := range sentencesOf(word) {
			set[words[0]] = true
		}
	}
	return set
}

// containsAny reports whether text holds one of the pieces; for scripts whose
// words are not set apart by spaces or carry particles.
func containsAny(text string, pieces []string) bool {
	for _, piece := range pieces {
		if strings.Contains(text, piece) {
			return true
		}
	}
	return false
}
