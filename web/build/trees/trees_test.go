//go:build js && wasm

// Package trees draws random trees of components with go-app, and changes them at random. It is a test without assertions:
// TestSlimCopyDrawsAsThePinnedGoApp runs it with the published go-app and with the copy in the frame, and compares the
// documents. Nothing else imports it.
package trees

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall/js"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// scripts are the functions of the page. read describes the document with everything that
// a program can set, poke sends an event to an element, and break changes every third call
// of a method during a batch.
const scripts = `({ FakeNode, open }) => {
	const internal = Object.keys(new FakeNode());
	const read = (node, indent) => {
		const own = Object.keys(node).filter((name) => !internal.includes(name)).sort().map((name) => [name, node[name]]);
		const lines = [indent + JSON.stringify([node.tag, node.nodeValue, Object.entries(node.attributes).sort(), own, node.listeners.map((l) => l.type).sort()])];
		return lines.concat(node.children.map((child) => read(child, indent + " "))).join("\n");
	};
	return {
		open,
		read: () => read(document.body, ""),
		poke(at, type) {
			const all = document.body.all((node) => node.tag !== "#text");
			all[at % all.length].happen(type);
		},
		break(member, instead) {
			const { run } = goappDOM, broken = new Function("real", "a", "b", instead);
			const prototype = member in FakeNode.prototype ? FakeNode.prototype : document;
			const real = prototype[member];
			let calls = 0;
			goappDOM.run = (...batch) => {
				prototype[member] = function (...args) { return ++calls % 3 ? real.apply(this, args) : broken.call(this, real, ...args); };
				try { return run(...batch); } finally { prototype[member] = real; }
			};
		},
	};
}`

// faults are faults of the interpreter.
var faults = []struct{ name, member, instead string }{
	{"an attribute is lost", "setAttribute", ``},
	{"an attribute stays", "removeAttribute", ``},
	{"a child comes first", "appendChild", `this.children.unshift(a); a.parent = this;`},
	{"a child stays", "removeChild", ``},
	{"a child is lost", "replaceChild", `this.removeChild(b);`},
	{"a listener is lost", "addEventListener", ``},
	{"a listener stays", "removeEventListener", ``},
	{"a tag is another", "createElement", `return real.call(this, "b");`},
	{"a text ends at NUL", "createTextNode", `return real.call(this, a.replace(/\0.*/s, ""));`},
	{"a character becomes two", "createTextNode", `return real.call(this, a.replaceAll("\ufffd", "\ufffd\ufffd"));`},
}

// TestTrees writes the states of the document into the file that TREES_FILE names: by the
// name of a fault, or "" without one, and then by seed and step. TREES is the number of
// trees, and SEED the first one.
func TestTrees(t *testing.T) {
	var options struct {
		Trees, Seed int
		Faults      bool
	}
	if err := json.Unmarshal([]byte(os.Getenv("TREES")), &options); err != nil {
		t.Skip("TREES does not say which trees are drawn")
	}
	path, err := filepath.Abs("../../../component/testdata/document.cjs")
	if err != nil {
		t.Fatal(err)
	}
	page := js.Global().Call("eval", scripts).Invoke(js.Global().Call("require", path))
	states := map[string][]string{}
	for i := range options.Trees {
		states[""] = append(states[""], draw(page, options.Seed+i, func() {})...)
	}
	for _, f := range faults {
		for i := 0; options.Faults && i < min(options.Trees, 5); i++ {
			states[f.name] = append(states[f.name], draw(page, options.Seed+i, func() { page.Call("break", f.member, f.instead) })...)
		}
	}
	text, err := json.Marshal(states)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(os.Getenv("TREES_FILE"), text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// draw draws the tree of a seed and changes it a few times, with events in between.
func draw(page js.Value, seed int, prepare func()) (states []string) {
	logged = nil
	note := func(step int, what string) {
		states = append(states, fmt.Sprintf("seed %d, step %d, %s\n%s\nsaid:\n%s", seed, step, what, page.Call("read"), strings.Join(logged, "\n")))
		logged = nil
	}
	defer func() {
		if fault := recover(); fault != nil {
			states = append(states, fmt.Sprint("seed ", seed, ": ", fault))
		}
	}()
	page.Call("open")
	prepare()
	r := random{rand.New(rand.NewPCG(uint64(seed), 0))}
	top := &top{tree: &node{tag: "main", children: []*node{r.node(4), r.node(4), r.node(4)}}}
	engine := app.NewTestEngine()
	if err := engine.Load(top); err != nil {
		panic(err)
	}
	engine.ConsumeAll()
	for step := range 6 {
		note(step, "drawn")
		for range 8 {
			page.Call("poke", r.IntN(1000), pick(r, types))
			engine.ConsumeAll()
		}
		note(step, "after events")
		top.ctx.Dispatch(func(app.Context) { top.tree = r.change(top.tree, 5) })
		engine.ConsumeAll()
	}
	return states
}

// logged are the lines of handlers and components. They read the document, which must show
// all earlier drawings at that moment.
var logged []string

func say(format string, args ...any) { logged = append(logged, fmt.Sprintf(format, args...)) }

// top is the root component.
type top struct {
	app.Compo
	tree *node
	ctx  app.Context
}

func (p *top) OnMount(ctx app.Context) { p.ctx = ctx }
func (p *top) Render() app.UI          { return p.tree.draw(nil) }

// part is a component inside a tree. It is replaced when its key changes.
type part struct {
	app.Compo
	Tree *node
	Key  string
	// presses is a state of the component: its change draws only this component.
	presses int
}

func (p *part) CompoID() string          { return p.Key }
func (p *part) OnMount(ctx app.Context)  { say("%s mounted as %s", p.Key, outline(ctx)) }
func (p *part) OnUpdate(ctx app.Context) { say("%s updated from %s", p.Key, outline(ctx)) }
func (p *part) OnDismount()              { say("%s dismounted", p.Key) }

func (p *part) Render() app.UI {
	return app.Elem("section").Attr("data-presses", p.presses).Body(app.Text(p.presses), p.Tree.draw(p))
}

// outline reads an element of the document.
func outline(ctx app.Context) string {
	element := ctx.JSSrc()
	if !element.Truthy() {
		return "nothing"
	}
	return fmt.Sprintf("%s with %d nodes", element.Get("tag"), element.Get("children").Length())
}

// node describes one node of a tree: a text without tag and key, a component with a key,
// or else an element. The same node has always the same drawing.
type node struct {
	tag, text, key string
	attrs          []attr
	events         []event
	children       []*node
}

type attr struct {
	name  string
	value any
}

type event struct {
	name, says      string
	scoped, redraws bool
}

// draw makes the go-app element of the node, in its part.
func (n *node) draw(in *part) app.UI {
	if n.key != "" {
		return &part{Tree: n.children[0], Key: n.key}
	}
	if n.tag == "" {
		return app.Text(n.text)
	}
	element := app.Elem(n.tag)
	for _, a := range n.attrs {
		element = element.Attr(a.name, a.value)
	}
	for _, e := range n.events {
		var options []app.EventOption
		if e.scoped {
			options = append(options, app.EventScope(e.says))
		}
		element = element.On(e.name, func(ctx app.Context, heard app.Event) {
			say("%s heard %s of %s in %s", e.says, heard.Get("type"), heard.Get("target").Get("tag"), outline(ctx))
			if e.redraws && in != nil {
				in.presses++
			}
		}, options...)
	}
	children := make([]app.UI, len(n.children))
	for i, child := range n.children {
		children[i] = child.draw(in)
	}
	return element.Body(children...)
}

var (
	tags  = []string{"div", "p", "span", "ul", "li", "button", "label", "select", "option", "textarea", "details", "input"}
	types = []string{"click", "input", "change", "focus", "keydown", "toggle", "odd-event"}
	flags = []string{"checked", "disabled", "hidden", "open", "required", "multiple", "selected", "readonly", "default"}
	names = []string{"title", "lang", "aria-label", "data-any", "role", "type", "min", "value", "cite", "contenteditable"}
	// pieces are joined to texts. Some get a special treatment in JavaScript, HTML or UTF-8.
	pieces = []string{
		"a", "word ", " ", "\n", "\r\n", "<b>&amp;", "\"'`", "\x00", "\ufeff", "\u00e9", "e\u0301", "\u200f\u05d0", "\u2028", "\ufffd", "\uffff",
		"\U0001F642", "\U0001F469\u200d\U0001F680", "\U0010FFFF", "\x80", "\xff", "\xc3", "\xe2\x82", "\xed\xa0\x80", "\xf0\x9f", "\xf5\x80\x80\x80", "\xc0\xaf",
		strings.Repeat("long ", 60), strings.Repeat("\u4e2d", 40),
	}
)

// random makes trees.
type random struct{ *rand.Rand }

func pick[T any](r random, list []T) T { return list[r.IntN(len(list))] }

// chance is true in that percentage of cases.
func (r random) chance(percent int) bool { return r.IntN(100) < percent }

func (r random) string() string {
	var b strings.Builder
	for range r.IntN(4) {
		b.WriteString(pick(r, pieces))
	}
	return b.String()
}

func (r random) key() string { return fmt.Sprint("key", r.IntN(3)) }

// node makes a tree of limited depth.
func (r random) node(depth int) *node {
	switch {
	case depth <= 0 || r.chance(20):
		return &node{text: r.string()}
	case r.chance(20):
		return &node{key: r.key(), children: []*node{r.node(depth - 1)}}
	}
	n := &node{tag: pick(r, tags)}
	for range r.IntN(5) {
		n.attrs = append(n.attrs, r.attr())
	}
	for range r.IntN(3) {
		n.events = append(n.events, r.event())
	}
	for range r.IntN(6) {
		n.children = append(n.children, r.node(depth-1))
	}
	return n
}

// attr makes an attribute of any of the types that go-app distinguishes: properties, flags,
// joined values, addresses and others.
func (r random) attr() attr {
	switch r.IntN(5) {
	case 0:
		return attr{pick(r, flags), r.chance(50)}
	case 1:
		return attr{"class", pick(r, []string{"a", "b c", "d", "", "a a"})}
	case 2:
		return attr{pick(r, []string{"style", "srcset"}), pick(r, []string{"color:red", "y 2x, z 3x", ""})}
	case 3:
		return attr{pick(r, []string{"tabindex", "maxlength", "data-number"}), pick(r, []any{0, 7, -1, 2.5, uint8(3)})}
	}
	return attr{pick(r, names), r.string()}
}

func (r random) event() event {
	return event{name: pick(r, types), says: fmt.Sprint("handler", r.IntN(1000)), scoped: r.chance(70), redraws: r.chance(30)}
}

// change makes the next tree, and leaves the drawn one unchanged.
func (r random) change(n *node, depth int) *node {
	if r.chance(6) && n.tag != "main" {
		return r.node(depth)
	}
	c := *n
	c.attrs, c.events, c.children = slices.Clone(n.attrs), slices.Clone(n.events), slices.Clone(n.children)
	for i, child := range c.children {
		if r.chance(60) || c.key != "" {
			c.children[i] = r.change(child, depth-1)
		}
	}
	switch {
	case c.key != "":
		if r.chance(15) {
			c.key = r.key()
		}
		return &c
	case c.tag == "":
		if r.chance(30) {
			c.text = r.string()
		}
		return &c
	}
	switch r.IntN(6) {
	case 0:
		c.attrs = append(c.attrs, r.attr())
	case 1:
		c.events = append(c.events, r.event())
	case 2:
		c.attrs = c.attrs[:len(c.attrs)/2]
	case 3:
		c.events = c.events[:len(c.events)/2]
	case 4:
		for i := range c.attrs {
			if next := r.attr(); next.name == c.attrs[i].name {
				c.attrs[i] = next
			}
		}
	}
	at := r.IntN(len(c.children) + 1)
	switch r.IntN(8) {
	case 0:
		c.children = c.children[:at]
	case 1:
		r.Shuffle(len(c.children), func(i, j int) { c.children[i], c.children[j] = c.children[j], c.children[i] })
	case 2:
		c.children = slices.Insert(c.children, at, r.node(depth-1))
	}
	return &c
}
