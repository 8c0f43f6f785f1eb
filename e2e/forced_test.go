package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestFocusInForcedColours covers G15: where the system chooses the colours, the focused element
// has the ring that the system uses for that, and so has the option of a list that Enter would
// take.
// Rows: G15.
func TestFocusInForcedColours(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.media(map[string]string{"forced-colors": "active"})
	key, form := host.show(everyKind, nil)
	controls := eval[[]string](form, `[...document.querySelectorAll("input, select, textarea, [data-action]")].filter((e) => e.checkVisibility()).map((e, i) => e.id || (e.id = "control-" + i))`)
	if len(controls) < 20 {
		t.Fatalf("only %d controls: %q", len(controls), controls)
	}
	for _, id := range controls {
		form.run(`(id) => document.getElementById(id).focus({ focusVisible: true, preventScroll: true })`, id)
		if wrong := eval[string](form, ringInForcedColours); wrong != "" {
			t.Errorf("the ring of %s: %s", id, wrong)
		}
	}
	form.Press("Not now")
	host.outcome(key)

	key, form = host.show(fields(choiceProperty("a", "City", 60)), nil)
	form.click(form.byID("f0"), 1)
	form.Key(kb.ArrowDown)
	form.wait("an active option", `f0.getAttribute("aria-activedescendant")`)
	form.run(`document.getElementById(f0.getAttribute("aria-activedescendant")).id = "active"`)
	if wrong := eval[string](form, ringInForcedColours); wrong != "" {
		t.Errorf("the ring of the active option: %s", wrong)
	}
	form.Press("Not now")
	host.outcome(key)
	host.expectQuiet()
}

// ringInForcedColours describes the fault in the ring of the option "active",
// or else of the focused element.
const ringInForcedColours = `(() => {
	const probe = document.createElement("i");
	probe.style.color = "Highlight";
	document.querySelector("main").append(probe);
	const highlight = getComputedStyle(probe).color;
	probe.remove();
	const focused = document.getElementById("active") ?? document.activeElement;
	const style = ` + ringStyle + `(focused);
	if (!style) return "none";
	const colour = style.outlineColor;
	return colour === highlight ? "" : colour + " instead of " + highlight;
})()`
