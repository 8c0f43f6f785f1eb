package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// watchRehearsal records the rehearsal in a frame, and counts the program's calls of the browser.
// While isPaused is true, the program gets no turn for the next step of a rehearsal.
const watchRehearsal = `if (parent !== window) {
	window.rehearsed = [];
	window.seenInRehearsal = [];
	window.calls = 0;
	const waiting = [];
	window.resume = () => { window.isPaused = false; waiting.splice(0).forEach((go) => go()); };
	const Channel = MessageChannel;
	window.MessageChannel = class extends Channel {
		constructor() {
			super();
			const post = this.port2.postMessage.bind(this.port2);
			this.port2.postMessage = (...args) => window.isPaused ? void waiting.push(() => post(...args)) : post(...args);
		}
	};
	const instantiate = WebAssembly.instantiate;
	WebAssembly.instantiate = (module, imports) => {
		for (const [name, call] of Object.entries(imports.gojs)) {
			imports.gojs[name] = (...args) => { window.calls++; return call(...args); };
		}
		return instantiate(module, imports);
	};
	new MutationObserver(() => {
		const stage = document.querySelector(".rehearsal");
		const what = !stage ? "" : stage.querySelector("form") ? "form" : stage.querySelector("dl") ? "review" : "other";
		if (what !== (rehearsed.at(-1) ?? "")) rehearsed.push(what);
		const size = stage?.getBoundingClientRect().height;
		if (size || stage && getComputedStyle(stage).visibility !== "hidden") seenInRehearsal.push("stage " + size);
		for (const control of stage?.querySelectorAll("input, select, button, [tabindex], [role]") ?? []) {
			control.focus();
			if (document.activeElement === control || control.checkVisibility({visibilityProperty: true})) seenInRehearsal.push(control.outerHTML);
		}
		if (stage && document.getElementById("status").textContent) seenInRehearsal.push(document.getElementById("status").textContent);
	}).observe(document, {subtree: true, childList: true});
}`

// openRehearsing opens a host whose frame draws a form ahead, or does not. before
// runs in the frame before its document has loaded.
func openRehearsing(t *testing.T, prerender bool, before string) *Host {
	t.Helper()
	host := &Host{Tab: newTab(t)}
	_, err := chromedp.Call(host.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: before + watchRehearsal})
	must(t, err)
	host.load(baseURL(t))
	host.mount(map[string]any{"context": english["context"], "prerender": prerender})
	host.waitUntilReady()
	return host
}

// TestRehearsalLeavesNothing: the program draws an invisible form and its review. Afterwards nothing in
// the frame or the host differs from those without a rehearsal, and the first form needs
// as few calls of the browser as the same form later.
func TestRehearsalLeavesNothing(t *testing.T) {
	t.Parallel()
	cold := openRehearsing(t, false, "")
	host := openRehearsing(t, true, "")
	form := host.form()
	form.wait("the rehearsal", `rehearsed.length > 2`)
	if got := eval[string](form, `rehearsed.join()`); got != "form,review," {
		t.Errorf("rehearsed %q", got)
	}
	if got := eval[[]string](form, `seenInRehearsal`); len(got) > 0 {
		t.Errorf("one could see, reach or hear %q", got)
	}
	for _, what := range []string{
		`document.body.innerHTML`,
		`document.title + document.documentElement.outerHTML.match(/^<html[^>]*>/)[0]`,
		`JSON.stringify(globalThis.goappDOM?.live?.() ?? null)`,
		`document.documentElement.scrollHeight + " " + document.activeElement.tagName`,
	} {
		if got, want := eval[string](form, what), eval[string](cold.form(), what); got != want {
			t.Errorf("%s is\n%s\nnot\n%s", what, got, want)
		}
	}
	for _, what := range []string{
		// The shell reports its height only if there is time before the program runs.
		`JSON.stringify(fromFrame.filter((text) => !text.includes("ui/notifications/size-changed")))`,
		`events.map((e) => e.type).filter((type) => type !== "resized").join()`,
		`String(events.findLast((e) => e.type === "resized").height)`,
	} {
		if got, want := eval[string](host.page(), what), eval[string](cold.page(), what); got != want {
			t.Errorf("%s is\n%s\nnot\n%s", what, got, want)
		}
	}
	if got := eval[int](cold.form(), `rehearsed.length`); got != 0 {
		t.Error("rehearsed although the host did not want it")
	}
	host.expectQuiet()

	// The first form needs at most as many calls of the browser as the second.
	drawing := func() (calls int) {
		form.run(`(() => { window.calls = 0; })()`)
		key, _ := host.show(twoFields, nil)
		host.page().wait("the host to know", `fromFrame.filter((text) => text.includes("elicitform/shown")).length > outcomes.length`)
		calls = eval[int](form, `window.calls`)
		form.Press("Decline")
		host.outcome(key)
		return calls
	}
	first, second := drawing(), drawing()
	if first == 0 || first > second {
		t.Errorf("the first form needs %d calls, the second %d", first, second)
	}
}

// TestRequestDuringRehearsal: a request interrupts the rehearsal, whose form goes with the drawing of
// the request. Before that, neither the Tab key nor assistive technology finds the rehearsed form,
// even in a visible frame.
func TestRequestDuringRehearsal(t *testing.T) {
	t.Parallel()
	host := openRehearsing(t, true, `window.isPaused = true;`)
	form := host.form()
	form.wait("the rehearsal", `document.querySelector(".rehearsal #f0")`)
	host.page().run(`(() => Object.assign(document.querySelector("iframe").style, {blockSize: "500px", visibility: "visible"}))()`)
	for _, node := range form.axTree() {
		if strings.Contains("button textbox combobox radio checkbox spinbutton heading form", strings.ToLower(node.Role)) {
			t.Errorf("assistive technology finds %s", node)
		}
	}
	host.page().run(`document.getElementById("before").focus()`)
	for range 3 {
		host.Key(kb.Tab)
		if got := eval[string](form, `document.activeElement.id`); got != "" {
			t.Errorf("the Tab key leads to %s", got)
		}
	}
	key, _ := host.show(oneText("Real"), nil)
	form.wait("the form", `document.querySelectorAll("#f0").length === 1 && !document.querySelector(".rehearsal")`)
	form.run(`resume()`)
	form.Type("Word", "real")
	form.toReview()
	got, _ := host.send(key)
	expectSameJSON(t, "content", got.Content(t), `{"word":"real"}`)
	if got := eval[string](form, `rehearsed.join()`); got != "form," {
		t.Errorf("rehearsed %q", got)
	}
	if got := host.eventsOf("shown", "settled", "error"); got != "shown, settled" {
		t.Errorf("the host tells %q", got)
	}
	host.expectQuiet()
}
