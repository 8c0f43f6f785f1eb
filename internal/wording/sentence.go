package wording

import (
	"strings"

	"github.com/elicitform/elicitform/internal/untrusted"
)

// Sentence is a text of the catalogue that may contain words of the server or the host. Those words
// are between the isolating characters of Unicode, which are removed from every text that comes from
// outside. So a Sentence knows which of its words are foreign, also inside another Sentence.
type Sentence string

// Part is a piece of a [Sentence].
type Part struct {
	Text string
	// Theirs says that the words are not of the catalogue.
	Theirs bool
}

// theirs marks words of the server or the host, which are safe to show, as a part of a sentence.
func theirs(shown string) Sentence {
	return untrusted.FirstStrongIsolate + Sentence(shown) + untrusted.PopIsolate
}

// Mention is the name of a server by itself.
func (w *Words) Mention(server string) Sentence { return Sentence(w.written(Server(server))) }

// Quotation is the message of a server where it is said and not shown in its box.
func (w *Words) Quotation(message untrusted.Text) Sentence {
	text := untrusted.QuotedMessage(message, w.marks)
	if text == "" {
		return ""
	}
	return w.Sentence("Quotation", inner("message", theirs(text)))
}

// Parts are our words and those of others in turn, as they are drawn.
func (s Sentence) Parts() []Part {
	var parts []Part
	ours := func(text string) {
		if text != "" {
			parts = append(parts, Part{Text: text})
		}
	}
	rest := string(s)
	for {
		before, after, found := strings.Cut(rest, untrusted.FirstStrongIsolate)
		ours(before)
		if !found {
			return parts
		}
		words, more, _ := strings.Cut(after, untrusted.PopIsolate)
		parts = append(parts, Part{Text: words, Theirs: true})
		rest = more
	}
}

// Plain is the sentence where it is not drawn but said: in the name of a control, in an
// announcement, in the title of the document. Words of others stay isolated there only
// where they run against the direction of the sentence.
func (s Sentence) Plain() string {
	if !strings.Contains(string(s), untrusted.FirstStrongIsolate) {
		return string(s)
	}
	var ours, plain strings.Builder
	parts := s.Parts()
	for _, part := range parts {
		if !part.Theirs {
			ours.WriteString(part.Text)
		}
	}
	rtl := untrusted.RunsAgainst(ours.String(), false)
	for _, part := range parts {
		if part.Theirs && untrusted.RunsAgainst(part.Text, rtl) {
			part.Text = string(theirs(part.Text))
		}
		plain.WriteString(part.Text)
	}
	return plain.String()
}
