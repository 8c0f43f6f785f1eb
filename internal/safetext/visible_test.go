package safetext

import (
	"strings"
	"testing"
)

// Rows: R6.
func TestVisible(t *testing.T) {
	tests := []struct{ name, value, want string }{
		{"nothing to show", "Anna  Müller, 山田　太郎", "Anna  Müller, 山田　太郎"},
		{"newlines stay", "a\n\nb", "a\n\nb"},
		{"indentation stays", "a:\n  b", "a:\n  b"},
		{"blanks at both ends", "  a ", "␣␣a␣"},
		{"blanks only", "  ", "␣␣"},
		{"blanks at the end of a line", "a  \nb", "a␣␣\nb"},
		{"newlines at both ends", "\na\n\n", "↵\na↵\n↵\n"},
		{"tab", "a\tb", "a⇥b"},
		{"no-break space", "1\u00a0000", "1⟨U+00A0⟩000"},
		{"ideographic space at the end", "山田\u3000", "山田⟨U+3000⟩"},
		{"zero-width space", "a\u200bb", "a⟨U+200B⟩b"},
		{"soft hyphen", "co\u00adop", "co⟨U+00AD⟩op"},
		{"direction", "\u202eabc\u200f", "⟨U+202E⟩abc⟨U+200F⟩"},
		{"controls", "a\x00\r\u2028b", "a⟨U+0000⟩⟨U+000D⟩⟨U+2028⟩b"},
		{"line separator at the end", "a\u2028", "a⟨U+2028⟩"},
		{"tags", "a\U000E0041", "a⟨U+E0041⟩"},
		{"Persian joiner", "می\u200cخواهم", "می\u200cخواهم"},
		{"Persian joiner that joins nothing", "می\u200c", "می⟨U+200C⟩"},
		{"Arabic joiner after a vowel sign", "هُ\u200d", "هُ\u200d"},
		{"joiner between Latin letters", "pay\u200dpal", "pay⟨U+200D⟩pal"},
		{"joiner at the start", "\u200da", "⟨U+200D⟩a"},
		{"emoji", "👩\u200d🔬 ❤\ufe0f 🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F", "👩\u200d🔬 ❤\ufe0f 🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F"},
		{"variations in a row", "a\ufe01\ufe02", "a\ufe01⟨U+FE02⟩"},
		{"B28 markup is text", "<b>&amp;", "<b>&amp;"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Visible(tt.value); got != tt.want {
				t.Errorf("got %+q, want %+q", got, tt.want)
			}
			if got := HasHidden(tt.value); got != (tt.value != tt.want) {
				t.Errorf("HasHidden: got %v, want %v", got, tt.value != tt.want)
			}
		})
	}
}

// TestVisibleIsLinearInBlanks reads such a long line that quadratic work would take hours: the
// test would not end.
func TestVisibleIsLinearInBlanks(t *testing.T) {
	blanks := strings.Repeat(" ", 4<<20)
	if got, want := Visible(blanks+"x"+blanks), strings.Repeat("␣", len(blanks)); got != want+"x"+want {
		t.Errorf("%d bytes, want %d", len(got), 2*len(want)+1)
	}
}
