package schema

import "github.com/elicitform/elicitform/internal/elicit"

// What the kinds share that are a text in one format. The checks of formats
// accept only what every validator in use accepts, so that no server refuses a
// suggestion that was kept or an answer that was taken.

const (
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits  = "0123456789"
)

// format is the format that a property asks for; empty when it asks for none.
func (p property) format() string {
	if format := p.schema.Get("format"); format.Kind == elicit.String {
		return format.Text
	}
	return ""
}

// hasFormat reports whether a property is a text of the given format.
func (p property) hasFormat(format string) bool { return p.isText() && p.format() == format }
