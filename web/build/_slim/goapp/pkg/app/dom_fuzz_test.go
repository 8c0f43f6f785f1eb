package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// fuzzTree is a page that dom draws, and the page that it should be.
type fuzzTree struct {
	t    *testing.T
	data []byte
	*model
	dom   *dom
	nodes []*fuzzNode
	// calls are the handlers that have been called, and removed the listeners that were
	// removed.
	calls   []string
	removed []uint32
	made    int
}

// fuzzNode is one node of both pages.
type fuzzNode struct {
	drawn     *domNode
	want      *modelNode
	parent    *fuzzNode
	children  []*fuzzNode
	listeners []fuzzListener
}

type fuzzListener struct {
	id         uint32
	name, says string
}

// next takes a byte of the input.
func (f *fuzzTree) next() int {
	if len(f.data) == 0 {
		return 0
	}
	b := f.data[0]
	f.data = f.data[1:]
	return int(b)
}

// pieces are characters with a special treatment in UTF-8, UTF-16 or a decoder.
var pieces = []string{"a", "\x00", "\u00e9", "\u20ac", "\U0001F642", "\U0010FFFF", byteOrderMark, "\ufffd", "\xed\xa0\x80", "\xe2\x82", "\xf0\x9f\x99", "\xff"}

// text takes a text of the input: some of the pieces, or any bytes.
func (f *fuzzTree) text() string {
	if f.next()%2 == 0 {
		text := ""
		for range f.next() % 5 {
			text += pieces[f.next()%len(pieces)]
		}
		return text
	}
	n := min(f.next()%24, len(f.data))
	text := string(f.data[:n])
	f.data = f.data[n:]
	if text == "refused" { // The model takes it for a fault.
		return ""
	}
	return text
}

// name makes one of a few names.
func (f *fuzzTree) name() string { return fmt.Sprint("n", f.next()%9) }

// node takes one of the nodes with a property, or nil.
func (f *fuzzTree) node(like func(*fuzzNode) bool) *fuzzNode {
	var found []*fuzzNode
	for _, n := range f.nodes {
		if like(n) {
			found = append(found, n)
		}
	}
	if len(found) == 0 {
		return nil
	}
	return found[f.next()%len(found)]
}

func isElement(n *fuzzNode) bool { return n.want.tag != "" }
func isText(n *fuzzNode) bool    { return n.want.tag == "" }
func isRoot(n *fuzzNode) bool    { return n.parent == nil }

// rootOf is the topmost node above a node.
func rootOf(n *fuzzNode) *fuzzNode {
	for n.parent != nil {
		n = n.parent
	}
	return n
}

// decode returns a text in the form that a page gets: a byte order mark at the beginning is
// dropped, and U+FFFD replaces each longest beginning of a character, which is found by trial.
func decode(s string) string {
	var b strings.Builder
	for s = strings.TrimPrefix(s, byteOrderMark); s != ""; {
		r, size := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && size == 1 {
			for size < len(s) && beginsCharacter(s[:size+1]) {
				size++
			}
		}
		b.WriteRune(r)
		s = s[size:]
	}
	return b.String()
}

// beginsCharacter reports whether these bytes are the beginning of a character.
func beginsCharacter(s string) bool {
	if len(s) > 3 {
		return false
	}
	for _, next := range "\u0080\u0090\u00a0\u00bf" {
		with := s + string([]byte{byte(next)})
		if utf8.ValidString(with) && utf8.RuneCountInString(with) == 1 || beginsCharacter(with) {
			return true
		}
	}
	return false
}

func (f *fuzzTree) add(drawn *domNode, want *modelNode) {
	f.nodes = append(f.nodes, &fuzzNode{drawn: drawn, want: want})
}

func (f *fuzzTree) step() {
	d := f.dom
	switch op := f.next() % 14; op {
	case 0:
		tag := f.name()
		f.add(d.createElement(tag), &modelNode{tag: tag})
	case 1:
		text := f.text()
		f.add(d.createText(text), &modelNode{text: decode(text)})
	case 2, 3, 4, 5:
		f.change(op)
	case 6:
		if n := f.node(isText); n != nil {
			text := f.text()
			d.setText(n.drawn, text)
			n.want.text = decode(text)
		}
	case 7, 8:
		f.move(op == 8)
	case 9:
		if n := f.node(func(n *fuzzNode) bool { return n.parent != nil }); n != nil {
			d.remove(n.parent.drawn, n.drawn)
			f.detach(n)
		}
	case 10:
		if n := f.node(isElement); n != nil {
			f.listen(n)
		}
	case 11:
		if n := f.node(func(n *fuzzNode) bool { return len(n.listeners) > 0 }); n != nil {
			f.unlisten(n, f.next()%len(n.listeners))
		}
	case 12:
		if n := f.node(isElement); n != nil {
			if got, want := visible(n.drawn.JSValue().(*modelNode)), visible(n.want); got != want {
				f.t.Fatalf("a reader finds %s, want %s", got, want)
			}
		}
	case 13:
		f.compare()
	}
}

// visible describes a node without its listeners, which a reader of the page does not see.
func visible(n *modelNode) string {
	bare := *n
	bare.listeners = nil
	bare.children = nil
	for _, child := range n.children {
		bare.children = append(bare.children, &modelNode{text: visible(child)})
	}
	return bare.String()
}

// change changes the attributes and properties of an element.
func (f *fuzzTree) change(op int) {
	n := f.node(isElement)
	if n == nil {
		return
	}
	name := f.name()
	switch op {
	case 2:
		text := f.text()
		f.dom.setAttribute(n.drawn, name, text)
		n.want.set(name, decode(text))
	case 3:
		f.dom.removeAttribute(n.drawn, name)
		if i := n.want.index(name); i >= 0 {
			n.want.attributes = slices.Delete(n.want.attributes, i, i+1)
		}
	case 4:
		text := f.text()
		f.dom.setProperty(n.drawn, name, text)
		n.want.set("."+name, decode(text))
	case 5:
		on := f.next()%2 == 1
		f.dom.setFlag(n.drawn, name, on)
		n.want.set("."+name, fmt.Sprint(on))
	}
}

// move puts a node without a parent into an element, at the end or in the place of a child.
func (f *fuzzTree) move(replace bool) {
	child := f.node(isRoot)
	if child == nil {
		return
	}
	parent := f.node(func(n *fuzzNode) bool {
		return isElement(n) && rootOf(n) != child && (!replace || len(n.children) > 0)
	})
	if parent == nil {
		return
	}
	at := len(parent.children)
	if replace {
		old := parent.children[f.next()%len(parent.children)]
		at = slices.Index(parent.children, old)
		f.dom.replace(parent.drawn, child.drawn, old.drawn)
		f.detach(old)
	} else {
		f.dom.append(parent.drawn, child.drawn)
	}
	child.parent = parent
	parent.children = slices.Insert(parent.children, at, child)
	parent.want.children = slices.Insert(parent.want.children, at, child.want)
}

// detach removes a node from its parent and releases it, like go-app.
func (f *fuzzTree) detach(n *fuzzNode) {
	at := slices.Index(n.parent.children, n)
	n.parent.children = slices.Delete(n.parent.children, at, at+1)
	n.parent.want.children = slices.Delete(n.parent.want.children, at, at+1)
	n.parent = nil
	f.forget(n)
}

func (f *fuzzTree) forget(n *fuzzNode) {
	for _, child := range n.children {
		f.forget(child)
	}
	for len(n.listeners) > 0 {
		f.unlisten(n, 0)
	}
	f.dom.release(n.drawn)
	f.nodes = slices.DeleteFunc(f.nodes, func(node *fuzzNode) bool { return node == n })
}

func (f *fuzzTree) listen(n *fuzzNode) {
	event := f.name()
	f.made++
	l := fuzzListener{name: "on" + event, says: fmt.Sprint("handler ", f.made)}
	l.id = f.dom.listen(n.drawn, event, func(Value) { f.calls = append(f.calls, l.says) })
	n.listeners = append(n.listeners, l)
	n.want.listeners = append(n.want.listeners, l.name)
}

func (f *fuzzTree) unlisten(n *fuzzNode, at int) {
	l := n.listeners[at]
	f.dom.unlisten(l.id)
	n.listeners = slices.Delete(n.listeners, at, at+1)
	at = slices.Index(n.want.listeners, l.name)
	n.want.listeners = slices.Delete(n.want.listeners, at, at+1)
	f.removed = append(f.removed, l.id)
}

// compare carries out the batch and compares both pages.
func (f *fuzzTree) compare() {
	f.dom.commit()
	listeners := 0
	for _, n := range f.nodes {
		listeners += len(n.listeners)
		if got := n.drawn.JSValue().(*modelNode); n.parent == nil && got.String() != n.want.String() {
			f.t.Fatalf("the page has %s, want %s", got, n.want)
		}
		for _, l := range n.listeners {
			f.calls = nil
			if f.dom.dispatch(l.id, nil); len(f.calls) != 1 || f.calls[0] != l.says {
				f.t.Fatalf("%s: %q are called", l.says, f.calls)
			}
		}
	}
	if f.calls = nil; len(f.model.nodes) != len(f.nodes) || len(f.model.listeners) != listeners || len(f.dom.listeners) != listeners {
		f.t.Fatalf("%d nodes, %d listeners and %d handlers are there, want %d and %d", len(f.model.nodes), len(f.model.listeners), len(f.dom.listeners), len(f.nodes), listeners)
	}
	for _, l := range f.removed {
		if f.dom.dispatch(l, nil); len(f.calls) > 0 {
			f.t.Fatalf("%q are called after their removal", f.calls)
		}
	}
}

// FuzzBatches writes operations in any order that is possible for go-app, and compares
// the page of an interpreter with the page that it should be.
func FuzzBatches(f *testing.F) {
	f.Add([]byte("\x00\x01\x02\x00\x04\x04\x00\x06\x01\x09\x01\x00\x04\x00\x05\x00\x03\x06\x05\x08\x0f"))
	f.Add([]byte("\x00\x01\x00\x02\x02\x01\x05hello\x09\x00\x00\x04\x00\x03\x04\xff\xfe\x00\x01\x0f"))
	f.Add([]byte("\x00\x01\x02\x06\xef\xbb\xbf\xf0\x9f\x99\x09\x00\x00\x0c\x00\x02\x01\x0f\x0b\x00\x00\x03\x0f\x0e"))
	f.Add([]byte("\x00\x01\x00\x01\x00\x01\x09\x01\x00\x0a\x01\x00\x00\x0c\x00\x00\x00\x0d\x00\x00\x08\x00\x03abc\x0f"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, d := newModel(t)
		tree := &fuzzTree{t: t, data: data, model: m, dom: d}
		for len(tree.data) > 0 {
			tree.step()
		}
		tree.compare()
	})
}
