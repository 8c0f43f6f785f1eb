package schema

import (
	"cmp"
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

// hints are what a text of the server tells about an answer.
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

// hints returns the hints of a text that references may bring into many fields. It looks only at
// the beginning of one that the budget has no room for.
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
	// The sentences are cut from one text: a string for each costs more than all the rest.
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

// foreign reports whether a letter is of a script that looks unlike the Latin one.
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

// unseen reports whether a character is left out of words: an accent that is written apart, a
// vowel sign of Hebrew or Arabic, or one that nobody sees.
func unseen(c rune) bool {
	return c >= 0x300 && c <= 0x36F || c >= 0x591 && c <= 0x5C7 || c >= 0x610 && c <= 0x61A || c >= 0x64B && c <= 0x65F ||
		c == 0x640 || c == 0x670 || c >= 0x6D6 && c <= 0x6ED || untrusted.Invisible(c)
}

// undisguised returns a text as a person reads it who is to be misled: letters that look
// Latin as Latin ones ("раssword"), digits and signs in words as the letters that they stand
// for ("Pa$$w0rd"), and letters that are set apart as a word ("p.i.n.", "P a s s w o r d").
// It is empty where that changes nothing.
func undisguised(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for rest := text; len(rest) > 0; {
		end := strings.IndexFunc(rest, func(r rune) bool { return !inDisguise(r) })
		if end < 0 {
			end = len(rest)
		}
		b.WriteString(latin(rest[:end]))
		r, size := utf8.DecodeRuneInString(rest[end:])
		next, _ := utf8.DecodeRuneInString(rest[end+size:])
		if size > 0 && !(r == '.' && end > 0 && asciiLetter(rune(rest[end-1])) && asciiLetter(next)) {
			b.WriteString(rest[end : end+size])
		}
		rest = rest[end+size:]
	}
	if read := joined(b.String()); read != text {
		return read
	}
	return ""
}

// inDisguise reports whether a character can belong to a disguised word.
func inDisguise(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || leet(r) != 0 ||
		r >= 0x80 && untrusted.Latin(r) != r || untrusted.Invisible(r)
}

// latin is a disguised word in Latin letters; one of another script stays as it is.
func latin(word string) string {
	const digits = "0123456789!|"
	var b strings.Builder
	letters, own, disguised := 0, 0, false
	for _, r := range word {
		if r >= 0x80 && (unicode.IsMark(r) || untrusted.Invisible(r)) {
			disguised = true
			continue
		}
		if asciiLetter(r) {
			own++
		}
		as := untrusted.Latin(r)
		disguised = disguised || as != r || leet(r) != 0
		if as = plain(unicode.ToLower(as)); as >= 0x80 {
			return word
		}
		if asciiLetter(as) {
			letters++
		}
		b.WriteRune(as)
	}
	whole := strings.ReplaceAll(b.String(), "vv", "w")
	read := strings.TrimRight(whole, digits)
	// A short word of letters that all look Latin is one of its own script: "не".
	if letters == 0 || read == "" || own == 0 && letters < 3 || !disguised && whole == b.String() {
		return word
	}
	spelled := strings.Map(spelt, read)
	if spelled != read && len(whole) == len(read)+1 {
		// The last digit may be a number or a letter: "p4ssw0rd1", "c0d3".
		return spelled + " " + strings.Map(spelt, whole)
	}
	return spelled
}

// leet is the letter that a digit or a sign stands for; 0 for none.
func leet(r rune) rune {
	const signs, letters = "01!|34@5$7+89", "oiiieaassttbg"
	if r == '€' {
		return 'e'
	}
	if i := strings.IndexRune(signs, r); i >= 0 {
		return rune(letters[i])
	}
	return 0
}

// spelt is the letter that a character stands for, or is.
func spelt(r rune) rune { return cmp.Or(leet(r), r) }

func asciiLetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }

// joined writes letters that are set apart by the same signs as one word.
func joined(text string) string {
	letters := []rune(text)
	var b strings.Builder
	for i := 0; i < len(letters); {
		end, step := apart(letters, i)
		if end < 0 {
			b.WriteRune(letters[i])
			i++
			continue
		}
		for ; i < end; i += step {
			b.WriteRune(unicode.ToLower(spelt(letters[i])))
		}
		i = end - step + 1
	}
	return b.String()
}

// apart returns where letters end that begin at text[at], each alone and as far from the
// next one as all others; -1 where there are too few.
func apart(text []rune, at int) (end, step int) {
	alone := func(i int) bool {
		return i < len(text) && (unicode.IsLetter(text[i]) || leet(text[i]) != 0) &&
			(i == 0 || !unicode.IsLetter(text[i-1])) && (i+1 == len(text) || !unicode.IsLetter(text[i+1]))
	}
	if !alone(at) {
		return -1, 0
	}
	for step = 2; step <= 4; step++ {
		n := 1
		for alone(at + n*step) {
			n++
		}
		if n >= 3 { // as many make a word
			return at + n*step, step
		}
	}
	return -1, 0
}
