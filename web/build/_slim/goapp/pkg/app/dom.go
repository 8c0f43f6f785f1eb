package app

import "time"

//slim:drops Raw: the program shows no markup
//slim:drops PassiveEvent: no handler of the program is passive

// dom is the lowest layer of drawing: go-app changes the document only through it. It writes
// operations into one buffer and their texts into another. An interpreter in the document carries
// them out at the end of a drawing, or when the program reads the document.
//
// An operation is a word with its code in the low 8 bits and a node's id in the rest, and then a word
// for each argument. The name of a tag, an attribute or an event is written once, and has a number
// from then on. Another text is its length in UTF-16, as JavaScript counts; the texts follow one
// behind the other.
type dom struct {
	port  domPort
	words []uint32
	texts []byte
	// names are the numbers of names in the interpreter.
	names map[string]uint32

	last uint32
	free []uint32
	// Only a visible batch changes older nodes: a reader of the document would notice that it is
	// pending.
	batch   uint32
	visible bool

	// An id is never reused: a late event of a removed listener must not reach another listener.
	listeners    map[uint32]func(Value)
	lastListener uint32

	fault any
}

var page = newDOM(nil)

var openPage func() *dom

type domPort interface {
	// run copies words and texts first, because an event of the document may write the next batch
	// meanwhile. If an operation has failed, it panics after the whole batch.
	run(words []uint32, texts []byte)
	value(id uint32) Value
	adopt(id uint32, v Value)
	after(wait time.Duration, act func())
}

// The codes of the operations, with their arguments. The codes that end with a text come first.
const (
	opName            uint32 = iota // the id is the number of the name: text
	opText                          // text
	opNodeValue                     // text
	opAttribute                     // name, text
	opProperty                      // name, text
	opElement                       // tag
	opRemoveAttribute               // name
	opOn                            // name of a property that becomes true
	opOff                           // name of a property that becomes false
	opAppend                        // child
	opReplace                       // new, old
	opRemove                        // child
	opFree                          // none
	opListen                        // event, listener
	opUnlisten                      // the id is 0: listener
)

const (
	maxNodes = 1<<24 - 1
	// maxNames bounds the names of a program that makes them from data. Others have some dozens.
	maxNames       = 1 << 12
	maxReusedWords = 1 << 16
)

func newDOM(port domPort) *dom {
	return &dom{port: port, batch: 1, names: map[string]uint32{}, listeners: map[uint32]func(Value){}}
}

// domNode is a node of the document. It is a Value only because go-app stores nodes as Values.
type domNode struct {
	// Value is nil until JSValue is called.
	Value
	id    uint32
	batch uint32
}

// newNode allocates a node by itself: in a block with others it would keep their
// JavaScript values in memory.
//
//go:noinline
func (d *dom) newNode() *domNode {
	if n := len(d.free); n > 0 {
		id := d.free[n-1]
		d.free = d.free[:n-1]
		return &domNode{id: id, batch: d.batch}
	}
	if d.last == maxNodes {
		panic("too many nodes in the page")
	}
	d.last++
	return &domNode{id: d.last, batch: d.batch}
}

// write writes an operation. Many places call it: without inlining the program is smaller.
//
//go:noinline
func (d *dom) write(code, id uint32, args ...uint32) {
	d.words = append(append(d.words, code|id<<8), args...)
}

// change returns the id of a node for an operation that changes the node.
//
//go:noinline
func (d *dom) change(node *domNode) uint32 {
	d.visible = d.visible || node.batch != d.batch
	return node.id
}

func (d *dom) name(s string) uint32 {
	number, known := d.names[s]
	if known {
		return number
	}
	if len(d.names) == maxNames {
		d.names = map[string]uint32{}
	}
	number = uint32(len(d.names))
	d.names[s] = number
	d.write(opName, number, d.text(s))
	return number
}

//go:noinline
func (d *dom) text(s string) (length uint32) {
	d.texts, length = appendText(d.texts, s)
	return length
}

func (d *dom) createElement(tag string) *domNode {
	n := d.newNode()
	d.write(opElement, n.id, d.name(tag))
	return n
}

func (d *dom) createText(text string) *domNode {
	n := d.newNode()
	d.write(opText, n.id, d.text(text))
	return n
}

// adopt makes a node of a foreign JavaScript value.
func (d *dom) adopt(v Value) *domNode {
	n := d.newNode()
	n.Value, n.batch = v, 0
	d.drain() // An earlier operation may free the id.
	d.port.adopt(n.id, v)
	return n
}

func (d *dom) setAttribute(node *domNode, name, value string) {
	d.write(opAttribute, d.change(node), d.name(name), d.text(value))
}

func (d *dom) removeAttribute(node *domNode, name string) {
	d.write(opRemoveAttribute, d.change(node), d.name(name))
}

func (d *dom) setProperty(node *domNode, name, value string) {
	d.write(opProperty, d.change(node), d.name(name), d.text(value))
}

func (d *dom) setFlag(node *domNode, name string, on bool) {
	code := opOff
	if on {
		code = opOn
	}
	d.write(code, d.change(node), d.name(name))
}

func (d *dom) setText(node *domNode, text string) {
	d.write(opNodeValue, d.change(node), d.text(text))
}

func (d *dom) append(parent, child *domNode) {
	d.write(opAppend, d.change(parent), child.id)
}

func (d *dom) replace(parent, new, old *domNode) {
	d.write(opReplace, d.change(parent), new.id, old.id)
}

func (d *dom) remove(parent, child *domNode) {
	d.write(opRemove, d.change(parent), child.id)
}

func (d *dom) listen(node *domNode, event string, handle func(Value)) uint32 {
	d.lastListener++
	d.listeners[d.lastListener] = handle
	d.write(opListen, node.id, d.name(event), d.lastListener)
	return d.lastListener
}

func (d *dom) unlisten(listener uint32) {
	delete(d.listeners, listener)
	d.write(opUnlisten, 0, listener)
}

func (d *dom) dispatch(listener uint32, event Value) {
	if handle := d.listeners[listener]; handle != nil {
		handle(event)
	}
}

// JSValue returns the JavaScript value of a node, after all pending operations on it.
func (n *domNode) JSValue() Value {
	if page.visible || n.batch == page.batch {
		page.drain()
	}
	if n.Value == nil {
		n.Value = page.port.value(n.id)
	}
	return n.Value
}

func nodeOf(v UI) *domNode { return v.JSValue().(*domNode) }

// JSSrc returns the JavaScript value of the element, after all earlier drawings are carried out.
func (ctx Context) JSSrc() Value { return ctx.sourceElement.JSValue().JSValue() }

// release frees the id of a removed node. Its JavaScript value stays valid.
func (d *dom) release(node *domNode) {
	d.write(opFree, node.id)
	d.free = append(d.free, node.id)
	node.id = 0
}

// flush carries out operations that a reader of the document would notice.
func (d *dom) flush() {
	if d.visible {
		d.drain()
	}
}

// commit panics at the end of a drawing if an operation of it has failed.
func (d *dom) commit() {
	d.drain()
	if fault := d.fault; fault != nil {
		d.fault = nil
		panic(fault)
	}
}

func (d *dom) drain() {
	if len(d.words) == 0 {
		return
	}
	words, texts := d.words, d.texts
	d.words, d.texts = words[:0], texts[:0]
	if cap(words) > maxReusedWords || cap(texts) > 4*maxReusedWords {
		d.words, d.texts = nil, nil
	}
	d.batch++
	d.visible = false
	defer func() {
		// A component that reads the document may recover from a panic. commit repeats it.
		if fault := recover(); fault != nil && d.fault == nil {
			d.fault = fault
		}
	}()
	d.port.run(words, texts)
}
