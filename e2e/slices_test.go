package e2e

import "testing"

// TestSearchWhileDrawing_N34 checks that the keys which look for something on the page
// find all of a form that is still being drawn: the rest is there before the browser
// acts on the key.
func TestSearchWhileDrawing_N34(t *testing.T) {
	t.Parallel()
	host := openHost(t, english)
	params := shared(200, `{"type":"string","title":"Text"}`)
	key, form := host.show(params, nil)
	form.waitUntilDrawn()
	all := form.fields()
	form.Press("Decline")
	host.outcome(key)
	for _, press := range []string{`{ key: "f", ctrlKey: true }`, `{ key: "Tab" }`} {
		for attempt := 1; ; attempt++ {
			form.onHeading(declinedHeading)
			form.run(`(() => {
				window.drawn = undefined;
				const fields = () => document.querySelectorAll(".field").length;
				const observer = new MutationObserver(() => {
					if (fields() === 0) return;
					observer.disconnect();
					// Nothing is drawn within the time of a frame after the last drawing.
					setTimeout(() => {
						const before = fields();
						document.getElementById("heading").dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...` + press + ` }));
						window.drawn = [before, fields()];
					}, 10);
				});
				observer.observe(document.body, { childList: true, subtree: true });
			})()`)
			key := host.start(params, nil)
			form.wait("the key to be pressed", `window.drawn`)
			drawn := eval[[]int](form, `window.drawn`)
			form.waitUntilDrawn()
			form.Press("Decline")
			host.expectAction(key, "decline")
			if (drawn[0] == all || drawn[1] == drawn[0]) && attempt < 20 {
				continue // All was drawn already, or a slice in this very moment.
			}
			if drawn[0] == all || drawn[1] != all {
				t.Errorf("%s: %d of %d fields before the key, %d after it", press, drawn[0], all, drawn[1])
			}
			break
		}
	}
	host.expectQuiet()
}
