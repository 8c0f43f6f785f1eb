package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// watchLayoutReads records in forced the layout properties that the frame's own scripts read between
// a drawing of the program and the next layout: each read makes the browser lay out the page at
// once. The callbacks of observers run after the layout. Scripts of the test do not count: they
// lack an address. The test presses no keys: their release comes before the browser has laid out
// the effect of the press.
const watchLayoutReads = `(() => {
	window.forced = [];
	window.laidOut = 0;
	let after = false, drawings = 0, settled = 0;
	let dom;
	Object.defineProperty(window, "goappDOM", { configurable: true, get: () => dom, set(value) {
		dom = { ...value, run(...args) {
			const drawing = ++drawings;
			requestAnimationFrame(() => setTimeout(() => { settled = Math.max(settled, drawing); }));
			return value.run(...args);
		} };
	} });
	for (const name of ["ResizeObserver", "IntersectionObserver"]) {
		const Observer = window[name];
		window[name] = class extends Observer {
			constructor(callback, ...rest) {
				super((...args) => {
					after = true;
					window.laidOut++;
					try { callback(...args); } finally { after = false; }
				}, ...rest);
			}
		};
	}
	const note = (what) => {
		if (!after && settled < drawings && /\/frame\/[^ ]*\.(js|wasm)/.test(new Error().stack)) window.forced.push(what);
	};
	const watch = (owner, name) => {
		const property = Object.getOwnPropertyDescriptor(owner.prototype, name);
		if (property.get) {
			Object.defineProperty(owner.prototype, name, { ...property, get() { note(name); return property.get.call(this); } });
		} else {
			owner.prototype[name] = function (...args) { note(name); return property.value.apply(this, args); };
		}
	};
	for (const name of ["getBoundingClientRect", "getClientRects", "scrollIntoView", "checkVisibility",
		"scrollHeight", "scrollWidth", "scrollTop", "clientHeight", "clientWidth"]) watch(Element, name);
	for (const name of ["offsetHeight", "offsetWidth", "offsetTop", "innerText"]) watch(HTMLElement, name);
	const focus = HTMLElement.prototype.focus;
	HTMLElement.prototype.focus = function (options) {
		if (!options?.preventScroll) note("focus");
		return focus.call(this, options);
	};
})()`

// TestNothingForcesALayout: for a request, a key press, an error, the review and the way back, the
// program reads sizes and scrolls only after a layout, and reports its height then.
func TestNothingForcesALayout(t *testing.T) {
	t.Parallel()
	host := &Host{Tab: newTab(t)}
	_, err := chromedp.Call(host.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watchLayoutReads})
	must(t, err)
	host.load(baseURL(t))
	host.mount(english)
	host.waitUntilReady()
	form := host.form()
	expect := func(what string) {
		t.Helper()
		form.run(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`)
		if forced := eval[[]string](form, `forced.splice(0)`); len(forced) > 0 {
			t.Errorf("%s makes the browser lay out the page in the middle of a script, for %q", what, forced)
		}
		if eval[int](form, `laidOut`) == 0 {
			t.Errorf("%s: no observer was called", what)
		}
	}
	const params = `{"message":"m","requestedSchema":{"type":"object","properties":{
		"a":{"type":"string","title":"Word"},"b":{"type":"integer","title":"Count"},"c":{"type":"string","title":"Colour","enum":["red","blue"]}},"required":["a"]}}`
	key, _ := host.show(params, nil)
	expect("a request")
	form.do("continue")
	form.wait("the summary", problemFocused)
	expect("an error")
	form.run(`document.getElementById("f0").focus({ preventScroll: true })`)
	host.Key("x")
	form.wait("the error to go", `!document.getElementById("f0-error")`)
	expect("a key")
	form.do("continue")
	form.onHeading("Check your answers")
	expect("the review")
	form.leaveReview()
	form.wait("the form", `document.getElementById("f0")`)
	expect("the way back")
	form.pressByKeyboard("Decline")
	host.expectAction(key, "decline")
	host.expectQuiet()
}
