package link

import (
	"strings"

	"github.com/elicitform/elicitform/internal/untrusted"
)

// visible spells out every character of an address that leaves no mark of its
// own. [untrusted.Visible] leaves some of them, because a text needs them: spaces
// between words, line breaks, joiners in emoji. An address needs none of them.
func visible(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return !isGraphicASCII(r) }) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		if isGraphicASCII(r) {
			b.WriteRune(r)
			continue
		}
		b.WriteString(strings.TrimSuffix(untrusted.Visible(string(r)), "\n"))
	}
	return b.String()
}

// isHidden reports whether [visible] spells r out.
func isHidden(r rune) bool { return !isGraphicASCII(r) && untrusted.HasHidden(string(r)) }

func isGraphicASCII(r rune) bool { return r > ' ' && r < 0x7F }
