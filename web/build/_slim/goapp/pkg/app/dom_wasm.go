package app

import (
	"syscall/js"
	"time"
	"unsafe"
)

//slim:drops jsFunc jsError value.Release: a value holds no interface

// jsValue is what a [value] has, and no interface: each method would be two functions more.
type jsValue = js.Value

// function is a function of the program that the page can call.
type function struct {
	value
	called js.Func
}

// Release frees the function.
func (f function) Release() { f.called.Release() }

func funcOf(act func(this Value, args []Value) any) Func {
	called := js.FuncOf(func(this js.Value, args []js.Value) any {
		values := make([]Value, len(args))
		for i, arg := range args {
			values[i] = ValueOf(arg)
		}
		return syscalJSValueOf(act(ValueOf(this), values))
	})
	return function{value{called.Value}, called}
}

func init() { openPage = openInterpreter }

// openInterpreter draws with the interpreter in the document.
func openInterpreter() *dom {
	interpreter := js.Global().Get("goappDOM")
	d := newDOM(&interpreterPort{js: interpreter})
	// One function of the program is enough for all events.
	interpreter.Call("listen", js.FuncOf(func(_ js.Value, args []js.Value) any {
		d.heard(uint32(args[0].Int()), ValueOf(args[1]))
		return nil
	}))
	return d
}

// interpreterPort is the interpreter of the document. Words and texts go through one
// array of bytes, which belongs to the interpreter and grows when it has to.
type interpreterPort struct {
	js, room js.Value
	size     int
	bytes    []byte
}

// keptBytes is the size of an array that is kept for the next batch.
const keptBytes = 8 * keptWords

func (p *interpreterPort) run(words []uint32, texts []byte) {
	// WebAssembly and typed arrays have the same order of bytes on every machine
	// that runs a browser.
	p.bytes = append(p.bytes[:0], unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 4*len(words))...)
	p.bytes = append(p.bytes, texts...)
	if len(p.bytes) > p.size || p.size > keptBytes {
		p.size = max(1<<12, len(p.bytes)+len(p.bytes)/2) &^ 3
		p.room = p.js.Call("room", p.size)
	}
	js.CopyBytesToJS(p.room, p.bytes)
	if cap(p.bytes) > keptBytes {
		p.bytes = nil
	}
	p.js.Call("run", len(words), len(texts))
}

func (p *interpreterPort) value(id uint32) Value { return ValueOf(p.js.Call("node", id)) }

func (p *interpreterPort) adopt(id uint32, v Value) { p.js.Call("adopt", id, syscalJSValueOf(v)) }

// after uses a timer of the browser: those of Go have their own scheduler, with 30 functions to compile.
func (p *interpreterPort) after(wait time.Duration, act func()) {
	var rung js.Func
	rung = js.FuncOf(func(js.Value, []js.Value) any {
		rung.Release()
		act()
		return nil
	})
	js.Global().Call("setTimeout", rung, wait.Milliseconds()+1)
}

// Call calls a method after all earlier drawings are carried out. Package bridge/page reads the page with calls
// alone, of Reflect and of getElementById.
func (v value) Call(m string, args ...any) Value {
	page.flush()
	return ValueOf(v.jsValue.Call(m, syscallJSArgs(args)...))
}
