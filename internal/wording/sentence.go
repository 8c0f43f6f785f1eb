package wording

import (
	"strconv"
	"strings"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
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

// Arg is the value of a placeholder: its name without braces, and a text.
type Arg struct {
	Name  string
	Value string
	// kind says whose text it is, and how it is written into a sentence.
	kind argKind
}

// argKind says how an [Arg] is written into a sentence.
type argKind uint8

const (
	// The zero kind is a text of the server or the host, which is quoted: see [untrusted.Quoted].
	_ argKind = iota
	// asHost is the name of a site, which is quoted by its end.
	asHost
	// asNumber is a number literal, written as the locale writes it.
	asNumber
	// asSample is what a person could type, like "31 12 2026". It always runs
	// from left to right.
	asSample
	// asValue is what the browser or the person has written, such as a time. It is
	// isolated where it runs against the direction of the sentence.
	asValue
	// asWords is a sentence of ours inside another one.
	asWords
)

// Server names the server in a text.
func Server(name string) Arg { return Arg{Name: "server", Value: name} }

// Label names something in a text by what the server calls it.
func Label(title string) Arg { return Arg{Name: "label", Value: title} }

// Host names a site in a text.
func Host(name string) Arg { return Arg{Name: "host", Value: name, kind: asHost} }

// Value is what the browser or the person has written, such as a time.
func Value(name, text string) Arg { return Arg{Name: name, Value: text, kind: asValue} }

// Count gives a text a whole number, which also picks its plural form when it
// is called "n".
func Count(name string, n int) Arg { return number(name, strconv.Itoa(n)) }

// number gives a text a number literal of JSON.
func number(name, literal string) Arg { return Arg{Name: name, Value: literal, kind: asNumber} }

func sample(name, text string) Arg { return Arg{Name: name, Value: text, kind: asSample} }

func inner(name string, sentence Sentence) Arg {
	return Arg{Name: name, Value: string(sentence), kind: asWords}
}

// Sentence returns a fixed text with its placeholders filled in, as it is drawn.
func (w *Words) Sentence(key Key, args ...Arg) Sentence {
	return Sentence(w.fill(w.form(w.texts[key], args), args))
}

// form returns the form of a text that its arguments need. A language may leave out forms;
// the general one takes their place.
func (w *Words) form(text elicit.Value, args []Arg) string {
	if text.Type != elicit.Object {
		return text.Text
	}
	if form := text.Get(w.intl.Plural(w.Tag, counted(args))); form.Exists() {
		return form.Text
	}
	return text.Get("other").Text
}

// Text is [Words.Sentence] where nothing of it is drawn, or all of it is ours.
func (w *Words) Text(key Key, args ...Arg) string { return w.Sentence(key, args...).Plain() }

// counted returns the number that picks the plural form: {n}, else {b}.
func counted(args []Arg) int {
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

// fill replaces placeholders. Values are not looked through again: braces in a
// label stay what they are.
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
			return w.written(arg)
		}
	}
	return "{" + name + "}"
}

func (w *Words) written(arg Arg) string {
	switch arg.kind {
	case asHost:
		return string(theirs(untrusted.QuotedHost(arg.Value, w.marks)))
	case asNumber:
		shown := answer.FormatNumber(arg.Value, w.locale)
		if strings.HasPrefix(arg.Value, "-") {
			return w.leftToRight(shown)
		}
		return shown
	case asSample:
		return w.leftToRight(arg.Value)
	case asValue:
		return w.isolated(untrusted.OneLine(untrusted.Text(arg.Value), 0))
	case asWords:
		return arg.Value
	}
	return string(theirs(untrusted.Quoted(arg.Value, w.marks)))
}

// leftToRight keeps "31 12 2026" and "-5" in order in a sentence that runs from
// right to left: blanks and signs would take that direction.
func (w *Words) leftToRight(s string) string {
	if !w.RTL {
		return s
	}
	return untrusted.LeftToRightIsolate + s + untrusted.PopIsolate
}

// isolated keeps a value that runs against the sentence from reordering it.
func (w *Words) isolated(s string) string {
	switch {
	case !untrusted.RunsAgainst(s, w.RTL):
		return s
	case w.RTL:
		return w.leftToRight(s)
	}
	return untrusted.RightToLeftIsolate + s + untrusted.PopIsolate
}
