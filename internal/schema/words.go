package schema

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/safetext"
)

const (
	pause = "|"
	// turn replaces a colon or a dash: the words after it have a meaning of their own.
	turn = ":"
)

// hints are the clues to the kind of an answer in a text of the server.
type hints struct{ long, secret bool }

// hintsOf returns the hints of a text; short marks a name or a title.
func hintsOf(text string, short bool) (found hints) {
	v := loadVocabulary()
	long, notAfter := longPhrases, lists(0)
	if short {
		long, notAfter = longTexts, notLongAfter
	}
	secrets := v.secretLists(text, short)
	for _, sentence := range sentencesOf(text) {
		s := v.read(sentence)
		found.secret = found.secret || s.namesSecret(secrets)
		for _, h := range s.longest(long) {
			after := s.after(h)
			found.long = found.long || len(after) == 0 || after[0].lists&notAfter == 0
		}
	}
	if !found.secret {
		for _, sentence := range sentencesOf(undisguise(text[:min(len(text), maxGuess)])) {
			found.secret = found.secret || v.read(sentence).namesSecret(secrets)
		}
	}
	return found
}

type hintKey struct {
	text  string
	short bool
}

// hints caches the hints of a text, which references may bring into many fields.
func (d *document) hints(text string, short bool) hints {
	key := hintKey{text[:min(len(text), maxGuess)], short}
	found, isCached := d.textHints[key]
	if !isCached {
		searched := key.text
		if len(searched) > briefText && !take(&d.budget.hints, len(searched)) {
			searched = searched[:briefText]
		}
		found = hintsOf(searched, short)
		d.textHints[key] = found
	}
	return found
}

// sentencesOf splits a text into sentences, in the form that [sentence] describes.
func sentencesOf(text string) []string {
	if len(text) > maxGuess {
		text = text[:maxGuess]
	}
	// All sentences are slices of one string: a string for each costs more than all the rest.
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
		case isIgnored(c):
			continue
		case unicode.IsLetter(c) || unicode.IsMark(c):
			if startsWord(before, c, text[min(i+size, len(text)):]) {
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

// startsWord reports whether a word begins at letter c: after a digit, at the capital of apiKey, at the last
// capital of APIKey, and where Latin letters meet those of scripts that look unlike them.
func startsWord(before, c rune, rest string) bool {
	if unicode.IsDigit(before) || isForeign(c) && asciiLetter(before) || isForeign(before) && asciiLetter(c) {
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

// isForeign reports whether a letter belongs to a script that looks unlike the Latin one.
func isForeign(r rune) bool { return r >= 0x590 && (r < 0x1E00 || r > 0x1FFF) }

// fold never depends on a locale: a Turkish reader finds "pin" in "PIN" too.
func fold(word *strings.Builder, c rune) {
	c = unicode.ToLower(c)
	switch c {
	case 'e':
		if text := word.String(); text != "" && strings.IndexByte("aou", text[len(text)-1]) >= 0 {
			return // "ae", "oe" and "ue" replace "ä", "ö" and "ü" on keyboards without them.
		}
	case 'ß':
		word.WriteString("ss")
		return
	}
	// Other letters of Cyrillic, Arabic and Greek: both strings have two bytes for each letter.
	const letters, plainLetters = "ёςأإآٱةىیکάέήίόύώ", "еσااااهييكαεηιουω"
	c = stripAccent(c)
	if i := strings.IndexRune(letters, c); i >= 0 {
		c, _ = utf8.DecodeRuneInString(plainLetters[i:])
	}
	word.WriteRune(c)
}

func stripAccent(c rune) rune {
	for _, block := range accentBlocks {
		if i := int(c - block.first); i >= 0 && i < len(block.plain) && block.plain[i] != '-' {
			return rune(block.plain[i])
		}
	}
	return c
}

var accentBlocks = [...]struct {
	first rune
	plain string
}{
	{'à', "aaaaaa-ceeeeiiiidnooooo-ouuuuy-y"},
	{'ā', "aaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs"},
	{'ơ', "o"}, {'ư', "u"}, {'ș', "sstt"}, {'ə', "e"},
	{'ạ', "aaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy"},
}

// isIgnored accepts separate accents, vowel signs of Hebrew and Arabic, and invisible characters.
func isIgnored(c rune) bool {
	return c >= 0x300 && c <= 0x36F || c >= 0x591 && c <= 0x5C7 || c >= 0x610 && c <= 0x61A || c >= 0x64B && c <= 0x65F ||
		c == 0x640 || c == 0x670 || c >= 0x6D6 && c <= 0x6ED || safetext.IsInvisible(c)
}

// undisguise returns a text as a person is misled to read it: with Latin letters in "раssword", letters for digits
// in "Pa$$w0rd", and a word for "p.i.n." and "P a s s w o r d". It is empty where that changes nothing.
func undisguise(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for rest := text; len(rest) > 0; {
		end := strings.IndexFunc(rest, func(r rune) bool { return !inDisguise(r) })
		if end < 0 {
			end = len(rest)
		}
		b.WriteString(toLatin(rest[:end]))
		r, size := utf8.DecodeRuneInString(rest[end:])
		next, _ := utf8.DecodeRuneInString(rest[end+size:])
		if size > 0 && !(r == '.' && end > 0 && asciiLetter(rune(rest[end-1])) && asciiLetter(next)) {
			b.WriteString(rest[end : end+size])
		}
		rest = rest[end+size:]
	}
	if read := joinSpacedLetters(b.String()); read != text {
		return read
	}
	return ""
}

func inDisguise(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || leetLetter(r) != 0 ||
		r >= 0x80 && safetext.Latin(r) != r || safetext.IsInvisible(r)
}

// toLatin returns a disguised word in Latin letters. A word of another script stays unchanged.
func toLatin(word string) string {
	const digits = "0123456789!|"
	var b strings.Builder
	letters, own, disguised := 0, 0, false
	for _, r := range word {
		if r >= 0x80 && (unicode.IsMark(r) || safetext.IsInvisible(r)) {
			disguised = true
			continue
		}
		if asciiLetter(r) {
			own++
		}
		as := safetext.Latin(r)
		disguised = disguised || as != r || leetLetter(r) != 0
		if as = stripAccent(unicode.ToLower(as)); as >= 0x80 {
			return word
		}
		if asciiLetter(as) {
			letters++
		}
		b.WriteRune(as)
	}
	whole := strings.ReplaceAll(b.String(), "vv", "w")
	read := strings.TrimRight(whole, digits)
	// A short word of letters that all look Latin belongs to its own script: "не".
	if letters == 0 || read == "" || own == 0 && letters < 3 || !disguised && whole == b.String() {
		return word
	}
	spelled := strings.Map(spell, read)
	if spelled != read && len(whole) == len(read)+1 {
		// The last digit may be a number or a letter: "p4ssw0rd1", "c0d3".
		return spelled + " " + strings.Map(spell, whole)
	}
	return spelled
}

func leetLetter(r rune) rune {
	const signs, letters = "01!|34@5$7+89", "oiiieaassttbg"
	if r == '€' {
		return 'e'
	}
	if i := strings.IndexRune(signs, r); i >= 0 {
		return rune(letters[i])
	}
	return 0
}

func spell(r rune) rune { return cmp.Or(leetLetter(r), r) }

func asciiLetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }

func joinSpacedLetters(text string) string {
	letters := []rune(text)
	var b strings.Builder
	for i := 0; i < len(letters); {
		end, step := findSpacedLetters(letters, i)
		if end < 0 {
			b.WriteRune(letters[i])
			i++
			continue
		}
		for ; i < end; i += step {
			b.WriteRune(unicode.ToLower(spell(letters[i])))
		}
		i = end - step + 1
	}
	return b.String()
}

// findSpacedLetters returns the end of a run of single letters with equal distances; -1 for a short one.
func findSpacedLetters(text []rune, at int) (end, step int) {
	isSingle := func(i int) bool {
		return i < len(text) && (unicode.IsLetter(text[i]) || leetLetter(text[i]) != 0) &&
			(i == 0 || !unicode.IsLetter(text[i-1])) && (i+1 == len(text) || !unicode.IsLetter(text[i+1]))
	}
	if !isSingle(at) {
		return -1, 0
	}
	for step = 2; step <= 4; step++ {
		n := 1
		for isSingle(at + n*step) {
			n++
		}
		if n >= 3 { // Three letters make a word.
			return at + n*step, step
		}
	}
	return -1, 0
}
