package component

import (
	"strings"
	"testing"
)

// TestFits: a text fits on one line of so many columns. The rest of a long text is not read.
func TestFits(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, strings.Repeat("a", 10): true, strings.Repeat("a", 11): false,
		strings.Repeat("é", 10): true, strings.Repeat("é", 11): false,
		strings.Repeat("日", 5): true, strings.Repeat("日", 5) + "a": false, strings.Repeat("a", 9) + "日": false,
	} {
		t.Run(text, func(t *testing.T) {
			if got := fits(text, 10); got != want {
				t.Errorf("%q fits: %v", text, got)
			}
		})
	}
}
