package schema

import (
	_ "embed" // For purposes.
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/elicitform/elicitform/internal/elicit"
)

// guess finds out from the words of the server what schemas have no keyword for:
// whether the answer has several lines, and whether it is a secret.
func (r *reader) guess(schema elicit.Value) {
	f := r.field
	if !kindOf(f.Kind).typed {
		return
	}
	d := r.document
	// Here the texts of a definition count, too: what it names may be a secret.
	title, description := string(r.text(schema, "title")), string(r.text(schema, "description"))
	texts := []hints{d.hints(f.Name, true), d.hints(title, true), d.hints(description, false)}
	f.Multiline = f.Kind == Text && multiline(f, schema, texts)
	// The protocol forbids servers to ask for a password, key, card number or the like in a
	// form, so the person is warned (N15, T20). A wrong warning does harm, too: a field that is
	// about secrets (password_policy, max_tokens) asks for none.
	f.Secret = f.Format == "password" || f.Entry != nil && f.Entry.Format == "password" ||
		slices.ContainsFunc(texts, func(h hints) bool { return h.secret })
}

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

// severalLines reports whether a format asks for several lines and nothing else.
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

// wishes reports whether a member asks for several lines, looking into objects as deep as depth says.
func wishes(name string, value elicit.Value, depth int) bool {
	inside := func(m elicit.Member) bool { return wishes(m.Name, m.Value, depth-1) }
	switch value.Type {
	case elicit.String:
		return saysMultiline(value.Text)
	case elicit.Object:
		return len(value.Members) == 0 && saysMultiline(name) || depth > 0 && slices.ContainsFunc(value.Members, inside)
	}
	return (value.Truth || value.Type == elicit.Number) && saysMultiline(name)
}

func saysMultiline(text string) bool {
	if len(text) > maxGuess {
		return false
	}
	text = strings.ToLower(text)
	return strings.Contains(text, "multiline") || strings.Contains(text, "multi-line") || strings.Contains(text, "textarea")
}

// purposes has a line for each token of HTML's autocomplete attribute, with names of
// properties. Only names whose meaning is beyond doubt are there: a wrong token fills in
// personal data that the server did not ask for.
//
//go:embed purposes.txt
var purposes string

// tokens are the tokens of purposes by the names of properties, folded by [folded].
var tokens = sync.OnceValue(func() map[string]string {
	byName := map[string]string{}
	for line := range strings.Lines(purposes) {
		token, names, _ := strings.Cut(line, ":")
		for name := range strings.FieldsSeq(names) {
			byName[name] = token
		}
	}
	return byName
})

// maxPurpose is how many bytes the name and the title of a field may have. No
// longer one is in the list of purposes.
const maxPurpose = 200

// Autocomplete is the value of the autocomplete attribute of a field that is typed into one
// control; empty where its purpose is not clear. See WCAG 2.2, 1.3.5 Identify Input Purpose.
func (f Field) Autocomplete() string {
	switch purpose := f.purpose(); {
	case f.Secret:
		return "off"
	case f.Kind == Email:
		return "email"
	case f.Kind == Text && !f.Multiline && purpose == "street-address":
		// HTML allows street-address on a text area only.
		return "address-line1"
	case f.Kind == Text && f.Multiline == (purpose == "street-address"), f.Kind == URI && purpose == "url":
		return purpose
	}
	return ""
}

// AutocompletePart is [Field.Autocomplete] for one part of a date or a time. Only a date of birth has
// a meaning that browsers know.
func (f Field) AutocompletePart(part string) string {
	if f.Kind == Date && !f.Secret && f.purpose() == "bday" {
		return "bday-" + part
	}
	return "off"
}

// purpose is the token that name and title of a field stand for, if any.
func (f Field) purpose() string {
	if len(f.Name) > maxPurpose || len(f.Title) > maxPurpose {
		return ""
	}
	purpose := tokens()[folded(f.Name)]
	// A title of its own may say that this is somebody else's name or street:
	// "name" titled "Project name" is not the person's.
	if title := folded(string(f.Title)); title != "" && tokens()[title] != purpose {
		return ""
	}
	return purpose
}

// folded drops everything but letters and digits and the case of a name.
func folded(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}
