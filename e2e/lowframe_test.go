package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// cutButtons lists the buttons of the step that are partly outside the frame or behind another
// element, at any scroll position of the document. The × of the header scrolls with it.
const cutButtons = `(async () => {
	const wrong = [];
	const paint = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
	await paint();
	const end = document.documentElement.scrollHeight;
	for (const at of [0, end / 3, end]) {
		scrollTo(0, at);
		await paint();
		const buttons = ` + stepButtons + `.filter((b) => !b.matches(".close"));
		if (buttons.length === 0) wrong.push("there are no buttons");
		for (const button of buttons) {
			const { left, right, top, bottom } = button.getBoundingClientRect();
			const on = (x, y) => button.contains(document.elementFromPoint(x, y));
			if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) {
				wrong.push(button.textContent + " is at " + [left, top, right, bottom].map(Math.round) + " of " + [innerWidth, innerHeight] + ", scrolled to " + Math.round(at));
			} else if (!on((left + right) / 2, (top + bottom) / 2) || !on((left + right) / 2, top + 4) || !on((left + right) / 2, bottom - 4)) {
				wrong.push(button.textContent + " is behind something, scrolled to " + Math.round(at));
			}
		}
	}
	return wrong;
})()`

// TestLowFrames: in a frame of any height the buttons are in view on every step, and the focused field is
// between them and the top of the frame.
// Rows: G11.
func TestLowFrames(t *testing.T) {
	t.Parallel()
	host := warmOpener(t)
	form := host.form()
	sizes := func(step string, look func(where string)) {
		t.Helper()
		for _, width := range []int{320, 390, 900} {
			for _, height := range []int{280, 420, 600} {
				host.viewport(width, height+20, 1)
				host.page().run(`(maxHeight) => host.setContext({ containerDimensions: { maxHeight } })`, height)
				form.wait("the room", `(height) => document.documentElement.classList.contains("limited") && innerHeight <= height`, height)
				where := fmt.Sprintf("%s, %d × %d", step, width, height)
				for _, wrong := range eval[[]string](form, cutButtons) {
					t.Errorf("%s: %s", where, wrong)
				}
				if look != nil {
					look(where)
				}
			}
		}
	}
	fields := make([]string, 6)
	for i := range fields {
		fields[i] = fmt.Sprintf(`"f%d":{"type":"string","title":"A question with a rather long title %d"}`, i, i)
	}
	key := host.start(`{"message":"`+strings.Repeat("Some words. ", 100)+`","requestedSchema":{"type":"object","properties":{`+strings.Join(fields, ",")+`},"required":["f0","f1","f2","f3","f4","f5"]}}`, nil)
	form.wait("the form", questions+`.length === 6`)
	// A phone shows its keyboard: the window is as low as the frame.
	focused := func(where string) {
		for _, id := range []string{"f0", "f3", "f5"} {
			form.run(`(id) => document.getElementById(id).focus()`, id)
			form.wait(where+": "+id+" between the buttons and the top", `(id) => {
				const { top, bottom } = document.getElementById(id).getBoundingClientRect();
				return top >= 0 && bottom <= document.getElementById("decide").getBoundingClientRect().top + 1;
			}`, id)
			host.waitFor(where+": "+id+" in view", func() bool { return host.inView("#" + id) })
		}
	}
	sizes("form", focused)
	form.continueWithErrors()
	sizes("errors", focused)
	for i := range fields {
		form.run(`(id) => { const field = document.getElementById(id); field.focus(); document.execCommand("insertText", false, "Oslo"); }`, fmt.Sprintf("f%d", i))
	}
	form.do("continue")
	form.button("send")
	sizes("review", nil)
	form.run(`document.querySelector("[data-action=send]").click()`)
	host.expectAction(key, "accept")
	form.atEnd()
	key, _ = host.show(`{"message":"`+strings.Repeat("Some words. ", 100)+`","requestedSchema":{"type":"object","properties":{}}}`, nil)
	sizes("confirmation", nil)
	form.run(`document.querySelector("[data-action=confirm]").click()`)
	host.expectAction(key, "accept")
	host.show(`{"mode":"url","message":"`+strings.Repeat("Some words. ", 100)+`","url":"http://a-rather-long-name-of-a-host.shop.example/`+strings.Repeat("path/", 30)+`","elicitationId":"e"}`, nil)
	sizes("consent", nil)
	form.run(`document.querySelector("[data-action=open]").click()`)
	form.onHeading("Finish in the other tab")
	sizes("waiting", nil)
}
