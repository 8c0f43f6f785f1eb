// Command trace grows its stack, collects garbage on it, recovers from a panic far down,
// and prints its trace. The runtime needs its tables of functions for all of these.
package main

import (
	"os"
	"runtime"
)

type list struct {
	next *list
	text []byte
}

//go:noinline
func deeper(n int, above *list) int {
	if n == 0 {
		runtime.GC()
		panic("at the bottom")
	}
	here := &list{next: above, text: make([]byte, 100)}
	here.text[0] = byte(n)
	sum := deeper(n-1, here)
	return sum + int(here.text[0])
}

//go:noinline
func bottom() (trace []byte) {
	defer func() {
		recover()
		trace = make([]byte, 64<<10)
		trace = trace[:runtime.Stack(trace, false)]
	}()
	deeper(5000, nil)
	return nil
}

func main() { os.Stdout.Write(bottom()) }
