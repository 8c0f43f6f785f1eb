// Package wording turns problems, fields and screens into sentences, in the
// language of the person.
//
// The rest of the program hands over facts (codes, bounds, names), and only this
// package chooses words for them. The words of each language are data in one
// file, its catalogue. A fact has the same sentence wherever it is told, so that
// the error summary and the error at a field never differ.
package wording

import (
	"strings"
	"sync"

	"github.com/elicitform/elicitform/internal/answer"
)

// Words are the texts of one language with the number format of one locale.
// They never change and may be shared.
type Words struct {
	language
	locale answer.Locale
}

// maxCached bounds the cache. A host has one locale at a time; more come from
// tests only.
const maxCached = 32

var (
	cacheLock sync.Mutex
	cache     = map[string]*Words{}
)

// For returns the words for a language tag: "de-AT" speaks German, "pt"
// Brazilian Portuguese, every Chinese tag Chinese in simplified characters. A
// tag that is empty, malformed or of another language gets English. The same
// tag gets the same pointer.
func For(tag string) *Words {
	if !wellFormed(tag) {
		tag = "en"
	}
	cacheLock.Lock()
	defer cacheLock.Unlock()
	if words, ok := cache[tag]; ok {
		return words
	}
	words := &Words{language: choose(tag), locale: answer.LocaleFor(tag)}
	if len(cache) < maxCached {
		cache[tag] = words
	}
	return words
}

// wellFormed reports whether tag has the shape of a language tag. Tags are
// given by the host and cross into the locale of numbers and time zones.
func wellFormed(tag string) bool {
	const longest = 64
	if tag == "" || len(tag) > longest {
		return false
	}
	for i, subtag := range strings.Split(strings.ReplaceAll(tag, "_", "-"), "-") {
		if len(subtag) == 0 || len(subtag) > 8 || i == 0 && (len(subtag) < 2 || len(subtag) > 3) {
			return false
		}
		for _, r := range subtag {
			letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
			if !letter && (i == 0 || r < '0' || r > '9') {
				return false
			}
		}
	}
	return true
}

// Tag returns the BCP 47 tag of the language that is spoken, for the lang
// attribute.
func (w *Words) Tag() string { return w.tag }

// RTL reports whether the language is written from right to left.
func (w *Words) RTL() bool { return w.rtl }

// Locale returns how numbers and dates are written in these words. It keeps
// the region that was asked for, and the number format of a language that has
// no catalogue: what is typed is read in the same way.
func (w *Words) Locale() answer.Locale { return w.locale }

// Counter says how much of a limit is left, or by how much it is exceeded:
// over counts the code points past the limit and is negative below it.
func (w *Words) Counter(over int) string {
	if over > 0 {
		return w.Text(CharactersOver, Count("n", over))
	}
	return w.Text(CharactersLeft, Count("n", -over))
}
