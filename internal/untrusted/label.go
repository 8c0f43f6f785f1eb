package untrusted

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Label makes a property name readable, for fields that have no title:
// "firstLine" becomes "First line" and "dry_run" "Dry run". A name that is
// already a phrase, or that holds more than letters, digits, hyphens and
// underscores, stays as it is, as its spelling may matter. Names in other
// scripts than Latin only lose their underscores.
func Label(name string) Text {
	latin := true
	for _, r := range name {
		switch {
		case r == '_' || r == '-' || unicode.IsDigit(r) || isMark(r):
		case !unicode.IsLetter(r):
			return Text(name)
		case !unicode.Is(unicode.Latin, r):
			latin = false
		}
	}
	var label string
	if latin {
		label = phrase(name)
	} else {
		label = strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '_' }), " ")
	}
	if label == "" {
		return Text(name) // Nothing but separators: they are the name.
	}
	return Text(label)
}

// phrase splits a name at separators and humps and joins it as a phrase.
func phrase(name string) string {
	var words []string
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' }) {
		words = append(words, humps(part)...)
	}
	for i, word := range words {
		// Case mapping is the same in every language, as one that depends on the language
		// changes names (Turkish has two letters i).
		first, size := utf8.DecodeRuneInString(word)
		switch {
		case i == 0:
			words[i] = string(unicode.ToTitle(first)) + word[size:]
		case !isAcronym(word):
			words[i] = string(unicode.ToLower(first)) + word[size:]
		}
	}
	return strings.Join(words, " ")
}

// humps splits "userIDNumber" into "user", "ID" and "Number". An acronym in
// the plural ("IDs") and a name that begins with one capital before another
// ("OAuth") stay whole.
func humps(part string) []string {
	letters := []rune(part)
	var words []string
	start := 0
	for i := 1; i < len(letters); i++ {
		if !unicode.IsUpper(letters[i]) {
			continue
		}
		fresh := !unicode.IsUpper(letters[i-1])
		if !fresh && i-start >= 2 && i+1 < len(letters) {
			fresh = unicode.IsLower(letters[i+1]) && !endsPlural(letters, i+1)
		}
		if fresh {
			words = append(words, string(letters[start:i]))
			start = i
		}
	}
	return append(words, string(letters[start:]))
}

// endsPlural reports whether letters[at] is the s of a plural like "URLs".
func endsPlural(letters []rune, at int) bool {
	return letters[at] == 's' && (at+1 == len(letters) || !unicode.IsLower(letters[at+1]))
}

// isAcronym reports whether word is spelled in capitals, like "URL", "IDs" and
// the last letter of "planB".
func isAcronym(word string) bool {
	for _, r := range strings.TrimSuffix(word, "s") {
		if unicode.IsLower(r) {
			return false
		}
	}
	return true
}
