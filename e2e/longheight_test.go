package e2e

import (
	"fmt"
	"testing"
)

// TestLongFormHeight: the frame keeps its height while a person reads a long form and its review, on a desktop and on a phone. The
// browser finds what is out of view.
// Rows: N34.
func TestLongFormHeight(t *testing.T) {
	t.Parallel()
	for _, width := range []int{720, 320} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			host := warmHost(t)
			host.viewport(width, 800, 1)
			host.page().run(`document.body.style.paddingBlock = "300px 3000px"`)
			const fields = 120
			key, form := host.show(manyFields(fields), nil)
			form.waitUntilDrawn()

			const height = `document.querySelector("iframe").offsetHeight`
			const read = `(async () => {
				const heights = new Set();
				const end = document.documentElement.scrollHeight;
				for (let y = 0; y < end; y += innerHeight / 2) {
					scrollTo(0, y);
					await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(next))));
					heights.add(` + height + `);
				}
				return [...heights].join();
			})()`
			readAll := func(what string) {
				t.Helper()
				host.waitUntilIdle()
				before := eval[string](host.page(), `String(`+height+`)`)
				if heights := eval[string](host.page(), read); heights != before {
					t.Errorf("%s is %s pixels high, and then %s, while a person reads it", what, before, heights)
				}
				host.page().run(`scrollTo(0, 0)`)
			}

			last := fmt.Sprintf("f%d", fields-1)
			if found := eval[bool](form, `window.find(`+quote(fmt.Sprintf("Text %d", fields-1))+`)`); !found {
				t.Error("the browser does not find a label that nobody has seen")
			}
			form.run(`document.getElementById("f0").focus()`)
			readAll("the form")

			form.run(`(id) => document.getElementById(id).scrollIntoView()`, last)
			form.toReview()
			readAll("the review")
			form.Press("Decline")
			host.expectAction(key, "decline")
			host.expectQuiet()
		})
	}
}
