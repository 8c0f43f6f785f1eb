package schema

import (
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
)

const (
	// longText is the maxLength above which one line is too little (T6).
	longText = 200
	// shortText is the maxLength up to which no word makes a text long.
	shortText = 100
)

// multiline reports whether a text wants several lines (T6): the server says
// so, allows a long text, suggests one, or names what people write at length.
func multiline(f *Field, schema elicit.Value, texts []hints) bool {
	if severalLines(f.Format) || hinted(schema) || strings.Contains(f.Default.Text, "\n") {
		return true
	}
	if f.Format != "" || f.MaxLength >= 0 && f.MaxLength <= shortText {
		return false
	}
	return f.MaxLength > longText || slices.ContainsFunc(texts, func(h hints) bool { return h.long })
}

// severalLines reports whether a format asks for several lines and nothing
// else; chat clients and form libraries have agreed on none of these.
func severalLines(format string) bool {
	return slices.Contains([]string{"multiline", "multi-line", "textarea", "markdown", "text"}, format)
}

// hinted looks into _meta and extension members for a wish for several lines,
// such as {"_meta": {"inspect.multiline": true}} and {"x-widget": "textarea"}.
func hinted(schema elicit.Value) bool {
	return slices.ContainsFunc(schema.Members, func(m elicit.Member) bool {
		extends := m.Name == "_meta" || strings.HasPrefix(m.Name, "x-") || strings.HasPrefix(m.Name, "ui:")
		return extends && wishes(m.Name, m.Value, 3)
	})
}

// wishes reports whether a member asks for several lines by its name or its
// value, looking into objects as deep as depth says.
func wishes(name string, value elicit.Value, depth int) bool {
	switch value.Kind {
	case elicit.Bool:
		return value.Truth && saysMultiline(name)
	case elicit.String:
		return saysMultiline(value.Text)
	case elicit.Number:
		return saysMultiline(name)
	case elicit.Object:
		return saysMultiline(name) && len(value.Members) == 0 || depth > 0 && slices.ContainsFunc(value.Members, func(m elicit.Member) bool {
			return wishes(m.Name, m.Value, depth-1)
		})
	}
	return false
}

func saysMultiline(text string) bool {
	if len(text) > maxGuess {
		return false
	}
	text = strings.ToLower(text)
	return strings.Contains(text, "multiline") || strings.Contains(text, "multi-line") || strings.Contains(text, "textarea")
}
