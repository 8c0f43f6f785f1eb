package schema

import "strings"

// Email is a string of the format "email".
const Email Kind = "email"

var email = formatKind{format: "email", valid: ValidEmail, controls: 1, about: facts{
	typed: true, formatted: true, autocomplete: func(Field) string { return "email" },
}}

// address has a dotted local part and a domain of at least two labels.
var address = lazily(func() string {
	const atom, label = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+", "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
	return `^` + atom + `(?:\.` + atom + `)*@` + label + `(?:\.` + label + `)+$`
}())

// ValidEmail reports whether text is an e-mail address by the intersection of
// the validators. Quoted local parts and IP literals are refused by most of
// them.
func ValidEmail(text string) bool {
	return len(text) <= 254 && strings.IndexByte(text, '@') <= 64 && address().MatchString(text)
}
