package schema

import (
	"slices"
	"strings"
)

// secret reports whether the field looks as if it asked for a password, key,
// card number or the like (N15, T20). The protocol forbids servers to ask for
// these in a form, so the person is warned. A wrong warning does harm, too: a
// field that is about secrets (password_policy, max_tokens) asks for none.
func secret(f *Field, texts []hints) bool {
	if f.Format == "password" || f.Entry != nil && f.Entry.Format == "password" {
		return true
	}
	return slices.ContainsFunc(texts, func(h hints) bool { return h.secret })
}

// namesSecret looks for secrets in a sentence; short says that it is a name or a
// title, where single words like "pin" can be trusted.
func (v *vocabulary) namesSecret(words sentence, short bool) bool {
	negated := false
	for i, word := range words {
		if v.has(word, negations) {
			negated = true
			continue
		}
		n := v.at(words, i, secretTerms)
		if n == 0 && short {
			n = v.at(words, i, secretNames)
		}
		if n == 0 && slices.ContainsFunc(v.secretEndings, func(end string) bool { return strings.HasSuffix(word, end) }) {
			n = 1
		}
		if n > 0 && !negated && (i == 0 || !v.has(words[i-1], notSecretBefore)) && !v.harmless(words, i, n) {
			return true
		}
	}
	whole := words.foreign()
	if whole == "" {
		return false
	}
	for _, innocent := range v.secretInnocents {
		whole = strings.ReplaceAll(whole, innocent, " ")
	}
	return !negated && containsAny(whole, v.secretPieces) && !containsAny(whole, v.negatedPieces)
}

// harmless reports whether the words after a hit of n words at i show that the
// field does not ask for the secret itself.
func (v *vocabulary) harmless(words sentence, i, n int) bool {
	if i+n >= len(words) {
		return false
	}
	last, next := words[i+n-1], words[i+n]
	switch {
	case v.has(next, notSecretAfter):
		return true
	case last == "key" || last == "token" || last == "apikey":
		// An identifier of a key opens nothing.
		return next == "id" || next == "ids" || last == "token" && v.has(next, notTokenAfter)
	case last == "pin" && next == "to":
		return i+n+1 < len(words) && v.has(words[i+n+1], pinPlaces)
	}
	return false
}
