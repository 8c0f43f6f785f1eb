// Package page reads and changes values of the browser and the boot script.
//
// Any value may be missing, have another type or throw: autofill and browser extensions dispatch events
// without some members. The functions then return the zero value: a JavaScript exception inside the
// program would make it hang, and a panic would end it.
package page

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Value is a value of the page.
type Value = app.Value

// Func is a function of the program that the page can call.
type Func = app.Func

// Get returns a member of v, or of a nested member. The name is converted each time: Go allocates two
// values of the page together, so a cached name would keep a node and its whole tree alive.
func Get(v Value, path ...string) Value {
	for _, name := range path {
		v = reflection("get", v, name)
	}
	return v
}

// Global returns a global of the browser.
func Global(path ...string) Value { return Get(app.Window(), path...) }

// Call calls a method of v. Reflect.apply would need an array of the arguments, and a call for each of them.
func Call(v Value, method string, args ...any) Value {
	return attempt(func() Value { return callable(Get(v, method)).Call("call", append([]any{v}, args...)...) })
}

// New creates an object, if possible.
func New(class Value, args ...any) Value {
	return attempt(func() Value { return callable(class).New(args...) })
}

// Set sets a member of v if possible.
func Set(v Value, name string, value any) { reflection("set", v, name, value) }

// Text returns v, or a nested member of it, if it is text; else an empty text.
func Text(v Value, path ...string) string {
	if member := Get(v, path...); hasType(member, app.TypeString) {
		return member.String()
	}
	return ""
}

// Number returns v, or a nested member of it, and whether it is a number.
func Number(v Value, path ...string) (number float64, ok bool) {
	if member := Get(v, path...); hasType(member, app.TypeNumber) && !member.IsNaN() {
		return member.Float(), true
	}
	return 0, false
}

// Flag returns v, or a nested member of it, if it is a boolean; else false.
func Flag(v Value, path ...string) bool {
	member := Get(v, path...)
	return hasType(member, app.TypeBoolean) && member.Bool()
}

// Exists reports whether v is an object or a function.
func Exists(v Value) bool { return hasType(v, app.TypeObject) || hasType(v, app.TypeFunction) }

func hasType(v Value, kind app.Type) bool { return v != nil && v.Type() == kind }

// Each calls visit with the entries of an array.
func Each(array Value, visit func(Value)) {
	length, _ := Number(array, "length")
	for i := range int(length) {
		visit(Call(array, "at", i))
	}
}

// Element returns the element called id, or null or undefined.
func Element(id string) Value {
	return attempt(func() Value { return app.Window().GetElementByID(id) })
}

// Callback makes a function for the page that passes one argument to act, which may be undefined.
func Callback(act func(argument Value)) Func {
	return app.FuncOf(func(_ Value, args []Value) any {
		act(append(args, app.Undefined())[0])
		return nil
	})
}

var reflectAPI = app.Window().Get("Reflect")

// reflection calls a method of the page's Reflect. Package syscall/js turns an exception into a panic
// only in calls; in its Get and Set the program would hang. For Reflect itself, Get cannot throw.
func reflection(method string, args ...any) Value {
	return attempt(func() Value { return reflectAPI.Call(method, args...) })
}

// callable returns a function, and panics for other values. Package syscall/js never releases the exception of such a call.
func callable(v Value) Value {
	if !hasType(v, app.TypeFunction) {
		panic("no function")
	}
	return v
}

func attempt(act func() Value) (value Value) {
	defer func() {
		if recover() != nil {
			value = app.Undefined()
		}
	}()
	return act()
}
