package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// countCrossings counts the calls of the program in the frame to the browser. A call costs about as much as the work
// that it asks for. Calls that depend on the moment do not count: those of the garbage collector, the clock and the
// timers, and a look at Go's _pendingEvent without an event, after a timer has woken the program.
const countCrossings = `{
	const counts = globalThis.crossings = { calls: 0, flushes: 0, by: {} };
	(` + replaceImports + `)((name, f) => !name.startsWith("syscall/js.") || name.endsWith(".finalizeRef") ? f : (sp) => {
		counts.calls++;
		counts.by[name] = (counts.by[name] ?? 0) + 1;
		return f(sp);
	});
	let interpreter, Program;
	Object.defineProperty(globalThis, "Go", {
		configurable: true,
		get: () => Program,
		set(made) {
			Program = made;
			const pending = new WeakMap();
			Object.defineProperty(made.prototype, "_pendingEvent", {
				get() {
					const event = pending.get(this);
					if (event === null) {
						counts.calls--;
						counts.by["syscall/js.valueGet"]--;
					}
					return event;
				},
				set(event) { pending.set(this, event); },
			});
		},
	});
	Object.defineProperty(globalThis, "goappDOM", {
		configurable: true,
		get: () => interpreter,
		set(made) {
			const { run } = made;
			interpreter = Object.assign(made, { run(...batch) { counts.flushes++; return run.apply(made, batch); } });
		},
	});
}`

// crossings counts the program's calls of the browser.
type crossings struct {
	Calls, Flushes int
	By             map[string]int
}

// crossingsDuring counts the program's calls during an act and until the program is idle, because it
// announces a moment after it draws.
func (h *Host) crossingsDuring(act func()) crossings {
	h.t.Helper()
	// The longest pause is the 150 ms before an announcement.
	still := func() { h.advance(250) }
	still()
	h.form().run(`Object.assign(crossings, { calls: 0, flushes: 0, by: {} })`)
	act()
	still()
	return eval[crossings](h.form(), `crossings`)
}

// maxCrossings limits the calls and drawings of the program for each act of a person, by the number of fields. One
// more call for each field would be 300 in the longest form. Some 20 calls of each step make the focus wait for the
// layout. The limits leave room for one more event of the browser, such as a change of height, which sometimes
// happens meanwhile. Decline collects the garbage after the next frame.
var maxCrossings = []struct {
	fields                        int
	show, key, proceed, decline   int
	showDrawings, proceedDrawings int
}{
	{10, 210, 42, 240, 285, 1, 2},
	{50, 210, 42, 240, 285, 1, 2},
	{200, 210, 42, 240, 285, 1, 2},
	{300, 210, 42, 240, 285, 1, 2},
}

// TestCrossings limits the calls and drawings of the program, which do not depend on the machine. Within these
// limits a form is as fast as one that a script of the page draws.
func TestCrossings(t *testing.T) {
	t.Parallel()
	host := &Host{Tab: newTab(t)}
	host.evaluateEarly(countCrossings)
	host.load(baseURL(t))
	host.mount(english)
	host.waitUntilReady()
	form := host.form()

	// The first request makes other calls than later ones.
	key, _ := host.show(manyFields(10), nil)
	form.pressByKeyboard("Decline")
	host.expectAction(key, "decline")

	keys := map[int]int{}
	for _, c := range maxCrossings {
		expect := func(what string, maxCalls, maxDrawings int, act func()) int {
			t.Helper()
			got := host.crossingsDuring(act)
			if got.Calls > maxCalls || got.Flushes > maxDrawings {
				t.Errorf("%d fields, %s: %d calls and %d drawings, at most %d and %d are allowed: %v", c.fields, what, got.Calls, got.Flushes, maxCalls, maxDrawings, got.By)
			}
			if got.Calls == 0 || what == "request" && got.Flushes == 0 {
				t.Errorf("%d fields, %s: %d calls and %d drawings were counted", c.fields, what, got.Calls, got.Flushes)
			}
			return got.Calls
		}
		expect("request", c.show, c.showDrawings, func() { key, _ = host.show(manyFields(c.fields), nil) })
		form.run(`document.getElementById("f0").focus()`)
		// The first key changes more than the others: a suggestion, or a missing answer, becomes an answer.
		expect("first key", c.key, 1, func() { host.Key("x") })
		// The smallest of three counts leaves out an event from elsewhere.
		keys[c.fields] = c.key
		for range 3 {
			keys[c.fields] = min(keys[c.fields], expect("key", c.key, 1, func() { host.Key("y") }))
		}
		expect("Continue", c.proceed, c.proceedDrawings, func() { form.pressByKeyboard("Review") })
		form.onHeading("Check your answers")
		expect("Decline", c.decline, 2, func() { form.pressByKeyboard("Decline") })
		host.expectAction(key, "decline")
	}
	if keys[300] > keys[10] {
		t.Errorf("a key press makes %d calls in a form of 300 fields, and %d in one of 10", keys[300], keys[10])
	}
	host.expectQuiet()
}

// manyFields returns a form with n fields of the most frequent kinds.
func manyFields(n int) string {
	kinds := []string{
		`{"type":"string","title":"Text %d"}`, `{"type":"integer","title":"Count %d","minimum":1}`, `{"type":"boolean","title":"Agree %d"}`,
		`{"type":"string","title":"Colour %d","enum":["red","green"]}`, `{"type":"string","title":"Mail %d","format":"email"}`,
		`{"type":"array","title":"Extras %d","items":{"type":"string","enum":["sauna","parking"]}}`, `{"type":"string","title":"Day %d","format":"date"}`,
	}
	properties := make([]string, n)
	for i := range properties {
		properties[i] = fmt.Sprintf(`"p%d":`+kinds[i%len(kinds)], i, i)
	}
	return `{"message":"m","requestedSchema":{"type":"object","properties":{` + strings.Join(properties, ",") + `}}}`
}
