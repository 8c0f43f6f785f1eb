package schema

import "strings"

// Email is a string of the format "email".
const Email Kind = "email"

var email = formatKind{format: "email", valid: ValidEmail, controls: 1, about: facts{
	typed: true, formatted: true, autocomplete: func(Field) string { return "email" },
}}

// ValidEmail reports whether text is an e-mail address by the intersection of
// the validators: a dotted local part and a domain of at least two labels. Quoted
// local parts and IP literals are refused by most of them.
func ValidEmail(text string) bool {
	local, domain, found := strings.Cut(text, "@")
	if !found || len(text) > 254 || len(local) > 64 {
		return false
	}
	for atom := range strings.SplitSeq(local, ".") {
		if atom == "" || !consists(atom, letters+digits+"!#$%&'*+/=?^_`{|}~-") {
			return false
		}
	}
	for label := range strings.SplitSeq(domain, ".") {
		if label == "" || len(label) > 63 || !consists(label, letters+digits+"-") || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
	}
	return strings.Contains(domain, ".")
}
