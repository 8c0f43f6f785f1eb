package jsonschema

import (
	"errors"
	"strings"
)

// goRegexpCompile compiles the expressions of the metaschemas, which are three, and
// no others: package regexp takes 50 kB of the download, and internal/check chooses
// an engine for the expressions of a request.
func goRegexpCompile(expression string) (Regexp, error) {
	for i := range metaExpressions {
		if known := &metaExpressions[i]; known.source == expression {
			return known, nil
		}
	}
	return nil, errors.New("no engine for regular expressions was chosen")
}

// metaExpression is a regular expression of a metaschema.
type metaExpression struct {
	source  string
	matches func(text string) bool
}

var metaExpressions = [...]metaExpression{
	{"^[^#]*#?$", func(text string) bool { return !strings.Contains(strings.TrimSuffix(text, "#"), "#") }},
	{"^[A-Za-z][-A-Za-z0-9.:_]*$", func(text string) bool { return isName(text, "", "-.:_") }},
	{"^[A-Za-z_][-A-Za-z0-9._]*$", func(text string) bool { return isName(text, "_", "-._") }},
}

func (e *metaExpression) String() string               { return e.source }
func (e *metaExpression) MatchString(text string) bool { return e.matches(text) }

// isName reports whether a text begins with a letter or one of some signs, and goes
// on with letters, digits and some signs. Nothing else is in ASCII.
func isName(text, first, next string) bool {
	for i, c := range text {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		switch {
		case i == 0 && !letter && !strings.ContainsRune(first, c):
			return false
		case !letter && (c < '0' || c > '9') && !strings.ContainsRune(next, c):
			return false
		}
	}
	return text != ""
}
