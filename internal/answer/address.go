package answer

import (
	"strings"

	"github.com/elicitform/elicitform/internal/schema"
)

// bareEmail takes an e-mail address out of "Ada <ada@example.com>" and "mailto:ada@example.com?subject=Hello".
func bareEmail(text string) string {
	text = plainSigns(text)
	bare, _, _ := strings.Cut(text, "?")
	bare = strings.TrimSuffix(bare[strings.LastIndexAny(bare, "<:")+1:], ">")
	if strings.Count(text, "@") == 1 && schema.ValidEmail(bare) {
		return bare
	}
	return text
}

// withScheme is an address that begins with the name of a site, with the scheme before it that it lacks; empty for another text.
func withScheme(text string) string {
	text = strings.TrimPrefix(plainSigns(text), "//")
	if site, _, _ := strings.Cut(text, "/"); !strings.Contains(site, ".") || strings.Contains(site, "@") {
		return ""
	}
	return "https://" + text
}

// shortestCode is the least length of a value that lets somebody else sign in, or opens what is closed.
const shortestCode = 12

// HoldsCode reports whether a text is an address with a code in it that lets somebody sign in, as the address bar
// has it after a sign-in.
func HoldsCode(text string) bool {
	if !strings.Contains(text, "://") {
		return false
	}
	text = strings.ToLower(clean(text))
	from := strings.IndexAny(text, "?#")
	if strings.ContainsAny(text, " \r\n\t") || from < strings.Index(text, "://") {
		return false
	}
	for _, pair := range strings.FieldsFunc(text[from:], func(r rune) bool { return r == '?' || r == '#' || r == '&' }) {
		name, value, _ := strings.Cut(pair, "=")
		name = name[strings.LastIndexAny(name, "_-")+1:]
		if len(value) >= shortestCode && (name == "code" || name == "token" || name == "signature") {
			return true
		}
	}
	return false
}
