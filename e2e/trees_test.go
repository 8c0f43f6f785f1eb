package e2e

import (
	"fmt"
	"sync"
	"testing"
)

// changesOfTree is how often each random tree is changed.
const changesOfTree = 6

// drive lets a tab draw the tree of a seed and all its changes.
func (w *twin) drive(seed int) ([]string, error) {
	var found []string
	err := w.page().try(fmt.Sprintf("drive(%d, %d)", seed, changesOfTree), &found)
	return found, err
}

// treeDifference returns how both tabs differ for a seed, or "".
func (p *twins) treeDifference(seed int) string {
	var (
		a, b       []string
		errA, errB error
		both       sync.WaitGroup
	)
	both.Go(func() { a, errA = p.direct.drive(seed) })
	both.Go(func() { b, errB = p.batched.drive(seed) })
	both.Wait()
	if errA != nil {
		p.direct.t.Fatalf("SEED=%d: direct: %v\n%s", seed, errA, p.direct.log)
	}
	if errB != nil {
		return "an error: " + errB.Error()
	}
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return fmt.Sprintf("state %d\n%s", i, firstDifference(a[i], b[i]))
		}
	}
	return ""
}

// TestRandomTrees draws random trees and changes them at random, once with the
// direct layer and once with the batched one, and compares the pages, the properties
// of their elements, which handlers hear which events, and what components find in
// the page when they are mounted and updated. TREES is the number of trees, and SEED
// chooses the first.
func TestRandomTrees(t *testing.T) {
	t.Parallel()
	count, seed := envInt(t, "TREES", 20), envInt(t, "SEED", 1)
	p := openTrees(t)
	for i := range count {
		if why := p.treeDifference(seed + i); why != "" {
			t.Fatalf("SEED=%d TREES=1: direct and batched differ in %s", seed+i, why)
		}
	}
	p.expectLayers((*twin).page)
}

// pageFaults are faults of the page while a batch is carried out. They stand for
// faults of the interpreter: each makes every third call of a kind go wrong. (That a
// listener stays is not among them: the program has forgotten its id and hears nothing.)
var pageFaults = []struct{ name, object, member, instead string }{
	{"an attribute is lost", "Element", "setAttribute", ``},
	{"an attribute stays", "Element", "removeAttribute", ``},
	{"a child comes first", "Node", "appendChild", `return this.insertBefore(a, this.firstChild)`},
	{"a child stays", "Node", "removeChild", ``},
	{"a replaced child stays", "Node", "replaceChild", `this.insertBefore(a, b)`},
	{"a listener is lost", "EventTarget", "addEventListener", ``},
	{"a namespace is lost", "Document", "createElementNS", `return this.createElement(b)`},
	{"a tag is another", "Document", "createElement", `return real.call(this, "b")`},
	{"a text ends at NUL", "Document", "createTextNode", `return real.call(this, a.replace(/\0.*/s, ""))`},
	{"a text loses a byte order mark", "Document", "createTextNode", `return real.call(this, a.replaceAll("\ufeff", ""))`},
	{"a character becomes two", "Document", "createTextNode", `return real.call(this, a.replaceAll("\ufffd", "\ufffd\ufffd"))`},
	{"a text stays", "Node", "nodeValue", ``},
	{"a value is lost", "HTMLInputElement", "value", ``},
	{"a flag is lost", "HTMLElement", "hidden", ``},
	{"a tick is lost", "HTMLInputElement", "checked", ``},
	{"markup is cut", "Element", "innerHTML", `real.call(this, a.slice(0, -4))`},
}

// breakPage is a script that makes every third call of a method, or of the setter of
// a property, do something else instead while a batch is carried out.
const breakPage = `(object, member, instead) => {
	const broken = new Function("real", "a", "b", instead);
	let calls = 0;
	layer.breakPage = () => {
		const prototype = globalThis[object].prototype, whole = Object.getOwnPropertyDescriptor(prototype, member);
		const key = whole.set ? "set" : "value", real = whole[key];
		Object.defineProperty(prototype, member, { ...whole, [key](...args) {
			return ++calls % 3 ? real.apply(this, args) : broken.call(this, real, ...args);
		} });
		return () => Object.defineProperty(prototype, member, whole);
	};
}`

// TestRandomTreesFindFaults checks that the comparison of random trees fails when the
// batched layer has a fault.
func TestRandomTreesFindFaults(t *testing.T) {
	t.Parallel()
	url := serveTrees(t)
	p := newTwins(t)
	p.direct.openTrees(url)
	for _, fault := range pageFaults {
		p.batched.openTrees(url)
		p.batched.page().run(breakPage, fault.object, fault.member, fault.instead)
		const most = 40
		seed := 1
		for seed <= most && p.treeDifference(seed) == "" {
			seed++
		}
		if seed > most {
			t.Errorf("%s, and %d random trees are the same", fault.name, most)
		}
	}
}

// TestTreesLeaveNothing checks that the batched layer forgets what is not drawn any
// more: its nodes and its listeners.
func TestTreesLeaveNothing(t *testing.T) {
	t.Parallel()
	p := openTrees(t)
	w := p.batched
	type counts struct{ Nodes, Listeners int }
	live := func() counts {
		return eval[counts](w.page(), `(({ nodes, listeners }) => ({ Nodes: nodes, Listeners: listeners }))(goappDOM.live())`)
	}
	empty := func() counts {
		w.page().run(`step("empty").then(settle).then(() => trees.said())`)
		return live()
	}
	first := empty()
	for seed := 1; seed < 12; seed++ {
		_, err := w.drive(seed)
		must(t, err)
		if drawn := live(); drawn.Nodes <= first.Nodes {
			t.Fatalf("seed %d: %+v are there, and %+v without a tree", seed, drawn, first)
		}
		if now := empty(); now != first {
			t.Fatalf("seed %d leaves %+v, want %+v", seed, now, first)
		}
	}
}
