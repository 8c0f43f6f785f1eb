package schema

import (
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/untrusted"
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
	var scope negation
	unsourced := false // until a code is named
	for i := range words {
		if n := v.torn(words, i); n > 0 && !scope.negated && !v.harmless(words, i, n) {
			return true // Its parts mean nothing: "pas" is French for "not".
		}
		following := ""
		if i+1 < len(words) {
			following = words[i+1]
		}
		if scope.next(v, words[i], following); scope.negated {
			continue
		}
		if n := v.secretAt(words, i, short); n > 0 && !v.beforeSecret(words, i) && !v.harmless(words, i, n) && !v.refused(words[i+n:]) {
			return true
		}
		if !unsourced && v.at(words, i, codeWords) > 0 && !v.innocentCode(words, i) && !v.refused(words[i+1:]) {
			if v.sourced(words) {
				return true
			}
			unsourced = true
		}
	}
	return v.pieceSecret(words)
}

// secretAt is how many words the secret has that is named at word i; 0 for none.
func (v *vocabulary) secretAt(words sentence, i int, short bool) int {
	on := secretTerms
	if short {
		on |= secretNames
	}
	if n := v.at(words, i, on); n > 0 {
		return n
	}
	if slices.ContainsFunc(v.secretEndings, func(end string) bool { return strings.HasSuffix(words[i], end) }) {
		return 1
	}
	return 0
}

// torn is how many words a long secret word is torn into at word i: "pass-wo-rd".
func (v *vocabulary) torn(words sentence, i int) int {
	const pieces, least = 4, 6
	if len(words[i]) >= least || i+1 == len(words) {
		return 0
	}
	word := append(make([]byte, 0, 64), words[i]...)
	for n := 1; n < pieces && i+n < len(words) && words[i+n] != pause && words[i+n] != turn; n++ {
		word = append(word, words[i+n]...)
		if len(word) >= least && v.words[string(word)]&secretTerms != 0 {
			return n + 1
		}
	}
	return 0
}

// beforeSecret reports whether the words before a hit show that something else is meant.
func (v *vocabulary) beforeSecret(words sentence, i int) bool {
	return i > 0 && v.has(words[i-1], notSecretBefore)
}

// sourced reports whether a sentence says where a code comes from, as one that opens
// something does: a text message, an app, so many digits.
func (v *vocabulary) sourced(words sentence) bool {
	for i := range words {
		if v.at(words, i, codeSources) > 0 {
			return true
		}
	}
	return false
}

// innocentCode reports whether the words around a code show that it opens nothing: a postal
// code, a code of conduct.
func (v *vocabulary) innocentCode(words sentence, i int) bool {
	from, to := max(i-2, 0), min(i+2, len(words))
	if to == i+2 && len(words[i+1]) <= 3 {
		to = min(i+5, len(words)) // "of the country"
	}
	return slices.ContainsFunc(words[from:to], func(word string) bool { return v.has(word, codeInnocents) })
}

// harmless reports whether the words after a hit of n words at i show that the
// field does not ask for the secret itself.
func (v *vocabulary) harmless(words sentence, i, n int) bool {
	if i+n >= len(words) {
		return false
	}
	last, next := words[i+n-1], words[i+n]
	rest := words[i+n:]
	switch {
	case v.has(next, notSecretAfter):
		return true
	case last == "key" || last == "token" || last == "apikey":
		// An identifier of a key opens nothing, and a token of thanks neither.
		return next == "id" || next == "ids" || last == "token" && (next == "of" || v.has(next, notTokenAfter))
	case last == "secret" || last == "geheimnis" || last == "secreto" || last == "segredo":
		return slices.Contains([]string{"of", "des", "der", "de", "del", "du", "do", "da"}, next)
	case last == "pin":
		// Pins are put somewhere, and stand on maps.
		switch next {
		case "to", "of", "on", "in", "at", "for", "from":
			return slices.ContainsFunc(rest[1:min(len(rest), 5)], func(word string) bool { return v.has(word, pinPlaces) })
		}
	}
	return false
}

// refused reports whether the words after a secret forbid to enter it: "Passwort bitte
// nicht eingeben".
func (v *vocabulary) refused(after sentence) bool {
	for i, word := range after {
		switch {
		case word == pause || word == turn || v.has(word, asks):
			return false
		case v.has(word, negations):
			return i+1 < len(after) && v.has(after[i+1], asks)
		}
	}
	return false
}

// asksFor reports whether a sentence asks the person to do something with what it names.
func (v *vocabulary) asksFor(words sentence) bool {
	return slices.ContainsFunc(words, func(word string) bool { return v.has(word, asks) }) || containsAny(words.foreign(), v.askPieces)
}

// negation is how far a negation reaches: to the verb that it belongs to and what that is
// about. Another verb says something of its own, and so does what follows a colon: "Do not
// share this with anyone: enter your password" asks for a password.
type negation struct {
	negated bool
	// own is set from the negation on until something follows that is no verb.
	own bool
}

// next takes the next word of a sentence, and looks at the one that follows.
func (n *negation) next(v *vocabulary, word, following string) {
	switch {
	case word == turn:
		n.negated = false
	case word == "no" && !v.has(following, asks|between|negations|secretTerms|secretNames):
		// The Portuguese word for "in the".
	case v.has(word, negations):
		n.negated, n.own = true, true
	case !n.negated:
	case v.has(word, asks):
		n.negated = n.own
	case word != pause && !v.has(word, between):
		n.own = false
	}
}

// The message of a request can ask for a secret as well, and leave the question without a
// name that says so: "Send the 6-digit code from your app", with one field "Value".

// markAsked marks the one question that could hold a secret that the message asks for. Where
// there are several, or another one is marked, nobody knows which is meant.
func (d *document) markAsked(fields []Field, message untrusted.Text) {
	candidate := -1
	for i := range fields {
		f := &fields[i]
		switch {
		case f.Secret:
			return
		case !f.holdsAnything():
			continue
		case candidate >= 0:
			return
		}
		candidate = i
	}
	if candidate < 0 {
		return
	}
	fields[candidate].Secret = asksForSecret(string(message))
}

// holdsAnything reports whether a person can type into the field what they like, as far as
// a code or a password goes.
func (f *Field) holdsAnything() bool {
	if f.Unsupported != "" || f.Const.Exists() {
		return false
	}
	return slices.Contains([]Kind{Text, Number, Integer, List}, f.Kind)
}
