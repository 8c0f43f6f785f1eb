package schema

import (
	_ "embed" // For purposes.
	"strings"
	"unicode"
)

// purposes has a line for each token of HTML's autocomplete attribute, with names of
// properties. Only names whose meaning is beyond doubt are there: a wrong token fills in
// somebody's data where it was not asked for.
//
//go:embed purposes.txt
var purposes string

// autocomplete returns the token of HTML's autocomplete attribute for a property
// name, folded by [folded].
func autocomplete(name string) string {
	for _, end := range []string{" ", "\n"} {
		if i := strings.Index(purposes, " "+name+end); i >= 0 && name != "" {
			token, _, _ := strings.Cut(purposes[strings.LastIndexByte(purposes[:i], '\n')+1:], ":")
			return token
		}
	}
	return ""
}

// maxPurpose is how many bytes the name and the title of a field may have. No
// longer one is in the list of purposes.
const maxPurpose = 200

// Autocomplete is the value of the autocomplete attribute of a field that is
// typed into one control: "off" for what looks like a secret, a token where
// the name or the format is clear, and empty where it is not.
// See WCAG 2.2, 1.3.5 Identify Input Purpose.
func (f Field) Autocomplete() string {
	if f.Secret {
		return "off"
	}
	if token := kindOf(f.Kind).facts().autocomplete; token != nil {
		return token(f)
	}
	return ""
}

// purpose is the token that name and title of a field stand for; empty where
// they stand for none.
func (f Field) purpose() string {
	if len(f.Name) > maxPurpose || len(f.Title) > maxPurpose {
		return ""
	}
	purpose := autocomplete(folded(f.Name))
	// A title of its own may say that this is somebody else's name or street:
	// "name" titled "Project name" is not the person's.
	if title := folded(string(f.Title)); title != "" && autocomplete(title) != purpose {
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
