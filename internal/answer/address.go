package answer

import (
	"strings"

	"github.com/elicitform/elicitform/internal/schema"
)

// bareEmail takes an e-mail address out of "Ada <ada@example.com>" and "mailto:ada@example.com?subject=Hello".
func bareEmail(text string) string {
	const scheme = "mailto:"
	text = plainSigns(text)
	bare := text
	if _, inside, found := strings.Cut(text, "<"); found {
		bare = strings.TrimSuffix(inside, ">")
	}
	if len(bare) > len(scheme) && strings.EqualFold(bare[:len(scheme)], scheme) {
		bare, _, _ = strings.Cut(bare[len(scheme):], "?")
	}
	if schema.ValidEmail(bare) {
		return bare
	}
	return text
}

// WithScheme is an address that begins with the name of a site, with the scheme before it that it lacks; empty for another text.
func WithScheme(text string) string {
	text = strings.TrimPrefix(plainSigns(text), "//")
	if site, _, _ := strings.Cut(text, "/"); !strings.Contains(site, ".") || strings.Contains(site, "@") {
		return ""
	}
	return "https://" + text
}

// codes are the names of parameters whose values let somebody else sign in, or open what is closed.
const codes = " code auth_code authorization_code oauth_verifier token access_token id_token refresh_token auth_token session_token " +
	"ticket samlresponse sig signature x-amz-signature api_key apikey client_secret "

// shortestCode is the least length of such a value.
const shortestCode = 12

// HoldsCode reports whether a text is an address with a code in it that lets somebody sign in, as the address bar
// has it after a sign-in.
func HoldsCode(text string) bool {
	if !strings.Contains(text, "://") {
		return false
	}
	text = clean(text)
	from := strings.IndexAny(text, "?#")
	if strings.ContainsAny(text, " \r\n\t") || from < strings.Index(text, "://") {
		return false
	}
	for pair := range strings.FieldsFuncSeq(text[from:], func(r rune) bool { return strings.ContainsRune("?#&;", r) }) {
		if name, value, _ := strings.Cut(pair, "="); len(value) >= shortestCode && strings.Contains(codes, " "+strings.ToLower(name)+" ") {
			return true
		}
	}
	return false
}
