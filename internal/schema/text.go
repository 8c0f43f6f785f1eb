package schema

import (
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// readText reads the rules of a string that is typed.
func (r *reader) readText(schema elicit.Value) {
	f := &r.field
	f.MinLength = r.count(schema, "minLength")
	f.MaxLength = r.count(schema, "maxLength")
	r.readFormat(schema)
	r.readPattern(schema.Get("pattern"))
	if f.MaxLength >= 0 && f.MinLength > f.MaxLength {
		r.obstruct(Contradiction)
	}
}

// readFormat maps the format to a kind. The protocol knows four; every other
// is text with a note, unless it only asks for a way of typing.
func (r *reader) readFormat(schema elicit.Value) {
	f := &r.field
	f.Kind = Text
	if format := schema.Get("format"); format.Kind == elicit.String {
		f.Format = format.Text
	} else if format.Exists() {
		f.note(RuleIgnored)
	}
	switch f.Format {
	case "email":
		f.Kind = Email
	case "uri":
		f.Kind = URI
	case "date":
		f.Kind = Date
	case "date-time":
		f.Kind = DateTime
	case "", "password":
	default:
		if !severalLines(f.Format) {
			f.note(UnknownFormat)
		}
	}
	if schema.Get("x-mcp-file").Exists() {
		// SEP-2356 wants a file as a data: URI. Files are not read here, but
		// an address can be typed.
		f.Kind = URI
		f.note(UnknownFormat)
	}
	if schema.Get("contentEncoding").Exists() {
		f.note(UnknownFormat)
	}
}

func (r *reader) readPattern(pattern elicit.Value) {
	switch {
	case !pattern.Exists():
	case pattern.Kind != elicit.String:
		r.field.note(RuleIgnored)
	case pattern.Lossy || len(untrusted.Prefix(pattern.Text, MaxPattern)) < len(pattern.Text):
		r.field.note(PatternUnchecked)
	default:
		r.field.Pattern = pattern.Text
	}
}

// fitsText reports whether a text meets the field's lengths and format. The
// pattern is left to package check, which knows how to run it safely.
func fitsText(f *Field, text string) bool {
	length := utf8.RuneCountInString(text)
	if f.MinLength > length || f.MaxLength >= 0 && length > f.MaxLength {
		return false
	}
	switch f.Kind {
	case Email:
		return ValidEmail(text)
	case URI:
		return ValidURI(text)
	case Date:
		return ValidDate(text)
	case DateTime:
		return ValidDateTime(text)
	}
	return true
}
