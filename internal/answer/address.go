package answer

import (
	"strings"

	"github.com/elicitform/elicitform/internal/schema"
)

// bareEmail extracts the e-mail address from "Ada <ada@example.com>" and "mailto:ada@example.com?subject=Hello".
func bareEmail(text string) string {
	text = plainSigns(text)
	bare, _, _ := strings.Cut(text, "?")
	bare = strings.TrimSuffix(bare[strings.LastIndexAny(bare, "<:")+1:], ">")
	if strings.Count(text, "@") == 1 && schema.ValidEmail(bare) {
		return bare
	}
	return text
}

// withScheme adds the missing scheme to an address that begins with a host name; it is empty for another text.
func withScheme(text string) string {
	text = strings.TrimPrefix(plainSigns(text), "//")
	if site, _, _ := strings.Cut(text, "/"); !strings.Contains(site, ".") || strings.Contains(site, "@") {
		return ""
	}
	return "https://" + text
}

const minCode = 12

// HoldsCode reports whether a text is an address that contains a code for signing in, such as the one in the
// address bar after a sign-in.
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
		if len(value) >= minCode && (name == "code" || name == "token" || name == "signature") {
			return true
		}
	}
	return false
}
