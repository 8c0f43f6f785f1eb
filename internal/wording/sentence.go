package wording

import (
	"strconv"
	"strings"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
)

// Sentence is a text of the catalogue that may contain foreign words, of the server or the host. They stand
// between Unicode's isolating characters, which are removed from every outside text: so a Sentence can tell
// its foreign words, even inside another Sentence.
type Sentence string

// Part is a piece of a [Sentence].
type Part struct {
	Text string
	// Foreign: the words are of the server or the host, and not of the catalogue.
	Foreign bool
}

// foreign marks words of the server or the host, which must be safe to show, as a part of a sentence.
func foreign(shown string) Sentence {
	return safetext.FirstStrongIsolate + Sentence(shown) + safetext.PopIsolate
}

// Mention is a sentence that consists of the name of a server.
func (w *Words) Mention(server string) Sentence { return Sentence(w.writeArg(Server(server))) }

// Quotation is the message of a server for a place outside of its box, such as an announcement.
func (w *Words) Quotation(message safetext.Text) Sentence {
	text := safetext.QuoteMessage(message, w.marks)
	if text == "" {
		return ""
	}
	return w.Sentence("Quotation", clause("message", foreign(text)))
}

// Parts splits the sentence into our words and foreign ones, for drawing.
func (s Sentence) Parts() []Part {
	var parts []Part
	ours := func(text string) {
		if text != "" {
			parts = append(parts, Part{Text: text})
		}
	}
	rest := string(s)
	for {
		before, after, found := strings.Cut(rest, safetext.FirstStrongIsolate)
		ours(before)
		if !found {
			return parts
		}
		words, more, _ := strings.Cut(after, safetext.PopIsolate)
		parts = append(parts, Part{Text: words, Foreign: true})
		rest = more
	}
}

// EndsInMark reports whether a text of ours ends in a quotation mark of any language: foreign words follow it.
func EndsInMark(text string) bool {
	for _, mark := range [...]string{"“", "„", "«", "«\u00a0", "‘", "「", "”"} {
		if strings.HasSuffix(text, mark) {
			return true
		}
	}
	return false
}

// Plain is the sentence for places without markup, such as the name of a control. Foreign words keep their
// isolates only if they run against the direction of the sentence.
func (s Sentence) Plain() string {
	if !strings.Contains(string(s), safetext.FirstStrongIsolate) {
		return string(s)
	}
	var ours, plain strings.Builder
	parts := s.Parts()
	for _, part := range parts {
		if !part.Foreign {
			ours.WriteString(part.Text)
		}
	}
	rtl := safetext.RunsAgainst(ours.String(), false)
	for _, part := range parts {
		if part.Foreign && safetext.RunsAgainst(part.Text, rtl) {
			part.Text = string(foreign(part.Text))
		}
		plain.WriteString(part.Text)
	}
	return plain.String()
}

// Arg is the value of a placeholder: its name without braces, and a text.
type Arg struct {
	Name  string
	Value string
	kind  argKind
}

type argKind uint8

const (
	// The zero kind is a text of the server or the host, in quotation marks: see [safetext.Quote].
	_ argKind = iota
	// asHost is a host name, quoted by its end.
	asHost
	// asNumber is a number literal, written in the locale's notation.
	asNumber
	// asSample is a text that a person could type, like "31 12 2026", always from left to right.
	asSample
	// asValue is a text of the browser or the person, isolated if it runs against the sentence.
	asValue
	// asWords is a sentence of ours inside another.
	asWords
)

// Server names the server in a text.
func Server(name string) Arg { return Arg{Name: "server", Value: name} }

// Label puts the server's title for something into a text.
func Label(title string) Arg { return Arg{Name: "label", Value: title} }

// Host names a site in a text.
func Host(name string) Arg { return Arg{Name: "host", Value: name, kind: asHost} }

// Value puts words of the browser or the person, such as a time, into a text.
func Value(name, text string) Arg { return Arg{Name: name, Value: text, kind: asValue} }

// Count puts a whole number into a text. A number with the name "n" picks the plural form.
func Count(name string, n int) Arg { return number(name, strconv.Itoa(n)) }

func number(name, literal string) Arg { return Arg{Name: name, Value: literal, kind: asNumber} }

func sample(name, text string) Arg { return Arg{Name: name, Value: text, kind: asSample} }

func clause(name string, sentence Sentence) Arg {
	return Arg{Name: name, Value: string(sentence), kind: asWords}
}

// Sentence returns a text of the catalogue with its placeholders filled in.
func (w *Words) Sentence(key Key, args ...Arg) Sentence {
	return Sentence(w.fill(w.form(w.texts[key], args), args))
}

// form returns the plural form of a text, or "other" for one that a language omits.
func (w *Words) form(text request.Value, args []Arg) string {
	if text.Type != request.Object {
		return text.Text
	}
	if form := text.Get(w.intl.Plural(w.Tag, pluralCount(args))); form.Exists() {
		return form.Text
	}
	return text.Get("other").Text
}

// Text is [Words.Sentence] for texts that are not drawn or lack foreign words.
func (w *Words) Text(key Key, args ...Arg) string { return w.Sentence(key, args...).Plain() }

func pluralCount(args []Arg) int {
	for _, name := range [...]string{"n", "b"} {
		for _, arg := range args {
			if arg.Name == name {
				n, _ := strconv.Atoi(arg.Value)
				return n
			}
		}
	}
	return 0
}

// fill replaces placeholders once: braces inside a value stay unchanged.
func (w *Words) fill(text string, args []Arg) string {
	if !strings.Contains(text, "{") {
		return text
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		b.WriteString(w.value(name, args))
		text = after
	}
}

func (w *Words) value(name string, args []Arg) string {
	for _, arg := range args {
		if arg.Name == name {
			return w.writeArg(arg)
		}
	}
	return "{" + name + "}"
}

func (w *Words) writeArg(arg Arg) string {
	switch arg.kind {
	case asHost:
		return string(foreign(safetext.QuoteHost(arg.Value, w.marks)))
	case asNumber:
		shown := answer.FormatNumber(arg.Value, w.locale)
		if strings.HasPrefix(arg.Value, "-") {
			return w.leftToRight(shown)
		}
		return shown
	case asSample:
		return w.leftToRight(arg.Value)
	case asValue:
		return w.isolate(safetext.OneLine(safetext.Text(arg.Value), 0))
	case asWords:
		return arg.Value
	}
	return string(foreign(safetext.Quote(arg.Value, w.marks)))
}

// leftToRight keeps the order of "31 12 2026" and "-5" in a sentence that runs from right to left.
func (w *Words) leftToRight(s string) string {
	if !w.RTL {
		return s
	}
	return safetext.LeftToRightIsolate + s + safetext.PopIsolate
}

func (w *Words) isolate(s string) string {
	switch {
	case !safetext.RunsAgainst(s, w.RTL):
		return s
	case w.RTL:
		return w.leftToRight(s)
	}
	return safetext.RightToLeftIsolate + s + safetext.PopIsolate
}
