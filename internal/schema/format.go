package schema

import (
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
)

// formatKind is a kind of field that is text of one format. What is valid is
// what every validator in use accepts, so that no server refuses a suggestion
// that was kept or an answer that was taken.
type formatKind struct {
	format   string
	valid    func(text string) bool
	controls int // elements of a page
	about    facts
}

func (k *formatKind) matches(p property) bool    { return p.isText() && p.format() == k.format }
func (k *formatKind) read(r *reader, p property) { r.readText(p, true) }
func (k *formatKind) elements(*Field) int        { return k.controls }
func (k *formatKind) facts() facts               { return k.about }

func (k *formatKind) fits(f *Field, value elicit.Value) bool {
	return fitsText(f, value) && k.valid(value.Text)
}

// format is the format that a property asks for; empty when it asks for none.
func (p property) format() string {
	if format := p.schema.Get("format"); format.Kind == elicit.String {
		return format.Text
	}
	return ""
}

const (
	digits  = "0123456789"
	letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// consists reports whether text has no other characters than some in ASCII.
func consists(text, of string) bool { return strings.Trim(text, of) == "" }
