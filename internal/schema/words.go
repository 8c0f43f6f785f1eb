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

// turn stands for a colon or a dash: what follows says something of its own.
const turn = ":"

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
	if !found.secret {
		for _, words := range sentencesOf(undisguised(text[:min(len(text), maxGuess)])) {
			found.secret = found.secret || v.namesSecret(words, short)
		}
	}
	return found
}

// hintKey is a text with the way in which it is looked at.
type hintKey struct {
	text  string
	short bool
}

// hints returns the hints of a text. It looks only once at a text that references
// bring into many fields, and only at the beginning of one that the budget has no room
// for.
func (d *document) hints(text string, short bool) hints {
	key := hintKey{text[:min(len(text), maxGuess)], short}
	found, known := d.hinted[key]
	if !known {
		looked := key.text
		if len(looked) > briefText && !take(&d.budget.hints, len(looked)) {
			looked = looked[:briefText]
		}
		found = hintsOf(looked, short)
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
		size := max(utf8.RuneLen(c), 1)
		if c >= '！' && c <= '～' {
			c -= '！' - '!' // Full width.
		}
		switch {
		case unseen(c):
			// Accents and vowels written apart, and characters that hide inside a word.
			continue
		case unicode.IsLetter(c) || unicode.IsMark(c):
			if seam(before, c, text[min(i+size, len(text)):]) {
				flush()
			}
			fold(&whole, c)
		case unicode.IsDigit(c):
			if !unicode.IsDigit(before) {
				flush()
			}
			whole.WriteRune(c)
		default:
			flush()
			switch {
			case strings.ContainsRune(":：—–→", c) && start > 0:
				whole.WriteString(turn)
				flush()
			case strings.ContainsRune(",()[]、，（）،", c) && start > 0:
				whole.WriteString(pause)
				flush()
			case strings.ContainsRune(".!?;\n。！？；؟।॥", c):
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
	switch c {
	case 'ß':
		word.WriteString("ss")
		return
	case 'ё':
		c = 'е'
	case 'ς':
		c = 'σ'
	case 'أ', 'إ', 'آ', 'ٱ':
		c = 'ا'
	case 'ة':
		c = 'ه'
	case 'ى', 'ی':
		c = 'ي'
	case 'ک':
		c = 'ك'
	}
	for _, block := range accented {
		if i := int(c - block.first); i >= 0 && i < len(block.plain) && block.plain[i] != '-' {
			c = rune(block.plain[i])
			break
		}
	}
	if c >= 'ά' && c <= 'ώ' {
		if i := strings.IndexRune("άέήίόύώ", c); i >= 0 {
			c = []rune("αεηιουω")[i/2]
		}
	}
	word.WriteRune(c)
}

// accented are blocks of Latin letters, with the letters that they have below the accent.
var accented = [...]struct {
	first rune
	plain string
}{
	{'à', "aaaaaa-ceeeeiiiidnooooo-ouuuuy-y"},
	{'ā', "aaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs"},
	{'ơ', "o"}, {'ư', "u"}, {'ș', "sstt"},
	{'ạ', "aaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy"},
}

// unseen reports whether a character is left out of words: an accent of Latin letters that is
// written apart, a vowel sign of Hebrew or Arabic, or one that nobody sees.
func unseen(c rune) bool {
	switch {
	case c < 0x300:
		return untrusted.Invisible(c)
	case c <= 0x36F, c >= 0x591 && c <= 0x5C7, c >= 0x610 && c <= 0x61A, c >= 0x64B && c <= 0x65F, c == 0x640, c == 0x670, c >= 0x6D6 && c <= 0x6ED:
		return true
	}
	return untrusted.Invisible(c)
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
