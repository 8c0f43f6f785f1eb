package wire

import (
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
)

// Context is what the host says about itself, as far as the program needs it: a
// part of the hostContext of MCP Apps. The look is the boot script's business.
type Context struct {
	// Locale is a BCP 47 language tag.
	Locale string
	// TimeZone is an IANA time zone.
	TimeZone string
}

// ReadContext merges a partial hostContext into what was known before. What has
// the wrong type or an impossible value is ignored.
func ReadContext(v elicit.Value, into Context) Context {
	if locale := text(v.Get("locale")); isName(locale, "-_") {
		into.Locale = locale
	}
	if zone := text(v.Get("timeZone")); isName(zone, "-_+/:") {
		into.TimeZone = zone
	}
	return into
}

// isName reports whether s is letters and digits of ASCII and the given signs.
func isName(s, signs string) bool {
	const longest = 100
	for i := 0; i < len(s); i++ {
		c := s[i]
		if (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') && strings.IndexByte(signs, c) < 0 {
			return false
		}
	}
	return s != "" && len(s) <= longest
}

// ReadCatalogue reads the tag of a language, and its texts. The tag is empty where it is none.
func ReadCatalogue(params elicit.Value) (language string, texts elicit.Value) {
	if tag := text(params.Get("language")); isName(tag, "-") {
		language = tag
	}
	return language, params.Get("texts")
}

// CatalogueRejected says why the texts of a language are not used.
func CatalogueRejected(language, why string) string {
	return Notification(MethodCatalogueRejected,
		elicit.ObjectValue().With("language", elicit.StringValue(language)).With("why", elicit.StringValue(why)))
}
