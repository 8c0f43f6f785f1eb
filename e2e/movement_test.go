package e2e

import "testing"

// watchMovement notes on the page, once for each picture of the screen, how high the frame is and how far
// the page is scrolled, where one of them has changed.
const watchMovement = `(() => {
	const iframe = document.querySelector("iframe");
	window.heights = [];
	window.scrolls = [];
	const note = (list, now) => list.at(-1) !== now && list.push(now);
	(function look() {
		note(heights, iframe.offsetHeight);
		note(scrolls, Math.round(scrollY));
		requestAnimationFrame(look);
	})();
})()`

// movement is how often the frame has changed its height and the page was scrolled, and how often the
// frame has told its height.
type movement struct{ Heights, Scrolls, Told int }

// TestOneMovementAStep checks that a step, and a request after another one, changes the height of the frame once,
// and scrolls the page once.
func TestOneMovementAStep(t *testing.T) {
	t.Parallel()
	host := openReadyHost(t, english)
	host.withMotion()
	host.viewport(720, 600, 1)
	host.page().run(`document.body.style.paddingBlock = "400px 2500px"`)
	key, form := host.show(everyKind, nil)
	form.answerEverything(everyKind)
	host.page().run(watchMovement)
	const moved = `(() => {
		const told = fromFrame.filter((text) => JSON.parse(text).method === "ui/notifications/size-changed").length;
		return { heights: heights.length, scrolls: scrolls.length, told };
	})()`
	movesOnce := func(what string, act func()) {
		t.Helper()
		host.pause(300)
		before := eval[movement](host.page(), moved)
		act()
		host.page().wait("the frame to change its height", `(before) => heights.length > before`, before.Heights)
		host.pause(1000) // Nothing moves any more by then.
		now := eval[movement](host.page(), moved)
		got := movement{now.Heights - before.Heights, now.Scrolls - before.Scrolls, now.Told - before.Told}
		if got.Heights != 1 || got.Scrolls > 1 || got.Told != 1 {
			t.Errorf("%s: %+v, with the heights %v and the page at %v", what, got,
				eval[[]int](host.page(), `heights`)[before.Heights-1:], eval[[]int](host.page(), `scrolls`)[before.Scrolls-1:])
		}
	}
	step := func(what string, button Node) {
		t.Helper()
		x, y := form.clickPoint(button)
		movesOnce(what, func() { must(t, host.browser.Click(x, y, 1, 1)) })
	}
	step("form to review", form.button("continue"))
	step("review to change", form.byID("change-0-11"))
	step("change to review", form.button("continue"))
	step("review to another change", form.byID("change-0-0"))
	step("change back to review", form.button("back"))
	step("review to done", form.button("send"))
	host.outcome(key)
	movesOnce("done to the next request", func() { key = host.start(twoFields, nil) })
	step("the next request to done", form.button("decline"))
	host.expectAction(key, "decline")
	host.expectQuiet()
}

// TestStepsFadeIn covers G17: a step fades in for a moment, and nothing else is animated. A form that
// nobody sees yet does not, and a person who wants less motion sees none.
func TestStepsFadeIn_G17(t *testing.T) {
	t.Parallel()
	host := openReadyHost(t, english)
	host.withMotion()
	form := host.form()
	// On a slow machine an animation is over when it is told that it has started: it is looked at when it is made.
	form.run(`(() => {
		window.came = [];
		const made = new WeakMap();
		new MutationObserver(() => document.getAnimations().forEach(({ effect }) => made.set(effect.target, effect)))
			.observe(document, { subtree: true, childList: true, attributes: true });
		document.addEventListener("animationstart", ({ target }) => {
			const effect = made.get(target);
			const moves = effect.getKeyframes().flatMap(({ offset, computedOffset, easing, composite, ...properties }) => Object.keys(properties));
			came.push([target.className, effect.getTiming().duration, ...moves].join(" "));
		});
	})()`)
	key, form := host.show(twoFields, nil)
	form.Type("City", "Oslo")
	form.toReview()
	form.wait("a fade for each step", `came.join() === "step 120 opacity opacity,step 120 opacity opacity"`)
	host.media(map[string]string{"prefers-reduced-motion": "reduce"})
	form.Press("Back")
	form.onHeading(askingHeading("Example"))
	form.waitForRender()
	if n := eval[int](form, `came.length`); n != 2 {
		t.Errorf("with less motion, %d steps have faded in", n-2)
	}
	form.Press("Decline")
	host.expectAction(key, "decline")
	host.expectQuiet()
}
