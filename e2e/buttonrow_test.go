package e2e

import (
	"slices"
	"testing"
)

// TestButtonsKeepTheirPlaces covers D3: no deciding button lies in the place of a different deciding button of
// another step. The test measures from the end of the frame and of its lines, which a chat keeps in place.
// Rows: D3.
func TestButtonsKeepTheirPlaces(t *testing.T) {
	t.Parallel()
	type box struct {
		Action                   string
		Left, Right, Top, Bottom float64
	}
	// Opening a page once more decides nothing.
	decides := func(step, action string) bool {
		return slices.Contains([]string{"send", "decline", "cancel"}, action) || action == "open" && step == "consent"
	}
	const boxes = stepButtons + `.filter((b) => !b.matches(".copy")).map((b) => {
		const { left, right, top, bottom } = b.getBoundingClientRect(), end = Math.max(...` + stepButtons + `.map((each) => each.getBoundingClientRect().bottom));
		return { Action: b.dataset.action, Left: left, Right: right, Top: end - bottom, Bottom: end - top };
	})`
	host := warmHost(t)
	for _, width := range []int{720, 390, 320, -720, -320} {
		// A negative width is that of a chat whose main buttons are at the end.
		actions := "start"
		if width < 0 {
			width, actions = -width, "end"
		}
		host.viewport(width, 800, 1)
		host.page().run(`(actions) => host.setContext({ "elicitform/actions": actions })`, actions)
		places := map[string][]box{}
		look := func(step string, form Document) {
			form.wait("the width", `(width) => innerWidth <= width`, width)
			form.wait("the end of the main button", `(actions) => (document.documentElement.dataset.actions || "start") === actions`, actions)
			if main := eval[[2]float64](form, `(() => {
				const [row, main] = [".actions", ".actions > .primary"].map((each) => [...document.querySelectorAll(each)].at(-1).getBoundingClientRect());
				return [main.left - row.left, row.right - main.right];
			})()`); main[0] > 1 && actions == "start" || main[1] > 1 && actions == "end" {
				t.Errorf("%d px, %s: the main button is %.0f px from the left and %.0f px from the right", width, step, main[0], main[1])
			}
			form.waitUntilIdle()
			places[step] = eval[[]box](form, boxes)
			if len(places[step]) < 3 {
				t.Fatalf("%s: %+v", step, places[step])
			}
		}
		travel := map[string]any{"server": map[string]any{"id": "travel.example"}}
		key, form := host.show(twoFields, travel)
		look("form", form)
		form.Type("City", "Oslo")
		form.toReview()
		look("review", form)
		form.do("cancel")
		host.outcome(key)
		key, form = host.show(secretForm, travel)
		look("secret", form)
		form.do("cancel")
		host.outcome(key)
		_, form = host.show(`{"message":"Sign in.","mode":"url","url":"https://login.travel.example/","elicitationId":"e"}`, travel)
		look("consent", form)
		form.do("open")
		form.onHeading("Finish in the other tab")
		look("waiting", form)
		form.do("close")
		for step, row := range places {
			for other, rest := range places {
				for i, a := range row {
					for j, b := range rest {
						// The main button is the first one everywhere.
						same := a.Action == b.Action || i == 0 && j == 0
						apart := a.Left >= b.Right || b.Left >= a.Right || a.Top >= b.Bottom || b.Top >= a.Bottom
						if !same && !apart && decides(step, a.Action) && decides(other, b.Action) {
							t.Errorf("%d px, main button at the "+actions+": %s of %s lies on %s of %s: %+v, %+v", width, a.Action, step, b.Action, other, a, b)
						}
					}
				}
			}
		}
	}
	host.page().run(`host.setContext({ "elicitform/actions": null })`)
}
