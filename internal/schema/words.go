package schema

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/untrusted"
)

// sentence is a run of words without a full stop: lower case, accents
// removed, names like apiKey and API_KEY split at their seams. A comma, colon
// or bracket is a word of its own, so that no phrase reaches across it.
type sentence []string

const pause = "|"

// hints are what a text of the server tells about a field: that the answer is
// long, or that it is a secret.
type hints struct{ long, secret bool }

// hintsOf returns the hints of a text. short says that it is a name or a title.
func hintsOf(text string, short bool) (found hints) {
	v := known()
	for _, words := range sentencesOf(text) {
		found.secret = found.secret || v.namesSecret(words, short)
		if short {
			found.long = found.long || v.finds(words, longTexts, notLongAfter, v.longTextPieces)
		} else {
			found.long = found.long || v.finds(words, longPhrases, 0, v.longPhrasePieces)
		}
	}
	return found
}

// hintKey is a text with the way in which it is looked at.
type hintKey struct {
	text  untrusted.Text
	short bool
}

// hints returns the hints of a text. It looks only once at a text that references
// bring into many fields.
func (d *document) hints(text untrusted.Text, short bool) hints {
	key := hintKey{text[:min(len(text), maxGuess)], short}
	found, known := d.hinted[key]
	if !known {
		d.budget.units += len(key.text) / 32
		found = hintsOf(string(key.text), short)
		d.hinted[key] = found
	}
	return found
}

// sentencesOf splits a text. Scripts without spaces give long words; their
// lists are searched inside words.
func sentencesOf(text string) []sentence {
	if len(text) > maxGuess {
		text = text[:maxGuess]
	}
	// The words are cut from one text: a form of 200 fields brings some 600
	// texts, and a string for each word costs more than all the rest.
	var whole strings.Builder
	whole.Grow(len(text) + utf8.UTFMax)
	var all []sentence
	words := make(sentence, 0, 1+len(text)/4)
	start := 0
	flush := func() {
		if whole.Len() > start {
			words = append(words, whole.String()[start:])
			start = whole.Len()
		}
	}
	endSentence := func() {
		if len(words) > 0 {
			all = append(all, words)
			words = words[len(words):]
		}
	}
	var before rune
	for i, c := range text {
		switch {
		case unicode.IsLetter(c) || c >= 0x0370 && unicode.IsMark(c):
			if seam(before, c, text[min(i+utf8.RuneLen(c), len(text)):]) {
				flush()
			}
			fold(&whole, c)
		case unicode.IsDigit(c):
			if !unicode.IsDigit(before) {
				flush()
			}
			whole.WriteRune(c)
		case unicode.Is(unicode.Mn, c) || untrusted.Invisible(c):
			// Accents written apart, and characters that hide inside a word.
			continue
		default:
			flush()
			switch {
			case strings.ContainsRune(":,()[]、，（）：،", c) && start > 0:
				whole.WriteString(pause)
				flush()
			case strings.ContainsRune(".!?;\n。！？؟", c):
				endSentence()
			}
		}
		before = c
	}
	flush()
	endSentence()
	return all
}

// seam reports whether a new word begins at letter c: after a digit, at the
// capital of apiKey, and at the last capital of APIKey.
func seam(before, c rune, rest string) bool {
	if unicode.IsDigit(before) {
		return true
	}
	if !unicode.IsUpper(c) {
		return false
	}
	if unicode.IsUpper(before) {
		next, _ := utf8.DecodeRuneInString(rest)
		return unicode.IsLower(next)
	}
	return unicode.IsLower(before)
}

// fold appends the lower case of a letter without its accent. The mapping
// never depends on a locale: a Turkish reader finds "pin" in "PIN" too.
func fold(word *strings.Builder, c rune) {
	c = unicode.ToLower(c)
	if c == 'ß' {
		word.WriteString("ss")
		return
	}
	const first, plain = 'à', "aaaaaa-ceeeeiiii-nooooo--uuuu"
	if i := c - first; i >= 0 && int(i) < len(plain) && plain[i] != '-' {
		c = rune(plain[i])
	}
	word.WriteRune(c)
}

// containsAny reports whether text, in a script whose words carry particles or
// are not set apart by spaces, holds one of the pieces.
func containsAny(text string, pieces []string) bool {
	return text != "" && slices.ContainsFunc(pieces, func(piece string) bool { return strings.Contains(text, piece) })
}

// foreign is a sentence that has letters outside of ASCII, as text; empty for any
// other.
func (words sentence) foreign() string {
	if !slices.ContainsFunc(words, func(word string) bool { return !ascii(word) }) {
		return ""
	}
	return strings.Join(words, " ")
}

func ascii(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
