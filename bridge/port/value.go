//go:build js && wasm

package port

import "syscall/js"

// What the browser and the boot script give is read here and nowhere else. Anything
// may be missing, be of another type or throw. A reader then gives the zero value: a
// JavaScript exception inside the program would make it hang, and a panic would end
// it.

// get is a member of v, or of a member of it and so on; undefined when there is
// none. The name is made anew each time: Go keeps two values of the page in one piece of
// memory, so that a name that is kept would keep a node, and all that belongs to it.
func get(v js.Value, path ...string) js.Value {
	for _, name := range path {
		v = reflect("get", v, name)
	}
	return v
}

// global is what the browser has under a name.
func global(path ...string) js.Value { return get(js.Global(), path...) }

// call calls a method of v; undefined when that is not possible. Reflect.apply would need
// an array of the arguments, and a call of the browser for each of them.
func call(v js.Value, method string, args ...any) js.Value {
	return attempt(func() js.Value { return get(v, method).Call("call", append([]any{v}, args...)...) })
}

// construct makes an object; undefined when that is not possible.
func construct(class js.Value, args ...any) js.Value {
	return attempt(func() js.Value { return class.New(args...) })
}

// set sets a member of v, where that is possible.
func set(v js.Value, name string, value any) { reflect("set", v, name, value) }

// text is a member that is text, or v itself without a path; empty when it is
// anything else.
func text(v js.Value, path ...string) string {
	if member := get(v, path...); member.Type() == js.TypeString {
		return member.String()
	}
	return ""
}

// number is a member that is a number, or v itself; 0 when it is anything else.
func number(v js.Value, path ...string) float64 {
	if member := get(v, path...); member.Type() == js.TypeNumber && !member.IsNaN() {
		return member.Float()
	}
	return 0
}

// flag is a member that is true or false, or v itself; false when it is
// anything else.
func flag(v js.Value, path ...string) bool {
	member := get(v, path...)
	return member.Type() == js.TypeBoolean && member.Bool()
}

// exists reports whether v is an object or a function.
func exists(v js.Value) bool { return v.Type() == js.TypeObject || v.Type() == js.TypeFunction }

// each hands over the entries of an array.
func each(array js.Value, visit func(js.Value)) {
	for i := range int(number(array, "length")) {
		visit(call(array, "at", i))
	}
}

// argument is one argument of a callback; undefined when it was called without.
func argument(args []js.Value, i int) js.Value {
	if i < len(args) {
		return args[i]
	}
	return js.Undefined()
}

var reflection = js.Global().Get("Reflect")

// reflect calls a method of the page's Reflect: only what is called is guarded
// against exceptions, and what is called there looks up nothing that could
// throw on its own.
func reflect(method string, args ...any) js.Value {
	return attempt(func() js.Value { return reflection.Call(method, args...) })
}

// attempt is what act returns; undefined when it panics.
func attempt(act func() js.Value) (value js.Value) {
	defer func() {
		if recover() != nil {
			value = js.Undefined()
		}
	}()
	return act()
}

// callback makes a function of the program that the page can call.
func callback(act func(args []js.Value)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		act(args)
		return nil
	})
}
