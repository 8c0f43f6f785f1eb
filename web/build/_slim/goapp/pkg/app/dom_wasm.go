package app

import (
	"syscall/js"
	"time"
	"unsafe"
)

//slim:drops jsFunc jsError value.Release: a value holds no interface

// jsValue makes [value] a struct without an interface: each method of an interface would be two more functions.
type jsValue = js.Value

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

func openInterpreter() *dom {
	interpreter := js.Global().Get("goappDOM")
	d := newDOM(&interpreterPort{js: interpreter})
	// All events go through one function of the program.
	interpreter.Call("listen", js.FuncOf(func(_ js.Value, args []js.Value) any {
		d.dispatch(uint32(args[0].Int()), ValueOf(args[1]))
		return nil
	}))
	return d
}

// interpreterPort sends words and texts in one array of bytes. The interpreter owns it, and it grows when
// necessary.
type interpreterPort struct {
	js, room js.Value
	size     int
	bytes    []byte
}

const maxReusedBytes = 8 * maxReusedWords

func (p *interpreterPort) run(words []uint32, texts []byte) {
	// WebAssembly and typed arrays have the same byte order on every machine with a browser.
	p.bytes = append(p.bytes[:0], unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 4*len(words))...)
	p.bytes = append(p.bytes, texts...)
	if len(p.bytes) > p.size || p.size > maxReusedBytes {
		p.size = max(1<<12, len(p.bytes)+len(p.bytes)/2) &^ 3
		p.room = p.js.Call("room", p.size)
	}
	js.CopyBytesToJS(p.room, p.bytes)
	if cap(p.bytes) > maxReusedBytes {
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

// Call calls a method after all earlier drawings. Package bridge/page reads the page only with calls.
func (v value) Call(m string, args ...any) Value {
	page.flush()
	return ValueOf(v.jsValue.Call(m, syscallJSArgs(args)...))
}
