package schema

import (
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// List is a free list of strings, written one a line.
const List Kind = "list"

type listKind struct{}

func (*listKind) matches(p property) bool { return p.entry != nil && only(p.entry.types, "string") }

// read reads the rules for the entries into a field of their own.
func (*listKind) read(r *reader, p property) {
	inner := reader{document: r.document, field: &Field{MinItems: -1, MaxItems: -1, Schema: p.entry.schema}}
	inner.describe(p.entry.schema)
	inner.recognise(*p.entry)
	f := r.field
	f.Entry = inner.field
	f.Unsupported = inner.field.Unsupported
	for _, note := range inner.field.Notes {
		f.note(note)
	}
}

// fits refuses entries that one line of a text box cannot hold: what is shown
// and what is sent would differ.
func (*listKind) fits(f *Field, value elicit.Value) bool {
	if value.Kind != elicit.Array || !fitsCount(f, len(value.Items)) {
		return false
	}
	seen := map[string]bool{}
	for _, item := range value.Items {
		if item.Kind != elicit.String || item.Lossy || untrusted.Blank(item.Text) || strings.ContainsAny(item.Text, "\r\n") ||
			!kindOf(f.Entry.Kind).fits(f.Entry, item) || f.UniqueItems && seen[item.Text] {
			return false
		}
		seen[item.Text] = true
	}
	return true
}

func (*listKind) elements(*Field) int { return 1 }
func (*listKind) facts() facts        { return facts{typed: true, explained: true} }
