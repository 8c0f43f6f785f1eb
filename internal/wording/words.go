// Package wording turns problems, fields and screens into sentences, in the language of the person.
//
// The rest of the program provides facts (codes, bounds, names), and only this package chooses words for
// them. A fact has one sentence everywhere: the error summary and the error at a field never differ.
package wording

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/safetext"
)

// Words are the texts of one language with the number format of one locale. They never change.
type Words struct {
	*Catalogue
	locale *answer.Locale
	intl   Intl
}

// Intl is the browser's knowledge about languages.
type Intl struct {
	// Plural returns the plural category of a count in a language.
	Plural func(language string, n int) string
	// Spell writes a duration in seconds in words: "2 hours, 5 minutes"; empty if the browser cannot.
	Spell func(language string, seconds int) string
}

// For returns the words of a catalogue for a locale, in English without a catalogue.
func For(locale *answer.Locale, catalogue *Catalogue, intl Intl) *Words {
	return &Words{Catalogue: cmp.Or(catalogue, english()), locale: locale, intl: intl}
}

// TimeLeft states the remaining time for answering; empty if the browser cannot spell it.
func (w *Words) TimeLeft(seconds int) string {
	if spelled := w.intl.Spell(w.Tag, seconds); spelled != "" {
		return w.Text("DeadlineLeft", Value("time", spelled))
	}
	return ""
}

// DateLanguage is the tag of dates if the sentences around them are in English for lack of a catalogue.
func (w *Words) DateLanguage() string {
	language, _, _ := strings.Cut(w.locale.Tag, "-")
	if catalogue, _, _ := strings.Cut(w.Tag, "-"); catalogue == language || language == "" {
		return ""
	}
	return w.locale.Tag
}

// Sentences joins texts, and ends each before the next one as the language ends sentences.
func (w *Words) Sentences(texts ...Sentence) Sentence {
	joined := Sentence("")
	for _, text := range texts {
		switch {
		case text == "":
			continue
		case joined == "":
		case strings.HasSuffix(strings.TrimRight(string(joined), safetext.PopIsolate), w.stop):
			joined += Sentence(w.Blank)
		default:
			joined += Sentence(w.stop + w.Blank)
		}
		joined += text
	}
	return joined
}

// OneLine writes an answer of several lines as a list of the language.
func (w *Words) OneLine(answer string) string { return strings.ReplaceAll(answer, "\n", w.comma) }

// maxReceipt bounds the characters of the answers in the line of a receipt, unless the first answer is longer.
const maxReceipt = 60

// SentTo names the recipient of the answers, and the first of them; empty without answers. An answer is a label and a value. The label
// is empty if the value says enough by itself.
func (w *Words) SentTo(server string, answers [][2]string) Sentence {
	list, room := "", maxReceipt
	for _, pair := range answers {
		label, answer := w.OneLine(pair[0]), w.OneLine(pair[1])
		room -= utf8.RuneCountInString(label + answer)
		if list != "" && room < 0 {
			list += w.comma + "…"
			break
		}
		if list != "" {
			list += w.comma
		}
		if label == "" {
			list += w.writeArg(Label(answer))
		} else {
			list += string(w.Sentence("NamedAnswer", Label(label), Arg{Name: "answer", Value: answer}))
		}
	}
	if list == "" {
		return ""
	}
	return w.Sentence("SentTo", Server(server), clause("answers", Sentence(list)))
}

// Heading puts the heading of a step into the title of the document.
func Heading(text Sentence) Arg { return clause("heading", text) }

// Counter states the rest of a limit for a negative number of code points, else the excess.
func (w *Words) Counter(over int) string {
	if over > 0 {
		return w.Text("CharactersOver", Count("n", over))
	}
	return w.Text("CharactersLeft", Count("n", -over))
}
