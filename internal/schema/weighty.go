package schema

import (
	"strings"

	"github.com/elicitform/elicitform/internal/untrusted"
)

// Weighty reports whether a form with one choice speaks of deleting, paying or sending, which a person is
// to look at twice. The server writes every text and may want to hide that: what is long, or written in
// letters or signs that the lists of words do not know, is weighty, too.
func (f *Form) Weighty(message untrusted.Text) bool {
	texts := []string{string(message), string(f.Title), string(f.Description)}
	for _, field := range f.Fields {
		texts = append(texts, field.Name, string(field.Title), string(field.Description))
		for _, option := range field.Options {
			texts = append(texts, option.Value.Plain(), string(option.Title), string(option.Description))
		}
	}
	text := strings.Join(texts, "\n")
	if len(text) > maxGuess || disguises(text) {
		return true
	}
	v := known()
	for _, read := range [...]string{text, undisguised(text)} {
		for _, sentence := range sentencesOf(read) {
			if v.read(sentence).has(weighty) {
				return true
			}
		}
	}
	return false
}

// disguises reports whether a text has a sign of money, a character that is not of the languages of the
// lists, or a digit or sign inside a word.
func disguises(text string) bool {
	last, before := ' ', ' '
	for _, r := range text {
		if !ordinary(r) || asciiLetter(before) && asciiLetter(r) && strings.ContainsRune("0123456789!|$", last) {
			return true
		}
		before, last = last, r
	}
	return false
}

// ordinary reports whether a character is of a language of the lists, and no sign of money.
func ordinary(r rune) bool {
	switch {
	case r == '$' || r >= '¢' && r <= '¥' || r == '＄' || r != '\n' && r != '\t' && untrusted.Invisible(r):
		return false
	case r < 0x250, r >= 0x590 && r <= 0x6FF, r >= 0x1E00 && r <= 0x1EFF, r >= 0x2010 && r <= 0x203A:
		return true
	}
	return r >= 0x3000 && r <= 0x30FF || r >= 0x3400 && r <= 0x9FFF || r >= 0xAC00 && r <= 0xD7A3 || r >= '！' && r <= '～'
}
