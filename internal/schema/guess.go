package schema

import (
	_ "embed" // For purposes.
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/elicitform/elicitform/internal/request"
)

// guess derives two facts from the server's words, because JSON Schema lacks a keyword for them.
func (r *reader) guess(schema request.Value) {
	f := r.field
	if !kindOf(f.Kind).typed {
		return
	}
	d := r.document
	// The texts of a definition count here, too: its name may be that of a secret.
	title, description := string(r.text(schema, "title")), string(r.text(schema, "description"))
	texts := []hints{d.hints(f.Name, true), d.hints(title, true), d.hints(description, false)}
	f.Multiline = f.Kind == Text && multiline(f, schema, texts)
	// The protocol forbids servers to ask for a password, key, card number or the like in a
	// form, so the person is warned (N15, T20). A false alarm does harm, too: a field about
	// secrets (password_policy, max_tokens) asks for none.
	f.Secret = f.Format == "password" || f.Entry != nil && f.Entry.Format == "password" ||
		slices.ContainsFunc(texts, func(h hints) bool { return h.secret })
}

const (
	// longText is the maxLength above which one line is too little (T6).
	longText = 200
	// shortText is the maxLength up to which no word makes a text multiline.
	shortText = 100
)

func multiline(f *Field, schema request.Value, texts []hints) bool {
	if isMultilineFormat(f.Format) || hasMultilineHint(schema) || strings.Contains(f.Default.Text, "\n") {
		return true
	}
	if f.Format != "" || f.MaxLength >= 0 && f.MaxLength <= shortText {
		return false
	}
	return f.MaxLength > longText || slices.ContainsFunc(texts, func(h hints) bool { return h.long })
}

func isMultilineFormat(format string) bool {
	return slices.Contains([]string{"multiline", "multi-line", "textarea", "markdown", "text"}, format)
}

// hasMultilineHint accepts members such as {"_meta": {"inspect.multiline": true}} and {"x-widget": "textarea"}.
func hasMultilineHint(schema request.Value) bool {
	return slices.ContainsFunc(schema.Members, func(m request.Member) bool {
		extends := m.Name == "_meta" || strings.HasPrefix(m.Name, "x-") || strings.HasPrefix(m.Name, "ui:")
		return extends && wantsMultiline(m.Name, m.Value, 3)
	})
}

func wantsMultiline(name string, value request.Value, depth int) bool {
	inside := func(m request.Member) bool { return wantsMultiline(m.Name, m.Value, depth-1) }
	switch value.Type {
	case request.String:
		return namesMultiline(value.Text)
	case request.Object:
		return len(value.Members) == 0 && namesMultiline(name) || depth > 0 && slices.ContainsFunc(value.Members, inside)
	}
	return (value.Truth || value.Type == request.Number) && namesMultiline(name)
}

func namesMultiline(text string) bool {
	if len(text) > maxGuess {
		return false
	}
	text = strings.ToLower(text)
	return strings.Contains(text, "multiline") || strings.Contains(text, "multi-line") || strings.Contains(text, "textarea")
}

// purposes has a line for each token of HTML's autocomplete, with unambiguous names of properties: a
// wrong token fills in personal data that the server did not ask for.
//
//go:embed purposes.txt
var purposes string

var autocompleteTokens = sync.OnceValue(func() map[string]string {
	byName := map[string]string{}
	for line := range strings.Lines(purposes) {
		token, names, _ := strings.Cut(line, ":")
		for name := range strings.FieldsSeq(names) {
			byName[name] = token
		}
	}
	return byName
})

// maxPurpose bounds the bytes that are looked up; no name in purposes is longer.
const maxPurpose = 200

// Autocomplete is the value of the autocomplete attribute of a field with one text control; empty
// where its purpose is not clear. See WCAG 2.2, 1.3.5 Identify Input Purpose.
func (f Field) Autocomplete() string {
	switch purpose := f.purpose(); {
	case f.Secret:
		return "off"
	case f.Kind == Email:
		return "email"
	case f.Kind == Text && !f.Multiline && purpose == "street-address":
		// HTML allows street-address only on a text area.
		return "address-line1"
	case f.Kind == Text && f.Multiline == (purpose == "street-address"), f.Kind == URI && purpose == "url":
		return purpose
	}
	return ""
}

// AutocompletePart is [Field.Autocomplete] for a part of a date: browsers know those of a date of birth.
func (f Field) AutocompletePart(part string) string {
	if f.Kind == Date && !f.Secret && f.purpose() == "bday" {
		return "bday-" + part
	}
	return "off"
}

func (f Field) purpose() string {
	if len(f.Name) > maxPurpose || len(f.Title) > maxPurpose {
		return ""
	}
	purpose := autocompleteTokens()[foldName(f.Name)]
	// A title can show that the name or street is not the person's: "Project name", for example.
	if title := foldName(string(f.Title)); title != "" && autocompleteTokens()[title] != purpose {
		return ""
	}
	return purpose
}

func foldName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}
