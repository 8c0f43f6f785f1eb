//go:build js && wasm

package component

import (
	"fmt"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/flow"
)

// fakeDocument is as much of a document as go-app needs to draw in Node. An element
// dispatches events as a browser does.
const fakeDocument = `(() => {
	class FakeNode {
		constructor(tag, text) {
			Object.assign(this, { tag, nodeValue: text, attributes: {}, children: [], listeners: {}, parent: null });
		}
		get id() { return this.attributes.id ?? ""; }
		get name() { return this.attributes.name ?? ""; }
		get isConnected() { return this === body || this.parent?.isConnected === true; }
		get firstElementChild() { return this.children[0] ?? null; }
		setAttribute(name, value) { this.attributes[name] = String(value); }
		removeAttribute(name) { delete this.attributes[name]; }
		appendChild(node) { this.children.push(node); node.parent = this; }
		replaceChild(node, old) { this.children[this.children.indexOf(old)] = node; node.parent = this; old.parent = null; }
		removeChild(old) { this.children.splice(this.children.indexOf(old), 1); old.parent = null; }
		addEventListener(type, listener) { this.listeners[type] = listener; }
		removeEventListener(type) { delete this.listeners[type]; }
		closest() { return null; }
		happen(type, members) {
			const event = { type, target: this, preventDefault() {}, stopPropagation() {}, ...members };
			for (let node = this; node; node = type === "blur" ? null : node.parent) node.listeners[type]?.(event);
		}
		all(what) { return [this].filter(what).concat(this.children.flatMap((child) => child.all(what))); }
		find(what) { return this.all(what)[0] ?? null; }
	}
	const body = new FakeNode("body");
	body.appendChild(new FakeNode("div"));
	return {
		body,
		activeElement: body,
		createElement: (tag) => new FakeNode(tag),
		createTextNode: (text) => new FakeNode("#text", text),
		getElementById: (id) => body.find((node) => node.id === id),
		querySelector: (tag) => body.find((node) => node.tag === tag),
		querySelectorAll: () => body.all((node) => ["input", "select", "textarea"].includes(node.tag)),
	};
})()`

// page is a form that is drawn in a fake document, and counts what is rendered.
type page struct {
	t      *testing.T
	engine app.TestEngine
	store  *store
	port   *pagePort
	counts map[string]int
}

// pagePort hands over the events that a test has happen, and keeps what is to be done
// later.
type pagePort struct {
	stubPort
	handle   func(flow.Event)
	later    []func()
	presents int
}

func (p *pagePort) Listen(handle func(flow.Event), _ func(any)) { p.handle = handle }
func (p *pagePort) Later(act func())                            { p.later = append(p.later, act) }
func (p *pagePort) AfterPaint(act func())                       { p.Later(act) }
func (p *pagePort) AfterPress(act func())                       { act() }
func (p *pagePort) Present(string, string, bool)                { p.presents++ }

// openPage draws a request.
func openPage(t *testing.T, params string, notes elicit.HostNotes) *page {
	t.Helper()
	value, err := elicit.Parse([]byte(params))
	if err != nil {
		t.Fatal(err)
	}
	app.Window().Set("document", app.Window().Call("eval", fakeDocument))
	t.Cleanup(func() { app.Window().Delete("document") })
	port := &pagePort{}
	p := &page{t: t, engine: app.NewTestEngine(), store: newStore(machine, idle("en", "Europe/Berlin"), port), port: port}
	if err := p.engine.Load(&root{store: p.store}); err != nil {
		t.Fatal(err)
	}
	p.settle()
	notes.Server = elicit.Server{ID: "shop.example", Title: "The Shop"}
	p.tell(flow.Requested{ID: elicit.NumberValue("1"), Params: value, HostNotes: notes})
	p.store.rendered = func(c app.Composer) {
		name := strings.TrimPrefix(fmt.Sprintf("%T", c), "*component.")
		if part, is := c.(*part); is {
			name = partNamesOf[part.is]
		}
		p.counts[name]++
	}
	return p
}

var partNamesOf = map[flow.Parts]string{
	flow.SummaryPart: "summary", flow.AskerPart: "asker", flow.TextsPart: "text", flow.AnswersPart: "answers", flow.ActionsPart: "actions",
}

// drawAll lets go-app draw until there is nothing left to do.
func (p *page) drawAll() {
	for {
		p.engine.ConsumeAll()
		if len(p.port.later) == 0 {
			return
		}
		p.actLater()
	}
}

// actLater does what was to be done later, and not what that has for later again.
func (p *page) actLater() {
	later := p.port.later
	p.port.later = nil
	for _, act := range later {
		act()
	}
}

// settle draws all, and counts from there.
func (p *page) settle() {
	p.drawAll()
	p.counts = map[string]int{}
}

// tell has an event of the port happen.
func (p *page) tell(event flow.Event) {
	p.port.handle(event)
	p.settle()
}

// during returns what is rendered because of something.
func (p *page) during(act func()) map[string]int {
	p.counts = map[string]int{}
	act()
	p.engine.ConsumeAll()
	counts := p.counts
	p.settle()
	return counts
}

// element is an element by its id.
func (p *page) element(id string) app.Value {
	p.t.Helper()
	element := app.Window().GetElementByID(id)
	if !element.Truthy() {
		p.t.Fatalf("there is no #%s", id)
	}
	return element
}

// happen has an event happen at an element.
func (p *page) happen(id, event string, members map[string]any) {
	p.t.Helper()
	p.element(id).Call("happen", event, members)
}

// happenToForm has an event happen at the form.
func (p *page) happenToForm(event string, members map[string]any) {
	app.Window().Get("document").Call("querySelector", "form").Call("happen", event, members)
}

// put types a text into an input.
func (p *page) put(id, text string) {
	p.t.Helper()
	p.element(id).Set("value", text)
	p.happen(id, "input", nil)
}
