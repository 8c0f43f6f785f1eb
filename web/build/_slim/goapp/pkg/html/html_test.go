package html

import (
	"html"
	"testing"
)

func TestEscapeString(t *testing.T) {
	for _, text := range []string{"", "plain", `a < b && "c" > 'd'`, "&amp;", "\x00é\xff"} {
		if got, want := EscapeString(text), html.EscapeString(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
