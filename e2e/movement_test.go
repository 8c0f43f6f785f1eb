package e2e

import "testing"

// watchMovement records on the page, once for each frame of the screen, the height of the frame and the scroll
// position of the page if one of them has changed.
const watchMovement = `(() => {
	const iframe = document.querySelector("iframe");
	window.heights = [];
	window.scrolls = [];
	const note = (list, now) => list.at(-1) !== now && list.push(now);
	window.looking = true;
	(function look() {
		if (!window.looking) return;
		note(heights, iframe.offsetHeight);
		note(scrolls, Math.round(scrollY));
		testClock.nextFrame(look);
	})();
})()`

// movement counts the changes of the frame's height, the movements of the page, and the frame's reports of its
// height.
type movement struct{ Heights, Scrolls, Reports int }

// TestOneMovementAStep checks that a step, and a request after another request, changes the height of the frame once,
// and scrolls the page once.
func TestOneMovementAStep(t *testing.T) {
	t.Parallel()
	host := openReadyHost(t, english)
	host.viewport(720, 600, 1)
	host.page().run(`document.body.style.paddingBlock = "400px 2500px"`)
	key, form := host.show(everyKind, nil)
	form.answerEverything(everyKind)
	host.page().run(watchMovement)
	const moved = `(() => {
		const reports = fromFrame.filter((text) => JSON.parse(text).method === "ui/notifications/size-changed").length;
		return { heights: heights.length, scrolls: scrolls.length, reports };
	})()`
	movesOnce := func(what string, act func()) {
		t.Helper()
		before := eval[movement](host.page(), moved)
		act()
		host.page().wait("the frame to change its height", `(before) => heights.length > before`, before.Heights)
		host.advance(700) // Every movement has ended by then.
		now := eval[movement](host.page(), moved)
		got := movement{now.Heights - before.Heights, now.Scrolls - before.Scrolls, now.Reports - before.Reports}
		if got.Heights != 1 || got.Scrolls > 1 || got.Reports != 1 {
			t.Errorf("%s: %+v, with the heights %v and the page at %v", what, got,
				eval[[]int](host.page(), `heights`)[before.Heights-1:], eval[[]int](host.page(), `scrolls`)[before.Scrolls-1:])
		}
	}
	host.waitUntilIdle()
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
	host.page().run(`void (window.looking = false)`)
	host.waitUntilIdle()
	host.expectQuiet()
}
