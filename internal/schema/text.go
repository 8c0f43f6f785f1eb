package schema

import (
	"slices"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// Text is a string without a format that has a control of its own. It is the
// zero Kind: a field that nothing else is known of is a text.
const Text Kind = ""

type textKind struct{}

func (*textKind) matches(p property) bool { return p.isText() }

func (*textKind) read(r *reader, p property) {
	format := p.format()
	// A format that only asks for a way of typing is no rule.
	r.readText(p, format == "" || format == "password" || severalLines(format))
}

func (*textKind) fits(f *Field, value elicit.Value) bool { return fitsText(f, value) }

func (*textKind) elements(*Field) int { return 1 }

func (*textKind) facts() facts {
	return facts{typed: true, multiline: true, autocomplete: textPurpose}
}

func textPurpose(f Field) string {
	purpose := f.purpose()
	switch {
	case f.Multiline && purpose != "street-address":
		return ""
	case !f.Multiline && purpose == "street-address":
		// HTML allows street-address on a text area only.
		return "address-line1"
	}
	return purpose
}

// isText reports whether any text is an answer: to a property that names no
// type as well, and to a union that has strings in it. A number typed there
// would have to be guessed into a JSON number.
func (p property) isText() bool { return len(p.types) == 0 || slices.Contains(p.types, "string") }

// readText reads the rules of a string. Known says that the kind of the field
// checks the format, if there is one.
func (r *reader) readText(p property, known bool) {
	f := r.field
	if !only(p.types, "string") {
		f.note(Untyped)
	}
	f.MinLength = r.count(p.schema, "minLength")
	f.MaxLength = r.count(p.schema, "maxLength")
	f.Format = p.format()
	if format := p.schema.Get("format"); format.Exists() && format.Kind != elicit.String {
		f.note(RuleIgnored)
	}
	if !known || p.schema.Get("contentEncoding").Exists() {
		f.note(UnknownFormat)
	}
	switch pattern := p.schema.Get("pattern"); {
	case !pattern.Exists():
	case pattern.Kind != elicit.String:
		f.note(RuleIgnored)
	case pattern.Lossy || len(untrusted.Prefix(pattern.Text, MaxPattern)) < len(pattern.Text):
		f.note(PatternUnchecked)
	default:
		f.Pattern = pattern.Text
	}
	if f.MaxLength >= 0 && f.MinLength > f.MaxLength {
		r.obstruct(Contradiction)
	}
}

// fitsText reports whether a value is a text of the field's length. The
// pattern is left to package check, which knows how to run it safely.
func fitsText(f *Field, value elicit.Value) bool {
	length := utf8.RuneCountInString(value.Text)
	return value.Kind == elicit.String && length >= f.MinLength && (f.MaxLength < 0 || length <= f.MaxLength)
}
