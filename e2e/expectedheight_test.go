package e2e

import (
	"strings"
	"testing"
)

// TestHeightBeforeDrawing checks that the frame asks for the room of a form before the program draws it, so that the
// host page can make room meanwhile. At the end the frame is as high as its content. If the form is only a little lower
// than expected, the frame keeps its height, because it would move a second time.
func TestHeightBeforeDrawing(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	const text, explained = `{"type":"string","title":"Text"}`, `{"type":"string","title":"Text","description":"A\nB\nC\nD\nE\nF\nG\nH"}`
	// The frame's messages about heights since the request.
	const heightsFrom = `(from) => fromFrame.slice(from).map((text) => JSON.parse(text))
		.map(({ method, params }) => method === "elicitform/shown" ? "shown" : method === "ui/notifications/size-changed" ? String(params.height) : "")
		.filter(Boolean).join(" ")`
	const filled = `Math.abs(document.documentElement.getBoundingClientRect().height - innerHeight) <= 1`
	decline := func(key string, form Document) {
		t.Helper()
		form.Press("Decline")
		host.outcome(key)
		form.onHeading(declinedHeading)
		form.wait("the notice to fill the frame", filled)
	}
	// After another test the frame may be so high that the first form needs no message.
	decline(host.show(confirmation, nil))
	for _, step := range []struct {
		what, params string
		exact        bool
	}{
		{"the first form", shared(5, text), false},
		{"the same form again", shared(5, text), true},
		{"one with long texts, of which nothing is known", shared(8, explained), false},
		{"one whose texts are short again", shared(5, text), false},
		{"a form of which most is not seen", shared(200, text), false},
	} {
		from := len(host.fromFrame())
		key, form := host.show(step.params, nil)
		form.waitUntilDrawn()
		host.page().wait(step.what+": the frame to be as high as its content", `() => {
			const last = fromFrame.map((text) => JSON.parse(text)).filter(({ method }) => method === "ui/notifications/size-changed").at(-1).params.height;
			return document.querySelector("iframe").offsetHeight === last;
		}`)
		form.wait(step.what+": the content to fill the frame, but for a little", `(() => {
			const spare = innerHeight - document.documentElement.getBoundingClientRect().height;
			return spare >= -1 && spare < 40;
		})()`)
		got := eval[string](host.page(), heightsFrom, from)
		height := eval[string](form, `String(innerHeight)`)
		switch {
		case step.exact && got != height+" shown":
			t.Errorf("%s: the frame says %q, not its height of %s once, before it is drawn", step.what, got, height)
		case strings.HasPrefix(got, "shown"):
			t.Errorf("%s: the frame says %q, no height before it is drawn", step.what, got)
		case len(strings.Fields(got)) > 3:
			t.Errorf("%s: the frame says %q, more than what was expected and what it became", step.what, got)
		}
		decline(key, form)
	}
	host.expectQuiet()
}

// TestHeightOfAHiddenFrame checks that a hidden frame gets the height of its next form at once, without
// the height of its earlier content: each change costs a frame of the screen. An outcome without a form is visible too.
func TestHeightOfAHiddenFrame(t *testing.T) {
	t.Parallel()
	for what, params := range map[string]string{"a form": twoFields, "a confirmation": confirmation} {
		host := warmHost(t)
		host.page().run(`(() => {
			const iframe = document.querySelector("iframe");
			window.heights = [];
			window.observer = new MutationObserver(() => {
				const height = parseInt(iframe.style.blockSize);
				if (height && heights.at(-1) !== height) heights.push(height);
			});
			observer.observe(iframe, { attributes: true, attributeFilter: ["style"] });
		})()`)
		_, form := host.show(params, nil)
		form.wait("the content to fill the frame, but for a little", `(() => {
			const spare = innerHeight - document.documentElement.getBoundingClientRect().height;
			return innerHeight > 0 && spare >= -1 && spare < 40;
		})()`)
		height := eval[int](form, `innerHeight`)
		// The expected height, and the final one.
		heights := eval[[]int](host.page(), `(observer.disconnect(), heights)`)
		if len(heights) > 2 || heights[0] < height/2 || heights[len(heights)-1] != height {
			t.Errorf("%s: the frame becomes %d high, and is %d", what, heights, height)
		}
		host.expectQuiet()
	}
}
