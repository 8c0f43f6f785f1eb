// Package wording turns problems, fields and screens into sentences, in the
// language of the person.
//
// The rest of the program hands over facts (codes, bounds, names), and only this
// package chooses words for them. The words of each language are data in one
// file, its catalogue. A fact has the same sentence wherever it is told, so that
// the error summary and the error at a field never differ.
package wording

import (
	"github.com/elicitform/elicitform/internal/answer"
)

// Words are the texts of one language with the number format of one locale.
// They never change and may be shared.
type Words struct {
	language
	locale answer.Locale
}

// For returns the words for a locale: "de-AT" speaks German, "pt" Brazilian
// Portuguese, every Chinese tag Chinese in simplified characters. A language
// that has no catalogue gets English sentences, with its own numbers in them.
func For(locale answer.Locale) *Words {
	return &Words{language: choose(locale.Tag), locale: locale}
}

// Tag returns the BCP 47 tag of the language that is spoken, for the lang
// attribute.
func (w *Words) Tag() string { return w.tag }

// RTL reports whether the language is written from right to left.
func (w *Words) RTL() bool { return w.rtl }

// Counter says how much of a limit is left, or by how much it is exceeded:
// over counts the code points past the limit and is negative below it.
func (w *Words) Counter(over int) string {
	if over > 0 {
		return w.Text(CharactersOver, Count("n", over))
	}
	return w.Text(CharactersLeft, Count("n", -over))
}
