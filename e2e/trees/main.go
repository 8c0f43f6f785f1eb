//go:build js && wasm

// Command trees is a program that draws random trees with go-app, and changes them
// at random. A test draws the same ones with the direct and with the batched layer
// of drawing and compares the pages. Each step has a seed, so a failure can be
// repeated.
package main

import (
	"fmt"
	"syscall/js"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func main() {
	app.RouteWithRegexp(".*", func() app.Composer { return &page{tree: empty} })
	app.RunWhenOnBrowser()
}

// depth is how deep the trees are.
const depth = 5

// empty is the tree of a page in which nothing is drawn.
var empty = &node{kind: anElement, tag: "main"}

// said is what handlers and components have said since somebody asked.
var said []any

// say notes something. What is read of the page is read when it is noted: the layer
// must have carried out by then what was drawn before.
func say(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }

// page is the root component.
type page struct {
	app.Compo
	tree *node
}

// OnMount offers the page's script the steps, as members of window.trees.
func (p *page) OnMount(ctx app.Context) {
	step := func(change func(args []js.Value)) js.Func {
		return js.FuncOf(func(_ js.Value, args []js.Value) any {
			ctx.Dispatch(func(ctx app.Context) {
				change(args)
				// The page is drawn before this is called.
				ctx.Defer(func(app.Context) { args[len(args)-1].Invoke() })
			})
			return nil
		})
	}
	js.Global().Set("trees", map[string]any{
		"fresh": step(func(args []js.Value) {
			r := newRandom(args[0].Int())
			p.tree = &node{kind: anElement, tag: "main", children: []*node{r.node(depth), r.node(depth), r.node(depth)}}
		}),
		"change": step(func(args []js.Value) {
			r := newRandom(args[0].Int())
			next := *p.tree
			next.children = nil
			for _, child := range p.tree.children {
				next.children = append(next.children, r.changed(child, depth))
			}
			p.tree = &next
		}),
		"empty": step(func([]js.Value) { p.tree = empty }),
		"idle":  step(func([]js.Value) {}),
		"said": js.FuncOf(func(js.Value, []js.Value) any {
			all := said
			said = nil
			return all
		}),
	})
}

func (p *page) Render() app.UI { return p.tree.draw(nil) }

// part is a component inside a tree. It is built anew when its key changes.
type part struct {
	app.Compo
	Tree *node
	Key  string
	// presses is a state of its own, so that it can be drawn again alone.
	presses int
}

// CompoID is the identity of the part.
func (p *part) CompoID() string { return p.Key }

// OnMount notes what stands in the page by then.
func (p *part) OnMount(ctx app.Context) { say("%s mounted as %s", p.Key, outline(ctx)) }

// OnUpdate notes what stands in the page before the update.
func (p *part) OnUpdate(ctx app.Context) { say("%s updated from %s", p.Key, outline(ctx)) }

// OnDismount notes that the part is gone.
func (p *part) OnDismount() { say("%s dismounted", p.Key) }

func (p *part) Render() app.UI {
	return app.Elem("section").Attr("data-presses", p.presses).Body(app.Text(p.presses), p.Tree.draw(p))
}

// outline reads an element of the page.
func outline(ctx app.Context) string {
	element := ctx.JSSrc()
	if !element.Truthy() {
		return "nothing"
	}
	return fmt.Sprintf("%s with %d nodes", element.Get("nodeName").String(), element.Get("childNodes").Length())
}

// draw makes what go-app draws of the node, in the part in which it stands.
func (n *node) draw(in *part) app.UI {
	switch n.kind {
	case aText:
		return app.Text(n.text)
	case aRaw:
		return app.Raw(n.text)
	case aComponent:
		return &part{Tree: n.children[0], Key: n.key}
	case aVoid:
		element := app.ElemSelfClosing(n.tag)
		for _, a := range n.attrs {
			element = element.Attr(a.name, a.value)
		}
		for _, e := range n.events {
			element = element.On(e.name, e.handler(in), e.options()...)
		}
		return element
	}
	element := app.Elem(n.tag)
	if n.kind == aDrawing {
		element = element.XMLNS("http://www.w3.org/2000/svg")
	}
	for _, a := range n.attrs {
		element = element.Attr(a.name, a.value)
	}
	for _, e := range n.events {
		element = element.On(e.name, e.handler(in), e.options()...)
	}
	children := make([]app.UI, len(n.children))
	for i, child := range n.children {
		children[i] = child.draw(in)
	}
	return element.Body(children...)
}

// handler notes which handler has heard what, and where.
func (e event) handler(in *part) app.EventHandler {
	return func(ctx app.Context, heard app.Event) {
		target := heard.Get("target")
		say("%s heard %s of %s in %s", e.says, heard.Get("type").String(), target.Get("nodeName").String(), outline(ctx))
		if e.redraws && in != nil {
			in.presses++
		}
	}
}

func (e event) options() []app.EventOption {
	var options []app.EventOption
	if e.scoped {
		options = append(options, app.EventScope(e.says))
	}
	if e.passive {
		options = append(options, app.PassiveEvent())
	}
	return options
}
