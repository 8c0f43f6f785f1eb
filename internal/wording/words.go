// Package wording turns problems, fields and screens into sentences, in the
// language of the person.
//
// The rest of the program hands over facts (codes, bounds, names), and only this
// package chooses words for them. The words of each language are data in one
// file, its catalogue. A fact has the same sentence wherever it is told, so that
// the error summary and the error at a field never differ.
package wording

import (
	"cmp"
	"strings"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// Words are the texts of one language with the number format of one locale.
// They never change and may be shared.
type Words struct {
	language
	locale *answer.Locale
	spell  Spell
}

// Spell says in words of a language how long so many seconds are: "2 hours, 5
// minutes". It is empty where nobody knows.
type Spell func(language string, seconds int) string

// For returns the words for a locale: "de-AT" speaks German, "pt" Brazilian
// Portuguese, every Chinese tag Chinese in simplified characters. A language
// that has no catalogue gets English sentences, with its own numbers in them.
// The browser spells durations, which no catalogue has words for.
func For(locale *answer.Locale, spell Spell) *Words {
	return &Words{language: choose(locale.Tag), locale: locale, spell: spell}
}

// TimeLeft says how much time is left to answer; empty where that cannot be
// spelled.
func (w *Words) TimeLeft(seconds int) string {
	if spelled := w.spell(w.tag, seconds); spelled != "" {
		return w.Text(DeadlineLeft, Value("time", spelled))
	}
	return ""
}

// Tag returns the BCP 47 tag of the language that is spoken, for the lang
// attribute.
func (w *Words) Tag() string { return w.tag }

// RTL reports whether the language is written from right to left.
func (w *Words) RTL() bool { return w.rtl }

// Foreign is the tag of the language of dates where the sentences around them
// are in English because their language has no catalogue; else it is empty.
func (w *Words) Foreign() string {
	language, _, _ := strings.Cut(w.locale.Tag, "-")
	if spoken, _, _ := strings.Cut(w.tag, "-"); spoken == language || language == "" {
		return ""
	}
	return w.locale.Tag
}

// Sentences joins texts that are shown or announced as one: each that stands before
// another one is ended as the language ends sentences. Empty ones are left out.
func (w *Words) Sentences(texts ...Sentence) Sentence {
	stop, blank := ".", Sentence(w.Blank())
	if w.solid {
		stop = "。"
	}
	joined := Sentence("")
	for _, text := range texts {
		switch {
		case text == "":
			continue
		case joined == "":
		case strings.HasSuffix(strings.TrimRight(string(joined), untrusted.PopIsolate), stop):
			joined += blank
		default:
			joined += Sentence(stop) + blank
		}
		joined += text
	}
	return joined
}

// Blank stands between two texts on one line, where the language writes one.
func (w *Words) Blank() string {
	if w.solid {
		return ""
	}
	return " "
}

// OneLine writes an answer of several lines in one, as the language writes lists.
func (w *Words) OneLine(answer string) string { return strings.ReplaceAll(answer, "\n", w.separator()) }

// separator is what the language writes between the items of a list.
func (w *Words) separator() string { return cmp.Or(w.comma, ", ") }

// Heading names the heading of a step in the title of the document.
func Heading(text Sentence) Arg { return inner("heading", text) }

// Counter says how much of a limit is left, or by how much it is exceeded:
// over counts the code points past the limit and is negative below it.
func (w *Words) Counter(over int) string {
	if over > 0 {
		return w.Text(CharactersOver, Count("n", over))
	}
	return w.Text(CharactersLeft, Count("n", -over))
}
