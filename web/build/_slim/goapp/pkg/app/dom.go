package app

import "time"

//slim:drops Raw: the program shows no markup
//slim:drops PassiveEvent: no handler of the program is passive

// dom is the lowest layer of drawing: all that go-app does to the document goes through
// it. It writes operations into one buffer and their texts into another. Both go to the
// document together at the end of a drawing, where an interpreter carries them out, or
// earlier if the program reads the document.
//
// An operation is a word with its code in the low 8 bits and a node's id in the
// rest, and then as many words as the code needs. A name of a tag, an attribute or
// an event is written once, gets a number, and is a word from then on. Any other
// text is a word with its length in UTF-16, as JavaScript counts; the texts
// themselves stand one behind the other.
type dom struct {
	port  domPort
	words []uint32
	texts []byte
	// names are the numbers of the names that the interpreter knows.
	names map[string]uint32

	// last is the highest id that was ever given to a node. Ids of nodes that were
	// released are in free.
	last uint32
	free []uint32
	// batch counts the batches. visible says that the batch that is being written
	// changes older nodes: only then can a reader of the document see that it has not
	// been carried out yet.
	batch   uint32
	visible bool

	// An id of a listener is never used again: a late event of a listener that was
	// removed must not get to another one.
	listeners    map[uint32]func(Value)
	lastListener uint32

	fault any
}

// page is the document that the program draws in. The engine opens it with its first component.
var page = newDOM(nil)

// openPage connects with the document's interpreter.
var openPage func() *dom

// domPort is the way to the interpreter.
type domPort interface {
	// run carries out a batch. It copies words and texts before anything else, as
	// an event of the document may write the next batch meanwhile. It panics if
	// something went wrong, after the whole batch.
	run(words []uint32, texts []byte)
	// value is the JavaScript value of a node.
	value(id uint32) Value
	// adopt gives an id to a JavaScript value.
	adopt(id uint32, v Value)
	// after calls a function when some time has passed.
	after(wait time.Duration, act func())
}

// The codes of the operations, with what their arguments are. Those that end with a
// text come first.
const (
	opName            uint32 = iota // of a name's number: text
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
	opUnlisten                      // of no node: listener
)

const (
	// maxNodes is how many ids fit into a word beside the code.
	maxNodes = 1<<24 - 1
	// maxNames is how many names are known at a time. A program has some dozens,
	// unless it makes names from data.
	maxNames = 1 << 12
	// keptWords is the size of a buffer that is kept for the next batch.
	keptWords = 1 << 16
)

func newDOM(port domPort) *dom {
	return &dom{port: port, batch: 1, names: map[string]uint32{}, listeners: map[uint32]func(Value){}}
}

// domNode is a node of the document. It is a Value only so that go-app can keep it where
// it keeps Values.
type domNode struct {
	// Value is nil until JSValue is called.
	Value
	// id is 0 after the release.
	id uint32
	// born is the batch that makes the node.
	born uint32
}

// newNode makes a node in a piece of memory of its own: one that is made together with
// others would keep their JavaScript values for as long as one of them is used.
//
//go:noinline
func (d *dom) newNode() *domNode {
	if n := len(d.free); n > 0 {
		id := d.free[n-1]
		d.free = d.free[:n-1]
		return &domNode{id: id, born: d.batch}
	}
	if d.last == maxNodes {
		panic("too many nodes in the page")
	}
	d.last++
	return &domNode{id: d.last, born: d.batch}
}

// write writes an operation. It is called everywhere: without inlining the program is smaller.
//
//go:noinline
func (d *dom) write(code, id uint32, args ...uint32) {
	d.words = append(append(d.words, code|id<<8), args...)
}

// change is the id of a node that an operation changes.
//
//go:noinline
func (d *dom) change(node *domNode) uint32 {
	d.visible = d.visible || node.born != d.batch
	return node.id
}

// name is the number of a name.
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

// adopt makes a node of a JavaScript value that go-app has not made.
func (d *dom) adopt(v Value) *domNode {
	n := d.newNode()
	n.Value, n.born = v, 0
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

// listen calls handle for each event, until unlisten gets the id that it returns.
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

// heard hands an event over to its listener.
func (d *dom) heard(listener uint32, event Value) {
	if handle := d.listeners[listener]; handle != nil {
		handle(event)
	}
}

// JSValue is the JavaScript value of a node, as the document has it now.
func (n *domNode) JSValue() Value {
	if page.visible || n.born == page.batch {
		page.drain()
	}
	if n.Value == nil {
		n.Value = page.port.value(n.id)
	}
	return n.Value
}

// nodeOf is the node of a mounted element or text.
func nodeOf(v UI) *domNode { return v.JSValue().(*domNode) }

// JSSrc is the JavaScript value of the element, after all earlier drawings are carried out.
func (ctx Context) JSSrc() Value { return ctx.sourceElement.JSValue().JSValue() }

// release forgets a node that is no longer in the document. A JavaScript value that was
// asked for before stays what it is.
func (d *dom) release(node *domNode) {
	d.write(opFree, node.id)
	d.free = append(d.free, node.id)
	node.id = 0
}

// flush carries out operations that can be seen from outside, before the program reads
// the document. A fault is kept for commit.
func (d *dom) flush() {
	if d.visible {
		d.drain()
	}
}

// commit carries out all operations at the end of a drawing, and panics if one of them
// has failed.
func (d *dom) commit() {
	d.drain()
	if fault := d.fault; fault != nil {
		d.fault = nil
		panic(fault)
	}
}

// drain has all written operations carried out.
func (d *dom) drain() {
	if len(d.words) == 0 {
		return
	}
	words, texts := d.words, d.texts
	d.words, d.texts = words[:0], texts[:0]
	if cap(words) > keptWords || cap(texts) > 4*keptWords {
		d.words, d.texts = nil, nil
	}
	d.batch++
	d.visible = false
	defer func() {
		// A component that reads the document may recover from a panic, and the fault of
		// the drawing would be lost.
		if fault := recover(); fault != nil && d.fault == nil {
			d.fault = fault
		}
	}()
	d.port.run(words, texts)
}
