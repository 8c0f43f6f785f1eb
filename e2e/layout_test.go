package e2e

import (
	"cmp"
	"strings"
	"testing"
)

// forEachStep shows every step of a request and calls look on each.
func (h *Host) forEachStep(look func(step string, form Document)) {
	h.t.Helper()
	inspect := func(step string, form Document) {
		form.waitUntilReplaced()
		look(step, form)
	}
	key, form := h.show(everyKind, nil)
	inspect("form", form)
	form.do("continue")
	form.wait("problems", listedProblems+`.length > 0`)
	inspect("errors", form)
	form.answerEverything(everyKind)
	form.do("continue")
	form.button("send")
	inspect("review", form)
	form.click(form.byID("change-0-0"), 1)
	form.button("continue")
	inspect("change", form)
	form.do("back")
	form.button("send")
	form.do("send")
	h.outcome(key)
	form.atEnd()
	inspect("done", form)

	h.showAndDecline("confirm", confirmation, inspect)
	h.showAndDecline("blocked", blockedForm, inspect)
	h.showAndDecline("consent", urlRequest("http://login.shop.example:8080/authorize?"+strings.Repeat("state=8f3b21&", 20)), inspect)
	h.showAndDecline("blocked address", urlRequest("https://bank.example@evil.example/"), inspect)

	key, form = h.show(urlRequest(baseURL(h.t)+"/e2e/page.html"), nil)
	form.do("open")
	h.outcome(key)
	form.button("done")
	h.toFront()
	inspect("waiting", form)
	form.do("close")
	form.wait("the screen to be put away", `!`+requestMark)

	key, form = h.show(threeParts("https://shop.example/"), map[string]any{"round": true, "deadlineIn": 3_600_000})
	inspect("round", form)
	form.do("decline")
	form.button("open")
	form.do("decline")
	form.do("confirm")
	form.button("send")
	inspect("review of a round", form)
	form.do("cancel")
	h.outcome(key)
	key = h.start(`{"mode": "voice", "message": "m"}`, nil)
	h.outcome(key)
	form.button("close")
	inspect("unshown", form)
}

// showAndDecline shows a request, calls inspect, and declines.
func (h *Host) showAndDecline(step, params string, inspect func(step string, form Document)) {
	h.t.Helper()
	key, form := h.show(params, nil)
	inspect(step, form)
	form.do("cancel")
	h.outcome(key)
	form.atEnd()
}

// expectNoScrolling fails the test if the page scrolls sideways, or if the
// frame scrolls at all: its height follows its content.
func (h *Host) expectNoScrolling(step string, form Document) {
	h.t.Helper()
	form.wait(step+": the frame to be as high as its content", `document.documentElement.scrollHeight <= innerHeight + 1`)
	form.run(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`)
	if wide := eval[string](form, `(() => {
		const root = document.documentElement;
		if (root.scrollWidth <= root.clientWidth) return "";
		const culprits = [...document.querySelectorAll("main *")].filter((e) => e.getBoundingClientRect().right > root.clientWidth + 1 || e.getBoundingClientRect().left < -1);
		return root.scrollWidth + " > " + root.clientWidth + ": " + culprits.slice(-3).map((e) => e.outerHTML.slice(0, 120)).join("; ");
	})()`); wide != "" {
		h.t.Errorf("G13: %s scrolls sideways: %s", step, wide)
	}
	if eval[bool](h.page(), `document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
		h.t.Errorf("G13: %s: the page scrolls sideways", step)
	}
}

// clippedText lists text that is cut off, and controls that cover each other.
const clippedText = `(() => {
	const list = [];
	const shown = (e) => e.checkVisibility() && e.getClientRects().length > 0 && !e.closest(".visually-hidden");
	for (const e of document.querySelectorAll("main *")) {
		if (!shown(e) || /^(INPUT|TEXTAREA|SELECT|OPTION|PRE|CODE)$/.test(e.tagName)) continue;
		const s = getComputedStyle(e);
		if ((s.overflowX !== "visible" || s.overflowY !== "visible") && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)) list.push("clipped: " + e.outerHTML.slice(0, 150));
	}
	const controls = [...document.querySelectorAll("button, input, select, textarea")].filter(shown);
	for (let i = 0; i < controls.length; i++) {
		for (let k = i + 1; k < controls.length; k++) {
			const [a, b] = [controls[i].getBoundingClientRect(), controls[k].getBoundingClientRect()];
			if (a.right - b.left > 1 && b.right - a.left > 1 && a.bottom - b.top > 1 && b.bottom - a.top > 1) list.push("overlap: " + controls[i].outerHTML.slice(0, 80) + " and " + controls[k].outerHTML.slice(0, 80));
		}
	}
	return list;
})()`

// smallTargets lists pointer targets that are too small: all must have 24 px,
// our own controls a height of 40 px, and of 44 px where a finger may touch the screen.
const smallTargets = `[...document.querySelectorAll("button, input, select, textarea, a, summary")].flatMap((e) => {
	if (e.getClientRects().length === 0 || e.closest(".visually-hidden")) return [];
	const target = e.type === "radio" || e.type === "checkbox" ? e.closest("label") : e;
	const box = target.getBoundingClientRect();
	const least = e.matches("a, button.link, summary") ? 24 : matchMedia("(any-pointer: coarse)").matches ? 44 : 40;
	return box.width < 24 || box.height < least - 0.5 ? [Math.round(box.width) + "x" + Math.round(box.height) + " " + e.outerHTML.slice(0, 100)] : [];
})`

// surroundings are the conditions under which every step is looked at.
var surroundings = []struct {
	name                 string
	width, height, scale int
	media                map[string]string
	// style is set in the frame's document.
	style string
	// axe is true if axe looks at it, too, without the rules that it cannot judge there.
	axe     bool
	without []string
}{
	{name: "light", axe: true},
	{name: "dark, with motion", axe: true,
		media: map[string]string{"prefers-color-scheme": "dark", "prefers-reduced-motion": "no-preference"}},
	// In forced colours the system chooses all colours, but axe reads the colours of the style sheet.
	{name: "forced colours", media: map[string]string{"forced-colors": "active"}, axe: true, without: []string{"color-contrast"}},
	{name: "320 px", width: 320, height: 256, scale: 4, axe: true},
	{name: "640 px", width: 640, height: 512, scale: 2},
	{name: "landscape", width: 568, height: 320, scale: 1},
	{name: "text at 200 %", width: 640, height: 800, scale: 1, style: ":root { font-size: 200% !important; }"},
	{name: "text spacing", width: 400, height: 800, scale: 1,
		style: "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }"},
}

// TestLayout covers N25 and its cases: G12 (targets), G13 (reflow at 320 px and
// 640 px and with text at 200 %), G14 (text spacing), G15 (forced colours), G17 (no
// motion), G19 (landscape), and axe on every step. The frame never scrolls inside.
// Rows: N25, G12, G13, G14, G15, G17, G19.
func TestLayout(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.forEachStep(func(step string, form Document) {
		for _, in := range surroundings {
			at := step + ", " + in.name
			host.viewport(cmp.Or(in.width, 1000), cmp.Or(in.height, 800), float64(cmp.Or(in.scale, 1)))
			host.media(in.media)
			form.run(`(style) => {
				const sheet = new CSSStyleSheet();
				sheet.replaceSync(style);
				document.adoptedStyleSheets = [sheet];
			}`, in.style)
			host.expectNoScrolling(at, form)
			for _, target := range eval[[]string](form, smallTargets) {
				t.Errorf("G12: %s: %s", at, target)
			}
			for _, text := range eval[[]string](form, clippedText) {
				t.Errorf("G14: %s: %s", at, text)
			}
			if in.axe {
				form.expectAccessible(at, in.without...)
			}
			if in.name == "forced colours" {
				form.expectBorders(at)
			}
			form.expectNoMotion(at)
		}
	})
	host.expectQuiet()
}

// expectBorders covers G15: in forced colours, borders mark the controls.
func (d Document) expectBorders(at string) {
	d.t.Helper()
	for _, control := range eval[[]string](d, `[...document.querySelectorAll("main button:not(.link), main input:not([type=radio]):not([type=checkbox]), main select, main textarea")].filter((e) => {
		const s = getComputedStyle(e);
		return e.getClientRects().length > 0 && (s.borderTopStyle === "none" || parseFloat(s.borderTopWidth) < 1);
	}).map((e) => e.outerHTML.slice(0, 80))`) {
		d.t.Errorf("G15: %s: no border on %s", at, control)
	}
}

// expectNoMotion covers G17: nothing in the form moves, even if the person has not asked for reduced motion.
func (d Document) expectNoMotion(at string) {
	d.t.Helper()
	if got := eval[int](d, `document.getAnimations().length`); got != 0 {
		d.t.Errorf("G17: %s has %d animations", at, got)
	}
	if moving := eval[[]string](d, `[...document.querySelectorAll("body, body *")].filter((e) => {
		const s = getComputedStyle(e);
		return [s.transitionDuration, s.animationDuration].some((all) => all.split(",").some((time) => parseFloat(time) > 0)) && s.transitionProperty !== "none";
	}).map((e) => e.outerHTML.slice(0, 80))`); len(moving) > 0 {
		d.t.Errorf("G17: %s would move %q", at, moving)
	}
	if smooth := eval[string](d, `getComputedStyle(document.documentElement).scrollBehavior`); smooth == "smooth" {
		d.t.Errorf("G17: %s scrolls smoothly", at)
	}
}

// TestRightToLeft covers G18, N26 and G1: in languages that run from right to
// left the interface is mirrored, while numbers, addresses and dates keep their
// direction.
// Rows: G1, G18, N26.
func TestRightToLeft(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.forEachStep(func(step string, form Document) {
		for _, locale := range []string{"ar", "he"} {
			host.page().run(`(locale) => host.setContext({locale})`, locale)
			form.wait("right to left", `(lang) => document.documentElement.dir === "rtl" && document.documentElement.lang === lang`, locale)
			host.expectNoScrolling(step, form)
			form.expectAccessible(locale + " " + step)
		}
		if step != "form" {
			return
		}
		for id, want := range map[string]string{"f1": "ltr", "f2": "ltr", "f3": "ltr", "f4": "ltr", "f5-day": "ltr", "f6-time": "ltr"} {
			if got := eval[string](form, `(id) => getComputedStyle(document.getElementById(id)).direction`, id); got != want {
				t.Errorf("G18: %s runs %s", id, got)
			}
		}
		if got := eval[string](form, `getComputedStyle(document.querySelector("main")).direction`); got != "rtl" {
			t.Errorf("G18: the form runs %s", got)
		}
		if !eval[bool](form, `(() => { const input = document.getElementById("f8").getBoundingClientRect(), text = document.createRange(); text.selectNodeContents(document.querySelector("label[for=f8]").lastChild); return input.left > text.getBoundingClientRect().right; })()`) {
			t.Error("G18: radio buttons are on the wrong side")
		}
		if open := eval[int](form, `[...document.querySelectorAll(".server-text, dt, legend, .field > label, .options:not([role]):not(.inline) label.option")].filter((e) => !e.closest("[dir=auto], bdi") && !e.querySelector("[dir=auto], bdi")).length`); open != 0 {
			t.Errorf("G1: %d texts of the server have no direction of their own", open)
		}
	})
	host.expectQuiet()
}

// TestHostTheme covers P21: the form takes the theme of the host.
// Rows: P21.
func TestHostTheme(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.page().run(`host.setContext({theme: "dark"})`)
	_, form := host.show(twoFields, nil)
	form.wait("the dark theme", `getComputedStyle(document.documentElement).colorScheme === "dark"`)
	// The dark page is seen through the frame, and axe knows nothing of that page.
	form.run(`document.documentElement.style.background = "var(--page)"`)
	form.expectAccessible("dark by the host")
	host.expectQuiet()
}

// TestAccessibleStructure covers the names, roles and states that an assistive
// technology gets of a field of each kind: F2, F3, F5, F7, P7, P8 and T13.
// Rows: F2, F3, F5, F7, P7, P8, T13.
func TestAccessibleStructure(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	_, form := host.show(`{"message": "m", "requestedSchema": {"type": "object", "properties": {
		"name": {"type": "string", "title": "Name", "description": "As on your passport"},
		"nick": {"type": "string", "title": "Nickname"},
		"colour": {"type": "string", "title": "Colour", "description": "Of the bicycle", "enum": ["Red", "Blue"]},
		"agree": {"type": "boolean", "title": "Parking"},
		"news": {"type": "boolean", "title": "Newsletter"}
	}, "required": ["name", "colour", "agree"]}}`, nil)
	form.continueWithErrors()
	dump := form.axDump()
	for _, want := range []string{
		// The error comes first, and each part ends a sentence.
		`textbox | Name | Error: Enter an answer. As on your passport`,
		`textbox | Nickname (optional)`,
		`group | Colour | Error: Choose an answer. Of the bicycle`,
		`radio | Red`,
		`group | Parking`,
		`group | Newsletter (optional)`,
		`radio | No answer`,
		`group | There is a problem`,
		`heading | There is a problem |  | level=2`,
		`heading | Example asks |  | level=1`,
	} {
		if !strings.Contains(dump, want) {
			t.Errorf("the accessibility tree lacks %q:\n%s", want, dump)
		}
	}
	if name := form.byID("f0"); !name.HasState("required") || !name.HasState("invalid") && !name.HasState("invalid=true") {
		t.Errorf("P7, P8: %s", name)
	}
	if n := strings.Count(dump, "No answer"); n != 1 {
		t.Errorf("T13: %d times No answer:\n%s", n, dump)
	}
	if bad := eval[[]string](form, `(() => {
		const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
		const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
		const dangling = [...document.querySelectorAll("[for], [aria-describedby], [aria-labelledby]")].flatMap((e) =>
			["for", "aria-describedby", "aria-labelledby"].flatMap((a) => (e.getAttribute(a) ?? "").split(" ")).filter((id) => id && !document.getElementById(id)));
		return [...twice, ...dangling];
	})()`); len(bad) > 0 {
		t.Errorf("F7: ids that are double or lead nowhere: %q", bad)
	}
	host.expectQuiet()
}

// TestRowsOfButtons covers G13: the buttons of a step take one line, or two in a very narrow frame, and × is at
// the same place on every step.
// Rows: G13, D3.
func TestRowsOfButtons(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	_, form := host.show(`{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string","title":"A"}},"required":["a"]}}`, map[string]any{"server": map[string]any{"id": "example-server"}})
	look := func() {
		t.Helper()
		for width, lines := range map[int]int{600: 1, 480: 1, 390: 1, 320: 2} {
			host.viewport(width, 800, 1)
			form.wait("the lines of buttons", `(lines, width) => {
				const tops = new Set([...document.querySelectorAll(".actions > *")].map((button) => button.getBoundingClientRect().top));
				const { top, right } = document.querySelector(".close").getBoundingClientRect();
				return innerWidth <= width && tops.size <= lines && top <= 8 && right <= innerWidth && right >= innerWidth - 8;
			}`, lines, width)
		}
	}
	look()
	form.Type("A", "x")
	form.toReview()
	look()
}
