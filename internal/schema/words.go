package schema

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/untrusted"
)

const (
	pause = "|"
	// turn stands for a colon or a dash: what follows says something of its own.
	turn = ":"
)

// hints are what a text of the server tells about a field: that the answer is
// long, or that it is a secret.
type hints struct{ long, secret bool }

// hintsOf returns the hints of a text. short says that it is a name or a title.
func hintsOf(text string, short bool) (found hints) {
	v := known()
	long, notAfter := longPhrases, lists(0)
	if short {
		long, notAfter = longTexts, notLongAfter
	}
	on := v.secretLists(text, short)
	for _, sentence := range sentencesOf(text) {
		s := v.read(sentence)
		found.secret = found.secret || s.namesSecret(on)
		for _, h := range s.longest(long) {
			after := s.after(h)
			found.long = found.long || len(after) == 0 || after[0].on&notAfter == 0
		}
	}
	if !found.secret {
		for _, sentence := range sentencesOf(undisguised(text[:min(len(text), maxGuess)])) {
			found.secret = found.secret || v.read(sentence).namesSecret(on)
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

// sentencesOf splits a text into sentences as [sentence] has them as text.
func sentencesOf(text string) []string {
	if len(text) > maxGuess {
		text = text[:maxGuess]
	}
	// The sentences are cut from one text: a form of 200 fields brings some 600 texts, and a
	// string for each costs more than all the rest.
	var whole strings.Builder
	whole.Grow(len(text) + len(text)/8 + utf8.UTFMax)
	var all []string
	start := 0
	blank := func() {
		if text := whole.String(); text == "" || len(text) == start || text[len(text)-1] != ' ' {
			whole.WriteByte(' ')
		}
	}
	endSentence := func() {
		if blank(); whole.Len() > start+1 {
			all = append(all, whole.String()[start:])
		}
		start = whole.Len()
		blank()
	}
	blank()
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
				blank()
			}
			fold(&whole, c)
		case unicode.IsDigit(c):
			if !unicode.IsDigit(before) {
				blank()
			}
			whole.WriteRune(c)
		default:
			blank()
			switch {
			case strings.ContainsRune(":：—–→", c) && whole.Len() > 1:
				whole.WriteString(turn + " ")
			case strings.ContainsRune(",()[]、，（）،", c) && whole.Len() > 1:
				whole.WriteString(pause + " ")
			case strings.ContainsRune(".!?;\n。！？；؟।॥", c):
				endSentence()
			}
		}
		before = c
	}
	endSentence()
	return all
}

// seam reports whether a new word begins at letter c: after a digit, at the capital of
// apiKey, at the last capital of APIKey, and where Latin letters meet those of scripts
// that look unlike them.
func seam(before, c rune, rest string) bool {
	if unicode.IsDigit(before) || foreign(c) && asciiLetter(before) || foreign(before) && asciiLetter(c) {
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

// foreign reports whether a letter is of a script that looks unlike the Latin one: Hebrew and
// what follows it in Unicode, without Latin and Greek letters with several accents.
func foreign(r rune) bool { return r >= 0x590 && (r < 0x1E00 || r > 0x1FFF) }

// fold appends the lower case of a letter without its accent. The mapping
// never depends on a locale: a Turkish reader finds "pin" in "PIN" too.
func fold(word *strings.Builder, c rune) {
	c = unicode.ToLower(c)
	switch c {
	case 'e':
		if text := word.String(); text != "" && strings.IndexByte("aou", text[len(text)-1]) >= 0 {
			return // "ae", "oe" and "ue" are "ä", "ö" and "ü" where there are no such keys.
		}
	case 'ß':
		word.WriteString("ss")
		return
	}
	// Other letters of Cyrillic, Arabic and Greek: both texts have two bytes for each letter.
	const letters, plainLetters = "ёςأإآٱةىیکάέήίόύώ", "еσااااهييكαεηιουω"
	c = plain(c)
	if i := strings.IndexRune(letters, c); i >= 0 {
		c, _ = utf8.DecodeRuneInString(plainLetters[i:])
	}
	word.WriteRune(c)
}

// plain is a lower-case letter without its accent.
func plain(c rune) rune {
	for _, block := range accented {
		if i := int(c - block.first); i >= 0 && i < len(block.plain) && block.plain[i] != '-' {
			return rune(block.plain[i])
		}
	}
	return c
}

// accented are blocks of Latin letters, with the letters that they have below the accent.
var accented = [...]struct {
	first rune
	plain string
}{
	{'à', "aaaaaa-ceeeeiiiidnooooo-ouuuuy-y"},
	{'ā', "aaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs"},
	{'ơ', "o"}, {'ư', "u"}, {'ș', "sstt"}, {'ə', "e"},
	{'ạ', "aaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy"},
}

// unseen reports whether a character is left out of words: an accent of Latin letters that is
// written apart, a vowel sign of Hebrew or Arabic, or one that nobody sees.
func unseen(c rune) bool {
	return c >= 0x300 && c <= 0x36F || c >= 0x591 && c <= 0x5C7 || c >= 0x610 && c <= 0x61A || c >= 0x64B && c <= 0x65F ||
		c == 0x640 || c == 0x670 || c >= 0x6D6 && c <= 0x6ED || untrusted.Invisible(c)
}
