package schema

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Scripts that join articles and particles to a word, and those without spaces, have lists of
// pieces, which are searched inside a sentence.

// maxFound is how often a piece is looked at in one sentence.
const maxFound = 8

// pieceSecret looks for the pieces of words that name a secret.
func (v *vocabulary) pieceSecret(words sentence) bool {
	whole := words.foreign()
	if whole == "" {
		return false
	}
	for _, innocent := range v.secretInnocents {
		whole = strings.ReplaceAll(whole, innocent, " ")
	}
	if containsAny(whole, v.codePieces) && containsAny(whole, v.sourcePieces) && v.pieceAsked(whole, v.codePieces) {
		return true
	}
	if v.pieceAsked(whole, v.secretPieces) {
		return true
	}
	// Words of scripts without spaces can be torn by some.
	tight := strings.ReplaceAll(whole, " ", "")
	return len(tight) < len(whole) && containsAny(tight, v.tight) && v.pieceAsked(tight, v.tight)
}

// solid reports whether a piece is in a script without spaces.
func solid(piece string) bool {
	r, _ := utf8.DecodeRuneInString(piece)
	return r >= 0x0E00 && !strings.Contains(piece, " ")
}

// pieceAsked reports whether one of the pieces stands somewhere where it is not refused.
func (v *vocabulary) pieceAsked(whole string, pieces []string) bool {
	for _, piece := range pieces {
		at := 0
		for range maxFound {
			i := strings.Index(whole[at:], piece)
			if i < 0 {
				break
			}
			if at += i; !v.pieceRefused(whole[:at], whole[at+len(piece):]) {
				return true
			}
			at += len(piece)
		}
	}
	return false
}

// pieceRefused reports whether what stands before or after a piece forbids to enter it. In
// Japanese and Korean the verb stands at the end, in the other languages before.
func (v *vocabulary) pieceRefused(before, after string) bool {
	clause := before[strings.LastIndex(before, turn)+1:]
	var scope negation
	for word := range strings.FieldsSeq(clause) {
		scope.next(v, word, "")
	}
	if scope.negated {
		return true
	}
	clause = clause[strings.LastIndex(clause, pause)+1:]
	if at, length := lastOf(clause, v.refusedBefore); at >= 0 && !containsAny(clause[at+length:], v.askedAgain) {
		return true
	}
	refused, _ := firstOf(after, v.refusedAfter)
	asked, _ := firstOf(after, v.askedAgain)
	return refused >= 0 && (asked < 0 || refused < asked)
}

// firstOf is where the first of some pieces stands, and its length; -1 for none.
func firstOf(text string, pieces []string) (at, length int) {
	at = -1
	for _, piece := range pieces {
		if i := strings.Index(text, piece); i >= 0 && (at < 0 || i < at) {
			at, length = i, len(piece)
		}
	}
	return at, length
}

// lastOf is where the last of some pieces stands, and its length; -1 for none.
func lastOf(text string, pieces []string) (at, length int) {
	at = -1
	for _, piece := range pieces {
		if i := strings.LastIndex(text, piece); i > at {
			at, length = i, len(piece)
		}
	}
	return at, length
}

// asksForSecret reports whether a message asks for a secret: it names one where it asks the
// person to do something, or says in the next sentence what to do with it.
func asksForSecret(message string) bool {
	v := known()
	all := sentencesOf(message)
	if other := undisguised(message[:min(len(message), maxGuess)]); other != "" {
		all = append(all, sentencesOf(other)...)
	}
	for i, words := range all {
		if !v.namesSecret(words, false) {
			continue
		}
		if v.asksFor(words) || i+1 < len(all) && v.asksForIt(all[i+1]) {
			return true
		}
	}
	return false
}

// asksForIt reports whether a sentence asks for what the one before it names.
func (v *vocabulary) asksForIt(words sentence) bool {
	return v.asksFor(words) && slices.ContainsFunc(words, func(word string) bool { return v.has(word, pronouns) })
}
