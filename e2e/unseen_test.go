package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/e2e/driver"
)

// TestUnseenQuestions covers N34: most of a long form is neither laid out nor painted while it is out of view. The height of
// the frame is right all the same, and constant while a person reads the form, on a desktop and on a phone. The parts out of
// view can be found, focused and printed, and assistive technology gets them; a part that was in view is not clipped.
// Rows: N34.
func TestUnseenQuestions(t *testing.T) {
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
			readAll := func(what string, least int) {
				t.Helper()
				host.waitUntilIdle()
				const unseen = `[...document.querySelectorAll("[data-like]")].filter((e) => e.style.contentVisibility === "").length`
				if n := eval[int](form, unseen); n < least {
					t.Errorf("%s: only %d of its parts are not laid out", what, n)
				}
				before := eval[string](host.page(), `String(`+height+`)`)
				if heights := eval[string](host.page(), read); heights != before {
					t.Errorf("%s is %s pixels high, and then %s, while a person reads it", what, before, heights)
				}
				form.wait(what+": all to have been seen", unseen+` === 0`)
				host.page().run(`scrollTo(0, 0)`)
			}

			last := fmt.Sprintf("f%d", fields-1)
			if found := eval[bool](form, `window.find(`+quote(fmt.Sprintf("Text %d", fields-1))+`)`); !found {
				t.Error("the browser does not find a label that nobody has seen")
			}
			form.run(`document.getElementById("f0").focus()`)
			readAll("the form", fields/2)

			form.run(`(id) => document.getElementById(id).scrollIntoView()`, last)
			form.toReview()
			readAll("the review", fields/2)
			form.Press("Decline")
			host.expectAction(key, "decline")
			host.expectQuiet()
		})
	}
}

// TestUnseenQuestionsAreSpoken: a screen reader gets all questions, as in any page. The browser exposes the parts that
// are not laid out only if it knows of a screen reader.
// Rows: N34.
func TestUnseenQuestionsAreSpoken(t *testing.T) {
	t.Parallel()
	b, err := launch(driver.Headless, chromedp.Flag("force-renderer-accessibility", true))
	must(t, err)
	host := &Host{Tab: newTabIn(t, func() (*browser, error) { return b, nil })}
	host.load(baseURL(t))
	host.mount(english)
	host.waitUntilReady()
	key, form := host.show(manyFields(120), nil)
	form.waitUntilDrawn()
	form.find("textbox", "Text 119")
	form.findIn(form.find("group", "Colour 115"), "radio", "green")
	form.Press("Decline")
	host.expectAction(key, "decline")
	host.expectQuiet()
}

// TestUnseenProblems covers N34: the problem of a question out of view is in the summary, which leads to the question, and the
// question has its height with the error.
// Rows: N34.
func TestUnseenProblems(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.page().run(`document.body.style.paddingBlock = "300px 3000px"`)
	properties := ""
	for i := range 100 {
		properties += fmt.Sprintf(`"p%d":{"type":"string","title":"Text %d"},`, i, i)
	}
	key, form := host.show(`{"message":"m","requestedSchema":{"type":"object","required":["p99","last"],"properties":{`+properties+`"last":{"type":"string","title":"Last"}}}}`, nil)
	form.waitUntilDrawn()
	form.do("continue")
	form.wait("the summary", `document.querySelectorAll("#summary li").length === 2`)
	form.Follow("“Text 99”: Enter an answer")
	form.wait("the focus in the question", `document.activeElement.id === "f99"`)
	const clipped = `(() => {
		const field = document.activeElement.closest(".field");
		return field.scrollHeight > field.clientHeight + 1 || field.hasAttribute("data-like");
	})()`
	if eval[bool](form, clipped) {
		t.Error("the question with the problem is cut off")
	}
	form.Press("Decline")
	host.expectAction(key, "decline")
	host.expectQuiet()
}

// TestUnseenHeightsStay covers N34: an error makes a question higher, from which other questions take their expected height.
// Their expected height stays.
// Rows: N34.
func TestUnseenHeightsStay(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.page().run(`document.body.style.paddingBlock = "300px 3000px"`)
	key, form := host.show(shared(60, `{"type":"integer","title":"Count"}`), nil)
	form.waitUntilDrawn()
	const heights = `[...new Set([...document.querySelectorAll("[data-like]")].map((e) => e.style.containIntrinsicBlockSize))].join()`
	const first = `document.querySelector(".field").offsetHeight`
	before, low := eval[string](form, heights), eval[int](form, first)
	form.setText("f0", "x")
	form.do("continue")
	form.wait("the error", `(low) => `+first+` > low`, low)
	form.waitUntilDrawn()
	if got := eval[string](form, heights); before == "" || got != before {
		t.Errorf("an error of the question that others are like changes their height from %q to %q", before, got)
	}
	form.Press("Decline")
	host.expectAction(key, "decline")
	host.expectQuiet()
}
