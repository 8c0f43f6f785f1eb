// Package wording turns problems, fields and screens into sentences, in the
// language of the person.
//
// The rest of the program hands over facts (codes, bounds, names), and only this
// package chooses words for them. The words of each language are data, its
// [Catalogue]. A fact has the same sentence wherever it is told, so that
// the error summary and the error at a field never differ.
package wording

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// Words are the texts of one language with the number format of one locale.
// They never change and may be shared.
type Words struct {
	*Catalogue
	locale *answer.Locale
	intl   Intl
}

// Intl is what the browser knows about languages.
type Intl struct {
	// Plural returns the plural category of a count in a language.
	Plural func(language string, n int) string
	// Spell spells a duration in seconds in words of a language: "2 hours, 5
	// minutes". The text is empty where the browser does not know.
	Spell func(language string, seconds int) string
}

// For returns the words of a catalogue for a locale. Without a catalogue, nil, the
// sentences are in English, with the numbers of the locale in them.
func For(locale *answer.Locale, spoken *Catalogue, intl Intl) *Words {
	return &Words{Catalogue: cmp.Or(spoken, english()), locale: locale, intl: intl}
}

// TimeLeft says how much time is left to answer; empty where that cannot be
// spelled.
func (w *Words) TimeLeft(seconds int) string {
	if spelled := w.intl.Spell(w.Tag, seconds); spelled != "" {
		return w.Text("DeadlineLeft", Value("time", spelled))
	}
	return ""
}

// Foreign is the tag of the language of dates where the sentences around them
// are in English because their language has no catalogue; else it is empty.
func (w *Words) Foreign() string {
	language, _, _ := strings.Cut(w.locale.Tag, "-")
	if spoken, _, _ := strings.Cut(w.Tag, "-"); spoken == language || language == "" {
		return ""
	}
	return w.locale.Tag
}

// Sentences joins texts that are shown or announced as one: each that stands before
// another one is ended as the language ends sentences. Empty ones are left out.
func (w *Words) Sentences(texts ...Sentence) Sentence {
	joined := Sentence("")
	for _, text := range texts {
		switch {
		case text == "":
			continue
		case joined == "":
		case strings.HasSuffix(strings.TrimRight(string(joined), untrusted.PopIsolate), w.stop):
			joined += Sentence(w.Blank)
		default:
			joined += Sentence(w.stop + w.Blank)
		}
		joined += text
	}
	return joined
}

// OneLine writes an answer of several lines in one, as the language writes lists.
func (w *Words) OneLine(answer string) string { return strings.ReplaceAll(answer, "\n", w.comma) }

// inReceipt is how many characters of answers stand in the line of a receipt, unless the first is longer.
const inReceipt = 60

// SentTo says to whom answers went, and the first of them; empty where there are none.
func (w *Words) SentTo(server string, answers []string) Sentence {
	list, room := "", inReceipt
	for _, answer := range answers {
		room -= utf8.RuneCountInString(answer)
		if list != "" && room < 0 {
			list += w.comma + "…"
			break
		}
		if list != "" {
			list += w.comma
		}
		list += w.written(Label(answer))
	}
	if list == "" {
		return ""
	}
	return w.Sentence("SentTo", Server(server), inner("answers", Sentence(list)))
}

// Heading names the heading of a step in the title of the document.
func Heading(text Sentence) Arg { return inner("heading", text) }

// Counter says how much of a limit is left, or by how much it is exceeded:
// over counts the code points past the limit and is negative below it.
func (w *Words) Counter(over int) string {
	if over > 0 {
		return w.Text("CharactersOver", Count("n", over))
	}
	return w.Text("CharactersLeft", Count("n", -over))
}
