package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
)

// twins are two tabs with the same host page. In one of them the form is drawn by
// the direct layer, with one call of the browser for each operation, in the other by
// the batched one.
type twins struct {
	direct, batched *twin
}

// twin is one of both tabs.
type twin struct {
	*Host
	layer string
	form  Document
	// key is the request that is shown.
	key string
}

// chooseLayer is run in the frame before its scripts. It lets the program see no
// interpreter, or counts the batches that are carried out, and says in either case
// whether the boot script has offered one. It also counts the program's calls of the
// browser.
const chooseLayer = `(direct) => {
	if (globalThis.layer) return;
	const layer = globalThis.layer = { offered: 0, batches: 0, calls: 0 };
	let interpreter;
	Object.defineProperty(globalThis, "goappDOM", {
		configurable: true,
		get: () => interpreter,
		set(offered) {
			layer.offered++;
			if (direct) return;
			interpreter = offered;
			const run = offered.run;
			offered.run = function (...args) {
				layer.batches++;
				const repair = layer.breakPage?.();
				try { return run.apply(this, args); } finally { repair?.(); }
			};
		},
	});
	(` + replaceImports + `)((name, f) => name === "syscall/js.valueCall" ? (sp) => { layer.calls++; return f(sp); } : f);
}`

// newTwins opens two blank tabs. They act in turn, and count as one tab of those that
// may be open: two tests that wait for a second tab each would wait for ever.
func newTwins(t testing.TB) *twins {
	t.Helper()
	first := newTab(t)
	b, err := headless()
	must(t, err)
	second, err := b.openTab()
	t.Cleanup(second.close)
	must(t, err)
	second.t = t
	prepare := func(layer string, tab *Tab) *twin {
		w := &twin{Host: &Host{Tab: tab}, layer: layer}
		w.evaluateEarly("(" + chooseLayer + ")(" + fmt.Sprint(layer == "direct") + ");" + readTree)
		return w
	}
	return &twins{prepare("direct", first), prepare("batched", second)}
}

// openTwins opens the host page in both tabs and waits until both frames are ready.
func openTwins(t testing.TB, options map[string]any) *twins {
	t.Helper()
	p := newTwins(t)
	for _, w := range []*twin{p.direct, p.batched} {
		w.load(baseURL(t))
		w.mount(options)
		w.waitUntilReady()
		w.form = w.Host.form()
	}
	return p
}

// layerCounts is what chooseLayer has counted.
type layerCounts struct{ Offered, Batches, Calls int }

func (d Document) layerCounts() layerCounts {
	d.t.Helper()
	return eval[layerCounts](d, `(({ offered, batches, calls }) => ({ Offered: offered, Batches: batches, Calls: calls }))(layer)`)
}

// expectLayers fails the test unless one tab has drawn directly and the other in
// batches. in is the document that the program has drawn in.
func (p *twins) expectLayers(in func(w *twin) Document) {
	p.direct.t.Helper()
	direct, batched := in(p.direct).layerCounts(), in(p.batched).layerCounts()
	p.direct.t.Logf("direct: %+v, batched: %+v", direct, batched)
	if direct.Offered == 0 || direct.Batches != 0 {
		p.direct.t.Errorf("the direct tab: %+v", direct)
	}
	if batched.Offered == 0 || batched.Batches == 0 || batched.Calls*2 > direct.Calls {
		p.direct.t.Errorf("the batched tab: %+v; the direct tab: %+v", batched, direct)
	}
}

// readTree is a script that defines window.readTree. It writes a document down with
// everything that a person, an assistive technology or a script could find in it:
// names with their namespaces, attributes in alphabetical order, properties that no
// attribute shows, members that a script has added, and where focus and caret are. What
// had the focus on the step before counts as gone: only the batched layer keeps it.
const readTree = `window.readTree = (root = document.documentElement) => {
	const lines = [];
	const properties = ["value", "checked", "indeterminate", "selected", "open", "disabled", "hidden", "selectedIndex", "selectionStart", "selectionEnd", "text"];
	const write = (node, indent) => {
		if (node.nodeType !== Node.ELEMENT_NODE) {
			lines.push(indent + node.nodeName + " " + JSON.stringify(node.data));
			return;
		}
		let line = indent + "<" + node.localName + (node.namespaceURI === "http://www.w3.org/1999/xhtml" ? "" : " in " + node.namespaceURI);
		for (const { name, value } of [...node.attributes].sort((a, b) => a.name < b.name ? -1 : 1)) {
			line += " " + name + "=" + JSON.stringify(value);
		}
		for (const name of Object.keys(node)) line += " own " + name + "=" + JSON.stringify(node[name]);
		for (const name of properties) {
			if (/^(INPUT|TEXTAREA|SELECT|OPTION|BUTTON|DETAILS|DIALOG)$/.test(node.tagName) && node[name] !== undefined && node[name] !== null) {
				line += " ." + name + "=" + JSON.stringify(node[name]);
			}
		}
		const focused = node.ownerDocument.activeElement;
		const nowhere = node === document.body && focused?.closest(".leaving");
		lines.push(line + (node === focused || nowhere ? "> FOCUS" : ">"));
		for (const child of node.childNodes) {
			if (child.className !== "leaving") write(child, indent + " ");
		}
	};
	write(root, "");
	return lines.join("\n");
};`

// longDocument is from how many lines the accessibility tree is not compared: the
// browser takes a second to write it, and it has nothing that shorter forms have not.
const longDocument = 3000

// timeOfDay is the end of a request as the English form says it. The tabs act in turn,
// so a minute may begin between them.
var timeOfDay = regexp.MustCompile(`(?i)\d{1,2}:\d\d(\s[ap]m)?`)

// state is all that is compared of a tab.
func (w *twin) state() (state string, steady bool) {
	w.t.Helper()
	w.form.waitForRender()
	before, dump := eval[string](w.form, `readTree()`), ""
	if strings.Count(before, "\n") < longDocument {
		dump = w.form.axDump()
	}
	w.form.waitForRender()
	after := eval[string](w.form, `readTree()`)
	return timeOfDay.ReplaceAllString(after+"\nAccessibility tree:\n"+dump, "some time"), before == after
}

// same waits until both tabs have come to rest and fails the test if they differ.
func (p *twins) same(step string) {
	t := p.direct.t
	t.Helper()
	var a, b string
	// What depends on the clock alone may come a little later in one of them.
	for deadline := time.Now().Add(waitTimeout); time.Now().Before(deadline); {
		var steadyA, steadyB bool
		a, steadyA = p.direct.state()
		b, steadyB = p.batched.state()
		if steadyA && steadyB && a == b {
			return
		}
	}
	t.Errorf("%s: direct and batched differ\n%s", step, firstDifference(a, b))
}

// firstDifference shows where two texts begin to differ, with the lines around.
func firstDifference(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	at := 0
	for at < len(as) && at < len(bs) && as[at] == bs[at] {
		at++
	}
	if at == len(as) && at == len(bs) {
		return "they have become equal, but do not come to rest"
	}
	part := func(lines []string) string {
		return strings.Join(lines[max(0, min(at, len(lines))-3):min(at+4, len(lines))], "\n")
	}
	return fmt.Sprintf("line %d\ndirect:\n%.2000s\nbatched:\n%.2000s", at+1, part(as), part(bs))
}

// do carries out one step in both tabs and compares them.
func (p *twins) do(step string, act func(w *twin)) {
	p.direct.t.Helper()
	act(p.direct)
	act(p.batched)
	p.same(step)
}

// show starts a request in both tabs and compares its form.
func (p *twins) show(step, params string, options map[string]any) {
	p.direct.t.Helper()
	p.do(step, func(w *twin) { w.key, _ = w.Host.show(params, options) })
}

// settled waits until the request has settled in both tabs and compares how.
func (p *twins) settled(step string) Outcome {
	p.direct.t.Helper()
	a, b := p.direct.outcome(p.direct.key), p.batched.outcome(p.batched.key)
	a.Key, b.Key = "", ""
	if fmt.Sprintf("%+v", a) != fmt.Sprintf("%+v", b) {
		p.direct.t.Errorf("%s: settled as %+v directly, and as %+v in batches", step, a, b)
	}
	p.same(step)
	return a
}
