package e2e

import (
	"strings"
	"testing"
)

// TestClearedDefaults covers N14: the button that clears a suggestion leaves the person in that question.
// Rows: N14.
func TestClearedDefaults(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	_, form := host.show(fields(
		`"some":{"type":"array","title":"Some","minItems":1,"items":{"type":"string","enum":["a","b","c"]},"default":["c","a"]}`,
		`"day":{"type":"string","title":"Day","format":"date","default":"2024-02-29"}`), nil)
	for _, label := range []string{"Some", "Day"} {
		form.Press("Clear “" + label + "”")
		form.find("button", "Use suggestion for “"+label+"”")
		form.waitUntilIdle()
		if at := eval[string](form, questions+`.find((label) => label.parentElement.contains(document.activeElement))?.textContent ?? "?"`); !strings.HasPrefix(at, label) {
			t.Errorf("after clearing %s the focus is in %q", label, at)
		}
	}
	if suggestions := eval[string](form, `[...document.querySelectorAll("input:not([type=checkbox])")].map((i) => i.value).join("") + document.querySelectorAll("input[type=checkbox]:checked").length`); suggestions != "0" {
		t.Errorf("left over: %q", suggestions)
	}
	host.expectQuiet()
}
