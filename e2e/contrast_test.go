package e2e

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/elicitform/elicitform/e2e/axe"
)

// hostileColours are style variables that a host, or an attacker who controls
// its theme, could pass. The frame's rules for names and values accept all of
// them.
var hostileColours = []map[string]string{
	{"background-primary": "#777", "background-secondary": "#777", "text-primary": "#777", "text-secondary": "#777", "border-primary": "#777", "border-secondary": "#777",
		"ring-primary": "#777", "text-danger": "#777", "background-danger": "#777", "text-warning": "#777", "background-warning": "#777", "text-success": "#777", "background-success": "#777"},
	{"background-primary": "white", "text-primary": "white", "text-secondary": "#fefefe", "border-primary": "white", "ring-primary": "white", "text-danger": "white", "text-warning": "white", "text-success": "white"},
	{"background-primary": "black", "background-secondary": "black", "text-primary": "black", "background-danger": "black", "background-warning": "black", "background-success": "black"},
	{"background-primary": "transparent", "background-secondary": "transparent", "text-primary": "transparent", "text-secondary": "transparent", "border-primary": "transparent",
		"ring-primary": "transparent", "text-danger": "transparent", "background-danger": "transparent", "text-warning": "transparent", "background-warning": "transparent"},
	{"background-primary": "rgb(0 0 0 / 0.5)", "background-secondary": "rgb(0 0 0 / 0.6)", "text-primary": "rgb(0 0 0 / 0.4)", "text-secondary": "rgb(255 0 0 / 0.3)"},
	{"background-primary": "currentcolor", "background-secondary": "currentcolor", "text-primary": "currentcolor", "text-secondary": "color-mix(in srgb, currentcolor 20%, white)",
		"border-primary": "currentcolor", "background-danger": "color-mix(in oklab, currentcolor, red)", "background-warning": "currentcolor"},
	{"text-primary": "var(--color-background-primary)", "background-primary": "var(--color-own)", "own": "#334", "text-secondary": "var(--color-text-primary)", "background-secondary": "var(--color-nothing, #445)"},
	{"text-primary": "var(--color-text-primary)", "background-primary": "var(--color-text-secondary)", "text-secondary": "var(--color-background-primary)"},
	{"text-primary": "var(--page)", "background-secondary": "var(--text)", "background-danger": "var(--danger)"},
	{"text-primary": "12px", "background-primary": "banana", "text-secondary": "inherit", "border-primary": "none", "background-secondary": "linear-gradient(red, blue)", "ring-primary": "unset", "text-danger": "1", "background-danger": "!important"},
	{"background-primary": "light-dark(#111, #eee)", "text-primary": "light-dark(#222, #ddd)", "background-secondary": "light-dark(#eee, #111)"},
	{"background-primary": "#12131a"},
	{"background-primary": "#fffdf5"},
	{"text-primary": "#eee", "text-secondary": "#999"},
	{"background-secondary": "#000", "background-danger": "#fff", "background-warning": "#555", "background-success": "#808080"},
	{"background-primary": "oklch(0.7 0.4 30)", "text-primary": "lab(50 120 -120)", "text-secondary": "color(display-p3 1 0 0)", "border-primary": "hwb(120 10% 10%)", "background-secondary": "color(rec2020 0 1 0)"},
	{"background-primary": "Canvas", "text-primary": "Canvas", "text-secondary": "GrayText", "border-primary": "ButtonFace", "background-secondary": "CanvasText", "ring-primary": "Highlight"},
	{"background-primary": "#808080", "text-primary": "#7f7f7f"},
	{"background-primary": "rgb(from #fff r g b)", "text-primary": "color-mix(in oklch, white, yellow)", "text-secondary": "hsl(60 100% 50%)", "text-danger": "#ff0", "text-warning": "#ff0"},
	{"text-primary": "contrast-color(var(--color-text-primary))", "background-primary": "color-mix(in srgb, white 200%, black)"},
	{"border-primary": "#fff", "border-secondary": "#000", "ring-primary": "#fff"},
}

// readability lists the unreadable parts of the page: text below 4.5:1, and
// borders of controls and focus rings below 3:1.
const readability = `() => {
	const bad = [];
	const parse = (text) => {
		const [r, g, b, a = 1] = text.match(/[\d.e-]+/g).map(Number);
		return text.startsWith("color(") ? [r * 255, g * 255, b * 255, a] : [r, g, b, a];
	};
	const over = ([r, g, b, a], back) => [r * a + back[0] * (1 - a), g * a + back[1] * (1 - a), b * a + back[2] * (1 - a), 1];
	const luminance = (c) => [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => {
		const v = c[i] / 255;
		return sum + weight * (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
	}, 0);
	const contrast = (a, b) => {
		const [x, y] = [luminance(a), luminance(b)];
		return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
	};
	const behind = (element) => {
		const layers = [];
		for (let e = element; e; e = e.parentElement) {
			const layer = parse(getComputedStyle(e).backgroundColor);
			layers.push(layer);
			if (layer[3] === 1) break;
		}
		if (layers.at(-1)[3] < 1) bad.push("nothing opaque behind " + element.outerHTML.slice(0, 80));
		return layers.reduceRight((back, layer) => over(layer, back));
	};
	const note = (what, element, front, back, least) => {
		const ratio = contrast(over(front, back), back);
		if (ratio < least) bad.push(what + " " + ratio.toFixed(2) + ": " + front.map(Math.round) + " on " + back.map(Math.round) + " " + element.outerHTML.slice(0, 100));
	};
	let checked = 0;
	for (const e of document.querySelectorAll("main, main *")) {
		if (!e.checkVisibility() || e.closest(".visually-hidden, option")) continue;
		const style = getComputedStyle(e);
		const hasText = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== "") || e.matches("input:not([type=radio], [type=checkbox]), textarea, select");
		if (hasText) {
			checked++;
			note("text", e, parse(style.color), behind(e), 4.5);
		}
		const mark = getComputedStyle(e, "::before");
		if (mark.content !== "none" && mark.display === "grid") {
			note("mark", e, parse(mark.color), parse(mark.backgroundColor), 4.5);
		}
		if (e.matches("button:not(.quiet, .link, .close, .copy), a.button:not(.quiet), input, textarea, select")) {
			const page = behind(e.parentElement);
			// The border or the control's own background must differ from the
			// page.
			const face = contrast(behind(e), page);
			if (face < 3) note("border", e, parse(style.borderTopColor), page, 3);
		}
	}
	if (checked < 3) bad.push("only " + checked + " texts");
	const probe = document.querySelector("main button, main a");
	probe?.focus({ focusVisible: true });
	if (probe && probe.matches(":focus-visible")) note("ring", probe, parse(getComputedStyle(probe).outlineColor), behind(probe.parentElement), 3);
	return bad;
}`

const axeContrast = `async () => {
	const results = await axe.run(document, { iframes: false, preload: false, runOnly: ["color-contrast"], resultTypes: ["violations"] });
	return results.violations.flatMap(({ nodes }) => nodes.map((node) => node.failureSummary + " " + node.html.slice(0, 200)));
}`

// TestContrast covers G16: with any variables of a host, in any theme,
// everything is readable on every step.
// Rows: G16.
func TestContrast(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	random := rand.New(rand.NewPCG(7, 16))
	count := 0
	measure := func(step string, form Document, theme string, colours map[string]string, judge bool) {
		t.Helper()
		count++
		mark := fmt.Sprintf("m%d", count)
		variables := map[string]string{"--font-mono": mark + ", monospace"}
		for name, value := range colours {
			variables["--color-"+name] = value
		}
		host.page().run(`(theme, variables) => host.setContext({ theme: theme === "" ? null : theme, styles: { variables } })`, theme, variables)
		form.wait("the variables", `(mark) => document.documentElement.style.getPropertyValue("--font-mono").startsWith(mark + ",")`, mark)
		for _, problem := range eval[[]string](form, "("+readability+")()") {
			t.Errorf("%s, theme %q, %v: %s", step, theme, colours, problem)
		}
		if judge {
			for _, problem := range eval[[]string](form, "("+axeContrast+")()") {
				t.Errorf("axe: %s, theme %q, %v: %s", step, theme, colours, problem)
			}
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	steps := 0
	inspect := func(step string, form Document) {
		source, err := axe.Source()
		must(t, err)
		if !eval[bool](form, `typeof axe === "object"`) {
			form.run(source)
		}
		steps++
		// Colours change without a transition, and the system's theme is dark
		// on every other step.
		scheme := []string{"light", "dark"}[steps%2]
		host.media(map[string]string{"prefers-color-scheme": scheme})
		// Colours are chosen for a theme and not for a step, so each colour is measured on every
		// other step.
		for i, colours := range hostileColours {
			if i%2 == steps%2 {
				continue
			}
			measure(step, form, []string{"light", "dark", ""}[(i+steps)%3], colours, (i+steps)%4 == 1)
		}
		for i := range 4 {
			measure(step, form, []string{"light", "dark", ""}[i%3], anyColours(random), i == 0)
		}
		measure(step, form, "", nil, true)
	}
	host.forEachStep(inspect)
	host.showAndDecline("secret", `{"message": "`+longText+`", "requestedSchema": {"type": "object", "properties": {"password": {"type": "string", "title": "Password"}, "o": {"type": "object"}}}}`, inspect)
	host.expectQuiet()
}

// longText is so long that the form shortens it and adds a link to the message
// box.
var longText = func() string {
	text := ""
	for range 40 {
		text += `line\n`
	}
	return text
}()

// anyColours is a random theme: an absurd one, or a variation of a real theme.
func anyColours(random *rand.Rand) map[string]string {
	colours := map[string]string{}
	base := random.IntN(256)
	near := random.IntN(2) == 0
	channel := func() int {
		if near {
			return max(0, min(255, base+random.IntN(100)-50))
		}
		return random.IntN(256)
	}
	for _, name := range []string{"background-primary", "background-secondary", "text-primary", "text-secondary", "border-primary", "border-secondary", "ring-primary",
		"text-danger", "background-danger", "text-warning", "background-warning", "text-success", "background-success"} {
		switch random.IntN(5) {
		case 0:
		case 1:
			colours[name] = fmt.Sprintf("oklch(%.2f %.2f %d / %.2f)", random.Float64(), random.Float64()/2, random.IntN(360), random.Float64()*1.5)
		default:
			colours[name] = fmt.Sprintf("rgb(%d %d %d)", channel(), channel(), channel())
		}
	}
	return colours
}

// TestContrastFollows covers G16: the colours are chosen again when the
// system's theme becomes dark, and a readable theme of the host is not changed.
// Rows: G16.
func TestContrastFollows(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.page().run(`host.setContext({ styles: { variables: {
		"--color-background-primary": "light-dark(#fbf6e9, #1c2430)", "--color-text-primary": "light-dark(#2b2010, #e6edf5)", "--color-border-primary": "#888", "--color-text-danger": "#eee",
	} } })`)
	_, form := host.show(twoFields, nil)
	expectColours := func(what, want string) {
		t.Helper()
		var got string
		form.waitFor(what, func() bool {
			was := got
			got = eval[string](form, `(() => { const s = getComputedStyle(document.body); return s.backgroundColor + " " + s.color + " " + getComputedStyle(f0).borderTopColor + " " + getComputedStyle(document.documentElement).colorScheme; })()`)
			if got != was {
				t.Logf("%s: %s", what, got)
			}
			return got == want
		})
	}
	host.media(map[string]string{"prefers-color-scheme": "light"})
	expectColours("the light theme", "rgb(251, 246, 233) rgb(43, 32, 16) rgb(136, 136, 136) light")
	host.media(map[string]string{"prefers-color-scheme": "dark"})
	expectColours("the dark theme", "rgb(28, 36, 48) rgb(230, 237, 245) rgb(136, 136, 136) dark")
	host.page().run(`host.setContext({ theme: "light" })`)
	expectColours("the light theme of the host", "rgb(251, 246, 233) rgb(43, 32, 16) rgb(136, 136, 136) light")
	host.page().run(`host.setContext({ styles: { variables: { "--color-background-primary": "#10141c" } } })`)
	expectColours("a dark page in the light theme", "rgb(16, 20, 28) rgb(236, 238, 242) rgb(126, 129, 135) dark")
	form.expectAccessible("a dark page in the light theme")
	host.page().run(`host.setContext({ styles: { variables: {} }, theme: null })`)
	expectColours("our own", "rgb(23, 24, 27) rgb(236, 238, 242) rgb(134, 142, 156) light dark")
	host.expectQuiet()
}
