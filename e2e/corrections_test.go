package e2e

import (
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestACorrectionMovesNothing covers E9: a solved problem keeps its room until the next Continue, beside
// the field and in the summary. So the field, the next button and the height of the frame stay while
// the person corrects answers.
// Rows: E9.
func TestACorrectionMovesNothing(t *testing.T) {
	t.Parallel()
	for _, width := range []int{720, 390, 320} {
		host := warmHost(t)
		host.viewport(width, 2600, 1)
		_, form := host.show(pressForm, nil)
		form.run(pressScript)
		form.run(`spoil`, []int{0, 1, 2, 3, 6, 7})
		form.continueWithErrors()
		form.run(`lying()`)
		const places = `[...document.querySelectorAll("label, legend, input, textarea, button, a, h1, h2")]
			.filter((e) => e.checkVisibility() && !e.matches("button:not([data-action])")).map((e) => Math.round(e.getBoundingClientRect().top)).concat(innerHeight)`
		before := eval[[]int](form, places)
		wrong := eval[[]int](form, `wrong()`)
		if len(wrong) != 5 {
			t.Fatalf("%d px: wrong are %v", width, wrong)
		}
		for _, field := range wrong {
			last := eval[string](form, `begin`, field)
			form.run(`lying()`)
			top := `document.activeElement.getBoundingClientRect().top`
			at := eval[float64](form, top)
			host.Key(kb.End)
			host.Key(last)
			form.wait("the answer to be right", `(field) => !wrong().includes(field)`, field)
			form.run(`lying()`)
			if now := eval[float64](form, top); now != at {
				t.Errorf("%d px: field %d moves by %v px with its last character", width, field, now-at)
			}
			if after := eval[[]int](form, places); !slices.Equal(before, after) {
				t.Errorf("%d px, field %d: all is at %d, and at %d when it is corrected", width, field, before, after)
			}
		}
		for _, box := range []string{"f6", "f6-2", "f4", "f5"} {
			form.run(`(id) => document.getElementById(id).click()`, box)
		}
		form.wait("all to be solved", `document.querySelector("#summary[aria-hidden=true]")`)
		form.run(`lying()`)
		if after := eval[[]int](form, places); !slices.Equal(before, after) {
			t.Errorf("%d px: all is at %d, and at %d when everything is right", width, before, after)
		}
		host.expectQuiet()
	}
}
