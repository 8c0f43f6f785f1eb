// Command references gets pairs of JavaScript objects, and keeps one of each pair.
package main

import (
	"runtime"
	"syscall/js"
	"time"
)

func main() {
	object := js.Global().Get("object")
	objects := make([]js.Value, 1000)
	for i := range objects {
		objects[i] = object.Invoke()
		object.Invoke()
	}
	for range 5 {
		runtime.GC()
		time.Sleep(10 * time.Millisecond) // In which the finalizers run.
	}
	js.Global().Call("count")
	runtime.KeepAlive(objects)
}
