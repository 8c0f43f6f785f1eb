package component

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// The functions of this file are the only ones that read from the page. Autofill
// and browser extensions dispatch events without some members, or with members of
// another type, and even to read a member can throw. These functions then return
// the zero value: a JavaScript exception would stop the program for good, and a
// panic would end it.

// memberOf is a member of v, or of a member of it and so on; undefined when
// there is none. Its name is made anew each time; see get in bridge/port/value.go.
func memberOf(v app.Value, path ...string) app.Value {
	for _, name := range path {
		v = reflection("get", v, name)
	}
	return v
}

// callOf calls a method of v; undefined when that is not possible. Reflect.apply would
// need an array of the arguments, and a call of the browser for each of them.
func callOf(v app.Value, method string, args ...any) app.Value {
	return attempt(func() app.Value { return memberOf(v, method).Call("call", append([]any{v}, args...)...) }, app.Undefined())
}

// textOf is a member that is text; empty when it is anything else.
func textOf(v app.Value, path ...string) string {
	return attempt(func() string {
		if member := memberOf(v, path...); member.Type() == app.TypeString {
			return member.String()
		}
		return ""
	}, "")
}

// flagOf is a member that is true or false; false when it is anything else.
func flagOf(v app.Value, path ...string) bool {
	return attempt(func() bool {
		member := memberOf(v, path...)
		return member.Type() == app.TypeBoolean && member.Bool()
	}, false)
}

// numberOf is a member that is a number, and whether it is one.
func numberOf(v app.Value, path ...string) (number float64, ok bool) {
	number = attempt(func() float64 {
		member := memberOf(v, path...)
		ok = member.Type() == app.TypeNumber && !member.IsNaN()
		if !ok {
			return 0
		}
		return member.Float()
	}, 0)
	return number, ok
}

// assign sets a member of v, where that is possible.
func assign(v app.Value, name string, value any) {
	reflection("set", v, name, value)
}

// elementOf is the element called id, and whether it is there.
func elementOf(id string) (element app.Value, ok bool) {
	element = attempt(func() app.Value { return app.Window().GetElementByID(id) }, app.Undefined())
	return element, isObject(element)
}

// callOn calls a method of the element called id, if it is there.
func callOn(id, method string, args ...any) {
	if element, ok := elementOf(id); ok {
		callOf(element, method, args...)
	}
}

// isObject reports whether v has members to read.
func isObject(v app.Value) bool {
	return attempt(func() bool { return v.Truthy() && v.Type() == app.TypeObject }, false)
}

// prevent keeps the browser from doing what it does after an event.
func prevent(e app.Event) { callOf(e.Value, "preventDefault") }

var reflectAPI = app.Window().Get("Reflect")

// reflection calls a method of the page's Reflect. Go turns an exception into a panic
// only in calls, and a call of Reflect reads nothing that could throw before.
func reflection(method string, args ...any) app.Value {
	return attempt(func() app.Value { return reflectAPI.Call(method, args...) }, app.Undefined())
}

// attempt is what get returns, or otherwise when it panics.
func attempt[T any](get func() T, otherwise T) (value T) {
	value = otherwise
	defer func() {
		if recover() != nil {
			value = otherwise
		}
	}()
	return get()
}
