package app

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// model is an interpreter with a page of Go values. It decodes batches by the documentation
// of the codes, and shares no code with the encoder.
type model struct {
	nodes     map[uint32]*modelNode
	names     map[uint32]string
	listeners map[uint32]modelListener
	// listenerIDs are the ids of all listeners so far.
	listenerIDs map[uint32]bool
	runs        int
	// during is called for each operation before it is carried out.
	during func(code uint32)
}

type modelListener struct {
	node *modelNode
	name string
}

type modelNode struct {
	Value
	tag, text  string
	attributes []string
	listeners  []string
	parent     *modelNode
	children   []*modelNode
}

// String returns the node as markup, with attributes in their order.
func (n *modelNode) String() string {
	if n.tag == "" {
		return n.text
	}
	var b strings.Builder
	b.WriteString("<" + n.tag)
	for _, a := range append(slices.Clone(n.attributes), n.listeners...) {
		b.WriteString(" " + a)
	}
	b.WriteString(">")
	for _, child := range n.children {
		b.WriteString(child.String())
	}
	return b.String() + "</>"
}

func (n *modelNode) index(name string) int {
	return slices.IndexFunc(n.attributes, func(a string) bool { return strings.HasPrefix(a, name+"=") })
}

func (n *modelNode) set(name, value string) {
	if i := n.index(name); i >= 0 {
		n.attributes[i] = name + "=" + value
		return
	}
	n.attributes = append(n.attributes, name+"="+value)
}

// newModel makes a model. The test draws in it until the test ends.
func newModel(t *testing.T) (*model, *dom) {
	t.Helper()
	m := &model{nodes: map[uint32]*modelNode{}, names: map[uint32]string{}, listeners: map[uint32]modelListener{}, listenerIDs: map[uint32]bool{}}
	d := newDOM(m)
	pageBefore, openBefore := page, openPage
	page, openPage = d, func() *dom { return d }
	t.Cleanup(func() { page, openPage = pageBefore, openBefore })
	return m, d
}

func (m *model) value(id uint32) Value { return m.nodes[id] }

func (m *model) after(wait time.Duration, act func()) { time.AfterFunc(wait, act) }

func (m *model) adopt(id uint32, _ Value) { m.nodes[id] = &modelNode{tag: "adopted"} }

// modelSizes are the numbers of arguments, by code.
var modelSizes = map[uint32]int{
	opName: 1, opText: 1, opNodeValue: 1, opAttribute: 2, opProperty: 2, opElement: 1, opRemoveAttribute: 1,
	opOn: 1, opOff: 1, opAppend: 1, opReplace: 2, opRemove: 1, opFree: 0, opListen: 2, opUnlisten: 1,
}

func (m *model) run(words []uint32, texts []byte) {
	m.runs++
	words, rest := slices.Clone(words), []rune(string(texts))
	var faults []error
	for len(words) > 0 {
		code, id := words[0]&255, words[0]>>8
		size, known := modelSizes[code]
		if !known {
			panic(fmt.Sprint("no such operation: ", code))
		}
		args := words[1 : 1+size]
		words = words[1+size:]
		text := ""
		if code <= opProperty {
			for n := args[size-1]; n > 0; rest = rest[1:] {
				n--
				if rest[0] > 0xFFFF {
					n--
				}
				text += string(rest[0])
			}
		}
		if m.during != nil {
			m.during(code)
		}
		if err := m.step(code, id, args, text); err != nil {
			faults = append(faults, err)
		}
	}
	if len(rest) > 0 {
		panic(fmt.Sprintf("texts are left over: %q", string(rest)))
	}
	if len(faults) > 0 {
		panic(faults[0])
	}
}

func (m *model) step(code, id uint32, args []uint32, text string) error {
	n := m.nodes[id]
	made := code == opName || code == opText || code == opElement || code == opUnlisten
	if !made && n == nil {
		return fmt.Errorf("operation %d of node %d, which is not there", code, id)
	}
	if made && n != nil && code != opName && code != opUnlisten {
		return fmt.Errorf("node %d is made, and was not freed", id)
	}
	switch code {
	case opName:
		m.names[id] = text
	case opText:
		m.nodes[id] = &modelNode{text: text}
	case opNodeValue:
		n.text = text
	case opAttribute:
		if text == "refused" {
			return errors.New("refused")
		}
		n.set(m.names[args[0]], text)
	case opProperty:
		n.set("."+m.names[args[0]], text)
	case opElement:
		m.nodes[id] = &modelNode{tag: m.names[args[0]]}
	case opRemoveAttribute:
		// go-app removes properties like this, too, which has no effect.
		if i := n.index(m.names[args[0]]); i >= 0 {
			n.attributes = slices.Delete(n.attributes, i, i+1)
		}
	case opOn, opOff:
		n.set("."+m.names[args[0]], fmt.Sprint(code == opOn))
	case opAppend:
		child := m.nodes[args[0]]
		child.parent = n
		n.children = append(n.children, child)
	case opReplace:
		if old := m.nodes[args[1]]; n.tag == "adopted" && old.tag == "adopted" {
			n.children = append(n.children, old) // The children were in this order before.
		}
		i := slices.Index(n.children, m.nodes[args[1]])
		if i < 0 {
			return errors.New("the old node is not a child")
		}
		n.children[i].parent, m.nodes[args[0]].parent = nil, n
		n.children[i] = m.nodes[args[0]]
	case opRemove:
		i := slices.Index(n.children, m.nodes[args[0]])
		if i < 0 {
			return errors.New("the node to remove is not a child")
		}
		n.children[i].parent = nil
		n.children = slices.Delete(n.children, i, i+1)
	case opFree:
		delete(m.nodes, id)
	case opListen:
		if m.listenerIDs[args[1]] {
			return fmt.Errorf("listener %d is used again", args[1])
		}
		m.listenerIDs[args[1]] = true
		name := "on" + m.names[args[0]]
		m.listeners[args[1]] = modelListener{n, name}
		n.listeners = append(n.listeners, name)
	case opUnlisten:
		l := m.listeners[args[0]]
		if l.node == nil {
			return fmt.Errorf("listener %d is not there", args[0])
		}
		i := slices.Index(l.node.listeners, l.name)
		l.node.listeners = slices.Delete(l.node.listeners, i, i+1)
		delete(m.listeners, args[0])
	}
	return nil
}
