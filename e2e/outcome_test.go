package e2e

import "testing"

// TestOutcome: an outcome stays until the next request, in one line and without a button,
// or for as long as the host wants, or not at all. A hidden frame does not keep the focus.
// Rows: G8, W1.
func TestOutcome(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	for _, c := range []struct {
		name, outcome string
		stays         bool
	}{
		{"until the next request", `undefined`, true}, {"for a moment", `{ milliseconds: 300 }`, false}, {"not at all", `"hidden"`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			host.reportTo(t)
			host.page().run(`hostOptions.outcome = ` + c.outcome + `; events.length = 0`)
			key, form := host.show(twoFields, nil)
			form.Press("Decline")
			host.expectAction(key, "decline")
			if c.stays {
				form.onHeading(declinedHeading)
				form.wait("two lines", `document.documentElement.offsetHeight < 90 && `+stepButtons+`.length === 1`)
			} else {
				host.page().wait("the frame to be put away", `document.querySelector("iframe").style.visibility === "hidden" && `+
					`document.activeElement.tagName !== "IFRAME" && events.some(({ type }) => type === "closed")`)
			}
			host.expectQuiet()
		})
	}
}

// TestMaxHeight: a frame with a limited height scrolls inside. The buttons stay in view and
// do not cover the focused element, and the limit can change.
// Rows: G11.
func TestMaxHeight(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.page().run(`host.setContext({ containerDimensions: { maxHeight: 480 } })`)
	host.viewport(900, 800, 1)
	_, form := host.show(everyKind, nil)
	height := func(want string) {
		t.Helper()
		host.page().wait("the height "+want, `(want) => new Function("h", "return h " + want)(document.querySelector("iframe").offsetHeight)`, want)
	}
	for _, width := range []int{900, 320} {
		host.viewport(width, 800, 1)
		height("=== 480")
		form.run(`scrollTo(0, 0)`)
		form.focus(form.byID("f0"))
		stops := 0
		for ; stops < 200; stops++ {
			form.wait("what has the focus not to be hidden, and the buttons to be in view", `(() => {
				const buttons = document.getElementById("decide").getBoundingClientRect(), a = document.activeElement;
				const { top, bottom } = (a.matches("[type=radio], [type=checkbox]") ? a.closest("label") : a).getBoundingClientRect();
				return buttons.bottom <= innerHeight + 1 && buttons.top > 0 && top >= 0 && (a.closest("#decide") || bottom <= buttons.top + 1);
			})()`)
			if eval[bool](form, `document.activeElement.closest("#decide") !== null`) {
				break
			}
			host.Key("\t")
		}
		if stops < 10 || stops == 200 {
			t.Errorf("%d px wide: %d stops before the buttons", width, stops)
		}
	}
	host.page().run(`host.setContext({ containerDimensions: { maxHeight: 600 } })`)
	height("=== 600")
	host.page().run(`host.setContext({ containerDimensions: undefined })`)
	height("> 1000")
	host.expectQuiet()
}

// TestMaxHeightOfReview: on a long review too the buttons stay in view, below a heading
// that is in view.
// Rows: G11.
func TestMaxHeightOfReview(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.page().run(`host.setContext({ containerDimensions: { maxHeight: 480 } })`)
	for _, width := range []int{900, 320} {
		host.viewport(width, 800, 1)
		key, form := host.show(manyFields(30), nil)
		form.toReview()
		form.wait("heading and buttons to be in view", `(() => {
			const heading = document.getElementById("heading").getBoundingClientRect(), buttons = document.getElementById("decide").getBoundingClientRect();
			return document.documentElement.scrollHeight > innerHeight && heading.top > 0 && heading.bottom < buttons.top && buttons.bottom <= innerHeight + 1;
		})()`)
		form.Press("Decline")
		host.expectAction(key, "decline")
	}
	host.expectQuiet()
}

// TestRoom: a host can give the frame more room than the form needs. The room is gone while nothing
// is shown, and a limit wins over it.
// Rows: G11, N32.
func TestRoom(t *testing.T) {
	t.Parallel()
	host := openReadyHost(t, map[string]any{"context": english["context"], "minHeight": 900, "outcome": "hidden"})
	height := func(want string) {
		t.Helper()
		host.page().wait("the height "+want, `(want) => new Function("h", "return h " + want)(document.querySelector("iframe").offsetHeight)`, want)
	}
	key, form := host.show(twoFields, nil)
	height("=== 900")
	for room, want := range map[string]string{
		`{ minHeight: 900, maxHeight: 500 }`:                    "=== 500",
		`{ height: 480, maxHeight: 900 }`:                       "<= 480",
		`{ minHeight: "900", maxHeight: -1, height: NaN }`:      "< 800",
		`{ minHeight: 1100, get maxHeight() { return null; } }`: "=== 1100",
	} {
		host.page().run(`host.setContext({ containerDimensions: ` + room + ` })`)
		height(want)
	}
	form.Press("Decline")
	host.expectAction(key, "decline")
	host.page().wait("the frame to be put away", `document.querySelector("iframe").offsetHeight === 0`)
	host.expectQuiet()
}
