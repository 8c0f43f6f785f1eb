//go:build js && wasm

package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// kind is what a node of a tree becomes.
type kind int

const (
	aText kind = iota
	anElement
	aVoid // an element without content, such as an input
	aDrawing
	aRaw
	aComponent
	kinds
)

// node describes one node of a random tree. It holds everything that is drawn of it,
// so that the same node is always drawn in the same way.
type node struct {
	kind     kind
	tag      string
	text     string
	attrs    []attr
	events   []event
	children []*node
	// key is the identity of a component.
	key string
}

type attr struct {
	name  string
	value any
}

type event struct {
	name, says string
	scoped     bool
	passive    bool
	// redraws says that the component changes a state of its own then.
	redraws bool
}

var (
	// An output element is not among them: its value takes the place of its children.
	tags     = []string{"div", "p", "span", "ul", "li", "button", "section", "label", "select", "option", "textarea", "details", "summary", "article", "em"}
	voids    = []string{"input", "input", "input", "br"}
	drawings = []string{"svg", "g", "circle", "foreignObject", "text"}
	heard    = []string{"click", "input", "change", "focus", "keydown", "toggle", "odd-event"}
	raws     = []string{
		"<b>bold</b>", `<i title="a &quot;b&quot;" hidden>x &lt; y<br>&amp; z</i>`, "<p>one<p>two", "no element", "",
		`<svg viewBox="0 0 1 1"><circle r="1"/></svg>`, "<b>\ufeffmark \U0001F642 end</b>", "<span><!-- a comment -->text</span>", "<input value=raw checked>",
	}
	// pieces are put together to texts: what JavaScript, HTML or UTF-8 treat in a way
	// of their own stands among them.
	pieces = []string{
		"a", "word ", " ", "\n", "\r\n", "\t", "<b>&amp;", "\"'`", "\x00", "\ufeff", "\u00e9", "e\u0301", "\u200f\u05d0", "\u2028", "\ufffd", "\uffff",
		"\U0001F642", "\U0001F469\u200d\U0001F680", "\U0010FFFF", "\x80", "\xff", "\xc3", "\xe2\x82", "\xed\xa0\x80", "\xf0\x9f", "\xf5\x80\x80\x80", "\xc0\xaf",
		strings.Repeat("long ", 60), strings.Repeat("\u4e2d", 40),
	}
)

// random makes trees from a seed.
type random struct{ *rand.Rand }

func newRandom(seed int) random { return random{rand.New(rand.NewPCG(uint64(seed), 0))} }

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

// node makes a tree that is at most so deep.
func (r random) node(depth int) *node {
	n := &node{kind: kind(r.IntN(int(kinds)))}
	if depth <= 0 {
		n.kind = aText
	} else if r.chance(40) {
		n.kind = anElement
	}
	switch n.kind {
	case aText:
		n.text = r.string()
	case anElement:
		n.tag = pick(r, tags)
	case aVoid:
		n.tag = pick(r, voids)
	case aDrawing:
		n.tag = pick(r, drawings)
	case aRaw:
		n.text = pick(r, raws)
	case aComponent:
		n.key = fmt.Sprint("key", r.IntN(3))
		n.children = []*node{r.node(depth - 1)}
		return n
	}
	if n.tag == "" {
		return n
	}
	for range r.IntN(5) {
		n.attrs = append(n.attrs, r.attrOf(n.tag))
	}
	for range r.IntN(3) {
		n.events = append(n.events, r.event())
	}
	if n.kind != aVoid {
		for range r.IntN(6) {
			n.children = append(n.children, r.node(depth-1))
		}
	}
	return n
}

// attrOf makes an attribute, often one that means something to an element.
func (r random) attrOf(tag string) attr {
	if r.chance(40) {
		return r.attr()
	}
	switch tag {
	case "input":
		switch r.IntN(3) {
		case 0:
			return attr{"type", pick(r, []string{"checkbox", "radio", "text", "number", "range", "date"})}
		case 1:
			return attr{"checked", r.chance(50)}
		}
		return attr{"value", pick(r, []string{"7", "2024-02-29", "on", r.string()})}
	case "textarea":
		return attr{"value", r.string()}
	case "details":
		return attr{"open", r.chance(50)}
	case "option":
		return attr{"selected", r.chance(50)}
	case "select":
		return attr{"multiple", r.chance(50)}
	}
	return r.attr()
}

// attr makes an attribute of any of the types that go-app tells apart: those that
// become properties, flags, those whose values are joined, addresses and others.
func (r random) attr() attr {
	switch r.IntN(8) {
	case 0:
		return attr{"value", r.string()}
	case 1:
		return attr{pick(r, []string{"checked", "disabled", "hidden", "open", "required", "multiple", "selected", "readonly", "default"}), r.chance(50)}
	case 2:
		return attr{"class", pick(r, []string{"a", "b c", "d", "", "a a"})}
	case 3:
		return attr{"style", pick(r, []string{"color:red", "display:none", "--x:1", "not a style"})}
	case 4:
		return attr{pick(r, []string{"cite", "data", "srcset"}), pick(r, []string{"x", "y 2x, z 3x", ""})}
	case 5:
		return attr{"contenteditable", pick(r, []string{"true", "false", "inherit"})}
	case 6:
		return attr{pick(r, []string{"tabindex", "maxlength", "data-number"}), pick(r, []any{0, 7, -1, 2.5, uint8(3)})}
	default:
		return attr{pick(r, []string{"title", "lang", "dir", "aria-label", "data-any", "role", "placeholder", "type", "min", "viewBox", "xml:lang"}), r.string()}
	}
}

func (r random) event() event {
	return event{name: pick(r, heard), says: fmt.Sprint("handler", r.IntN(1000)), scoped: r.chance(70), passive: r.chance(20), redraws: r.chance(30)}
}

// changed makes the next tree from one that was drawn, which stays as it is.
func (r random) changed(n *node, depth int) *node {
	if r.chance(6) {
		return r.node(depth)
	}
	c := *n
	c.attrs, c.events, c.children = slices.Clone(n.attrs), slices.Clone(n.events), slices.Clone(n.children)
	if c.kind == aText && r.chance(30) {
		c.text = r.string()
	}
	if c.kind == aRaw && r.chance(30) {
		c.text = pick(r, raws)
	}
	if c.kind == aComponent {
		if r.chance(15) {
			c.key = fmt.Sprint("key", r.IntN(3))
		}
		c.children[0] = r.changed(c.children[0], depth-1)
		return &c
	}
	if c.tag == "" {
		return &c
	}
	switch r.IntN(6) {
	case 0:
		c.attrs = append(c.attrs, r.attrOf(c.tag))
	case 1:
		c.events = append(c.events, r.event())
	case 2:
		if len(c.attrs) > 0 {
			c.attrs = slices.Delete(c.attrs, 0, 1)
		}
	case 3:
		if len(c.events) > 0 {
			c.events = slices.Delete(c.events, 0, 1)
		}
	case 4:
		for i := range c.attrs {
			if next := r.attrOf(c.tag); next.name == c.attrs[i].name {
				c.attrs[i] = next
			}
		}
	}
	for i, child := range c.children {
		if r.chance(60) {
			c.children[i] = r.changed(child, depth-1)
		}
	}
	if len(c.children) > 0 {
		at := r.IntN(len(c.children))
		switch r.IntN(8) {
		case 0:
			c.children = slices.Delete(c.children, at, at+1)
		case 1:
			r.Shuffle(len(c.children), func(i, j int) { c.children[i], c.children[j] = c.children[j], c.children[i] })
		case 2:
			c.children = slices.Insert(c.children, at, r.node(depth-1))
		case 3:
			c.children = nil
		}
	} else if c.kind != aVoid && r.chance(30) {
		c.children = []*node{r.node(depth - 1), r.node(depth - 1)}
	}
	return &c
}
