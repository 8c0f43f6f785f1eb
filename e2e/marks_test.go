package e2e

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestMarks_StayInTheirText: marks that are piled up on the letters of a server paint over nothing of ours, neither above nor
// below their text.
// Rows: B26.
func TestMarks_StayInTheirText(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.viewport(360, 900, 1)
	pictures := func(mark string) (all map[string]image.Image) {
		piled := strings.Repeat("Z"+strings.Repeat(mark, 8), 15)
		key, form := host.show(fmt.Sprintf(`{"message":"%[1]s","requestedSchema":{"type":"object","title":"Form %[1]s","properties":{
			"a":{"type":"string","title":"First password"},
			"b":{"type":"string","title":"%[1]s"},
			"c":{"type":"string","title":"Third","description":"More %[1]s","minLength":3},
			"d":{"type":"string","title":"Fourth","oneOf":[{"const":"x","title":"%[1]s","description":"More %[1]s"},{"const":"y"}]},
			"e":{"type":"string","title":"Fifth %[1]s","minLength":3}}}}`, piled), nil)
		// The pointer would change the look of the element below it, and the other layout has that element elsewhere.
		host.mouse(chromedp.MouseMoved, 1, 1)
		all = map[string]image.Image{}
		for _, selector := range []string{".warning", "#f0", "#f1", "#f2", "[for=f2]", "#f2-hint .rules", "[for=f3-2]", "#f4", ".decide"} {
			all[selector] = host.picture(form, selector, -1)
		}
		form.Press("Decline")
		host.outcome(key)
		return all
	}
	plain := pictures("")
	for _, mark := range []string{"\u030d", "\u0329", "\u0e47"} {
		for selector, got := range pictures(mark) {
			if got.Bounds() != plain[selector].Bounds() {
				t.Errorf("%+q moves or stretches %s: %v, was %v", mark, selector, got.Bounds(), plain[selector].Bounds())
			} else if n := standsOut(got, plain[selector]); n > 0 {
				t.Errorf("%+q paints %d pixels of %s", mark, n, selector)
			}
		}
	}
}
