package wording

import (
	"strconv"
	"strings"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// Arg is the value of a placeholder: its name without braces, and text that is
// safe to show.
type Arg struct {
	Name  string
	Value string
	// kind says how the value is written into a sentence.
	kind argKind
}

// argKind says how an [Arg] is written into a sentence.
type argKind uint8

const (
	// The zero kind is somebody else's text: it is isolated where it runs
	// against the direction of the sentence.
	_ argKind = iota
	// asNumber is a number literal, written as the locale writes it.
	asNumber
	// asSample is what a person could type, like "31 12 2026". It always runs
	// from left to right.
	asSample
	// asWords is a sentence of ours inside another one.
	asWords
)

// Server names the server in a text.
func Server(shown string) Arg { return Arg{Name: "server", Value: shown} }

// Label names a field in a text.
func Label(shown string) Arg { return Arg{Name: "label", Value: shown} }

// Count gives a text a whole number, which also picks its plural form when it
// is called "n".
func Count(name string, n int) Arg { return number(name, strconv.Itoa(n)) }

// number gives a text a number literal of JSON.
func number(name, literal string) Arg { return Arg{Name: name, Value: literal, kind: asNumber} }

func sample(name, text string) Arg { return Arg{Name: name, Value: text, kind: asSample} }

// Text returns a fixed text with its placeholders filled in.
func (w *Words) Text(key Key, args ...Arg) string {
	if key >= keyCount {
		return ""
	}
	return w.fill(form(w.texts[key], w.plural(counted(args))), args)
}

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

// value returns what stands in place of {name}.
func (w *Words) value(name string, args []Arg) string {
	for _, arg := range args {
		if arg.Name != name {
			continue
		}
		switch {
		case arg.kind == asNumber:
			shown := answer.FormatNumber(arg.Value, w.locale)
			if strings.HasPrefix(arg.Value, "-") {
				return w.leftToRight(shown)
			}
			return shown
		case arg.kind == asSample:
			return w.leftToRight(arg.Value)
		case arg.kind == asWords:
			return arg.Value
		}
		return untrusted.Isolate(arg.Value, w.rtl)
	}
	return "{" + name + "}"
}

// The isolate that runs from left to right, and its end.
const (
	leftToRightIsolate = "\u2066"
	popIsolate         = "\u2069"
)

// leftToRight keeps "31 12 2026" and "-5" in order in a sentence that runs from
// right to left: blanks and signs would take that direction.
func (w *Words) leftToRight(s string) string {
	if !w.rtl {
		return s
	}
	return leftToRightIsolate + s + popIsolate
}
