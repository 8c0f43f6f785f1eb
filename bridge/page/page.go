// Package page reads and changes what belongs to the browser and to the boot script, for
// the components and for the port.
//
// Anything may be missing, be of another type or throw: autofill and browser extensions
// dispatch events without some members, and even to read a member can throw. The functions
// here then give the zero value: a JavaScript exception inside the program would make it
// hang, and a panic would end it.
package page

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Value is a value of the page.
type Value = app.Value

// Func is a function of the program that the page can call.
type Func = app.Func

// Get is a member of v, or of a member of it and so on; undefined when there is
// none. The name is made anew each time: Go keeps two values of the page in one piece of
// memory, so that a name that is kept would keep a node, and all that belongs to it.
func Get(v Value, path ...string) Value {
	for _, name := range path {
		v = reflection("get", v, name)
	}
	return v
}

// Global is what the browser has under a name.
func Global(path ...string) Value { return Get(app.Window(), path...) }

// Call calls a method of v; undefined when that is not possible. Reflect.apply would need
// an array of the arguments, and a call of the browser for each of them.
func Call(v Value, method string, args ...any) Value {
	return attempt(func() Value { return Get(v, method).Call("call", append([]any{v}, args...)...) })
}

// New makes an object; undefined when that is not possible.
func New(class Value, args ...any) Value {
	return attempt(func() Value { return class.New(args...) })
}

// Set sets a member of v, where that is possible.
func Set(v Value, name string, value any) { reflection("set", v, name, value) }

// Text is a member that is text, or v itself without a path; empty for anything else.
func Text(v Value, path ...string) string {
	if member := Get(v, path...); is(member, app.TypeString) {
		return member.String()
	}
	return ""
}

// Number is a member that is a number, or v itself, and whether it is one.
func Number(v Value, path ...string) (number float64, ok bool) {
	if member := Get(v, path...); is(member, app.TypeNumber) && !member.IsNaN() {
		return member.Float(), true
	}
	return 0, false
}

// Flag is a member that is true or false, or v itself; false when it is anything else.
func Flag(v Value, path ...string) bool {
	member := Get(v, path...)
	return is(member, app.TypeBoolean) && member.Bool()
}

// Exists reports whether v is an object or a function.
func Exists(v Value) bool { return is(v, app.TypeObject) || is(v, app.TypeFunction) }

// is reports whether v is of a type. A nil v has none.
func is(v Value, kind app.Type) bool { return v != nil && v.Type() == kind }

// Each hands over the entries of an array.
func Each(array Value, visit func(Value)) {
	length, _ := Number(array, "length")
	for i := range int(length) {
		visit(Call(array, "at", i))
	}
}

// Element is the element called id; null or undefined when there is none.
func Element(id string) Value {
	return attempt(func() Value { return app.Window().GetElementByID(id) })
}

// Callback makes a function of the program that the page can call, with one argument;
// undefined when the page gives none.
func Callback(act func(argument Value)) Func {
	return app.FuncOf(func(_ Value, args []Value) any {
		act(append(args, app.Undefined())[0])
		return nil
	})
}

var reflectAPI = app.Window().Get("Reflect")

// reflection calls a method of the page's Reflect. Go turns an exception into a panic
// only in calls, and a call of Reflect looks up nothing that could throw before.
func reflection(method string, args ...any) Value {
	return attempt(func() Value { return reflectAPI.Call(method, args...) })
}

// attempt is what act returns; undefined when it panics.
func attempt(act func() Value) (value Value) {
	defer func() {
		if recover() != nil {
			value = app.Undefined()
		}
	}()
	return act()
}
