package wire

import (
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
)

// Context is what the host says about itself, as far as it is used here: a part
// of the hostContext of MCP Apps.
type Context struct {
	// Theme is "light", "dark" or empty.
	Theme string
	// Locale is a BCP 47 language tag.
	Locale string
	// TimeZone is an IANA time zone.
	TimeZone string
	// DisplayMode is "inline", "fullscreen", "pip" or empty.
	DisplayMode string
	// Variables are the theme, in the host's order.
	Variables []Variable
}

// Variable is one custom property of the theme.
type Variable struct{ Name, Value string }

// ReadContext merges a partial hostContext into what was known before. What has
// the wrong type or an impossible value is ignored; styles.variables replaces
// the whole theme, as hosts send it whole.
func ReadContext(v elicit.Value, into Context) Context {
	switch theme := text(v.Get("theme")); theme {
	case "light", "dark":
		into.Theme = theme
	}
	switch mode := text(v.Get("displayMode")); mode {
	case "inline", "fullscreen", "pip":
		into.DisplayMode = mode
	}
	if locale := text(v.Get("locale")); isName(locale, "-_") {
		into.Locale = locale
	}
	if zone := text(v.Get("timeZone")); isName(zone, "-_+/:") {
		into.TimeZone = zone
	}
	variables := v.Get("styles").Get("variables")
	if variables.Kind != elicit.Object {
		return into
	}
	into.Variables = nil
	for _, m := range variables.Members {
		if IsVariable(m.Name) && m.Value.Kind == elicit.String && isHarmless(m.Value.Text) {
			into.Variables = append(into.Variables, Variable{Name: m.Name, Value: m.Value.Text})
		}
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

// maxVariable is the length of the longest value of a variable, in bytes; font
// stacks are the longest that hosts send.
const maxVariable = 200

// isHarmless reports whether value can only be a plain CSS value: nothing that
// ends the declaration, hides a name behind escapes, or loads something. Values
// are set one by one through the style object, where they cannot break out
// either; this is a second guard.
func isHarmless(value string) bool {
	if value == "" || len(value) > maxVariable || strings.ContainsAny(value, ";{}<>@\\") {
		return false
	}
	for i := 0; i < len(value); i++ {
		if value[i] < ' ' || value[i] == 0x7F {
			return false
		}
	}
	lower := strings.ToLower(value)
	for _, loader := range []string{"url(", "src(", "image(", "image-set(", "expression(", "/*"} {
		if strings.Contains(lower, loader) {
			return false
		}
	}
	return true
}
