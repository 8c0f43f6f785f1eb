// Command stacks says where it is in every way that the runtime has, makes
// the garbage collector follow pointers on deep stacks, and dies of a panic
// that shows the stacks of all goroutines.
package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

// say prints at once: writing to a file would wait, and the goroutines change
// their order with the time that it takes.
func say(what ...any) { print(fmt.Sprintln(what...)) }

type node struct {
	value int
	next  *node
}

type tree[T any] struct {
	left, right *tree[T]
	leaf        T
}

func (t *tree[T]) walk(visit func(T)) {
	if t == nil {
		return
	}
	t.left.walk(visit)
	visit(t.leaf)
	t.right.walk(visit)
}

// here is inlined, twice over.
func here() string { return there(1) }

func there(skip int) string {
	_, file, line, ok := runtime.Caller(skip)
	return fmt.Sprintf("%s:%d %v", file[strings.LastIndex(file, "/")+1:], line, ok)
}

//go:noinline
func frames(label string) {
	pcs := make([]uintptr, 64)
	walk := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	say(label)
	for {
		frame, more := walk.Next()
		print(fmt.Sprintf("  %s %s:%d\n", frame.Function, frame.File[strings.LastIndex(frame.File, "/")+1:], frame.Line))
		if !more {
			return
		}
	}
}

// deep grows the stack with pointers on it while the collector runs.
func deep(n int, list *node) (sum int) {
	var local [16]*node
	local[n%16] = &node{value: n, next: list}
	defer func() { sum += local[n%16].value }()
	if n%64 == 0 {
		runtime.GC()
	}
	if n == 0 {
		frames("at the bottom")
		return 0
	}
	kept := &node{value: 1}
	result := deep(n-1, local[n%16])
	return result + kept.value
}

func trapped(what string, act func()) {
	defer func() {
		say(what, recover(), here())
		print(string(debug.Stack()))
	}()
	act()
}

func deferred(n int) (err error) {
	for i := range n {
		defer func() {
			if r := recover(); r != nil {
				frames(fmt.Sprint("deferred ", i))
				err = errors.Join(err, fmt.Errorf("%d: %v at %s", i, r, here()))
				if i > 0 {
					panic(r)
				}
			}
		}()
	}
	defer say("open", here())
	var m map[string]int
	m["a"]++
	return nil
}

func main() {
	say(here(), there(0))
	frames("main")
	say(deep(300, nil))
	t := &tree[string]{left: &tree[string]{leaf: "left"}, leaf: "middle", right: &tree[string]{leaf: "right"}}
	t.walk(func(s string) { frames(s) })
	var nothing *node
	var list []int
	trapped("nil", func() { say(nothing.value) })
	trapped("bounds", func() { say(list[len(os.Args)]) })
	trapped("division", func() { say(1 / len(list)) })
	trapped("type", func() { say(any(t).(fmt.Stringer)) })
	say(deferred(3))

	// One after the other, so that every run prints the same.
	ready, lock := make(chan bool), make(chan bool)
	for i := range 3 {
		go func() {
			defer say("never")
			deep(i, nil)
			ready <- true
			<-lock
		}()
		<-ready
	}
	for range 10 {
		runtime.Gosched()
	}
	runtime.GC()
	t.left.walk(func(string) { panic(fmt.Sprint("the end, ", here())) })
}
